import { expect, test } from "vitest";
import { SpaceChart } from "./chart";
import { chartData } from "./fixture";

/** A diamond: 0 to 1 and 2, both to 3, and 3 back to 0. */
const data = chartData([0, 4, 4, 1], [[0, 1, 0], [0, 2, 0], [1, 3, 0], [2, 3, 0], [3, 0, 4]], {
  positions: new Float32Array([50, 0, 0, 50, 100, 50, 50, 100]),
  places: new Uint32Array([1, 1, 1, 9, 2, 1, 2, 9, 2, 1, 2, 9, 3, 1, 4, 2]),
  labels: new Uint32Array(4).fill(1),
  variables: new Uint32Array([1, 3, 3, 1]),
  ids: ["a", "b", "c", "d"],
  operations: new Uint32Array([2, 2, 2, 2, 1]),
  procedures: ["List.reverse"],
  texts: ["List.java", "", "x = y", "head\nlast"],
  size: new Float32Array([100, 100]),
});
const chart = new SpaceChart(data);

test("neighbours follow the edges and the layers", () => {
  expect(chart.neighbour(0, "ArrowDown")).toBe(1);
  expect(chart.neighbour(1, "ArrowRight")).toBe(2);
  expect(chart.neighbour(2, "ArrowLeft")).toBe(1);
  expect(chart.neighbour(1, "ArrowUp")).toBe(0);
  expect(chart.neighbour(3, "ArrowRight")).toBeNull();
});

test("texts are looked up", () => {
  expect(chart.labels(3)).toBeNull();
  chart.learn({ labels: new Uint32Array([0, 0, 0, 1]), texts: ["", "{terminated}\n{a, b}"], open: 0 });
  expect(chart.labels(3)).toEqual(["{terminated}", "{a, b}"]);
  expect(chart.labels(0)).toEqual([]);
  expect(chart.kind(3)).toBe("final");
  expect(chart.place(3)).toEqual({ file: "List.java", line: 3, endLine: 4 });
  expect(chart.edgeKind(4)).toBe("stutter");
  expect(chart.variables(2)).toEqual(["head", "last"]);
  expect(chart.variables(0)).toEqual([]);
});

const none = 0xffff_ffff;
/** 1 and 2 are one, 3 is hidden. */
const folded = new SpaceChart({
  ...data,
  nodeOf: new Uint32Array([0, 1, 1, none]),
  groups: new Uint32Array([0, 1, 1, 3]),
  linkOf: new Uint32Array([0, 0, none, none, none]),
  positions: new Float32Array([50, 0, 20, 50]),
  nodeKinds: new Uint8Array([0, 4]),
  memberStarts: new Uint32Array([0, 1, 3]),
  members: new Uint32Array([0, 1, 2]),
  links: new Uint32Array([0, 1]),
  linkKinds: new Uint8Array([0]),
  routeStarts: new Uint32Array([0, 2]),
  routePoints: new Float32Array([50, 0, 20, 50]),
  hidden: 1,
  groupCount: 1,
});

test("of a folded state space the nodes are drawn", () => {
  expect([folded.stateCount, folded.nodeCount, folded.edgeCount, folded.linkCount]).toEqual([4, 2, 5, 1]);
  expect([folded.isGroup(0), folded.isGroup(1)]).toEqual([false, true]);
  expect([...folded.members(1)]).toEqual([1, 2]);
  expect([folded.nodeOf(2), folded.nodeOf(3), folded.groupOf(2)]).toEqual([1, null, 1]);
  expect([folded.linkOf(1), folded.linkOf(2)]).toEqual([0, null]);
  expect([folded.nodeKind(0), folded.linkKind(0), folded.linkEnds(0)]).toEqual(["initial", "step", [0, 1]]);
  expect([folded.x(2), folded.y(2), folded.nodeX(1)]).toEqual([20, 50, 20]);
});

test("states that are only counted are in their group", () => {
  const counted = new SpaceChart({ ...folded.data, unlisted: new Uint32Array([3, 998_573]) });
  expect([counted.size(0), counted.size(1), counted.unlisted]).toEqual([4, 998_575, 998_576]);
  expect([counted.isGroup(0), [...counted.members(0)]]).toEqual([true, [0]]);
  expect([counted.groupSize(2), folded.groupSize(2)]).toEqual([998_575, 2]);
  expect(counted.nodeWords(1)).toBe("998,575 states · List.reverse, line 2");
});

test("the keyboard moves between nodes, and groups are described in words", () => {
  expect([folded.neighbour(0, "ArrowDown"), folded.neighbour(1, "ArrowUp"), folded.neighbour(1, "ArrowDown")]).toEqual([1, 0, null]);
  expect([folded.stateAt(0), folded.stateAt(1)]).toEqual([0, 1]);
  expect([folded.groupSize(0), folded.groupSize(2)]).toEqual([1, 2]);
  expect(folded.nodeWords(0)).toBe("State 0 · initial · List.reverse, line 1");
  expect(folded.nodeWords(1)).toBe("2 states · List.reverse, line 2");
  const lines = new SpaceChart({ ...folded.data, places: new Uint32Array([1, 1, 1, 9, 7, 1, 7, 9, 2, 1, 2, 9, 3, 1, 4, 2]) });
  expect(lines.nodeWords(1)).toBe("2 states · List.reverse, lines 2–7");
});

test("a link between single states has the operation of its edge", () => {
  expect(chart.linkOperation(1)).toBe("x = y");
  expect(folded.linkOperation(0)).toBe("");
});

test("a drawing has a size, and if it grows to both sides a corner", () => {
  expect(chart.box).toEqual({ left: 0, top: 0, width: 100, height: 100 });
  expect(new SpaceChart({ ...data, size: new Float32Array([300, 100, -200, 0]) }).box.left).toBe(-200);
});

test("states are found by line, edges by their ends", () => {
  expect([...chart.statesAt("List.java", 2)]).toEqual([1, 2]);
  expect([...chart.statesAt("Other.java", 2)]).toEqual([]);
  expect(chart.edgeBetween(2, 3)).toBe(3);
  expect(chart.edgeBetween(3, 2)).toBeNull();
});

test("assertions know their states and where the proof fails", () => {
  const proof = new SpaceChart({
    ...data,
    kinds: new Uint8Array([0, 6, 4, 9]),
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

test("assertions have measures, and edges along which one gets smaller", () => {
  const texts = [...data.texts, "|L(x, null)| + 1\nn - i"];
  const measures = new Uint32Array(4).fill(none);
  measures[2] = texts.length - 1;
  const proof = new SpaceChart({ ...data, texts, states: new Uint32Array(4), measures, decreasing: new Uint32Array([none, none, none, 1, none]) });
  expect([proof.measures(0), proof.measures(2)]).toEqual([[], ["|L(x, null)| + 1", "n - i"]]);
  expect(proof.source(3)).toBe(2);
  expect([proof.decreasing(0), proof.decreasing(3)]).toEqual([null, "n - i"]);
  expect([...proof.decreasingEdges()]).toEqual([3]);
  expect(chart.measures(2)).toEqual([]);
});
