import { expect, test } from "vitest";
import type { WrittenMonitor } from "./engine/engine";
import { type MonitorPart, partAt, rangesOf, statesOf, unused } from "./monitors";

const range = (from: number, to: number): { from: number; to: number } => ({ from, to });

/** A monitor of two states; an edge between them is written where both are mentioned. */
const monitor: WrittenMonitor = {
  name: "m", initial: "a", target: ["b"], repeating: [], range: range(0, 60),
  states: [{ name: "a", ranges: [range(10, 13), range(31, 34)], edges: 1, lost: ["b"] }, { name: "b", ranges: [range(20, 23), range(40, 43)], edges: 1, lost: [] }],
  edges: [{ from: "a", to: "b", guard: null, range: range(30, 45), lost: ["b"] }],
};

test("what is written at a position is the part that is written there", () => {
  const parts: MonitorPart[] = [...statesOf(monitor).map((state) => ({ state })), { edge: 0 }];
  for (const part of parts) for (const { from } of rangesOf(monitor, part)) expect(partAt(monitor, from)).toEqual(part);
  expect(partAt(monitor, 0)).toBeNull();
  expect([rangesOf(monitor, { state: "c" }), rangesOf(monitor, { edge: 1 })]).toEqual([[], []]);
});

test("a new name is none of the others", () => {
  expect([unused("state", []), unused("state", ["state", "state 2"])]).toEqual(["state", "state 3"]);
});
