import { expect, test } from "vitest";
import type { Rendered, Report } from "../engine/engine";
import { SpaceChart } from "../space/chart";
import { chartData } from "../space/fixture";
import { highlighted } from "./highlight";
import { originOf, requestOf } from "./messages";
import { keysOf, optionsOf, panesOf, stepOf } from "./options";
import { filesOf, isExample, NoTask, type Sources, taskOf, titleOf, withFile } from "./task";
import { judgementNamed, walkOf, wayThrough } from "./walk";

test("panes keep their order, each once; unknown ones are left out", () => {
  expect(panesOf("heap, source heap,<b>")).toEqual(["heap", "source"]);
  expect(panesOf("nothing")).toEqual(["source", "heap"]);
  expect(panesOf(null)).toEqual(["source", "heap"]);
});

test("steps count from 1, and the last has a name", () => {
  expect(["3", "last", "0", "-1", "1e9", "x", null].map(stepOf)).toEqual([3, 0, 1, 1, 1, 1, 1]);
});

test("a fragment names the task first, then the options of the element", () => {
  const keys = keysOf("#hierarchy/traverse-with-swap&panes=source,heap&step=3&readonly&judgement=F%201");
  const options = optionsOf((name) => keys.get(name) ?? null);
  expect(options).toMatchObject({ task: "hierarchy/traverse-with-swap", step: 3, readonly: true, judgement: "F 1", controls: "full" });
  expect(keysOf("#v1.abc_-=&t=2").get("task")).toBe("#v1.abc_-=");
  expect(keysOf("#task=%E0%A4%A").get("task")).toBe("%E0%A4%A");
  expect(keysOf("")).toEqual(new Map());
});

const excuse = { noExample: (id: string) => `no ${id}`, noLinks: "no links", foreign: (url: string) => `foreign ${url}`, tooLarge: "large" };
const sources: Sources = {
  examples: async () => [{ id: "lists/reverse", task: "{}" }],
  decode: async () => null,
  fetch: async ({ href }) => href,
  base: "https://a.example/slides/",
};

test("a task is an example, a link or a file of the same site", async () => {
  expect(isExample("lists/reverse")).toBe(true);
  expect(isExample("tasks/reverse.json")).toBe(false);
  expect(await taskOf("lists/reverse", sources, excuse)).toBe("{}");
  expect(await taskOf("tasks/my.json", sources, excuse)).toBe("https://a.example/slides/tasks/my.json");
  await expect(taskOf("lists/nothing", sources, excuse)).rejects.toThrow(NoTask);
  await expect(taskOf("#v1.abc", sources, excuse)).rejects.toThrow("no links");
  for (const url of ["https://b.example/t.json", "//b.example/t.json", "javascript:alert(1)", "data:application/json,{}"]) {
    await expect(taskOf(url, sources, excuse), url).rejects.toThrow("foreign");
  }
});

test("links are read by the engine", async () => {
  const decode: Sources["decode"] = async () => ({ task: '{"a":1}', view: {} });
  expect(await taskOf("#v1.abc", { ...sources, decode }, excuse)).toBe('{"a":1}');
  const damaged: Sources["decode"] = async () => ({ error: { message: "damaged", suggestion: "copy it again" } as Rendered });
  await expect(taskOf("#v1.abc", { ...sources, decode: damaged }, excuse)).rejects.toThrow("damaged: copy it again");
});

test("the title is in the language of the demo, if the task has it", () => {
  const task = '{"title": "Lists", "de": {"title": "Listen"}}';
  expect([titleOf(task, "en"), titleOf(task, "de"), titleOf('{"title": "Lists"}', "de"), titleOf("{", "de")]).toEqual(["Lists", "Listen", "Lists", ""]);
});

test("an edit changes one file of the task and nothing else", () => {
  const task = JSON.stringify({ title: "T", program: { entry: "A.m", files: [{ name: "A.java", text: "a" }, { name: "B.java", text: "b" }] }, options: { x: 1 } });
  const edited = withFile(task, 1, "c");
  expect(filesOf(edited)).toEqual([{ name: "A.java", text: "a", language: "java" }, { name: "B.java", text: "c", language: "java" }]);
  expect(JSON.parse(edited)).toMatchObject({ title: "T", options: { x: 1 }, program: { entry: "A.m" } });
  expect(withFile(task, 0, "a")).toBe(task);
  for (const broken of ["", "[]", "null", '{"program": 3}', '{"program": {"files": [1, null]}}']) expect(withFile(broken, 0, "x")).toBe(broken);
});

test("highlighting changes no character", () => {
  const source = 'class A { // x\n  /* y\n z */ String s = "a\\"b /* "; char c = \'\\\'\';\n int n = 0x1F; Object o = null;\n}\n"open';
  const lines = highlighted(source, "java");
  expect(lines.map((pieces) => pieces.map(({ text }) => text).join("")).join("\n")).toBe(source);
  const tokens = lines.flat().map(({ token, text }) => `${token}:${text}`);
  expect(tokens).toContain("keyword:class");
  expect(tokens).toContain("comment:// x");
  expect(tokens).toContain("comment: z */");
  expect(tokens).toContain('string:"a\\"b /* "');
  expect(tokens).toContain("literal:null");
});

