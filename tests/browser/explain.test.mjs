// The whole exploration of a small example, stage by stage to its end; rules explained where they are used.
import assert from "node:assert/strict";
import { test } from "node:test";
import { join } from "node:path";
import { clean, openExample, served, verdict, visit } from "./playground.mjs";

const { site, folder } = served();

async function opened(example, tab, options) {
  const there = await visit(site, options);
  await openExample(there.page, example);
  await verdict(there.page);
  await there.page.click(`[data-tab="${tab}"]`);
  return there;
}

const position = (page) => page.textContent("#panel-explain .position");
const reaches = (page, text) => page.waitForFunction((wanted) => document.querySelector("#panel-explain .position").textContent === wanted, text);

/** Starts to explain the whole exploration; returns the number of its steps. */
async function whole(page) {
  await page.click("#panel-explain .choice button:last-child");
  await page.waitForSelector("#explain-stage svg");
  return Number((await position(page)).split(" ").at(-1));
}

/** Plays the exploration of an example to its end; returns the kinds of its stages, how often a state was known, and what is said of each property. */
async function played(example) {
  const { page, errors, close } = await opened(example, "explain");
  const count = await whole(page);
  const states = Number(/^(\d+) states/.exec(await page.textContent("#verdict-detail"))[1]);
  const selected = () => page.textContent("#state-title");
  assert.match(await page.textContent("#explain-said"), /^The search starts in state 0, /);
  assert.equal(await selected(), "State 0");
  const kinds = new Set();
  const found = [];
  let known = 0;
  for (let at = 1; at <= count; at++) {
    await reaches(page, `Step ${at} of ${count}`);
    const said = await page.textContent("#explain-said");
    if (at < count) {
      if (!/^From|^The/.test(said)) kinds.add(said.split(".")[0]);
      const arrived = /(?:starts in|This heap is) state (\d+)/.exec(said);
      if (arrived) assert.equal(await selected(), `State ${arrived[1]}`);
      if (/starts in|which is new/.test(said)) found.push(Number(arrived[1]));
      if (/was known.*the search ends here/.test(said)) known++;
      if (at === 12) await page.screenshot({ path: join(folder, "exploration.png") });
      await page.keyboard.press("]");
    }
  }
  assert.deepEqual(found, Array.from({ length: states }, (_, state) => state), "every state is found once, in order");
  assert.equal(await page.textContent("#explain-said"), `All ${states} states have been reached: every step from them leads to one of them.`);
  const concluded = await page.locator("#explain-stage .conclusion li").evaluateAll((all) => all.map((one) => [one.querySelector("b").textContent, one.querySelector("p").textContent]));
  assert.ok(await page.isDisabled("#panel-explain .buttons button:last-child"));
  await page.screenshot({ path: join(folder, "exploration-end.png") });
  await clean(page, "end of the exploration");
  assert.deepEqual(errors, []);
  await close();
  return { kinds: [...kinds].sort(), known, concluded };
}

test("the traversal of a list is explained from its start to what was proved, calls included, and the selection follows", async () => {
  const { kinds, concluded } = await played("paper/figure-2-9");
  assert.deepEqual(kinds, ["Call", "Execute", "Forget", "Return"]);
  // It is checked at top level.
  assert.deepEqual(concluded, [["Memory safety", "No run violates it, so it holds for all inputs."], ["F1", "No run violates it in the states outside of calls, each of which is one step here."]]);
});

test("a loop leads to states that were known", async () => {
  const { kinds, known, concluded } = await played("lists/append");
  assert.deepEqual(kinds, ["Abstract", "Call", "Execute", "Forget", "Materialise", "Return"]);
  assert.ok(known > 0);
  assert.deepEqual(concluded, ["Memory safety", "F1", "F2", "F3"].map((name) => [name, "No run violates it, so it holds for all inputs."]));
});

