// Builds that fit into the machine, and times that are kept.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";

const folder = mkdtempSync(join(tmpdir(), "hrglass-times-"));
process.env.HRGLASS_TIMES = join(folder, "times.jsonl");
const { jobsFor, step } = await import("../../scripts/steps.mjs");
const { forget, lastTime, note, slowest } = await import("../../scripts/times.mjs");
after(() => rmSync(folder, { recursive: true }));

test("as many compilers run as cores and memory allow", () => {
  assert.equal(jobsFor(8, 24e9), 8);
  assert.equal(jobsFor(8, 8e9), 5);
  assert.equal(jobsFor(2, 1e9), 1);
});

test("the time of a step is kept, and that of a failing one is not", async () => {
  assert.equal(await step("Wait", () => new Promise((done) => setTimeout(done, 150, 3))), 3);
  assert.ok(lastTime("Wait") >= 0.1);
  await assert.rejects(step("Fail", async () => Promise.reject(new Error("no"))), /no/);
  assert.equal(lastTime("Fail"), undefined);
});

test("what is slow is found, whatever else is in the file", () => {
  const start = Date.now();
  for (const [name, seconds] of [["a", 3], ["b", 7], ["a", 5]]) note("test", name, seconds);
  writeFileSync(process.env.HRGLASS_TIMES, "half a line\n", { flag: "a" });
  note("test", "c", 1);
  assert.deepEqual(slowest("test", start), [["a", 8], ["b", 7], ["c", 1]]);
  assert.deepEqual(slowest("test", start + 60_000), []);
  forget();
  assert.deepEqual(slowest("test", start, 1), [["a", 8]]);
});
