// Writes the table and the plot of "## Growth" in docs/strategies.md from the output of `cargo bench --bench growth`.
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fromRoot } from "./steps.mjs";

/** The benches and their names in table and plot. */
const shown = [
  ["chain_explore", "chain: exploration"],
  ["chain_check", "chain: check"],
  ["chain_check_nested", "chain: check, nested eventualities"],
  ["chain_in_java_rsm", "chain in Java: rsm"],
  ["chain_in_java_on_the_fly", "chain in Java: on-the-fly"],
  ["walks_in_java_rsm", "lists in Java: rsm"],
  ["walks_in_java_on_the_fly", "lists in Java: on-the-fly"],
];

const milliseconds = { ns: 1e-6, µs: 1e-3, ms: 1, s: 1e3 };

/** The medians printed by divan: for each bench with arguments the points `{ n, ms }`. */
export function medians(text) {
  const benches = new Map();
  let points = [];
  for (const line of text.split("\n")) {
    // The columns: name and fastest, slowest, median, and others. Additional lines of a bench start with a number and a unit.
    const [first, , median] = line.replace(/^[│├╰─\s]+/u, "").split("│");
    const name = /^([a-z]\w*)\s*$/.exec(first);
    const argument = /^(\d+) +[\d.]+ (?:ns|µs|ms|s)\s*$/u.exec(first);
    if (name) benches.set(name[1], (points = []));
    if (argument) {
      const [amount, unit] = median.trim().split(" ");
      points.push({ n: Number(argument[1]), ms: Number(amount) * milliseconds[unit] });
    }
  }
  return benches;
}

/** The points of every shown bench, under its title. */
export function series(benches, shown) {
  return shown.map(([bench, title]) => {
    const points = benches.get(bench);
    if (!points?.length) throw new Error(`there are no figures of the bench ${bench}`);
    return { title, points };
  });
}

/** A time with two or three digits. */
export const time = (ms) => (ms < 1 ? ms.toPrecision(ms < 0.1 ? 2 : 3) : ms < 100 ? ms.toFixed(1) : ms.toFixed(0));

/** The slope between the last two points on logarithmic scales. */
export function exponent(points) {
  const [from, to] = points.slice(-2);
  return Math.log(to.ms / from.ms) / Math.log(to.n / from.n);
}

export const grouped = (n) => String(n).replace(/\B(?=(\d{3})+$)/g, ",");

/** Every n of some series. */
export const sizesOf = (all) => [...new Set(all.flatMap((points) => points.map(({ n }) => n)))].sort((a, b) => a - b);

/** A line of a table. */
export const row = (cells) => `| ${cells.join(" | ")} |\n`;

/** A row for each series, a column for each n. */
export function table(all) {
  const sizes = sizesOf(all.map(({ points }) => points));
  const cell = (points, n) => points.filter((p) => p.n === n).map((p) => time(p.ms))[0] ?? "–";
  const body = all.map(({ title, points }) =>
    row([title, ...sizes.map((n) => cell(points, n)), exponent(points).toFixed(2)]),
  );
  const head = row(["ms for n =", ...sizes.map(grouped), "exponent"]);
  return head + row(["---", ...sizes.map(() => "---:"), "---:"]) + body.join("");
}

const colours = [
  ["#2f6ea8", "#62a3dc"],
  ["#2e8b57", "#5fbf8a"],
  ["#6b5bb5", "#a294e8"],
  ["#b7791f", "#dca53a"],
  ["#c4512d", "#ee8a66"],
  ["#a23b72", "#d977ab"],
  ["#5b6b7b", "#a9b6c4"],
];
const strokes = (tone) => colours.map((pair, i) => `.s${i}{stroke:${pair[tone]};fill:${pair[tone]}}`).join("");
const style =
  "text{font:11px 'IBM Plex Mono',ui-monospace,Menlo,Consolas,monospace;fill:#1d2733}.title{font-size:14px;font-weight:600}" +
  ".ground{fill:#fff}.grid{stroke:#d8dde3}.linear{stroke:#8a96a3;stroke-dasharray:2 4}path.line{fill:none;stroke-width:2}" +
  `${strokes(0)}@media(prefers-color-scheme:dark){text{fill:#d9e0e8}.ground{fill:#12171d}.grid{stroke:#2c3641}` +
  `.linear{stroke:#71808f}${strokes(1)}}`;

/** The length of a factor of ten, and the ends of the scales. */
const decade = { x: 130, y: 52 };
const left = 70;
const top = 60;

const unit = (power) => {
  const [name, zero] = power < -3 ? ["ns", -6] : power < 0 ? ["µs", -3] : power < 3 ? ["ms", 0] : ["s", 3];
  return `${10 ** (power - zero)} ${name}`;
};

