// The engine in parts, as the page has it: each kind of task needs few of them, and they say the same as the whole.
import assert from "node:assert/strict";
import { test } from "node:test";
import { firstTask, loadEngine, loadParts } from "../../scripts/engine.mjs";
import { answersOf, asOnSlowMachines, exchangedOf, firstAnswersOf, inGerman, reportOf, started } from "../../scripts/questions.mjs";

const whole = await loadEngine();
const tasks = whole.examples();

const withoutTimes = (key, value) => (key.endsWith("Ms") ? undefined : value);
const plain = (value) => JSON.stringify(value ?? null, withoutTimes);

test("the run of a first visit needs only the first part, also where it takes long, or the task is written in another way", async () => {
  const parts = await loadParts((part) => assert.fail(`${part} is needed`));
  const document = JSON.parse(firstTask());
  for (const task of [firstTask(), JSON.stringify(document), JSON.stringify({ ...document, title: "Another title", description: "" }, null, 1)]) {
    for (const report of [reportOf(parts, task), asOnSlowMachines(() => reportOf(parts, task))]) {
      assert.ok(JSON.parse(report).properties.some(({ verdict }) => verdict === "violated"));
    }
  }
});

test("in German, too", async () => {
  const parts = await loadParts((part) => assert.fail(`${part} is needed`));
  const words = inGerman(parts, () => JSON.parse(reportOf(parts, firstTask())).properties.map((property) => property.words));
  assert.ok(words.some((said) => /ungefangen/.test(said)), words.join());
});

test("parts are loaded once each, in the middle of a run or of an answer, and say what the whole engine says", async () => {
  const loaded = [];
  const parts = await loadParts((part) => loaded.push(part));
  tasks.forEach(({ id, task }, i) => {
    const [session, expected] = [started(parts, task), started(whole, task)];
    // All that can be asked takes long.
    const asked = i % 4 === 0 ? answersOf : firstAnswersOf;
    assert.equal(plain(asked(session)), plain(asked(expected)), id);
    session.free();
    expected.free();
    if (i % 4 === 0) assert.equal(plain(exchangedOf(parts, task)), plain(exchangedOf(whole, task)), id);
  });
  assert.deepEqual(loaded, [...new Set(loaded)]);
});

/** What a task of any kind may need by chance: what no profile has seen it call, such as a comparison where hashes collide. */
const byChance = ["exchange", "rest"];

/** What tasks of each kind may need to run and for the first views. */
const needed = {
  "heap java": ["views", "names", "shared", "heap", "java"],
  "heap c": ["views", "names", "shared", "heap", "c"],
  "boolean boolean": ["views", "names", "shared", "boolean"],
  "blocks c": ["views", "names", "shared", "blocks", "c"],
  "forest c": ["views", "names", "shared", "forest", "c"],
  "forest java": ["views", "names", "shared", "forest", "java"],
};

function kindOf(task) {
  const { analysis = "heap", program: { language = "java" } } = JSON.parse(task);
  return `${analysis} ${language}`;
}

test("tasks of one kind need few parts", async () => {
  const kinds = tasks.map(({ task }) => kindOf(task));
  assert.deepEqual([...new Set(kinds)].toSorted(), Object.keys(needed).toSorted());
  for (const kind of Object.keys(needed)) {
    const loaded = [];
    const parts = await loadParts((part) => loaded.push(part));
    for (const { task } of tasks.filter((_, i) => kinds[i] === kind)) {
      const session = started(parts, task);
      firstAnswersOf(session);
      session.free();
    }
    assert.deepEqual(loaded.filter((part) => !byChance.includes(part) && !needed[kind].includes(part)), [], kind);
  }
});

test("what fails while a part is fetched comes out of the engine", async () => {
  const parts = await loadParts(() => {
    throw new Error("no network");
  });
  const session = parts.run(firstTask(), () => {});
  assert.throws(() => session.ask({ of: "chart" }), /no network/);
});
