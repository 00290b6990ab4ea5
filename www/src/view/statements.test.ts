import { expect, test } from "vitest";
import type { RunStep, StatementView } from "../engine/engine";
import { alongside, executing, rowAt, type ShownRun, statementsOf } from "./statements";
import { nameOf, nothingListed, wordsOf } from "./steps";

const step = (line: number, operation: string): RunStep => ({ state: "", index: null, method: "A.m", file: "A.java", line, operation, stack: [] });
const view = (line: number, first: number, last: number, text: string, condition: boolean | null = null): StatementView =>
  ({ method: "A.m", file: "A.java", line, text, condition, stack: [], first, last, after: null, repeats: false });

const steps = [step(1, "x = y"), step(2, "$0 = x.next"), step(2, "[$0 != null]"), step(3, "y = x"), step(4, "")];
const views = [view(1, 0, 0, "x = y;"), view(2, 1, 2, "while (x.next != null) {", true), view(3, 3, 3, "y = x;"), view(4, 4, 4, "return;")];
const run: ShownRun = { steps, cycle: 5, isBegun: false };
const told = (shown: ShownRun): unknown[] => statementsOf(shown, views).map(([{ text, before, after }, ...small]) => [text, before, after, small.map((row) => row.after)]);

test("a run is its start and its statements, each with the state after it; what it does not execute has no row", () => {
  expect(told(run)).toEqual([["", 0, 0, []], ["x = y;", 0, 1, []], ["while (x.next != null)", 1, 3, [2, 3]], ["y = x;", 3, 4, []]]);
  expect(told({ steps: [], cycle: 0, isBegun: false })).toEqual([]);
});

test("a run that fails inside of a statement shows where, and one with a cycle returns to its beginning", () => {
  const begun = { steps: steps.slice(0, 3), cycle: 3, isBegun: true };
  expect(told(begun)).toEqual([["", 0, 0, []], ["x = y;", 0, 1, []], ["while (x.next != null)", 1, 2, [2, 2]]]);
  expect(statementsOf(begun, views).flat().map(({ isLeft }) => isLeft)).toEqual([false, false, true, false, true]);
  const round = statementsOf({ steps: steps.slice(0, 4), cycle: 1, isBegun: false }, views).flat();
  expect(round.map(({ after, repeats }) => [after, repeats])).toEqual([[0, false], [1, false], [3, true], [2, true], [3, true], [1, true]]);
});

test("small steps without a statement are statements of their own", () => {
  expect(statementsOf(run, []).map(([{ text }]) => text)).toEqual(["", "x = y", "$0 = x.next", "[$0 != null]", "y = x"]);
});

test("statements of the executed run are those of the analysis where both are in the same places", () => {
  expect(alongside(views, [0, 1, 2, 1, undefined]).map(({ first, last }) => [first, last])).toEqual([[0, 0], [1, 2]]);
  expect(alongside(views, [4, 6, 7, 9, 11]).map(({ first }) => first)).toEqual([4, 6, 9, 11]);
});

test("a position has a row, which stays the one chosen last if several show it", () => {
  const rows = statementsOf({ steps: steps.slice(0, 4), cycle: 1, isBegun: false }, views).map(([whole]) => whole);
  expect([0, 1, 2, 3].map((position) => rowAt(rows, position, null))).toEqual([0, 1, 2, 2]);
  expect([rowAt(rows, 1, 3), rowAt(rows, 0, 3), rowAt(rows, null, 3)]).toEqual([3, 0, null]);
  expect([executing(rows, 0), executing(rows, 2), executing(rows, 3)]).toEqual([1, 2, 3]);
});

test("a row is described with its value, its place, what is noted there, and why it fails", () => {
  const listed = { ...nothingListed, run: { ...run, notes: new Map([[2, "here it is"]]), end: "continues" }, rows: statementsOf(run, views).map(([whole]) => whole), failure: { row: 3, reason: "`x` is null", isSuspected: false } };
  expect([0, 1, 2, 3].map((row) => wordsOf(listed, row))).toEqual([
    "Start, at A.m:1", "x = y;, at A.m:1", "while (x.next != null): true, at A.m:2, here it is", "y = x;, at A.m:3, Fails here: x is null",
  ]);
  expect(wordsOf({ ...listed, failure: { ...listed.failure, isSuspected: true } }, 3)).toBe("y = x;, at A.m:3, May fail here: x is null");
  expect(statementsOf(run, views).flat().map(nameOf)).toEqual(["Start", "1", "2", "2.1", "2.2", "3"]);
});
