// node scripts/boolean.mjs: writes the tables and plots of "## Measurements" in docs/boolean-programs.md from the
// output of `cargo bench --bench boolean`. Times are only meaningful on an idle machine.
import { readFileSync, writeFileSync } from "node:fs";
import { bench, between, grouped, plot, row, series, sizesOf, time } from "./growth.mjs";
import { fromRoot, main, step } from "./steps.mjs";

/** Published figures (TACAS 2005, figure 6): explicit search in Java, and decision diagrams, on a 1.4 GHz machine. */
const published = new Map([
  [4, ["95", "80", "40,880", "160"]],
  [6, ["95", "80", "191,000", "4010"]],
  [8, ["95", "80", "2,120,000", "260350"]],
  [10, ["95", "100", "–", "–"]],
  [32, ["95", "150", "–", "–"]],
]);
const none = Array(4).fill("");

/** The columns for each n: states or nodes, and time. */
const states = (name) => ({ name, of: "states" });
const nodes = (name) => ({ name, of: "nodes" });
const both = (name) => [states(`${name}_explicit`), nodes(`${name}_symbolic`)];
/** The same, with the time of `auto`. */
const all = (name) => [...both(name), { name: `${name}_auto` }];
const heads = ["explicit: states", "ms", "symbolic: nodes", "ms"];
const headsOfAll = [...heads, "auto: ms"];

const tables = [
  {
    mark: "cycle", first: "bits", columns: both("cycle"),
    heads: [...heads, "VERA 2005: states", "ms", "Moped 2005: nodes", "ms"], beside: (n) => published.get(n) ?? none,
  },
  { mark: "an end", first: "bits", columns: both("end"), heads },
  { mark: "lock taken twice", first: "bits", columns: both("twice"), heads },
  { mark: "lock released", first: "bits", columns: all("released"), heads: headsOfAll },
  { mark: "parity", first: "inputs", columns: all("parity"), heads: headsOfAll },
  { mark: "locks", first: "locks", columns: all("locks"), heads: headsOfAll },
  { mark: "copy", first: "bits", columns: all("copy"), heads: headsOfAll },
  { mark: "counter", first: "bits", columns: all("counter"), heads: headsOfAll },
  {
    mark: "statements", first: "statements", columns: [states("statements_reachability"), states("statements_formula")],
    heads: ["reachability: states", "ms", "formula: states", "ms"],
  },
];

const plots = [
  {
    file: "boolean-bits.svg", title: "Time for n bits or inputs",
    shown: [
      ["cycle_explicit", "quicksort, a cycle: explicit"],
      ["cycle_symbolic", "quicksort, a cycle: symbolic"],
      ["released_explicit", "every lock released: explicit"],
      ["released_symbolic", "every lock released: symbolic"],
      ["parity_explicit", "parity: explicit"],
      ["parity_symbolic", "parity: symbolic"],
    ],
  },
  {
    file: "boolean-statements.svg", title: "Time for n statements",
    shown: [
      ["statements_reachability", "reachability"],
      ["statements_formula", "formula"],
    ],
  },
];

/** The counts: states and nodes for each bench and n. */
export function figuresIn(text) {
  const lines = text.matchAll(/^figures (\w+) (\d+) (\d+) (\d+)$/gm);
  return new Map([...lines].map(([, name, n, states, nodes]) => [`${name} ${n}`, { states, nodes }]));
}

/** A row for each n. */
export function table({ first, columns, heads, beside = () => [] }, benches, figures) {
  const points = columns.map(({ name }) => benches.get(name) ?? []);
  const line = (n) => {
    const cells = columns.flatMap(({ name, of }, i) => {
      const point = points[i].find((p) => p.n === n);
      const shown = of ? [(point) => grouped(figures.get(`${name} ${n}`)[of]), (point) => time(point.ms)] : [(point) => time(point.ms)];
      return shown.map((cell) => (point ? cell(point) : "–"));
    });
    return row([grouped(n), ...cells, ...beside(n)]);
  };
  return row([first, ...heads]) + row([first, ...heads].map(() => "---:")) + sizesOf(points).map(line).join("");
}

/** Measures and writes tables and plots. */
function boolean() {
  const { benches, beside } = bench("boolean");
  const figures = figuresIn(beside);
  for (const { file, title, shown } of plots) writeFileSync(fromRoot("docs", "img", file), plot(title, series(benches, shown)));
  const path = fromRoot("docs", "boolean-programs.md");
  const document = tables.reduce(
    (text, one) => between(text, table(one, benches, figures), one.mark, "boolean"),
    readFileSync(path, "utf8"),
  );
  writeFileSync(path, document);
}

if (process.argv[1] === import.meta.filename) await main("boolean", () => step("Measuring", boolean));
