// The module of a first visit in two parts, as the page has it: it needs no more than its first part for the first task, and says
// the same as the whole module.
import assert from "node:assert/strict";
import { test } from "node:test";
import { asOnSlowMachines, firstTask, loadEngine, loadParts, modules, visitFirst } from "../../scripts/engine.mjs";

const { name } = modules.find(({ isFirst }) => isFirst);
const { examples, run: runWhole } = await loadEngine();

const withoutTimes = (key, value) => (key.endsWith("Ms") ? undefined : value);
const plain = (value) => JSON.stringify(value ?? null, withoutTimes);

/** What the page may ask of a session, as text. */
function answers(session) {
  const report = JSON.parse(session.report());
  const chart = session.chart();
  const drawn = chart && [...chart.positions, ...chart.kinds, ...chart.edges];
  chart?.free();
  const asked = report.properties.map((_, i) => {
    const proof = session.proof(i);
    const size = proof?.states.length;
    proof?.free();
    return [session.explanation(i, "de"), session.statements(i), session.evidenceFile(i, "junit"), size];
  });
  const views = [session.heap(0), session.formula(0), session.components(), session.contracts(), session.loopHeads(), session.heapDiff(1, 0)];
  return plain([report, drawn, asked, views, session.picture({ of: "space" }, "svg"), session.picture({ of: "heap", number: 0 }, "tikz")]);
}

test("the run of a first visit needs only the first part, also where it takes long", async () => {
  const parts = await loadParts(name, () => assert.fail("the rest is needed"));
  for (const report of [visitFirst(parts), asOnSlowMachines(() => visitFirst(parts))]) {
    assert.ok(JSON.parse(report).properties.some(({ verdict }) => verdict === "violated"));
  }
});

test("the rest is loaded once, in the middle of a run or of an answer, and both parts say what the whole module says", async () => {
  const tasks = examples().filter(({ task }) => {
    const { analysis, program } = JSON.parse(task);
    return !["boolean", "blocks", "forest"].includes(analysis) && program.language === "java";
  });
  assert.ok(tasks.length > 90);
  let loads = 0;
  const parts = await loadParts(name, () => loads++);
  for (const { id, task } of tasks) {
    const [session, whole] = [parts.run(task, () => {}), runWhole(task, () => {})];
    assert.equal(answers(session), answers(whole), id);
    session.free();
    whole.free();
  }
  assert.equal(loads, 1);
});

test("what fails while the rest is fetched comes out of the engine", async () => {
  const parts = await loadParts(name, () => {
    throw new Error("no network");
  });
  const session = parts.run(firstTask(), () => {});
  assert.throws(() => session.chart(), /no network/);
});
