// Memory of C programs: sets of heaps, learned boxes, sampled heaps, executed violations, the choice of the analysis, graph grammars.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openExample, start, verdict, visit } from "./playground.mjs";

let site;
before(async () => {
  site = await start();
});
after(() => site?.stop());

async function opened(example, options) {
  const there = await visit(site, options);
  await openExample(there.page, example);
  await verdict(there.page);
  return there;
}

test("boxes are learned, drawn, and have small examples", async () => {
  const { page, errors, close } = await opened("forest/dll-reverse");
  assert.equal(await page.textContent("#verdict-headline"), "All properties are satisfied");
  assert.deepEqual(await page.locator("#editor-tabs [data-tab]:visible").evaluateAll((tabs) => tabs.map((tab) => tab.dataset.tab)), ["program", "properties", "definitions", "options"]);
  await page.click('[data-tab="boxes"]');
  const box = page.locator("#panel-boxes article");
  await box.locator("svg").first().waitFor();
  assert.match(await box.first().textContent(), /^box 12 endsOccurs in \d+ sets of heaps\./);
  assert.deepEqual(await box.first().locator("svg text").allTextContents().then((all) => all.filter((text) => /next|prev/.test(text)).sort()), ["next", "prev"]);
  assert.equal(await box.first().locator("pre").textContent(), "box1(x, y) := x -> {next: y} * y -> {prev: x}");
  await box.first().locator("summary", { hasText: "Smallest examples" }).click();
  // Pictures are drawn once they are in view.
  await box.first().locator("details .thumbnail").first().scrollIntoViewIfNeeded();
  await box.first().locator("details svg").first().waitFor();
  await page.waitForSelector("#panel-boxes section .thumbnail");
  assert.match(await page.textContent("#panel-boxes section h2"), /^Small heaps of state 0$/);
  assert.deepEqual(errors, []);
  await close();
});

test("a step is explained stage by stage", async () => {
  const { page, errors, close } = await opened("forest/dll-reverse");
  await page.click('[data-tab="explain"]');
  await page.waitForFunction(() => document.querySelector("#explain-stage").textContent.includes("The program starts in this state"));
  await page.click('[data-tab="space"]');
  await page.click("#table-main");
  // Only the rows in view are there.
  await page.fill("#dock-main .view-table input", "28");
  await page.locator("#dock-main .view-table").getByRole("button", { name: "28", exact: true }).click();
  await page.click('[data-tab="explain"]');
  await page.waitForSelector("#explain-stage svg");
  assert.deepEqual(await page.locator("#explain-step option").allTextContents(), ["From state 27: list = added"]);
  const said = [];
  for (let at = 1; at <= 5; at++) {
    await page.keyboard.press("]");
    await page.waitForFunction((wanted) => document.querySelector("#panel-explain .position").textContent === `Stage ${wanted} of 5`, at);
    said.push(await page.textContent("#explain-said"));
  }
  assert.deepEqual(said.map((words) => words.split(".")[0]), ["Execute", "Forget", "Fold", "Cut", "Include"]);
  assert.match(said[2], /The result has box 1\.$/);
  assert.match(said[4], /These heaps are state 28\.$/);
  assert.ok(await page.isDisabled("#panel-explain .buttons button:last-child"));
  assert.deepEqual(errors, []);
  await close();
});

test("a step of graph grammars is explained stage by stage", async () => {
  const { page, errors, close } = await opened("lists/reverse");
  const kinds = new Set();
  await page.click("#table-main");
  for (let state = 5; state <= 24 && kinds.size < 4; state++) {
    await page.click('[data-tab="space"]');
    await page.fill("#dock-main .view-table input", String(state));
    await page.locator("#dock-main .view-table").getByRole("button", { name: String(state), exact: true }).first().click();
    await page.click('[data-tab="explain"]');
    await page.waitForFunction(() => {
      const isAtStart = document.querySelector("#panel-explain .position").textContent.startsWith("Stage 0 ");
      return document.querySelector("#explain-said").hidden ? document.querySelector("#explain-stage").textContent.includes("no step leads to it") : isAtStart;
    });
    if (await page.locator("#explain-said").isHidden()) continue;
    const count = Number((await page.textContent("#panel-explain .position")).split(" ").at(-1));
    for (let at = 1; at <= count; at++) {
      await page.keyboard.press("]");
      await page.waitForFunction((wanted) => document.querySelector("#panel-explain .position").textContent.startsWith(`Stage ${wanted} `), at);
      kinds.add((await page.textContent("#explain-said")).split(".")[0]);
    }
    if (count) assert.match(await page.textContent("#explain-said"), new RegExp(`This heap is state ${state}\\.$`));
  }
  assert.deepEqual([...kinds].sort(), ["Abstract", "Execute", "Forget", "Materialise"]);
  assert.deepEqual(errors, []);
  await close();
});

test("a missing box is given in the editor", async () => {
  const { page, errors, close } = await opened("forest/given-box-missing");
  await page.waitForFunction(() => document.querySelector("#verdict-list")?.textContent?.includes("Boxes that are learned may help, or another box of the task."));
  await page.click('#editor-tabs [data-tab="definitions"]');
  const write = async (text) => {
    await page.click("#definitions-editor .cm-content");
    await page.keyboard.press("Control+a");
    // Otherwise the browser gives the text the style of what it replaces.
    await page.keyboard.press("Delete");
    await page.keyboard.insertText(text);
  };
  await write("ring(x) := x: cell -> {nxt: x}");
  await page.click("#run");
  await page.waitForSelector('#editor-tabs [data-tab="definitions"][data-errors="1"]');
  await page.waitForSelector("#definitions-editor .cm-lintRange-error");
  await write("ring(x) := x: cell -> {next: x} | x: cell -> {next: y} * seg(y, x)\nseg(x, y) := x: cell -> {next: y} | x: cell -> {next: z} * seg(z, y)");
  await page.click("#run");
  await page.waitForFunction(() => document.querySelector("#verdict-headline")?.textContent === "All properties are satisfied");
  await page.click('[data-tab="boxes"]');
  const box = page.locator("#panel-boxes article");
  await box.locator("svg").first().waitFor();
  assert.match(await box.textContent(), /^ring1 endgivenOccurs in/);
  assert.deepEqual(errors, []);
  await close();
});

