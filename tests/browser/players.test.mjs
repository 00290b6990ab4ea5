// Counterexamples and proofs, played step by step: by keyboard, by themselves, forwards and backwards.
import assert from "node:assert/strict";
import { test } from "node:test";
import { join } from "node:path";
import { openExample, openTask, served, state, verdict, visit } from "./playground.mjs";

const { site, folder } = served();

const position = (page, panel) => page.textContent(`#panel-${panel} .position`);
const reaches = (page, panel, text) =>
  page.waitForFunction(([name, wanted]) => document.querySelector(`#panel-${name} .position`)?.textContent === wanted, [panel, text], { timeout: 10_000 });
/** Waits until the text of an element matches. */
const says = (page, selector, pattern) =>
  page.waitForFunction(([at, source]) => new RegExp(source).test(document.querySelector(at)?.textContent ?? ""), [selector, pattern.source], { timeout: 10_000 });
const plays = (page, panel) => page.locator(`#panel-${panel} .player button[aria-label=Pause]`).count();
const faster = (page, panel) => page.selectOption(`#panel-${panel} .player select`, "2");

/** Opens a violated example, and the counterexample of its first violated property. */
async function failing(page, example) {
  await verdict(page);
  await openExample(page, example);
  await state(page, "violated");
  await page.locator("#verdict-list button.judgement").first().click();
}

test("a counterexample is stepped through by keyboard: line, state and heap follow", async () => {
  const { page, errors, close } = await visit(site);
  await failing(page, "doubly-linked/insert-faulty");
  await page.focus("#panel-run .trace");
  await page.keyboard.press("Home");
  const source = await page.locator("#program-editor .cm-line").allTextContents();
  const heaps = [];
  for (let step = 0; step <= 5; step++) {
    await reaches(page, "run", step ? `Statement ${step} of 5` : "Start");
    const row = page.locator("#panel-run [aria-selected=true]");
    assert.equal(await row.locator(".ordinal").textContent(), step ? String(step) : "");
    assert.equal(await page.getAttribute("#panel-run .trace", "aria-activedescendant"), await row.getAttribute("id"));
    const line = Number((await row.locator(".where").textContent()).split(":")[1]);
    assert.equal(await page.textContent("#program-editor .cm-selected-line"), source[line - 1]);
    if (step) assert.match(await page.textContent("#panel-run .player [aria-live]"), new RegExp(`Statement ${step} of 5\\. .*DLList\\.insert:${line}`));
    await says(page, "#run-heap-caption", step ? new RegExp(`^After line ${line}, before line \\d+ · `) : /^At the start, before line/);
    // The state is the one after the statement.
    const next = /before line (\d+)/.exec(await page.textContent("#run-heap-caption"))[1];
    await says(page, "#state-facts", new RegExp(`DLList\\.java:${next}(?!\\d)`));
    await page.waitForSelector("#run-heap svg");
    heaps.push(await page.getAttribute("#run-heap svg", "aria-label"));
    await page.keyboard.press(step % 2 ? "j" : "ArrowDown");
  }
  assert.ok(new Set(heaps).size > 3, "the picture of the heap changes");
  assert.equal(await position(page, "run"), "Statement 5 of 5");
  await page.keyboard.press("k");
  await page.keyboard.press("ArrowUp");
  await reaches(page, "run", "Statement 3 of 5");
  await page.screenshot({ path: join(folder, "run.png") });
  await page.focus("#panel-run .player input");
  await page.keyboard.press("ArrowRight");
  await reaches(page, "run", "Statement 4 of 5");
  await page.focus("#panel-run .trace");
  await page.keyboard.press("End");
  await reaches(page, "run", "Statement 5 of 5");
  await page.click("#run-change");
  assert.ok(!(await page.isVisible("#run-heap")));
  // In an editor letters are letters.
  await page.focus("#entry");
  await page.keyboard.press("k");
  assert.equal(await position(page, "run"), "Statement 5 of 5");
  assert.deepEqual(errors, []);
  await close();
});

