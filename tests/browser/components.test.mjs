// The recursive state machine: boxes that open, the way in and back, the selection, zoom, and all of it as a table.
import assert from "node:assert/strict";
import { test } from "node:test";
import { join } from "node:path";
import { deep, openExample, openTask, served, state, verdict, visit } from "./playground.mjs";

const { site, folder } = served();

const place = (page, name) => page.locator(`#components-stage .hotspot[aria-label^="${name}"]`);
const crumbs = (page) => page.locator("#components-crumbs li").allTextContents();
const focusedPlace = (page) => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
const scale = (page) => page.evaluate(() => document.querySelector("#components-stage svg").getBoundingClientRect().width);

async function open(options = {}) {
  const seen = await visit(site, options);
  await verdict(seen.page);
  await openTask(seen.page, deep);
  await state(seen.page, "violated");
  await seen.page.click("#view-tabs [data-tab=components]");
  await seen.page.waitForSelector("#components-stage .hotspot");
  return seen;
}

test("a call is opened in place, to any depth, and closed again", async () => {
  const { page, errors, close } = await open();
  await place(page, "Component Cell.main").click();
  await place(page, "Line 4: call of Cell.walk, component 1").click();
  await place(page, "Line 8: call of Cell.fall").click();
  await place(page, "Null dereference, line 15").waitFor();
  assert.deepEqual(await crumbs(page), ["Calls", "main"], "one is still in the same component");
  assert.equal(await place(page, "Line 4").getAttribute("aria-expanded"), "true");
  await page.screenshot({ path: join(folder, "components-open.png") });
  await place(page, "Null dereference, line 15").click();
  assert.match(await page.textContent("#state-badge"), /null dereference/);
  await page.waitForSelector("#components-stage rect.component.here");
  // The outer call takes what is open in it along.
  await place(page, "Line 4").click();
  await place(page, "Line 8").waitFor({ state: "detached" });
  assert.ok(await page.isHidden("#components-close"));
  await place(page, "Line 4").click();
  await place(page, "Line 8").waitFor();
  assert.equal(await place(page, "Null dereference, line 15").count(), 0);
  await page.click("#components-close");
  await place(page, "Line 8").waitFor({ state: "detached" });
  assert.deepEqual(errors, []);
  await close();
});

test("the keyboard goes from place to place, opens, closes, and goes in; the trail leads back", async () => {
  const { page, errors, close } = await open();
  await page.focus("#components-stage");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  assert.match(await focusedPlace(page), /^Component Cell.main/);
  await page.keyboard.press("ArrowDown");
  assert.match(await focusedPlace(page), /^Component Cell.walk/);
  await page.keyboard.press("Enter");
  await place(page, "Line 8: call of Cell.fall").waitFor();
  assert.deepEqual(await crumbs(page), ["Calls", "main", "walk:4"]);
  await place(page, "Line 8").focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement?.getAttribute("aria-expanded") === "true");
  assert.match(await page.textContent("#panel-components [aria-live]"), /Line 8: call of Cell.fall is open/);
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement?.getAttribute("aria-expanded") === "false");
  await page.keyboard.press("Shift+Enter");
  await place(page, "Null dereference").waitFor();
  assert.deepEqual(await crumbs(page), ["Calls", "main", "walk:4", "fall:8"]);
  await page.locator("#components-crumbs button").nth(1).click();
  await place(page, "Line 4: call of Cell.walk").waitFor();
  // Only one place is in the tab order.
  assert.equal(await page.locator("#components-stage .hotspot[tabindex='0']").count(), 1);
  // Into a call inside an open box: the trail names the box too.
  await place(page, "Line 4").click();
  await place(page, "Line 8").hover();
  await page.locator("#components-stage .hotspot[aria-label^='Line 8'] + .into").click();
  await place(page, "Null dereference").waitFor();
  assert.deepEqual(await crumbs(page), ["Calls", "main", "walk:4", "fall:8"]);
  assert.deepEqual(errors, []);
  await close();
});

test("the selection is marked, wherever it lies, and its component can be shown", async () => {
  const { page, errors, close } = await open();
  const title = () => page.textContent("#state-title");
  await page.selectOption("#components-choose", "0");
  // The state in which the run has failed is selected at first; it lies two calls deeper.
  await place(page, "Line 4").waitFor();
  assert.equal(await page.locator("#components-stage .hotspot.selected").count(), 0);
  await page.click("#components-selected");
  await place(page, "Null dereference").waitFor();
  assert.equal(await page.locator("#components-stage .hotspot.selected").count(), 1);
  assert.ok(await page.isHidden("#components-selected"));
  const before = await title();
  await place(page, "Entry, line 14").hover();
  await page.locator("#program-editor .cm-pointed-line").waitFor();
  assert.equal(await title(), before, "what is pinned stays");
  await page.mouse.move(5, 5);
  await page.locator("#program-editor .cm-pointed-line").waitFor({ state: "detached" });
  await place(page, "Entry, line 14").click();
  await page.mouse.move(5, 5);
  assert.notEqual(await title(), before);
  // Seen from the caller it is the box that holds it.
  await page.locator("#components-crumbs button").nth(2).click();
  await page.waitForSelector("#components-stage .hotspot.holds[aria-label^='Line 8']");
  assert.equal(await page.locator("#components-stage .hotspot.holds").count(), 1);
  assert.deepEqual(errors, []);
  await close();
});

