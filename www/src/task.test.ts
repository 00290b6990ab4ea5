import { expect, test } from "vitest";
import type { Rendered } from "./engine/hrglass";
import { type Draft, documentOf, draftOf, emptyDraft, prettyJson, restored, sameTask } from "./task";

const draft: Draft = {
  ...emptyDraft,
  title: 'A "title"',
  entry: "List.reverse",
  files: [{ name: "List.java", text: "class List {\n}\n" }],
  properties: [
    { id: "F1", ltl: "F {terminated}" },
    { id: "F2", ltl: "G {x == null}" },
  ],
  grammars: '[\n  {"predefined": "SLList"}\n]',
  initial: "[]",
  options: { maxStates: 10 },
  rest: { expected: { F1: "satisfied" }, analysis: "heap" },
};

const at = (file: string, line: number, column = 1): Rendered => ({
  severity: "error", code: "x", message: "y", file, line, column, endLine: line, endColumn: column + 1, notes: [], suggestion: null,
});

test("a document reads back as the same draft", () => {
  const { text } = documentOf(draft);
  expect(draftOf(text)).toEqual({ ...draft, grammars: '[{"predefined": "SLList"}]' });
  expect(JSON.parse(text)).toMatchObject({ schema: "hrglass.task/1", title: 'A "title"', options: { maxStates: 10 } });
});

test("diagnostics find their editors", () => {
  const { text, locate } = documentOf(draft);
  const line = (part: string): number => text.split("\n").findIndex((l) => l.includes(part)) + 1;
  expect(locate(at("List.java", 2, 1))).toMatchObject({ section: "program", item: 0, line: 2 });
  expect(locate(at("property F2", 1, 4))).toMatchObject({ section: "properties", item: 1, line: 1, column: 4 });
  expect(locate(at("task.json", line("predefined"), 5))).toMatchObject({ section: "grammar", line: 2, column: 5 });
  expect(locate(at("task.json", line("F {terminated}")))).toMatchObject({ section: "properties", item: 0 });
  expect(locate(at("task.json", line("maxStates")))).toMatchObject({ section: "options" });
  expect(locate(at("task.json", line("List.reverse"), 1))).toMatchObject({ section: "program", item: -1 });
  expect(locate(at("task.json", 1))).toBeNull();
  expect(locate({ ...at("task.json", 1), file: null, line: null })).toBeNull();
});

test("JSON that does not parse is kept and still sent", () => {
  const broken = { ...draft, grammars: "[{" };
  expect(documentOf(broken).text).toContain("\n[{\n");
});

test("hostile documents lose what is not of the expected kind", () => {
  expect(draftOf("no json")).toBeNull();
  expect(draftOf("[1]")).toBeNull();
  const read = draftOf('{"title": {"a": 1}, "program": [], "properties": [1, {"id": 2}], "options": []}');
  expect(read).toMatchObject({ title: "", files: [], properties: [{ id: "", ltl: "" }], options: {} });
});

test("short values stay on one line, long ones are broken", () => {
  expect(prettyJson([1, { a: "b" }])).toBe('[1, {"a": "b"}]');
  expect(prettyJson({ first: "x".repeat(50), second: "y".repeat(50) })).toContain('\n  "second"');
});

test("a stored draft comes back as it was, broken JSON included; what is none is not taken for one", () => {
  const broken = { ...draft, grammars: "[{" };
  expect(restored(JSON.parse(JSON.stringify(broken)))).toEqual(broken);
  for (const value of [null, 7, [], {}, { files: {} }]) expect(restored(value)).toBeNull();
  expect(restored({ files: [1, { name: 2 }], title: [], rest: 1 })).toEqual({
    ...emptyDraft, title: "", files: [{ name: "", text: "" }], grammars: "", initial: "",
  });
});

test("tasks are the same if their documents are", () => {
  expect(sameTask(draft, { ...draft })).toBe(true);
  expect(sameTask(draft, { ...draft, options: { maxStates: 11 } })).toBe(false);
});