/** Times over n, both on logarithmic scales, as an SVG that is legible on light and dark backgrounds. Dashed: slope 1. */
export function plot(title, all) {
  const points = all.flatMap((s) => s.points);
  const logs = (key) => points.map((p) => Math.log10(p[key]));
  const range = (values) => [Math.floor(Math.min(...values) + 1e-9), Math.ceil(Math.max(...values) - 1e-9)];
  const [x0, x1] = range(logs("n"));
  const [y0, y1] = range(logs("ms"));
  const right = left + (x1 - x0) * decade.x;
  const bottom = top + (y1 - y0) * decade.y;
  const x = (log) => (left + (log - x0) * decade.x).toFixed(1);
  const y = (log) => (bottom - (log - y0) * decade.y).toFixed(1);
  const upTo = (from, to) => Array.from({ length: to - from + 1 }, (_, i) => from + i);
  const [width, height] = [right + 300, bottom + 50];

  const lines = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `<title>${title}</title>\n<style>${style}</style>`,
    `<rect class="ground" width="${width}" height="${height}"/>\n<text class="title" x="16" y="26">${title}</text>`,
  ];
  for (const power of upTo(x0, x1)) {
    lines.push(`<path class="grid" d="M${x(power)} ${top}V${bottom}"/>`);
    lines.push(`<text x="${x(power)}" y="${bottom + 18}" text-anchor="middle">${grouped(10 ** power)}</text>`);
  }
  lines.push(`<text x="${(left + right) / 2}" y="${bottom + 38}" text-anchor="middle">n</text>`);
  for (const power of upTo(y0, y1)) {
    lines.push(`<path class="grid" d="M${left} ${y(power)}H${right}"/>`);
    lines.push(`<text x="${left - 8}" y="${Number(y(power)) + 4}" text-anchor="end">${unit(power)}</text>`);
  }
  // Grid lines from every tick on the left and lower sides.
  for (const start of upTo(y0 - (x1 - x0) + 1, y1 - 1)) {
    const [from, to] = [Math.max(0, y0 - start), Math.min(x1 - x0, y1 - start)];
    const at = (steps) => `${x(x0 + steps)} ${y(start + steps)}`;
    lines.push(`<path class="linear" d="M${at(from)}L${at(to)}"/>`);
  }
  for (const [i, { points }] of all.entries()) {
    const at = points.map(({ n, ms }) => [x(Math.log10(n)), y(Math.log10(ms))]);
    lines.push(`<path class="line s${i}" d="M${at.map((p) => p.join(" ")).join("L")}"/>`);
    for (const [cx, cy] of at) lines.push(`<circle class="s${i}" cx="${cx}" cy="${cy}" r="3.5"/>`);
  }
  // The key follows the order of the lines in the last column shared by all of them.
  const common = Math.min(...all.map((s) => s.points.at(-1).n));
  const there = ({ points }) => points.find((p) => p.n === common)?.ms ?? 0;
  const ordered = [...all.entries()].sort(([, a], [, b]) => there(b) - there(a));
  const key = (position) => top + 14 + 20 * position;
  for (const [position, [i, { title: name }]] of ordered.entries()) {
    lines.push(`<path class="line s${i}" d="M${right + 20} ${key(position) - 4}h26"/>`);
    lines.push(`<circle class="s${i}" cx="${right + 33}" cy="${key(position) - 4}" r="3.5"/>`);
    lines.push(`<text x="${right + 54}" y="${key(position)}">${name}</text>`);
  }
  lines.push(`<path class="linear" d="M${right + 20} ${key(all.length) - 4}h26"/>`);
  lines.push(`<text x="${right + 54}" y="${key(all.length)}">linear: slope 1</text>`);
  return `${lines.join("\n")}\n</svg>\n`;
}

/** The document with a new text between the two markers with this name. */
export function between(document, text, name = "growth", script = "benchmark") {
  const [begin, end] = [`<!-- ${name}: written by scripts/${script}.mjs -->\n`, `<!-- end of ${name} -->\n`];
  const [from, to] = [document.indexOf(begin), document.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`the lines "${begin.trim()}" and "${end.trim()}" are missing`);
  return `${document.slice(0, from + begin.length)}\n${text}\n${document.slice(to)}`;
}

/** Runs a bench; returns its medians and additional output. */
export function bench(name) {
  // Otherwise the library is built with different panic strategies for the bench and the program, into the same file.
  const env = { ...process.env, CARGO_PROFILE_BENCH_PANIC: "unwind" };
  const options = { cwd: fromRoot(), env, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"], maxBuffer: 1 << 28 };
  const { status, stdout, stderr, error } = spawnSync("cargo", ["bench", "--locked", "--bench", name], options);
  if (error || status !== 0) throw error ?? new Error(`the bench ${name} failed:\n${stderr}`);
  return { benches: medians(stdout), beside: stderr };
}

/** Measures and writes table and plot. */
export function growth() {
  const all = series(bench("growth").benches, shown);
  writeFileSync(fromRoot("docs", "img", "growth.svg"), plot("Time for n procedures", all));
  const path = fromRoot("docs", "strategies.md");
  writeFileSync(path, between(readFileSync(path, "utf8"), table(all)));
}