test("what was learned is used as a grammar", async () => {
  const { page, errors, close } = await opened("forest/java-doubly-linked");
  await page.click('[data-tab="boxes"]');
  const use = page.locator("#panel-boxes section button", { hasText: "Use as grammar" });
  await use.waitFor();
  assert.match(await page.textContent("#panel-boxes .box:nth-child(2)"), /ListRest, List, ListSegment/);
  await use.click();
  await page.waitForFunction(() => document.querySelector("#task-title")?.textContent?.includes("with a learned grammar"));
  await page.waitForFunction(() => document.querySelector("#verdict-list")?.textContent?.includes("{L(List) of return}"));
  await verdict(page);
  assert.equal(await page.textContent("#verdict-headline"), "All properties are satisfied");
  assert.deepEqual(errors, []);
  await close();
});

test("a lost object is shown on a run that was executed", async () => {
  const { page, errors, close } = await opened("forest/sll-delete-faulty");
  await page.waitForFunction(() => document.getElementById("verdict-list").textContent.includes("an object that was not freed is lost in line 28"));
  await page.waitForFunction(() => document.getElementById("run-status")?.textContent.startsWith("executed"));
  assert.match(await page.textContent("#panel-run"), /an object that was not freed is lost/);
  assert.deepEqual(errors, []);
  await close();
});

test("the analysis of a program can be chosen", async () => {
  const { page, errors, close } = await opened("forest/sll-reverse");
  await page.click('#editor-tabs [data-tab="options"]');
  assert.deepEqual(await page.locator("#option-analysis option").allTextContents(), ["large blocks: numbers", "forest automata: memory safety", "graph grammars: formulas about heaps"]);
  assert.equal(await page.inputValue("#option-analysis"), "forest");
  await page.selectOption("#option-analysis", "blocks");
  assert.equal(await page.locator('#options-form option[value="pdr"]').count(), 1);
  await page.selectOption("#option-analysis", "forest");
  await page.click("#run");
  await verdict(page);
  assert.equal(await page.textContent("#verdict-headline"), "All properties are satisfied");
  assert.deepEqual(errors, []);
  await close();
});

test("programs in C are checked with graph grammars", async () => {
  const { page, errors, close } = await opened("heaps-in-c/reverse-faulty");
  await page.waitForFunction(() => document.getElementById("verdict-list").textContent.includes("an object that was not freed is lost in line 11"));
  await page.waitForFunction(() => document.getElementById("run-status")?.textContent.startsWith("executed"));
  assert.deepEqual(
    await page.locator("#editor-tabs [data-tab]:visible").evaluateAll((tabs) => tabs.map((tab) => tab.dataset.tab)),
    ["program", "properties", "monitors", "grammar", "initial", "options"],
  );
  await page.click('#editor-tabs [data-tab="properties"]');
  const hints = await page.locator("#properties-hints").textContent();
  assert.ok(hints.includes("valid-memtrack") && hints.includes("G {L(RefSLList)}"), hints);
  await page.click('#editor-tabs [data-tab="options"]');
  assert.equal(await page.inputValue("#option-analysis"), "heap");
  assert.deepEqual(errors, []);
  await close();
});

test("both analyses describe the heaps at each loop", async () => {
  const { page, errors, close } = await opened("forest/java-list-reverse");
  await page.click('[data-tab="compare"]');
  assert.equal(await page.textContent("#compare-beside"), "Compare with graph grammars");
  await page.click("#compare-beside");
  const loops = page.locator("#panel-compare article");
  await loops.first().waitFor();
  assert.deepEqual(await loops.locator("h2").allTextContents(), ["Loop in Reverse.build, Reverse.java:10", "Loop in Reverse.reverse, Reverse.java:22"]);
  assert.match(await page.textContent("#panel-compare section"), /memory safety.*satisfied.*satisfied/i);
  assert.match(await page.textContent("#panel-compare section"), /Graph grammars use the one that forest automata have learned/);
  assert.deepEqual(await loops.first().locator(".both .quiet").allTextContents(), ["3 abstract heaps", "4 sets of heaps"]);
  for (const side of await loops.first().locator(".both > section").all()) {
    await side.locator(".thumbnail").first().scrollIntoViewIfNeeded();
    await side.locator("svg").first().waitFor();
    await side.locator("summary").click();
    await side.locator("details .fragment").first().waitFor();
    assert.ok((await side.locator("details .fragment").count()) > 2);
  }
  assert.deepEqual(errors, []);
  await close();
});

test("the other analysis can be stopped, and says what it does not check", async () => {
  const { page, errors, close } = await opened("lists/reverse");
  await page.click('[data-tab="compare"]');
  await page.click("#compare-beside");
  await page.locator("#panel-compare article").first().waitFor();
  assert.match(await page.textContent("#panel-compare .runs"), /F1satisfiednot checked/);
  await openExample(page, "trees/parent-pointers");
  await verdict(page);
  // As soon as it has begun: it may be fast.
  await page.click("#compare-beside");
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => document.querySelector("#panel-compare [role=status]").textContent === "Stopped.");
  assert.deepEqual(errors, []);
  await close();
});
