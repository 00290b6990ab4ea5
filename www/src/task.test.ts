import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Rendered } from "./engine/engine";
import { type Draft, documentOf, draftOf, emptyBoolean, emptyDraft, hasHeaps, isBoolean, prettyJson, restored, sameTask } from "./task";

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
  rest: { expected: { F1: "satisfied" } },
};

const at = (file: string, line: number, column = 1): Rendered => ({
  severity: "error", code: "x", message: "y", file, line, column, endLine: line, endColumn: column + 1, notes: [], suggestion: null,
});

test("a document reads back as the same draft", () => {
  const { text } = documentOf(draft);
  expect(draftOf(text)).toEqual({ ...draft, grammars: '[{"predefined": "SLList"}]' });
  expect(JSON.parse(text)).toMatchObject({ schema: "hrglass.task/1", title: 'A "title"', options: { maxStates: 10 } });
});

test("what a program in C is read with is kept", () => {
  const own = { ...draft, language: "c" as const, preamble: "#define N 1\n", includeFolders: ["inc", "a b"] };
  expect(draftOf(documentOf(own).text)).toMatchObject({ preamble: own.preamble, includeFolders: own.includeFolders });
  expect(draftOf('{"program": {"language": "c", "includeFolders": [1], "preamble": 2}}')).not.toHaveProperty("includeFolders");
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

/** The tasks of the repository that need no other files. */
const kept = ["../../tests/tasks", "../../examples"].flatMap((below) => {
  const folder = join(import.meta.dirname, below);
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".json"))
    .map((name) => [name, readFileSync(join(folder, name), "utf8")] as const)
    .filter(([, text]) => text.includes('"hrglass.task/1"') && !text.includes('"path"'));
});

test("nothing of a task is lost in the editors", () => {
  expect(kept.filter(([name]) => name.startsWith("boolean")).length).toBeGreaterThan(10);
  for (const [name, text] of kept) {
    const draft = draftOf(text) as Draft;
    const given = JSON.parse(text) as Record<string, unknown>;
    const parts = hasHeaps(draft) ? { grammars: [], initial: [] } : isBoolean(draft) ? { monitors: [] } : {};
    const usual = { analysis: "heap", properties: [], ...parts, options: {} };
    expect(JSON.parse(documentOf(draft).text), name).toEqual({ ...usual, ...given });
    expect(restored(JSON.parse(JSON.stringify(draft))), name).toEqual(draft);
    expect(draftOf(documentOf(draft).text), name).toEqual(draft);
  }
});

const watched: Draft = {
  ...emptyBoolean,
  files: [{ name: "main.bp", text: "void main() begin skip; end\n" }],
  monitors: `[
  { "name": "m", "initial": "a", "target": ["b"], "edges": [
    { "from": "a", "to": "a", "guard": "T" },
    { "to": "b", "from": "a", "comment": [{"guard": "{x"}], "guard": "\\u0021{p \\"q\\"" },
    { "from": "a", "to": "b", "guard": "!{at(NOWHERE)} & {y" }
  ] }
]`,
  properties: [{ id: "F1", ltl: "", monitor: "m" }, { id: "F2", ltl: "{x}", monitor: "m" }],
};

test("a monitor in the place of a formula is written as such, and both as they are", () => {
  const { properties, program } = JSON.parse(documentOf(watched).text) as { properties: unknown; program: object };
  expect(properties).toEqual([{ id: "F1", monitor: "m" }, { id: "F2", ltl: "{x}", monitor: "m" }]);
  expect(program).toMatchObject({ language: "boolean", entry: "main" });
  expect(JSON.parse(documentOf({ ...watched, entry: "" }).text).program).not.toHaveProperty("entry");
});

test("what belongs to the other analysis is kept", () => {
  const grammars = '[{"predefined": "SLList"}]';
  expect(draftOf(documentOf({ ...watched, monitors: "[]", grammars }).text)).toMatchObject({ grammars, monitors: "[]" });
  expect(draftOf(documentOf({ ...draft, monitors: "[{}]" }).text)).toMatchObject({ monitors: "[{}]" });
  expect(documentOf(draft).text).not.toContain("monitors");
  expect(documentOf(watched).text).not.toContain("grammars");
});

test("diagnostics of monitors find the editor; those of guards are found by the engine", () => {
  const { text, locate } = documentOf(watched);
  const row = text.split("\n").findIndex((line) => line.includes('"name": "m"')) + 1;
  expect(locate(at("task.json", row, 5))).toMatchObject({ section: "monitors", line: 2, column: 5 });
  expect(locate(at("monitor m: a to b", 1))).toBeNull();
});

test("definitions of boxes are texts or objects; their diagnostics find the editor", () => {
  const boxes = "p(x) := x -> {next: x}\nq(x) := emp";
  const given = draftOf(JSON.stringify({ analysis: "forest", program: {}, boxes: [{ name: "mine", text: "p(x) := x -> {next: x}" }, "q(x) := emp"] })) as Draft;
  expect(given.boxes).toBe(boxes);
  const { text, locate } = documentOf(given);
  expect(JSON.parse(text)).toMatchObject({ boxes: [{ name: "boxes", text: boxes }] });
  expect(locate(at("boxes", 2, 9))).toMatchObject({ section: "definitions", item: 0, line: 2, column: 9 });
});

test("diagnostics of formulas and definitions find their places in the JSON of the editors", () => {
  const initial = '[\n  {"formula": "a"},\n  {"formula": "x == \\"y z\\"\\n| sll(x, nul)"}]';
  const { locate } = documentOf({ ...watched, grammars: '[{"definitions": "p(x) := q(x)"}]', initial });
  expect(locate(at("formula 2", 2, 10))).toMatchObject({ section: "initial", line: 3, column: initial.split("\n")[2]!.indexOf("nul") + 1 });
  expect(locate(at("definitions", 1, 9))).toMatchObject({ section: "grammar", line: 1, column: 27 });
  expect(locate(at("definitions 2", 1, 9))).toBeNull();
});

test("drafts that were stored before boolean programs were known open as they are meant", () => {
  const { analysis, language, monitors, ...old } = { ...watched, rest: { analysis: "boolean", monitors: [{ name: "m" }], tags: ["x"] } };
  void [analysis, language, monitors];
  expect(restored(old)).toMatchObject({ analysis: "boolean", language: "boolean", monitors: '[{"name": "m"}]', rest: { tags: ["x"] } });
  const { analysis: none, language: neither, monitors: nor, ...heap } = draft;
  void [none, neither, nor];
  expect(restored(heap)).toEqual(draft);
});

test("an analysis that the engine does not know goes to the engine, a strategy of the other analysis does not", () => {
  expect(JSON.parse(documentOf(draftOf('{"analysis": "forest", "program": {"language": "c"}}') as Draft).text)).toMatchObject({ analysis: "forest", program: { language: "c" } });
  const options = (analysis: string, strategy: string): unknown => draftOf(JSON.stringify({ analysis, options: { strategy, seconds: 3 } }))?.options;
  expect(options("boolean", "rsm")).toEqual({ seconds: 3 });
  expect(options("heap", "symbolic")).toEqual({ seconds: 3 });
  for (const [analysis, strategy] of [["boolean", "symbolic"], ["boolean", "all"], ["heap", "rsm"], ["heap", "new"]] as const) {
    expect(options(analysis, strategy)).toEqual({ strategy, seconds: 3 });
  }
});
