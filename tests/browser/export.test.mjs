// What is shown as a file or in the clipboard, and the whole result.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { join } from "node:path";
import { openExample, served, state, verdict, visit } from "./playground.mjs";

const { site, folder } = served();

/** Opens the components of the first example, which can be exported. */
async function open(options = {}) {
  const seen = await visit(site, options);
  await verdict(seen.page);
  await seen.page.click("#view-tabs [data-tab=components]");
  await seen.page.waitForSelector("#components-stage .hotspot");
  return seen;
}

/** The file that is saved when this is done. */
async function saved(page, act) {
  const [download] = await Promise.all([page.waitForEvent("download"), act()]);
  return { name: download.suggestedFilename(), content: readFileSync(await download.path()) };
}

const item = (page, name) => page.locator(`#export-main [role=menuitem][aria-label="${name}"]`);
const save = (page, format) =>
  saved(page, async () => {
    await page.click("#export-main-button");
    await item(page, `Save as ${format}`).first().click();
  });
const command = async (page, typed) => {
  await page.keyboard.press("Control+k");
  await page.keyboard.type(typed);
  await page.keyboard.press("Enter");
};

test("every format is a file of its own kind", async () => {
  const { page, errors, close } = await open();
  await page.click("#export-main-button");
  await page.waitForFunction(() => document.querySelector("#export-main").getAnimations().length === 0);
  await page.screenshot({ path: join(folder, "export.png") });
  await page.keyboard.press("Escape");
  const starts = { SVG: ["calls.svg", /^<svg xmlns/], DOT: ["calls.dot", /^digraph/], JSON: ["calls.json", /^\{\s+"components"/], TikZ: ["calls.tex", /\\begin\{tikzpicture\}/] };
  for (const [format, [name, content]] of Object.entries(starts)) {
    const file = await save(page, format);
    assert.equal(file.name, name);
    assert.match(file.content.toString(), content);
  }
  assert.deepEqual(errors, []);
  await close();
});

test("a PNG has two pixels for each unit of the picture, and the letters of the page", async () => {
  const { page, errors, close } = await open();
  const svg = (await save(page, "SVG")).content.toString();
  const { name, content } = await save(page, "PNG");
  assert.equal(name, "calls.png");
  assert.equal(content.subarray(1, 4).toString(), "PNG");
  const [width, height] = svg.match(/ width="([\d.]+)" height="([\d.]+)"/).slice(1).map(Number);
  assert.ok(Math.abs(content.readUInt32BE(16) - 2 * width) <= 2, `${content.readUInt32BE(16)} for ${width}`);
  assert.ok(Math.abs(content.readUInt32BE(20) - 2 * height) <= 2, `${content.readUInt32BE(20)} for ${height}`);
  // Something is drawn: not all pixels are alike.
  const colours = await page.evaluate(async (bytes) => {
    const image = await createImageBitmap(new Blob([new Uint8Array(bytes)], { type: "image/png" }));
    const context = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height }).getContext("2d");
    context.drawImage(image, 0, 0);
    return new Set(new Uint32Array(context.getImageData(0, 0, image.width, image.height).data.buffer)).size;
  }, [...content]);
  assert.ok(colours > 20, `${colours} colours`);
  assert.deepEqual(errors, []);
  await close();
});

test("texts are copied; when the clipboard is closed they can be saved", async () => {
  const { page, context, errors, close } = await open();
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.click("#export-main-button");
  await item(page, "Copy as TikZ").click();
  await page.waitForSelector("#notices >> text=Copied as TikZ.");
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /\\begin\{tikzpicture\}/);
  await page.evaluate(() => (navigator.clipboard.writeText = () => Promise.reject(new Error("no"))));
  await page.click("#export-main-button");
  await item(page, "Copy as DOT").click();
  await page.waitForSelector("#notices >> text=does not let this page write");
  const { name, content } = await saved(page, () => page.click("#notices >> text=Save as a file"));
  assert.equal(name, "calls.dot");
  assert.match(content.toString(), /^digraph/);
  assert.deepEqual(errors, []);
  await close();
});

test("the result is what the command line prints, and both are commands", async () => {
  const { page, errors, close } = await open();
  const result = await saved(page, () => command(page, "export the result"));
  assert.equal(result.name, "result.json");
  const text = result.content.toString();
  const report = JSON.parse(text);
  // The engine writes 3.0 where JavaScript writes 3.
  assert.equal(text.replace(/(\d)\.0(?=,?\n)/g, "$1"), `${JSON.stringify(report, null, 2)}\n`);
  assert.ok(report.properties.length > 0);
  const picture = await saved(page, () => command(page, "export the picture as svg: components"));
  assert.equal(picture.name, "calls.svg");
  assert.deepEqual(errors, []);
  await close();
});

test("what is exported is what is shown: a component with what is open in it", async () => {
  const { page, errors, close } = await visit(site);
  await verdict(page);
  await openExample(page, "hierarchy/round-a-ring");
  await verdict(page);
  await page.click("#view-tabs [data-tab=components]");
  await page.selectOption("#components-choose", "0");
  await page.locator("#components-stage .hotspot[aria-label^='Line 9']").first().click();
  await page.waitForSelector("#components-stage .hotspot[aria-expanded=true]");
  const { name, content } = await save(page, "SVG");
  assert.equal(name, "component-0.svg");
  assert.match(content.toString(), /in this box: Component 1/);
  assert.deepEqual(errors, []);
  await close();
});

