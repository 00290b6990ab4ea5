import { expect, test } from "vitest";
import type { ChartData } from "../protocol";
import { SpaceChart } from "./chart";

/** A diamond: 0 to 1 and 2, both to 3, and 3 back to 0. */
const data: ChartData = {
  positions: new Float32Array([50, 0, 0, 50, 100, 50, 50, 100]),
  kinds: new Uint8Array([0, 4, 4, 1]),
  states: new Uint32Array(0),
  components: new Uint32Array(4),
  files: new Uint32Array(4),
  places: new Uint32Array([1, 1, 1, 9, 2, 1, 2, 9, 2, 1, 2, 9, 3, 1, 4, 2]),
  heaps: new Uint32Array(4),
  vertices: new Uint32Array(4),
  labels: new Uint32Array([1, 1, 1, 2]),
  ids: ["a", "b", "c", "d"],
  edges: new Uint32Array([0, 1, 0, 2, 1, 3, 2, 3, 3, 0]),
  edgeKinds: new Uint8Array([0, 0, 0, 0, 4]),
  operations: new Uint32Array([3, 3, 3, 3, 1]),
  routeStarts: new Uint32Array([0, 0, 0, 0, 0, 0]),
  routePoints: new Float32Array(0),
  procedures: ["List.reverse"],
  texts: ["List.java", "", "{terminated}\n{a, b}", "x = y"],
  size: new Float32Array([100, 100]),
  failing: new Uint32Array(0),
  hidden: 0,
  rules: new Uint32Array(0),
  edgeSteps: new Uint32Array(0),
  lastRules: new Uint32Array(0),
  born: new Uint32Array(0),
  settled: new Uint32Array(0),
  steps: 0,
};
const chart = new SpaceChart(data);

test("neighbours follow the edges and the layers", () => {
  expect(chart.neighbour(0, "ArrowDown")).toBe(1);
  expect(chart.neighbour(1, "ArrowRight")).toBe(2);
  expect(chart.neighbour(2, "ArrowLeft")).toBe(1);
  expect(chart.neighbour(1, "ArrowUp")).toBe(0);
  expect(chart.neighbour(3, "ArrowRight")).toBeNull();
});

test("texts are looked up", () => {
  expect(chart.labels(3)).toEqual(["{terminated}", "{a, b}"]);
  expect(chart.labels(0)).toEqual([]);
  expect(chart.kind(3)).toBe("final");
  expect(chart.place(3)).toEqual({ file: "List.java", line: 3, endLine: 4 });
  expect(chart.edgeKind(4)).toBe("stutter");
});

test("states are found by line, edges by their ends", () => {
  expect([...chart.statesAt("List.java", 2)]).toEqual([1, 2]);
  expect([...chart.statesAt("Other.java", 2)]).toEqual([]);
  expect(chart.edgeBetween(2, 3)).toBe(3);
  expect(chart.edgeBetween(3, 2)).toBeNull();
});

test("assertions know their states and where the proof fails", () => {
  const none = 0xffff_ffff;
  const proof = new SpaceChart({
    ...data,
    kinds: new Uint8Array([0, 5, 4, 8]),
    states: new Uint32Array([7, 9, 7, none]),
    failing: new Uint32Array([0, 2, 3, 0]),
  });
  expect(chart.isProof).toBe(false);
  expect(proof.isProof).toBe(true);
  expect([proof.stateOf(1), proof.stateOf(3)]).toEqual([9, null]);
  expect([...proof.assertionsAt(7)]).toEqual([0, 2]);
  expect([...proof.failing().runEdges]).toEqual([1, 3, 4]);
  expect(proof.words(1)).toBe("Assertion 1 · proved · List.reverse, line 2 · nothing");
  expect(chart.words(3)).toBe("State 3 · final · List.reverse, line 3");
});
