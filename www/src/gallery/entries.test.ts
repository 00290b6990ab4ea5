import { expect, test } from "vitest";
import { counts, entriesOf, fits } from "./entries";

const task = (more: object): string =>
  JSON.stringify({ title: "Reverse", description: "Turns pointers.", program: { entry: "List.reverse" }, properties: [{ id: "F1", ltl: "G {L(List)}" }], ...more });
const of = (more: object) => entriesOf([{ id: "lists/reverse", task: task(more) }])[0];

test("the promised verdicts are those of the strategy of the task", () => {
  const expected = { F1: { "top-level": "satisfied", "*": "violated" }, F2: "unknown", memorySafety: "satisfied", F3: "x", F4: { rsm: 1 } };
  expect(of({ expected })).toMatchObject({ expected: [["F1", "violated"], ["F2", "unknown"], ["Memory safety", "satisfied"]], worst: "violated" });
  expect(of({ expected, options: { strategy: "top-level" } })?.worst).toBe("unknown");
  expect(of({ expected: { F1: { rsm: "satisfied", "*": "violated" } }, options: { strategy: "all" } })?.worst).toBe("violated");
  for (const none of [null, 1, "x", [], {}]) expect(of({ expected: none })).toMatchObject({ expected: [], worst: "satisfied" });
});

test("examples are found by any of their texts, by subject and by tag", () => {
  const entry = of({ tags: ["rings"], look: "at the box", figure: "2.3" });
  if (!entry) throw new Error("it is a task");
  const wish = { words: "", subject: null, tag: null };
  for (const words of ["", "REVERSE turns", "rings", "box", "2.3", "singly", "G {L"]) expect(fits(entry, { ...wish, words })).toBe(true);
  expect(fits(entry, { ...wish, words: "reverse tree" })).toBe(false);
  expect(fits(entry, { ...wish, tag: "rings", subject: "Singly-linked lists" })).toBe(true);
  expect(fits(entry, { ...wish, tag: "trees" })).toBe(false);
  expect(fits(entry, { ...wish, subject: "Trees" })).toBe(false);
});

test("invalid tasks are left out, and folders without a heading keep their names", () => {
  expect(entriesOf([{ id: "a/b", task: "no" }, { id: "constructor/b", task: task({}) }])).toMatchObject([{ subject: "constructor" }]);
  expect(counts(["b", "a", "b"])).toEqual([["b", 2], ["a", 1]]);
});