test("a statement unfolds into the small steps that it consists of, by keyboard and by pointer", async () => {
  const { page, errors, close } = await visit(site);
  await failing(page, "lists/find-middle-faulty");
  const names = () => page.locator("#panel-run .trace .ordinal").allTextContents();
  assert.deepEqual(await names(), ["", "1", "2", "3", "4", "5", "6"]);
  const loop = page.locator("#trace-3");
  assert.match(await loop.textContent(), /while \(fast != null && fast\.next != null\)true/);
  assert.equal(await loop.getAttribute("aria-expanded"), "false");
  await loop.click();
  await page.focus("#panel-run .trace");
  await page.keyboard.press("ArrowRight");
  assert.deepEqual(await names(), ["", "1", "2", "3", "3.1", "3.2", "3.3", "4", "5", "6"]);
  assert.equal(await loop.getAttribute("aria-expanded"), "true");
  await page.keyboard.press("j");
  await reaches(page, "run", "Statement 3.1 of 6");
  assert.match(await page.textContent("#panel-run [aria-selected=true]"), /\[fast != null\]/);
  await page.screenshot({ path: join(folder, "small-steps.png") });
  await page.keyboard.press("ArrowLeft");
  assert.deepEqual(await names(), ["", "1", "2", "3", "4", "5", "6"]);
  await reaches(page, "run", "Statement 3 of 6");
  await page.locator("#trace-4 .twist").click();
  assert.deepEqual(await names(), ["", "1", "2", "3", "4", "4.1", "4.2", "5", "6"]);
  assert.deepEqual(errors, []);
  await close();
});

test("the table of a run reads as a story", async () => {
  const { page, errors, close } = await visit(site);
  await failing(page, "lists/find-middle-faulty");
  await page.click("#table-main");
  await says(page, "#panel-run .view-table tbody", /slow points to null/);
  const rows = await page.locator("#panel-run .view-table tbody tr[data-row]").evaluateAll((all) => all.map((row) => [...row.children].slice(0, 4).map((cell) => cell.textContent).join(" | ")));
  assert.equal(rows[0], "Start | Start | head points to 1; object 1 of class SLList; object 2 of class SLList; object 3 of class SLList; next of 1 is 2; next of 2 is 3; next of 3 is null | At the start, before line 10");
  assert.equal(rows[1], "1 | SLList slow = head; | new: slow points to 1 | After line 10, before line 11");
  assert.equal(rows[3], "3 | while (fast != null && fast.next != null): true | nothing changes | After line 12, before line 13");
  assert.match(rows[6], /^6 \| slow = fast\.next; \| Fails here: fast is not the same as slow, but no path along next leads from slow to fast\.+ new: slow points to null; gone: slow points to 1 \| After line 15, before line 12$/);
  assert.deepEqual(errors, []);
  await close();
});

test("a run is played to its end, and stops when one goes elsewhere", async () => {
  const { page, errors, close } = await visit(site, { reducedMotion: "reduce" });
  await failing(page, "doubly-linked/insert-faulty");
  await faster(page, "run");
  await page.focus("#panel-run .trace");
  await page.keyboard.press("Home");
  await page.keyboard.press("Space");
  await reaches(page, "run", "Statement 1 of 5");
  assert.equal(await plays(page, "run"), 1);
  await reaches(page, "run", "Statement 2 of 5");
  await page.keyboard.press("Space");
  assert.equal(await plays(page, "run"), 0);
  await page.keyboard.press("Space");
  await reaches(page, "run", "Statement 5 of 5");
  await page.waitForSelector("#panel-run .player button[aria-label=Play]");
  await page.keyboard.press("Space");
  await reaches(page, "run", "Start");
  await page.locator("#panel-run .trace li").nth(4).click();
  assert.equal(await plays(page, "run"), 0);
  assert.equal(await position(page, "run"), "Statement 4 of 5");
  assert.deepEqual(errors, []);
  await close();
});

