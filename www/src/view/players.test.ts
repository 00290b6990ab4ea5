import { expect, test } from "vitest";
import { SpaceChart } from "../space/chart";
import { chartData } from "../space/fixture";
import { Construction } from "./construction";
import { following } from "./player";
import { actsOf } from "./rules";

test("playing ends at the last step, or goes round the cycle", () => {
  expect([following(null, 3, null), following(0, 3, null), following(3, 3, null)]).toEqual([0, 1, null]);
  expect([following(2, 3, 1), following(3, 3, 1)]).toEqual([3, 1]);
});

const never = 0xffff_ffff;
/** 0 → 1, through a call that contains 2; 3 is refuted, 4 is never expanded. */
const chart = new SpaceChart(chartData([0, 4, 8, 7, 9], [[0, 2, 2], [0, 1, 1], [1, 3, 0], [1, 4, 0]], {
  states: Uint32Array.from([0, 1, 2, 3, 4]), texts: ["A.java", "", "U X", "U X contract U X", "∧ X", "⊭"],
  rules: Uint32Array.from([2, 3, 4, 2]), lastRules: Uint32Array.from([1, 1, 1, 5, 1]),
  edgeSteps: Uint32Array.from([1, 2, 3, 3]), born: Uint32Array.from([0, 2, 1, 3, 3]), settled: Uint32Array.from([4, 4, 2, 4, never]), steps: 4,
}));

test("a construction is described step by step", () => {
  const construction = new Construction(chart);
  expect(construction.last).toBe(4);
  expect([0, 1, 2, 3, 4].map((step) => [construction.assertions(step), construction.edges(step)])).toEqual([[1, 0], [2, 1], [3, 2], [5, 4], [5, 4]]);
  expect(construction.done(0)).toEqual({ assertion: null, rules: [], ends: false, born: 1, settled: 0 });
  expect(construction.done(1)).toEqual({ assertion: 0, rules: ["U X"], ends: false, born: 1, settled: 0 });
  // The exit of the callee is expanded; the summary of the call found by it is not a step of its own.
  expect(construction.done(2)).toEqual({ assertion: 2, rules: [], ends: true, born: 1, settled: 1 });
  expect(construction.done(3)).toEqual({ assertion: 1, rules: ["∧ X", "U X"], ends: false, born: 2, settled: 0 });
  expect(construction.done(4)).toEqual({ assertion: 3, rules: ["⊭"], ends: true, born: 0, settled: 3 });
});

test("what is not there yet is not drawn, what is not done is drawn as open", () => {
  const construction = new Construction(chart);
  const nodes = (step: number): (string | undefined)[] => [0, 1, 2, 3, 4].map((node) => construction.nodes(step)?.(node));
  expect(nodes(0)).toEqual(["open", "hidden", "hidden", "hidden", "hidden"]);
  expect(nodes(2)).toEqual(["open", "open", "plain", "hidden", "hidden"]);
  expect(nodes(3)).toEqual(["open", "open", "plain", "open", "open"]);
  expect(construction.nodes(4)).toBeNull();
  expect([0, 1, 2, 3].map((link) => construction.links(2)?.(link))).toEqual(["plain", "plain", "hidden", "hidden"]);
});

test("rules are described in words, each once", () => {
  expect(actsOf(["R ⊭ X", "R X"])).toBe("unfold release, drop a false literal, go to the next state");
});