test("a state that is selected elsewhere is shown where it was found; the proof is one press away", async () => {
  const { page, errors, close } = await opened("paper/figure-2-9", "explain");
  await whole(page);
  await page.click("#state-facts .edges button");
  const state = (await page.textContent("#state-title")).split(" ").at(-1);
  await page.waitForFunction((number) => new RegExp(`state ${number}, which is new`).test(document.querySelector("#explain-said").textContent), state);
  await page.click("#panel-explain .choice button:first-child");
  await page.waitForFunction(() => /^Stage 0 of/.test(document.querySelector("#panel-explain .position").textContent));
  assert.equal(await page.locator("#explain-proof").isVisible(), false);
  await whole(page);
  await page.click("#explain-proof");
  await page.waitForFunction(() => /^Step 0 of/.test(document.querySelector("#panel-proof .position")?.textContent ?? ""));
  assert.match(await page.textContent("#proof-said"), /^Start with/);
  assert.deepEqual(errors, []);
  await close();
});

test("rules are explained at assertions, steps of reductions and searches, and calls, in German too", async () => {
  const { page, errors, close } = await opened("paper/figure-3-5", "proof");
  await page.waitForSelector("#proof-card .rules");
  await page.click("#panel-proof [aria-label='First step']");
  await page.keyboard.press("]");
  await page.click("#proof-card .rules summary");
  assert.match(await page.textContent("#proof-card .rules"), /s ⊢ Φ, φ₁ R φ₂ becomes s ⊢ Φ, φ₂s ⊢ Φ, φ₁, X \(φ₁ R φ₂\)φ₁ R φ₂ is equivalent to .* \[HMC 3\.1, RR\]/);
  await page.keyboard.press("]");
  assert.ok(await page.isVisible("#proof-card .rules dl"), "it stays unfolded");
  await clean(page, "rules of an assertion");
  await page.click('[data-tab="components"]');
  await page.click("#panel-components .rules summary");
  assert.match(await page.textContent("#panel-components .rules"), /Contract of a call.*explored once for each state.*\[RSM 3\]/);
  await close();

  const german = await opened("c/advanced-rule", "blocks", { locale: "de-DE" });
  await german.page.waitForSelector("#blocks-stage svg");
  await german.page.keyboard.press("]");
  await german.page.click("#panel-blocks .rules summary");
  assert.match(await german.page.textContent("#panel-blocks .rules"), /Sequenz.*Jeder Lauf durch x kommt über die einzige Kante.*\[LBE 3\.2\]/);
  await german.page.click('[data-tab="search"]');
  await german.page.waitForSelector("#search-stage svg");
  await german.page.click("#panel-search .rules summary");
  assert.match(await german.page.textContent("#panel-search .rules"), /Abstrakter Erreichbarkeitsgraph.*SPₒₚ\(φ\) ⇒ φ′.*\[LBE 2\.2\]/);
  assert.deepEqual([...errors, ...german.errors], []);
  await german.close();
});

test("forest automata are explained as a whole, in German and on a phone", async () => {
  const { page, errors, close } = await visit(site, { locale: "de-DE", viewport: { width: 390, height: 844 } });
  await openExample(page, "forest/sll-reverse");
  await verdict(page);
  await page.click("#switch [data-tab=result]");
  await page.click('[data-tab="explain"]');
  await page.click("#panel-explain .choice button:last-child");
  await page.waitForSelector("#explain-stage svg");
  assert.equal(await page.locator("#explain-proof").isVisible(), false, "forest automata have no proof structures");
  await page.click("#panel-explain [aria-label='Letzter Schritt']");
  await page.waitForSelector("#explain-stage .conclusion");
  assert.match(await page.textContent("#explain-said"), /^Alle \d+ Zustände sind erreicht/);
  assert.match(await page.textContent("#explain-stage"), /Kein Lauf verletzt sie, also gilt sie für alle Eingaben\./);
  await page.screenshot({ path: join(folder, "exploration-phone.png") });
  assert.deepEqual(errors, []);
  await close();
});
