// How long steps and tests have taken on this machine: a file that is kept, for estimates and to see what is slow.
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const file = process.env.HRGLASS_TIMES ?? join(dirname(fileURLToPath(import.meta.url)), "..", ".cache", "times.jsonl");

/** Older lines are forgotten. */
const most = 5_000;

/** Notes that something has taken so many seconds; `kind` is `step` or `test`. */
export function note(kind, name, seconds) {
  mkdirSync(dirname(file), { recursive: true });
  appendFileSync(file, `${JSON.stringify({ at: Math.round(Date.now() / 1000), kind, name, seconds: Number(seconds.toFixed(1)) })}\n`);
}

/** All that was noted, oldest first. Lines that cannot be read are left out: several processes write at once. */
function noted() {
  if (!existsSync(file)) return [];
  return readFileSync(file, "utf8").split("\n").flatMap((line) => {
    try {
      return [JSON.parse(line)];
    } catch {
      return [];
    }
  });
}

/** How many seconds a step took the last time, if that is known. */
export const lastTime = (name) => noted().findLast((entry) => entry.kind === "step" && entry.name === name)?.seconds;

/** The slowest of a kind since a time in milliseconds, slowest first; what was noted several times counts as a whole. */
export function slowest(kind, since, count = 10) {
  const total = new Map();
  for (const { at, kind: of, name, seconds } of noted()) if (of === kind && at * 1000 >= since - 1000) total.set(name, (total.get(name) ?? 0) + seconds);
  return [...total].toSorted(([, a], [, b]) => b - a).slice(0, count);
}

/** Drops what is old. */
export function forget() {
  const lines = noted();
  if (lines.length > most) writeFileSync(file, `${lines.slice(-most).map((line) => JSON.stringify(line)).join("\n")}\n`);
}
