// Large results and wrong input: what takes long is shown folded or can be stopped, and a failed run keeps the last result.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { large, million, openTask, served, state, verdict, visit } from "./playground.mjs";

const { site } = served();
const example = (name) => JSON.parse(readFileSync(new URL(`../../examples/${name}.json`, import.meta.url), "utf8"));

test("a state space of 30,000 states with markings is drawn folded, and says what was not determined", { timeout: 180_000 }, async () => {
  const { page, errors, close } = await visit(site);
  await verdict(page);
  await openTask(page, large());
  await page.waitForFunction(() => document.querySelector("#verdict").dataset.state === "unknown", undefined, { timeout: 120_000 });
  const start = Date.now();
  await page.click("#view-tabs [data-tab=space]");
  await page.waitForFunction(() => /30,000 states/.test(document.querySelector("#space-count").textContent), undefined, { timeout: 60_000 });
  console.log(`drawn ${Date.now() - start} ms after the verdict`);
  assert.match(await page.textContent("#space-count"), /folded/);
  // What holds in the states is found out while the picture is looked at.
  await page.waitForFunction(() => /the shape of [\d,]+ states was not determined/.test(document.querySelector("#space-count").textContent), undefined, { timeout: 60_000 });
  console.log(`labelled ${Date.now() - start} ms after the verdict`);
  assert.equal(await page.isVisible("#stop"), false);
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/large.png` });
  assert.deepEqual(errors, []);
  await close();
});

test("a million states are drawn folded at once, and their exploration can be stopped", { timeout: 180_000 }, async () => {
  const { page, errors, close } = await visit(site);
  await verdict(page);
  await openTask(page, million);
  await page.waitForFunction(() => /1,048,573 states/.test(document.querySelector("#verdict").textContent), undefined, { timeout: 120_000 });
  const start = Date.now();
  await page.click("#view-tabs [data-tab=space]");
  await page.waitForFunction(() => /^1,048,573 states; 998,573 of them only counted; .* folded$/.test(document.querySelector("#space-count").textContent), undefined, { timeout: 60_000 });
  console.log(`drawn ${Date.now() - start} ms after the verdict`);
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/million.png` });
  await page.keyboard.press("Control+Enter");
  await page.waitForFunction(() => document.querySelector("#verdict").dataset.state === "running" && /the first [\d,]+ states found/.test(document.querySelector("#space-count").textContent));
  const stopped = await page.evaluate(async () => {
    const from = performance.now();
    document.querySelector("#stop").click();
    while (document.querySelector("#verdict").dataset.state === "running") await new Promise(requestAnimationFrame);
    return performance.now() - from;
  });
  console.log(`stopped within ${Math.round(stopped)} ms`);
  assert.deepEqual(errors, []);
  await close();
});

test("a failed run keeps the last result, dimmed, until the next one", async () => {
  const { page, errors, close } = await visit(site);
  await verdict(page);
  // Its drawing comes after it.
  await page.waitForFunction(() => /states/.test(document.querySelector("#space-count").textContent));
  const states = await page.textContent("#space-count");
  const program = page.locator("#program-editor .cm-content");
  await program.click();
  await page.keyboard.press("Control+Home");
  await page.keyboard.type("garbage ");
  await page.keyboard.press("Control+Enter");
  await state(page, "error");
  assert.match(await page.textContent("#verdict-detail"), /dimmed result/);
  assert.equal(await page.evaluate(() => getComputedStyle(document.querySelector("#docks")).opacity), "0.45");
  assert.equal(await page.textContent("#space-count"), states);
  // The engine of the last result still answers.
  await page.click("#view-tabs [data-tab=space]");
  await page.waitForFunction(() => /states/.test(document.querySelector("#space-count").textContent));
  if (process.env.SHOTS) for (const [width, theme] of [[1440, "light"], [390, "light"], [1440, "dark"], [390, "dark"]]) {
    await page.emulateMedia({ colorScheme: theme });
    await page.setViewportSize({ width, height: 900 });
    await page.screenshot({ path: `${process.env.SHOTS}/stale-${width}-${theme}.png` });
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await program.click();
  await page.keyboard.press("Control+Home");
  for (let i = 0; i < "garbage ".length; i++) await page.keyboard.press("Delete");
  await page.keyboard.press("Control+Enter");
  await verdict(page);
  assert.equal(await page.evaluate(() => getComputedStyle(document.querySelector("#docks")).opacity), "1");
  assert.deepEqual(errors, []);
  await close();
});

test("a megabyte of garbage has a hundred errors and a count of the others", { timeout: 60_000 }, async () => {
  const { page, errors, close } = await visit(site);
  await verdict(page);
  let seed = 1;
  const characters = "abc {}[]()<>;:,.'\\/*+-=!&|^%$#@0123\n~`?";
  const next = () => characters[(seed = (seed * 48_271) % 2_147_483_647) % characters.length];
  const text = Array.from({ length: 1_000_000 }, next).join("");
  const task = example("boolean/locks");
  await openTask(page, { ...task, title: "Garbage", program: { ...task.program, files: [{ ...task.program.files[0], text }] } });
  const start = Date.now();
  await page.keyboard.press("Control+Enter");
  await state(page, "error");
  console.log(`answered after ${Date.now() - start} ms`);
  const rows = await page.locator("#findings li").allTextContents();
  assert.ok(rows.length <= 102, `${rows.length} rows`);
  assert.match(rows.at(-1), /and [\d,]+ more/);
  assert.deepEqual(errors, []);
  await close();
});

test("hints name the nonterminals and variables of the task, and what they insert runs", async () => {
  const { page, close } = await visit(site);
  await verdict(page);
  await openTask(page, { ...example("trees/leftmost"), title: "Hints" });
  await verdict(page);
  await page.click("#editor-tabs [data-tab=properties]");
  await page.click(".hints summary");
  const hints = await page.locator("#properties-hints code").allTextContents();
  assert.ok(hints.includes("G {L(RefBT)}"), hints.join("\n"));
  // Markings are left out: together with shapes they take their time.
  const quick = hints.filter((ltl) => !/visited|Neighbours/.test(ltl));
  assert.equal(quick.length, 4);
  for (const ltl of quick) await page.click(`#properties-hints button:has(code:text-is("${ltl}"))`);
  await page.keyboard.press("Control+Enter");
  // The verdict before is shown until the new one is there.
  await page.waitForFunction(() => document.querySelector("#verdict-list").textContent.includes("{tree == null}"), undefined, { timeout: 20_000 });
  await verdict(page);
  if (process.env.SHOTS) for (const [width, theme] of [[1440, "light"], [390, "light"], [1440, "dark"], [390, "dark"]]) {
    await page.emulateMedia({ colorScheme: theme });
    await page.setViewportSize({ width, height: 900 });
    await page.screenshot({ path: `${process.env.SHOTS}/hints-${width}-${theme}.png` });
  }
  await close();
});