test("a call of several components asks which to open or to go into", async () => {
  const { page, errors, close } = await visit(site);
  await verdict(page);
  await openExample(page, "hierarchy/traverse-with-swap");
  await state(page, "violated");
  await page.click("#view-tabs [data-tab=components]");
  await place(page, "Component SLList.swap, 41 components").click();
  assert.equal(await page.locator("#components-callees li").count(), 41);
  await page.keyboard.press("Escape");
  await place(page, "Component SLList.traverse").click();
  const call = place(page, "Line 8: call of SLList.swap, 41 components");
  await call.focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.waitForSelector("#components-stage .hotspot[aria-expanded=true]");
  assert.equal(await page.locator("#components-callees [aria-pressed=true]").count(), 1);
  assert.match(await page.textContent("#components-callees [aria-pressed=true]"), /Component 2: SLList.swap/);
  await page.locator("#components-callees li").nth(2).locator("button").nth(1).click();
  await page.waitForFunction(() => document.querySelector("#components-choose").value === "3");
  assert.ok(await page.isHidden("#components-callees"));
  assert.deepEqual(await crumbs(page), ["Calls", "traverse", "swap:8"]);
  assert.deepEqual(errors, []);
  await close();
});

test("the picture grows and shrinks by buttons, keys and the wheel", async () => {
  const { page, errors, close } = await open();
  await page.selectOption("#components-choose", "1");
  await place(page, "Line 8").waitFor();
  const first = await scale(page);
  await page.click("#panel-components [title^='Zoom in']");
  assert.ok((await scale(page)) > 1.25 * first);
  await page.focus("#components-stage");
  await page.keyboard.press("-");
  await page.keyboard.press("-");
  assert.ok((await scale(page)) < first);
  await page.keyboard.press("0");
  const whole = await scale(page);
  const frame = await page.locator("#components-stage").boundingBox();
  assert.ok(whole <= frame.width);
  await page.mouse.move(frame.x + 40, frame.y + 40);
  await page.keyboard.down("Control");
  await page.mouse.wheel(0, -300);
  await page.keyboard.up("Control");
  await page.waitForFunction((old) => document.querySelector("#components-stage svg").getBoundingClientRect().width > 2 * old, whole);
  const at = await page.evaluate(() => document.querySelector("#components-stage").scrollLeft);
  await page.mouse.down();
  await page.mouse.move(frame.x + 10, frame.y + 40, { steps: 3 });
  await page.mouse.up();
  assert.ok((await page.evaluate(() => document.querySelector("#components-stage").scrollLeft)) > at);
  assert.deepEqual(errors, []);
  await close();
});

test("the same as a table: sorted, filtered, and linked with the rest", async () => {
  const { page, errors, close } = await open();
  await page.click("#table-main");
  const rows = page.locator(".view-table tbody tr[data-row]");
  const first = async () => (await rows.locator("th").allTextContents()).map((text) => text.trim());
  assert.deepEqual(await first(), ["Component 0", "Component 1", "Component 2", "Component 3"]);
  assert.ok(await page.isHidden("#components-stage"));
  await page.click(".view-table thead button:text-is('Procedure')");
  assert.equal(await page.getAttribute(".view-table thead th:has(button:text-is('Procedure'))", "aria-sort"), "ascending");
  const procedures = () => rows.locator("td:nth-child(2)").allTextContents();
  assert.deepEqual(await procedures(), ["Cell.fall", "Cell.main", "Cell.peek", "Cell.walk"]);
  await page.click(".view-table thead button:text-is('Procedure')");
  assert.deepEqual(await procedures(), ["Cell.walk", "Cell.peek", "Cell.main", "Cell.fall"]);
  await page.fill(".view-table input", "cell.w");
  assert.deepEqual(await procedures(), ["Cell.walk"]);
  assert.equal(await page.textContent(".view-table [role=status]"), "1 of 4 rows");
  await page.fill(".view-table input", "");
  // The table follows the component that is chosen.
  await page.selectOption("#components-choose", "1");
  await page.waitForSelector(".view-table thead button:text-is('Successors')");
  assert.ok((await first()).includes("Entry"));
  await rows.first().locator("button").focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  const chosen = page.locator(".view-table tr[aria-current=true]");
  const state = await chosen.locator("td").nth(1).textContent();
  assert.equal(await page.textContent("#state-title"), `State ${state}`);
  await page.screenshot({ path: join(folder, "components-table.png") });
  await page.keyboard.press("Control+k");
  await page.keyboard.type("show as a picture");
  await page.keyboard.press("Enter");
  assert.ok(await page.isVisible("#components-stage"));
  assert.equal(await page.getAttribute("#table-main", "aria-pressed"), "false");
  assert.deepEqual(errors, []);
  await close();
});

test("in German every place has its name in German, on a phone too", async () => {
  const { page, errors, close } = await visit(site, { locale: "de-DE", viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await verdict(page);
  await openTask(page, deep);
  await state(page, "violated");
  await page.tap("#switch [data-tab=result]");
  await page.tap("#view-tabs [data-tab=components]");
  await place(page, "Komponente Cell.walk").tap();
  await place(page, "Zeile 8: Aufruf von Cell.fall, Komponente").tap();
  await place(page, "Null-Dereferenzierung, Zeile 15: Zustand").tap();
  assert.match(await page.textContent("#state-title"), /\d+/);
  await page.screenshot({ path: join(folder, "components-phone.png") });
  const names = await page.locator("#components-stage .hotspot").evaluateAll((all) => all.map((element) => element.getAttribute("aria-label")));
  assert.deepEqual(names.filter((name) => /\b(line|state|call of|component)\b/.test(name)), []);
  const [inner, full] = await page.evaluate(() => [innerWidth, document.documentElement.scrollWidth]);
  assert.ok(full <= inner, `${full} > ${inner}`);
  assert.deepEqual(errors, []);
  await close();
});
