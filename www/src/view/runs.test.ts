import { expect, test } from "vitest";
import type { Verdict } from "../engine/engine";
import { emptyDraft, documentOf, type Draft } from "../task";
import { propertyOf, reportOf, safetyOf } from "./fixture";
import { comparable, differences, type KeptRun, verdictsOf } from "./runs";

const run = (change: Partial<Draft>, verdicts: Record<string, Verdict> = {}): KeptRun => {
  const draft = { ...emptyDraft, ...change };
  const properties = Object.entries(verdicts).map(([id, verdict]) => propertyOf(id, "rsm", verdict));
  return { report: reportOf([safetyOf(), ...properties], { task: draft.title }), task: documentOf(draft).text, milliseconds: 1 };
};

test("differences are options by name, and what was edited", () => {
  const before = run({ options: { maxStates: 20, strategy: "rsm" } });
  expect(differences(before, run({ options: { maxStates: 80, search: "breadthFirst", strategy: "rsm" }, entry: "A.main" })))
    .toEqual(["maxStates: 20 → 80", "search: default → breadthFirst", "different entry method"]);
  expect(differences(before, before)).toEqual([]);
});

test("verdicts stand side by side, and what one run lacks is empty", () => {
  expect(verdictsOf(run({}, { F1: "unknown", F2: "violated" }), run({}, { F1: "satisfied", F3: "satisfied" }))).toEqual([
    { name: "Memory safety", before: "satisfied", now: "satisfied" },
    { name: "F1", before: "unknown", now: "satisfied" },
    { name: "F3", before: null, now: "satisfied" },
    { name: "F2", before: "violated", now: null },
  ]);
});

test("runs of different tasks are not compared", () => {
  expect(comparable(run({}), run({ title: "Other" }))).toBe(false);
  expect(comparable(run({}), run({ options: { maxHeap: 3 } }))).toBe(true);
});
