// The page in words: why verdicts are as they are, sentences that write formulas, terms, and the manual.
import assert from "node:assert/strict";
import { test } from "node:test";
import { deep, openExample, openTask, served, state, verdict, visit } from "./playground.mjs";

const { site } = served();

test("each verdict says why, when it is asked", { timeout: 60_000 }, async () => {
  const { page, errors, close } = await visit(site);
  await verdict(page);
  await openExample(page, "lists/find-middle-faulty");
  await verdict(page);
  const failing = page.locator("#verdict-list li[data-verdict=violated]");
  await failing.locator(".why").click();
  await page.waitForFunction(() => /Fails here, after line 15/.test(document.querySelector("#verdict-list li[data-verdict=violated] .explanation").textContent));
  assert.match(await failing.locator(".explanation em").textContent(), /^It says: .*fast is not the same as slow.*path along next leads from slow to fast/);
  const safe = page.locator("#verdict-list li[data-verdict=satisfied]").first();
  await safe.locator(".why").click();
  await page.waitForFunction(() => /states were looked at/.test(document.querySelector("#verdict-list li[data-verdict=satisfied] .explanation").textContent));
  assert.deepEqual(errors, []);
  await close();
});

test("sentences write formulas, and formulas are read out", { timeout: 60_000 }, async () => {
  const { page, errors, close } = await visit(site);
  await verdict(page);
  await page.click("#editor-tabs [data-tab=properties]");
  await page.waitForSelector("#properties-sentences li");
  assert.match(await page.locator("#properties-list .words").first().textContent(), /in the end, the heap is one RefSLList/);
  await page.click("#properties-sentences li:has-text('no element is lost') button");
  const last = page.locator("#properties-list li").last();
  assert.match(await last.locator(".formula").inputValue(), /reached/);
  await page.waitForFunction(() => /no element is lost/.test([...document.querySelectorAll("#properties-list .words")].at(-1).textContent));
  await page.keyboard.press("Control+Enter");
  await page.waitForFunction(() => document.querySelector("#verdict-list").textContent.includes("{reached("), undefined, { timeout: 20_000 });
  await verdict(page);
  assert.equal(await page.getAttribute("#verdict", "data-state"), "satisfied");
  assert.deepEqual(errors, []);
  await close();
});

test("terms explain themselves, and lead to the manual, which can be searched", { timeout: 60_000 }, async () => {
  const { page, errors, close } = await visit(site);
  await verdict(page);
  await page.click("#editor-tabs [data-tab=properties]");
  await page.click("#properties-lead .term");
  assert.match(await page.textContent("#term"), /always.*some day/);
  await page.goto(new URL("manual/glossary.html", page.url()).href);
  await page.fill("#manual-search", "weak until");
  await page.click("#manual-found a");
  await page.waitForFunction(() => location.hash === "#formulas" && !document.querySelector("article").hidden);
  assert.deepEqual(errors, []);
  await close();
});

test("pictures are in German on the German page", { timeout: 90_000 }, async () => {
  const { page, errors, close } = await visit(site, { locale: "de-DE" });
  await verdict(page);
  const titles = (stage) => page.locator(`${stage} svg.scene title`).allTextContents();
  const texts = (stage) => page.locator(`${stage} svg.scene text`).allTextContents();
  await page.waitForSelector("#panel-heap svg.scene circle");
  const parts = await titles("#panel-heap");
  assert.ok(parts.some((title) => /^Objekt vom Typ \w+, Knoten \d+$/.test(title)) && parts.some((title) => /^Variable \w+$/.test(title)), parts.join());
  assert.doesNotMatch(parts.join(), /\b(object|vertex|variable \w|of rank)\b/);
  await openTask(page, deep);
  await state(page, "violated");
  await page.click("#view-tabs [data-tab=components]");
  await page.waitForSelector("#components-stage .hotspot");
  assert.match((await texts("#components-stage")).join(), /\d+ Zustände/);
  await page.locator("#components-stage .hotspot").first().click();
  await page.waitForSelector("#components-stage rect.callee");
  const said = [...await texts("#components-stage"), ...await titles("#components-stage")].join("\n");
  assert.match(said, /^Komponente \d+$/m);
  assert.match(said, /^Aufruf von Cell\.\w+ in \w+\.java:4$/m);
  assert.match(said, /^Eingang, Zeile \d+: Zustand \d+/m);
  assert.doesNotMatch(said, /\b(states?|component|line|entry|call of)\b/);
  await openExample(page, "c/driver");
  await verdict(page);
  await page.click("#view-tabs [data-tab=blocks]");
  await page.waitForSelector("#blocks-stage svg.scene");
  await page.click("#panel-blocks .choice button:nth-child(2)");
  await page.waitForFunction(() => document.querySelectorAll("#blocks-stage .hotspot[data-link^=block]").length === 4);
  const blocks = [...await texts("#blocks-stage"), ...await titles("#blocks-stage")];
  assert.ok(blocks.some((text) => /^\d+ Schritte, \d+ Pfade$/.test(text)) && blocks.some((text) => /^Anfang von main:\d+$/.test(text)), blocks.join("\n"));
  assert.doesNotMatch(blocks.join("\n"), /\b(steps?|paths?|start of|end of|loop at)\b/);
  assert.deepEqual(errors, []);
  await close();
});
