import { expect, test } from "vitest";
import { SpaceChart } from "./chart";
import { chartData } from "./fixture";
import { search } from "./search";

const chart = new SpaceChart(chartData([0, 4, 4, 1], [[0, 1, 0], [1, 2, 0], [2, 3, 0]], {
  places: new Uint32Array([1, 1, 1, 2, 2, 1, 2, 2, 3, 1, 3, 2, 12, 1, 12, 2]),
  files: new Uint32Array([0, 0, 1, 1]),
  components: new Uint32Array([0, 0, 1, 1]),
  variables: new Uint32Array([3, 2, 3, 2]),
  texts: ["List.java", "Tree.java", "", "head\nlast"],
  procedures: ["List.reverse", "Tree.walk"],
}));
chart.learn({ labels: new Uint32Array([0, 0, 0, 1]), texts: ["", "{terminated}\n{x == null}"], open: 0 });

test("numbers are lines and states", () => {
  expect(search(chart, "3")).toEqual([2, 3]);
  expect(search(chart, "#3")).toEqual([3]);
  expect(search(chart, "12")).toEqual([3]);
  expect(search(chart, "tree.java:3")).toEqual([2]);
  expect(search(chart, "list.java:3")).toEqual([]);
});

test("words are looked for in propositions, variables, procedures, files and kinds", () => {
  expect(search(chart, "Terminated")).toEqual([3]);
  expect(search(chart, "head")).toEqual([0, 2]);
  expect(search(chart, "walk")).toEqual([2, 3]);
  expect(search(chart, "List.java")).toEqual([0, 1]);
  expect(search(chart, "initial")).toEqual([0]);
});

test("every word has to fit, and quotes keep words together", () => {
  expect(search(chart, "walk head")).toEqual([2]);
  expect(search(chart, '"x == null"')).toEqual([3]);
  expect(search(chart, '"x == null')).toEqual([3]);
  expect(search(chart, "reverse terminated")).toEqual([]);
});

test("nothing is found by nothing", () => {
  expect(search(chart, "  ")).toEqual([]);
  expect(search(chart, '"')).toEqual([]);
});
