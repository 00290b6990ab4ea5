// What is drawn after a run: every drawing says how long it takes, has a budget, and is stopped like a run.
import assert from "node:assert/strict";
import { test } from "node:test";
import { large, openTask, served, verdict, visit } from "./playground.mjs";

const { site } = served();

/** Runs in the page before its scripts: what is asked about `held` does not come to the engine, as if its answer took for ever; `asked` hears of every question. */
function holdBack() {
  globalThis.held = null;
  globalThis.asked = [];
  const Original = Worker;
  globalThis.Worker = class extends Original {
    postMessage(message, ...rest) {
      const of = message.kind === "ask" ? message.question.of : null;
      if (of) globalThis.asked.push(of);
      if (of === null || of !== globalThis.held) super.postMessage(message, ...rest);
    }
  };
}

const visited = async (options = {}) => {
  const visitor = await visit(site, { before: holdBack, ...options });
  await verdict(visitor.page);
  await visitor.page.waitForFunction(() => /states/.test(document.querySelector("#space-count").textContent));
  return visitor;
};
const hold = (page, of) => page.evaluate((wanted) => (globalThis.held = wanted), of);
const shown = (page, text) => page.waitForFunction((part) => {
  const { hidden, textContent } = document.querySelector("#drawing");
  return !hidden && textContent.includes(part);
}, text);

for (const [of, tab, said, place] of [
  ["proof", "proof", "Drawing the proof …", "#proof-empty"],
  ["component", "components", "Drawing the component …", "#components-stage"],
  ["contracts", "contracts", "Drawing the contracts …", "#panel-contracts"],
]) {
  test(`a drawing of ${of} says how long it takes, and is stopped`, async () => {
    const { page, errors, close } = await visited();
    assert.equal(await page.isVisible("#stop"), false);
    await hold(page, of);
    await page.click(`#view-tabs [data-tab=${tab}]`);
    await shown(page, said);
    await shown(page, "1 of at most 60 s");
    assert.equal(await page.isVisible("#stop"), true);
    await page.click("#stop");
    await page.waitForFunction((where) => document.querySelector(where).textContent.includes("Drawing was stopped. Run the task again to see this."), place);
    assert.equal(await page.isVisible("#drawing"), false);
    assert.equal(await page.isVisible("#stop"), false);
    assert.match(await page.textContent("#notices"), /Drawing was stopped\. Run the task again/);
    // The last result stays: verdict and state space.
    assert.match(await page.textContent("#space-count"), /states/);
    await hold(page, null);
    await page.click("#notices button:has-text('Run again')");
    await page.waitForFunction((where) => !/stopped/.test(document.querySelector(where).textContent), place);
    await verdict(page);
    assert.deepEqual(errors, []);
    await close();
  });
}

test("Escape stops the first drawing of a state space, and the next run draws it", async () => {
  const { page, errors, close } = await visited();
  await hold(page, "chart");
  await page.click("#run");
  await shown(page, "Drawing the state space …");
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => document.querySelector("#notices").textContent.includes("Drawing was stopped"));
  assert.equal(await page.textContent("#space-count"), "");
  await hold(page, null);
  await page.click("#run");
  await page.waitForFunction(() => /states/.test(document.querySelector("#space-count").textContent));
  assert.deepEqual(errors, []);
  await close();
});

test("what was drawn stays when another drawing of it is stopped, and so does how it is folded", async () => {
  const { page, errors, close } = await visited();
  await page.click("#view-tabs [data-tab=space]");
  const before = await page.textContent("#space-count");
  await hold(page, "chart");
  await page.selectOption("#space-fold", "lines");
  await shown(page, "Drawing the state space …");
  await page.click("#stop");
  await page.waitForFunction(() => document.querySelector("#space-fold").value === "none");
  assert.equal(await page.textContent("#space-count"), before);
  // What is asked now is answered at once: by nobody.
  await page.selectOption("#space-fold", "chains");
  await page.waitForFunction(() => document.querySelector("#space-fold").value === "none");
  assert.equal(await page.isVisible("#drawing"), false);
  assert.deepEqual(errors, []);
  await close();
});

test("a drawing that takes a minute is stopped by its budget", async () => {
  const { page, errors, close } = await visited();
  await page.clock.install();
  await hold(page, "proof");
  await page.click("#view-tabs [data-tab=proof]");
  await page.clock.runFor(59_000);
  await shown(page, " of at most 60 s");
  assert.equal(await page.isVisible("#stop"), true);
  await page.clock.runFor(2_000);
  await page.waitForFunction(() => document.querySelector("#notices").textContent.includes("stopped after 60 seconds"));
  assert.match(await page.textContent("#proof-empty"), /stopped/);
  assert.deepEqual(errors, []);
  await close();
});

test("only a drawing that takes longer than half a second offers a stop", async () => {
  const { page, close } = await visited();
  await page.clock.install();
  await page.clock.pauseAt(new Date(Date.now() + 10_000));
  await hold(page, "proof");
  await page.click("#view-tabs [data-tab=proof]");
  assert.ok(await page.evaluate(() => globalThis.asked.includes("proof")));
  await page.clock.runFor(450);
  assert.equal(await page.isVisible("#drawing"), false);
  assert.equal(await page.isVisible("#stop"), false);
  await page.clock.runFor(400);
  assert.equal(await page.isVisible("#drawing"), true);
  assert.equal(await page.isVisible("#stop"), true);
  await close();
});

test("what holds in the states is found out between the answers to other questions, until it is halted", { timeout: 120_000 }, async () => {
  const { page, errors, close } = await visited();
  // Halts it at the first sign of progress; then it is known of some states and not of others.
  await page.evaluate(() => {
    const Before = Worker;
    globalThis.Worker = class extends Before {
      constructor(...all) {
        super(...all);
        this.addEventListener("message", ({ data }) => data.kind === "labelled" && this.postMessage({ kind: "halt" }));
      }
    };
  });
  await openTask(page, large());
  await page.waitForFunction(() => /30,000 states/.test(document.querySelector("#space-count").textContent), undefined, { timeout: 60_000 });
  // The engine of this run was there before; the next one is halted.
  await page.click("#run");
  const found = await page.waitForFunction(() => /propositions were not evaluated in ([\d,]+) states/.exec(document.querySelector("#space-count").textContent)?.[1], undefined, { timeout: 60_000 });
  const missing = Number((await found.jsonValue()).replace(",", ""));
  assert.ok(missing > 0 && missing < 30_000, String(missing));
  // The engine still answers.
  await page.selectOption("#space-fold", "procedures");
  await page.waitForFunction(() => document.querySelector("#space-fold").value === "procedures" && /\b\d groups? folded/.test(document.querySelector("#space-count").textContent));
  assert.deepEqual(errors, []);
  await close();
});
