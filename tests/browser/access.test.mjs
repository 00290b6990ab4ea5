// Access: no finding of axe in any view, light and dark, desktop and phone; keyboard; what a screen reader is told.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { clean, openTask, spurious, start, visit } from "./playground.mjs";

let site;
before(async () => {
  site = await start();
});
after(() => site?.stop());

const judged = (page) => page.waitForFunction(() => ["satisfied", "violated"].includes(document.querySelector("#verdict").dataset.state));

/** Opens every part of the task, one after the other, with all that unfolds in it. */
async function parts(page, look) {
  for (const section of await page.locator("#editor-tabs [role=tab]:visible").all()) {
    await section.click();
    const name = await section.getAttribute("data-tab");
    for (const summary of await page.locator(`#panel-${name} details:not([open]) summary`).all()) await summary.click();
    await look(`task ${name}`);
  }
}

/** Opens every view and every part of the task, one after the other. */
async function everywhere(page, look, phone = false) {
  if (phone) await page.click("#switch [data-tab=task]");
  await parts(page, look);
  if (phone) await page.click("#switch [data-tab=result]");
  for (const tab of await page.locator("#docks [role=tab]:not([hidden])").all()) {
    await tab.click();
    await page.waitForTimeout(150);
    const view = await tab.getAttribute("data-tab");
    await look(`view ${view}`);
    const table = tab.locator("xpath=ancestor::header").locator("[id^=table-]");
    if (!(await table.isVisible())) continue;
    await table.click();
    await look(`table of ${view}`);
    await table.click();
  }
}

/** What opens above the page: how it is opened, and what is seen then. */
const above = [
  ["Control+k", "#palette-field"],
  ["Control+s", "dialog.share"],
  ["?", "#sheet"],
];

/** What fades in has no contrast yet. */
const faded = (page) => page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== "running"));

async function overlays(page, look) {
  for (const [key, selector] of above) {
    await page.evaluate(() => document.activeElement?.blur());
    await page.keyboard.press(key);
    await page.locator(selector).waitFor();
    await faded(page);
    await look(selector);
    await page.keyboard.press("Escape");
    await page.locator(selector).waitFor({ state: "hidden" });
  }
  for (const button of ["#export-main-button", "#menu-button", "#history-button"]) {
    // On a phone some of them stand in the menu.
    if (!(await page.isVisible(button))) continue;
    await page.click(button);
    await faded(page);
    await look(button);
    await page.keyboard.press("Escape");
  }
}

const visits = [
  { name: "light", options: {} },
  { name: "dark", options: { colorScheme: "dark" } },
  { name: "phone", options: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } },
];
for (const { name, options } of visits) {
  test(`axe finds nothing: ${name}`, async () => {
    const { page, close } = await visit(site, options);
    await judged(page);
    await page.click("#examples-button");
    await clean(page, "examples");
    await page.click('[data-example="hierarchy/traverse-with-swap"]');
    await page.waitForFunction(() => document.querySelector("#verdict").dataset.state === "violated");
    await everywhere(page, (where) => clean(page, where), name === "phone");
    await overlays(page, (where) => clean(page, where));
    await openTask(page, spurious);
    await page.locator("#verdict-list [data-verdict=suspected]").first().waitFor();
    await page.click("#docks [data-tab=run]");
    await clean(page, "what is suspected");
    await page.keyboard.press("Control+k");
    await page.keyboard.type("new boolean");
    await page.keyboard.press("Enter");
    await page.locator("#editor-tabs [data-tab=monitors]").waitFor({ state: name === "phone" ? "attached" : "visible" });
    if (name === "phone") await page.click("#switch [data-tab=task]");
    await parts(page, (where) => clean(page, `boolean program, ${where}`));
    await close();
  });
}

test("the keyboard reaches everything, and Tab is never trapped", async () => {
  const { page, close } = await visit(site);
  await judged(page);
  const seen = new Set();
  for (let i = 0; i < 120; i++) {
    await page.keyboard.press("Tab");
    const at = await page.evaluate(() => {
      const element = document.activeElement;
      return element === document.body ? null : element.id || element.closest("[id]")?.id;
    });
    if (at === null) break;
    seen.add(at);
    // Inside the editor Tab indents; Escape and then Tab leaves it.
    if (at === "program-editor") await page.keyboard.press("Escape");
  }
  for (const id of ["examples-button", "run", "theme", "entry", "program-editor", "divider", "space-canvas", "side-divider", "heap-picture"]) {
    assert.ok(seen.has(id), `${id} in ${[...seen].join(", ")}`);
  }
  // Who cannot see the page hears how to leave the editor.
  const content = page.locator("#program-editor .cm-content");
  const said = await content.evaluate((element) => element.getRootNode().getElementById(element.getAttribute("aria-describedby")).textContent);
  assert.match(said, /press Escape and then Tab/);
  await content.focus();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  assert.notEqual(await page.evaluate(() => document.activeElement.closest("[id]")?.id), "program-editor");
  await close();
});

test("verdicts and selected states are announced", async () => {
  const { page, close } = await visit(site);
  await judged(page);
  assert.equal(await page.locator("#verdict [role=status]").getAttribute("aria-live"), "polite");
  await page.focus("#space-canvas");
  await page.keyboard.press("ArrowDown");
  const live = page.locator("#space-stage [aria-live=polite]");
  await page.waitForFunction(() => /State \d+/.test(document.querySelector("#space-stage [aria-live=polite]").textContent));
  assert.match(await live.textContent(), /line \d+/);
  await close();
});

test("with forced colours and reduced motion the page still says everything", async () => {
  const { page, errors, close } = await visit(site, { forcedColors: "active", reducedMotion: "reduce" });
  await judged(page);
  const moving = await page.evaluate(() => document.getAnimations().length);
  assert.equal(moving, 0);
  assert.ok(await page.locator("#verdict-list .word").first().isVisible());
  assert.deepEqual(errors, []);
  await close();
});
