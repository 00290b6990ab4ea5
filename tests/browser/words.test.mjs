// The page in words: why verdicts are as they are, sentences that write formulas, terms, and the manual.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openExample, served, verdict, visit } from "./playground.mjs";

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