test("boolean programs are highlighted in their own words, and no character changes", () => {
  const source = "decl {x>0} := F; // class\nbool<2> f(i : int<4>) begin\n  while * do i := i * 2; od # x\n  return *, {x>0} & T;\nend";
  const lines = highlighted(source, "boolean");
  expect(lines.map((line) => line.map(({ text }) => text).join("")).join("\n")).toBe(source);
  expect(lines.flat().filter(({ token }) => token !== "plain").map(({ token, text }) => `${token}:${text}`)).toEqual([
    "keyword:decl", "string:{x>0}", "literal:F", "comment:// class",
    "type:bool", "literal:2", "type:int", "literal:4", "keyword:begin",
    "keyword:while", "literal:*", "keyword:do", "literal:2", "keyword:od", "comment:# x",
    "keyword:return", "literal:*", "string:{x>0}", "literal:T", "keyword:end",
  ]);
  expect(filesOf('{"analysis": "boolean", "program": {"files": [{"name": "a.bp", "text": "b"}]}}')).toEqual([{ name: "a.bp", text: "b", language: "boolean" }]);
});

/** A chart with these edges (source, target, kind) whose states are at the line of their number. */
function chartOf(kinds: number[], edges: [number, number, number][]): SpaceChart {
  return new SpaceChart(chartData(kinds, edges));
}

const [initial, final, inner] = [0, 1, 4];

test("the way through goes along first edges, back from circles, and over calls", () => {
  const chart = chartOf(
    [inner, initial, inner, inner, final, inner],
    [[1, 5, 2], [1, 2, 0], [2, 1, 0], [2, 3, 1], [3, 3, 0], [3, 4, 0]],
  );
  const way = wayThrough(chart);
  expect(way.map(({ state }) => state)).toEqual([1, 2, 3, 4]);
  expect(way.map(({ folded }) => folded)).toEqual([false, true, false, false]);
});

test("without a final state the path ends at the first dead end", () => {
  expect(wayThrough(chartOf([initial, inner, inner, inner], [[0, 1, 0], [1, 2, 0], [2, 0, 0], [0, 3, 0]])).map(({ state }) => state)).toEqual([0, 1, 2]);
  expect(wayThrough(chartOf([], []))).toEqual([]);
});

const step = (line: number, index: number | null) => ({ state: `s${line}`, index, method: "A.m", file: "A.java", line, operation: "x", stack: [] });
const judged = (id: string, strategy: string, lines: number[]) => ({
  id, strategy, kind: "ltl", formula: "", verdict: lines.length ? "violated" : "satisfied", reason: null,
  run: lines.length ? { prefix: lines.map((line) => step(line, line)), cycle: [step(9, null)] } : null,
});

test("the run of the judgement that is named is stepped through, else the first that fails", () => {
  const properties = [judged("F1", "top-level", []), judged("F1", "rsm", [3, 4]), judged("F2", "rsm", [5])];
  const report = { properties, diagnostics: [] } as unknown as Report;
  expect(judgementNamed(report, "F1")).toBe(1);
  expect(judgementNamed(report, "F1:top-level")).toBe(0);
  expect(judgementNamed(report, "F2")).toBe(2);
  expect(judgementNamed(report, "F9")).toBe(null);
  expect(judgementNamed(report, "memorySafety")).toBe(null);
  const walk = walkOf(report, 1, chartOf([initial, inner, inner, inner], []));
  expect(walk.steps.map(({ line, state }) => [line, state])).toEqual([[3, 3], [4, null], [9, null]]);
  expect(walk.cycle).toBe(2);
  expect(walkOf(report, 0, chartOf([initial, final], [[0, 1, 0]])).steps).toHaveLength(2);
});

test("messages are requests or nothing", () => {
  expect(requestOf({ hrglass: 1, kind: "goTo", step: 3 })).toEqual({ kind: "goTo", step: 3 });
  expect(requestOf({ hrglass: 1, kind: "run", more: 1 })).toEqual({ kind: "run" });
  expect(requestOf({ hrglass: 1, kind: "set", task: "{}" })).toEqual({ kind: "set", task: "{}" });
  for (const data of [null, 1, "run", {}, { kind: "run" }, { hrglass: 2, kind: "run" }, { hrglass: 1, kind: "goTo", step: NaN },
    { hrglass: 1, kind: "goTo", step: "3" }, { hrglass: 1, kind: "set" }, { hrglass: 1, kind: "set", task: "x".repeat(1_000_001) }]) {
    expect(requestOf(data)).toBe(null);
  }
});

test("an origin is a whole one, never all", () => {
  expect(originOf(undefined, "https://a.example")).toBe("https://a.example");
  expect(originOf("https://b.example", "https://a.example")).toBe("https://b.example");
  expect(originOf("https://b.example:8443/", "https://a.example")).toBe("https://b.example:8443");
  for (const option of ["*", "", "null", "b.example", "https://b.example/path", "data:text/html,x"]) expect(originOf(option, "https://a.example"), option).toBe(null);
});
