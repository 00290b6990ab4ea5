// How the figures of the bench of boolean programs become tables.
import assert from "node:assert/strict";
import { test } from "node:test";
import { figuresIn, table } from "../../scripts/boolean.mjs";

const beside = "   Compiling hrglass\nfigures sort_explicit 4 95 0\nfigures sort_symbolic 4 1200 40880\nfigures sort_symbolic 8 9 2120000\nfigures no number\n";
const figures = figuresIn(beside);

test("figures are read from what else is printed", () => {
  assert.deepEqual([...figures.keys()], ["sort_explicit 4", "sort_symbolic 4", "sort_symbolic 8"]);
  assert.deepEqual(figures.get("sort_symbolic 4"), { states: "1200", nodes: "40880" });
});

test("a table has a row for each n, with a dash where nothing was measured", () => {
  const benches = new Map([
    ["sort_explicit", [{ n: 4, ms: 0.5 }]],
    ["sort_symbolic", [{ n: 4, ms: 160 }, { n: 8, ms: 26.04 }]],
  ]);
  const columns = [{ name: "sort_explicit", of: "states" }, { name: "sort_symbolic", of: "nodes" }];
  const lines = table({ first: "bits", columns, heads: ["a", "b", "c", "d"], beside: (n) => [`${n}!`] }, benches, figures).split("\n");
  assert.equal(lines[0], "| bits | a | b | c | d |");
  assert.equal(lines[2], "| 4 | 95 | 0.500 | 40,880 | 160 | 4! |");
  assert.equal(lines[3], "| 8 | – | – | 2,120,000 | 26.0 | 8! |");
});