test("the menu works by keyboard, and says why there is nothing to export", async () => {
  const { page, errors, close } = await open();
  await page.focus("#export-main-button");
  await page.keyboard.press("Enter");
  const focused = (label) => page.waitForFunction((wanted) => document.activeElement.getAttribute("aria-label") === wanted, label);
  await focused("Save as SVG");
  await page.keyboard.press("ArrowDown");
  await focused("Copy as SVG");
  await page.keyboard.press("Escape");
  assert.equal(await page.evaluate(() => document.activeElement.id), "export-main-button");
  // Statistics are no picture.
  await page.click("#side-tabs [data-tab=statistics]");
  await page.click("#export-side-button");
  assert.match(await page.textContent("#export-side .reason"), /“Statistics” has no picture/);
  assert.equal(await page.locator("#export-side [role=menuitem]:enabled").count(), 2, "the result can be exported nevertheless");
  await page.keyboard.press("Escape");
  // A task with a mistake does not run; the last result stays, dimmed, and so do its pictures.
  await page.fill("#entry", "Nothing.here");
  await page.keyboard.press("Control+Enter");
  await state(page, "error");
  await page.click("#export-main-button");
  assert.equal(await page.locator("#export-main [role=menuitem]:enabled[aria-label='Save as SVG']").count(), 1);
  assert.deepEqual(errors, []);
  await close();
});

test("an engine failure is reported", async () => {
  const { page, close } = await open();
  await page.evaluate(() => {
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (message) {
      post.call(this, message.kind === "ask" ? { ...message, question: { ...message.question, picture: { of: "heap", number: 1e6 } } } : message);
    };
  });
  await page.click("#export-main-button");
  await item(page, "Save as SVG").click();
  await page.waitForSelector("#notices >> text=could not be exported as SVG");
  await close();
});

/** Prints until the event `afterprint`, and keeps what was on the paper. */
const printing = () => {
  addEventListener("afterprint", () => (window.paper = document.getElementById("print")?.innerHTML));
  window.print = () => {
    dispatchEvent(new Event("beforeprint"));
    window.printed = true;
  };
};

test("a task is printed with its program, verdicts, open pictures and link", async () => {
  const { page, errors, close } = await visit(site, { before: printing });
  await verdict(page);
  await openExample(page, "lists/find-middle-faulty");
  await state(page, "violated");
  await page.locator("#run-heap svg").waitFor();
  await page.keyboard.press("Control+p");
  await page.waitForFunction(() => window.printed);
  await page.emulateMedia({ media: "print" });
  assert.ok(await page.isVisible("#print"));
  assert.ok(!(await page.isVisible("#workbench")));
  assert.equal(await page.locator("#print .lines li").count(), 22);
  assert.deepEqual(await page.locator("#print ul li b").allTextContents(), ["Memory safety", "F1", "F2"]);
  assert.deepEqual(await page.locator("#print figcaption").allTextContents(), ["Counterexample", "Heap"]);
  assert.ok(await page.locator("#print img").evaluateAll((all) => all.every(({ naturalWidth }) => naturalWidth > 100)));
  const link = await page.locator("#print .link a").getAttribute("href");
  await page.screenshot({ path: join(folder, "print.png"), fullPage: true });
  await page.emulateMedia({ media: "screen" });
  assert.ok(!(await page.isVisible("#print")));
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  assert.equal(await page.locator("#print").count(), 0);
  const opened = await visit({ ...site, url: link });
  await state(opened.page, "violated");
  assert.deepEqual([errors, opened.errors], [[], []]);
  await opened.close();
  await close();
});

test("the menu of the browser prints the same page, and white paper in dark colours", async () => {
  const { page, errors, close } = await visit(site, { colorScheme: "dark", before: printing });
  await verdict(page);
  await openExample(page, "lists/find-middle-faulty");
  await state(page, "violated");
  // It is prepared while the page is idle.
  const complete = () => page.evaluate(() => {
    dispatchEvent(new Event("beforeprint"));
    dispatchEvent(new Event("afterprint"));
    return window.paper?.match(/<img/g)?.length === 2 && window.paper.includes('class="link"');
  });
  while (!(await complete())) await page.waitForTimeout(100);
  await page.evaluate(() => delete window.paper);
  const pdf = await page.pdf({ path: join(folder, "print.pdf") });
  assert.ok(pdf.length > 10_000);
  const fromMenu = await page.evaluate(() => window.paper);
  await page.keyboard.press("Control+p");
  await page.waitForFunction(() => window.printed);
  await page.emulateMedia({ media: "print" });
  assert.equal(await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--panel")), "#ffffff");
  await page.screenshot({ path: join(folder, "print-dark.png"), fullPage: true });
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  assert.equal(await page.evaluate(() => window.paper), fromMenu);
  assert.deepEqual(errors, []);
  await close();
});
