import { expect, test } from "vitest";
import type { RunStep } from "../engine/engine";
import { claimText } from "./claim";
import { reportOf, safetyOf } from "./fixture";
import { hasValues } from "./judgements";
import { changedSince, describe, rowsOf, valuesAt } from "./values";

/** `x=T y=2` at a place, called from others. */
const step = (at: string, values: string, ...stack: string[]): RunStep => {
  const [method = "", line] = at.split(":");
  const pairs = values.split(" ").map((pair) => pair.split("="));
  return { state: "", index: null, method, file: "", line: Number(line), operation: "", stack, values: pairs.map(([name = "", value = ""]) => ({ name, value })) };
};
const run = [
  step("main:4", "g=F x=1"), step("main:5", "g=F x=2"), step("f:9", "g=F p=2", "main:5"), step("f:10", "g=T p=2", "main:5"),
  step("main:6", "g=T x=2"), step("main:7", "g=T x=2"),
];

test("a step shows the values that have changed since the step before", () => {
  expect(run.map((_, i) => changedSince(run, { statement: i, before: i - 1, after: i }))).toEqual(["g = F, x = 1", "x = 2", "p = 2", "g = T", "g = T", ""]);
});

test("after a call has returned values are compared with those of the caller", () => {
  expect(valuesAt(run, 4)).toEqual([{ name: "g", value: "T", isChanged: true, before: "F" }, { name: "x", value: "2", isChanged: false }]);
});

test("a variable of another call has no value before", () => {
  const recursive = [step("f:1", "x=3", "main:5"), step("f:1", "x=2", "main:5", "f:1"), step("f:2", "x=1", "main:5", "f:1")];
  expect(valuesAt(recursive, 1)).toEqual([{ name: "x", value: "2", isChanged: true }]);
  expect(valuesAt(recursive, 2)).toEqual([{ name: "x", value: "1", isChanged: true, before: "2" }]);
  expect(valuesAt(recursive, 3)).toEqual([]);
});

test("variables have a row each, those of all procedures first", () => {
  const rows = rowsOf({
    procedure: "f", globals: [{ name: "g", value: "T", isOpen: false, before: "any" }],
    locals: [{ name: "x", value: "any", isOpen: true }, { name: "y", value: "≥ 16", isOpen: true }],
  });
  expect(rows.map(({ name, value, before, scope }) => [name, value, before, scope])).toEqual([["g", "T", "any", "global"], ["x", "any", "", "f"], ["y", "≥ 16", "", "f"]]);
  expect(describe(rows)).toBe("g = any → T; x = any; y = ≥ 16");
  expect(describe([])).toBe("There are no variables.");
});

test("a property claims its formula, or what the engine says", () => {
  expect(claimText({ kind: "ltl", formula: "G !{monitor x}", words: "every run satisfies it" })).toBe("G !{monitor x}");
  expect(claimText({ kind: "unreach-call", labels: ["ERROR", "FAIL"], words: "no run reaches `ERROR` or `FAIL`" })).toBe("no run reaches ERROR or FAIL");
});

test("an analysis is what a report names, whatever it lacks", () => {
  expect([reportOf([]), reportOf([safetyOf()]), reportOf([], { analysis: "boolean" })].map(hasValues)).toEqual([false, false, true]);
});