test("a lasso is played round its cycle, and its call stack leads to the calls", async () => {
  const { page, errors, close } = await visit(site);
  await failing(page, "paper/figure-2-11");
  await reaches(page, "run", "Statement 9 of 20");
  assert.match(await page.textContent("#run-failure"), /the run repeats itself for ever, and it never happens that the call has ended normally\. This is in Machine\.a3/);
  assert.match(await page.textContent("#panel-run .trace .begins"), /^10if \(choice > 0\)true/);
  await page.click("#run-which button:last-child");
  await page.click("#panel-run [aria-label='Last step']");
  await reaches(page, "run", "Statement 16 of 16");
  assert.match(await page.textContent("#panel-run .trace .ends"), /back to 5/);
  await faster(page, "run");
  await page.click("#panel-run [aria-label=Play]");
  await reaches(page, "run", "Statement 6 of 16");
  assert.equal(await page.locator("#panel-run .trace .begins .ordinal").textContent(), "6");
  await reaches(page, "run", "Statement 7 of 16");
  await page.click("#panel-run [aria-label=Pause]");
  await page.click("#panel-run [aria-label='Last step']");
  await page.click("#panel-run [aria-label='Previous step']");
  await reaches(page, "run", "Statement 15 of 16");
  const frames = page.locator("#run-stack li");
  assert.deepEqual(await frames.allTextContents(), ["a1:8", "a2:23", "a2:18", "a3:28", "a1:8"]);
  await frames.nth(1).locator("button").click();
  // The state after a call is in its callee.
  assert.deepEqual(await frames.allTextContents(), ["a1:8", "a2:23", "a2:17"]);
  assert.match(await page.textContent("#panel-run [aria-selected=true]"), /a2\(false/);
  await page.screenshot({ path: join(folder, "lasso.png") });
  assert.deepEqual(errors, []);
  await close();
});

test("a violation of memory safety has a run too", async () => {
  const { page, close } = await visit(site);
  await failing(page, "memory-safety/remove-last-faulty");
  assert.match(await page.textContent("#panel-run .toolbar"), /Memory safety fails.*executed.*on a heap of 1 object/);
  await reaches(page, "run", "Statement 2 of 2");
  await close();
});

test("of a run of thousands of steps only what is looked at is in the page", async () => {
  const { page, errors, close } = await visit(site);
  await verdict(page);
  const length = 3000;
  const text = `class Cell {\n  Cell next;\n  static void main(boolean any) {\n    Cell a = null;\n    Cell b = any ? null : null;\n${"    a = b;\n".repeat(length)}    a = b.next;\n  }\n}\n`;
  await openTask(page, { title: "Long", program: { entry: "Cell.main", files: [{ name: "Cell.java", text }] }, options: { maxStates: 10_000 } });
  await page.waitForFunction(() => document.querySelector("#task-title").textContent === "Long");
  // Executions are not that long.
  await state(page, "suspected");
  await page.locator("#verdict-list button.judgement").first().click();
  await says(page, "#panel-run .position", /^Statement 300\d of 3,00\d$/);
  const rows = () => page.locator("#panel-run .trace li").count();
  assert.ok((await rows()) < 100, `${await rows()} rows`);
  assert.ok(await page.isVisible("#panel-run [aria-selected=true]"));
  await page.focus("#panel-run .trace");
  const begin = Date.now();
  for (let i = 0; i < 20; i++) await page.keyboard.press("k");
  console.log(`20 steps back in a run of ${length}: ${Date.now() - begin} ms`);
  await page.keyboard.press("Home");
  await says(page, "#panel-run .position", /^Start$/);
  assert.match(await page.locator("#panel-run .trace li").first().textContent(), /^Start/);
  assert.deepEqual(errors, []);
  await close();
});

/** How many pixels of the proof are not ground, with all of it in view. */
async function ink(page) {
  await page.click("#proof-fit");
  return page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => {
    const canvas = document.querySelector("#proof-canvas");
    const pixels = new Uint32Array(canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data.buffer);
    resolve(pixels.filter((pixel) => pixel !== pixels[0]).length);
  }))));
}

