import { describe, expect, test } from "vitest";
import type { FrameEvent, PathFormulaView, Report, RoundView } from "../engine/engine";
import { edgesAfter } from "./blocks";
import { clauseOf, framesAfter } from "./frames";
import { notesOf } from "./notes";
import { momentsOf } from "./rounds";

describe("reductions", () => {
  const view = { initial: 3, steps: [{ rule: "sequence" as const, location: 1, removed: [0, 1], added: [3] }, { rule: "choice" as const, location: null, removed: [2, 3], added: [4] }] };

  test("edges take the place of others", () => {
    expect([0, 1, 2].map((count) => [...edgesAfter(view, count)])).toEqual([[0, 1, 2], [2, 3], [4]]);
  });
});

describe("rounds", () => {
  const step = (isNeeded: boolean): PathFormulaView => ({ source: 0, target: 1, condition: "x > 0", changes: [], isNeeded });
  const round = (path: PathFormulaView[], predicates: number): RoundView =>
    ({ nodes: [], edges: [], isCutShort: false, path, predicates: Array.from({ length: predicates }, () => ({ place: 0, text: "x > 0" })) });

  test("only what a round has is a step", () => {
    const rounds = [round([step(true)], 2), round([step(false)], 0), round([], 0)];
    expect(momentsOf({ rounds }).map(({ round: number, stage }) => `${number} ${stage}`)).toEqual(["0 graph", "0 path", "0 core", "0 predicates", "1 graph", "1 path", "2 graph"]);
  });
});

describe("frames", () => {
  const events: FrameEvent[] = [
    { kind: "level", level: 1 }, { kind: "learned", clause: 0, level: 1, subsumed: [] }, { kind: "level", level: 2 },
    { kind: "learned", clause: 1, level: 2, subsumed: [0] }, { kind: "pushed", clause: 1, level: 3 }, { kind: "inductive", level: 3 },
  ];

  test("clauses stand in the last frame for which they hold", () => {
    const after = (count: number): unknown => {
      const { top, levels, inductive } = framesAfter({ events }, count);
      return [top, [...levels], inductive];
    };
    expect([0, 2, 4, 5, 6].map(after)).toEqual([[0, [], null], [1, [[0, 1]], null], [2, [[1, 2]], null], [2, [[1, 3]], null], [2, [[1, 3]], 3]]);
    expect(events.map(clauseOf)).toEqual([null, 0, null, 1, 1, null]);
  });
});

describe("notes", () => {
  const known = (line: number, conditions: string[], stack: string[] = []): object => ({ method: "f", file: "a.c", line, column: 1, stack, conditions });
  const report = (...invariants: object[]): Report =>
    ({ properties: [{ id: "p", kind: "unreach-error", verdict: "satisfied", strategy: "auto", invariants }] }) as unknown as Report;

  test("a loop has one note, whatever calls it", () => {
    const notes = notesOf(report(known(3, ["i > 0", "j == 0"], ["main:9"]), known(3, ["i > 1"], ["main:10"]), known(5, []), { ...known(7, ["x"]), kind: "return" }));
    expect(notes.map(({ line, text }) => [line, text])).toEqual([[3, "i > 0 && j == 0 … (+1)"]]);
    expect(notes[0]?.help.split("\n")).toHaveLength(2);
    expect(notes[0]?.help).toContain("main:10");
  });

  test("of a recursive function it says of which calls it speaks", () => {
    expect(notesOf(report({ ...known(3, ["i > 0"]), entered: ["n > 0", "m == 1"] })).map(({ text }) => text)).toEqual(["entered with n > 0 && m == 1: i > 0"]);
  });
});
