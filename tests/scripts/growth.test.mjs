// How the figures of a bench become the table and the plot of the documents.
import assert from "node:assert/strict";
import { test } from "node:test";
import { between, exponent, medians, plot, table, time } from "../../scripts/growth.mjs";

const printed = `Timer precision: 20 ns
growth                 fastest       │ slowest       │ median        │ mean          │ samples │ iters
├─ chain               │               │               │               │         │
│  ├─ 10               650 ns        │ 900 ns        │ 700 ns        │ 720 ns        │ 10      │ 10
│  │                   15.38 Mitem/s │ 11.11 Mitem/s │ 14.28 Mitem/s │ 13.88 Mitem/s │         │
│  ╰─ 1000             65.2 µs       │ 90 µs         │ 70.5 µs       │ 72 µs         │ 10      │ 10
│                      15 Mitem/s    │ 11.11 Mitem/s │ 14.28 Mitem/s │ 13.88 Mitem/s │         │
╰─ walks               │               │               │               │         │
   ├─ 10               1.2 ms        │ 1.9 ms        │ 1.5 ms        │ 1.5 ms        │ 10      │ 10
   │                   8.333 Kitem/s │ 5.2 Kitem/s   │ 6.6 Kitem/s   │ 6.6 Kitem/s   │         │
   ╰─ 100              1.1 s         │ 2 s           │ 1.5 s         │ 1.5 s         │ 10      │ 10
`;

test("the medians are read, in milliseconds", () => {
  const benches = medians(printed);
  const rounded = (name) => benches.get(name).map(({ n, ms }) => [n, Number(ms.toPrecision(6))]);
  assert.deepEqual(rounded("chain"), [[10, 0.0007], [1000, 0.0705]]);
  assert.deepEqual(rounded("walks"), [[10, 1.5], [100, 1500]]);
});

const linear = [{ n: 10, ms: 0.02 }, { n: 100, ms: 0.2 }, { n: 1000, ms: 2 }];
const cubic = [{ n: 10, ms: 0.02 }, { n: 100, ms: 20 }];
const all = [{ title: "one", points: linear }, { title: "three", points: cubic }];

test("the exponent is that of the last factor", () => {
  assert.equal(exponent(linear).toFixed(6), "1.000000");
  assert.equal(exponent(cubic).toFixed(6), "3.000000");
});

test("times have few digits", () => {
  assert.deepEqual([0.00123, 0.0561, 0.5678, 5.678, 56.78, 567.8].map(time), ["0.0012", "0.056", "0.568", "5.7", "56.8", "568"]);
});

test("the table has a column for each n", () => {
  const lines = table(all).split("\n");
  assert.equal(lines[0], "| ms for n = | 10 | 100 | 1,000 | exponent |");
  assert.equal(lines[2], "| one | 0.020 | 0.200 | 2.0 | 1.00 |");
  assert.equal(lines[3], "| three | 0.020 | 20.0 | – | 3.00 |");
});

test("a line of slope 1 goes through as many factors of ten in both directions", () => {
  const picture = plot("t", all);
  // 0.01 ms is below, 100 ms not needed: four factors of ten up, two to the right.
  assert.match(picture, /<path class="line s0" d="M70.0 252.3L200.0 200.3L330.0 148.3"\/>/);
  assert.match(picture, /<path class="linear" d="M70.0 268.0L330.0 164.0"\/>/);
  assert.ok(picture.indexOf(">three</text>") < picture.indexOf(">one</text>"), "the slowest is first in the key");
});

test("only what is between the marks is replaced", () => {
  const [begin, end] = ["<!-- growth: written by scripts/benchmark.mjs -->\n", "<!-- end of growth -->\n"];
  assert.equal(between(`a\n${begin}old\n${end}b\n`, "new\n"), `a\n${begin}\nnew\n\n${end}b\n`);
  assert.throws(() => between("a\n", "new\n"), /are missing/);
});