test("the construction of a proof is played forwards and backwards", async () => {
  const { page, errors, close } = await visit(site);
  await failing(page, "paper/figure-4-1");
  await page.click("#view-tabs [data-tab=proof]");
  await reaches(page, "proof", "Step 20 of 20");
  assert.equal(await page.textContent("#proof-count"), "24 assertions, 19 edges");
  assert.match(await page.textContent("#proof-said"), /refuted.*the proof fails/);
  const whole = await ink(page);
  await page.keyboard.press("[");
  await reaches(page, "proof", "Step 19 of 20");
  assert.match(await page.textContent("#proof-said"), /R ⊭ X.*Unfold release, .*assertion 22 at state 22 · 1 new/);
  assert.equal(await page.textContent("#state-title"), "State 22");
  await page.keyboard.press("[");
  await reaches(page, "proof", "Step 18 of 20");
  assert.equal(await page.textContent("#proof-count"), "23 of 24 assertions, 18 edges");
  await page.screenshot({ path: join(folder, "construction.png") });
  await page.click("#panel-proof [aria-label='First step']");
  await reaches(page, "proof", "Step 0 of 20");
  assert.equal(await page.textContent("#proof-count"), "6 of 24 assertions, 0 edges");
  assert.match(await page.textContent("#proof-said"), /Start with 6 assertions/);
  const beginning = await ink(page);
  assert.ok(beginning < whole / 2, `${beginning} of ${whole} pixels are drawn at the beginning`);
  await page.keyboard.press("]");
  await reaches(page, "proof", "Step 1 of 20");
  assert.equal(await page.textContent("#proof-count"), "7 of 24 assertions, 1 edge");
  assert.match(await page.textContent("#panel-proof .player [aria-live]"), /Step 1 of 20\. Unfold release.*assertion 0 at state 0/);
  assert.equal(await page.textContent("#state-title"), "State 0");
  assert.match(await page.textContent("#proof-card"), /Depends on/);
  await faster(page, "proof");
  await page.click("#panel-proof [aria-label=Play]");
  await reaches(page, "proof", "Step 3 of 20");
  assert.equal(await plays(page, "proof"), 1);
  await page.keyboard.press("[");
  assert.equal(await plays(page, "proof"), 0);
  await page.click("#panel-proof .legend .rules summary");
  assert.match(await page.textContent("#panel-proof .legend .rules"), /contract.*whole call/);
  assert.deepEqual(errors, []);
  await close();
});

test("a proof is chosen by property and strategy, and the other panes follow", async () => {
  const { page, errors, close } = await visit(site);
  await failing(page, "hierarchy/round-a-ring");
  await page.click("#view-tabs [data-tab=proof]");
  await reaches(page, "proof", "Step 9 of 9");
  const options = page.locator("#proof-choose option");
  assert.equal(await options.count(), 12);
  assert.equal(await page.locator("#proof-choose optgroup").count(), 3);
  await page.selectOption("#proof-choose", "1");
  await reaches(page, "proof", "Step 3 of 3");
  await page.click("#view-tabs [data-tab=run]");
  await reaches(page, "run", "Start");
  await page.click("#view-tabs [data-tab=proof]");
  await page.selectOption("#proof-choose", "6");
  await reaches(page, "proof", "Step 12 of 12");
  await says(page, "#proof-said", /the proof is complete/);
  await page.click("#view-tabs [data-tab=run]");
  assert.match(await page.textContent("#panel-run .hint"), /F2 has no failing run/);
  assert.deepEqual(errors, []);
  await close();
});

test("the players speak German", async () => {
  const { page, errors, close } = await visit(site, { locale: "de-DE", viewport: { width: 390, height: 844 } });
  await verdict(page);
  await openExample(page, "doubly-linked/insert-faulty");
  await state(page, "violated");
  await page.click("#switch [data-tab=result]");
  await page.click("#docks [data-tab=run]");
  await reaches(page, "run", "Anweisung 5 von 5");
  assert.match(await page.textContent("#panel-run"), /Hier verletzt/);
  assert.match(await page.textContent("#panel-run"), /F1 gilt nicht.*ausgeführt.*auf einem Heap mit 2 Objekten/);
  await page.click("#docks [data-tab=proof]");
  await reaches(page, "proof", "Schritt 7 von 7");
  await page.click("#panel-proof [aria-label='Erster Schritt']");
  assert.match(await page.textContent("#proof-said"), /Anfang: 1 Behauptung/);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), false);
  assert.deepEqual(errors, []);
  await close();
});
