// Violations, with their input and the run that was executed, and what is only suspected.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { openExample, openTask, served, spurious, state, verdict, visit } from "./playground.mjs";

const { site, folder } = served();

const says = (page, selector, pattern) =>
  page.waitForFunction(([at, source]) => new RegExp(source).test(document.querySelector(at)?.textContent ?? ""), [selector, pattern.source], { timeout: 10_000 });
const position = (page, text) => says(page, "#panel-run .position", new RegExp(`^${text}$`));

/** Opens a violated example, and the counterexample of its first violated property. */
async function failing(page, example) {
  await verdict(page);
  await openExample(page, example);
  await state(page, "violated");
  await page.locator("#verdict-list button.judgement").first().click();
}

test("a violation shows its input, and the run that was executed with its actual heaps", async () => {
  const { page, errors, close } = await visit(site);
  await failing(page, "hierarchy/traverse-with-swap");
  assert.match(await page.textContent("#run-status"), /^executed\s*on a heap of 2 objects$/);
  assert.ok(!(await page.isVisible("#run-input")), "the run starts with its input anyway");
  await page.click("#run-input-shown");
  await page.waitForSelector("#run-input svg");
  const input = await page.getAttribute("#run-input svg", "aria-label");
  assert.match(input, /^head points to 1; object 1 of class SLList; object 2 of class SLList; marked marks 1; next of 1 is 2; next of 2 is null$/);
  assert.equal(await page.getAttribute("#run-which button:first-child", "aria-pressed"), "true");
  await position(page, "Statement 5 of 5");
  const deciding = page.locator("#panel-run .trace [aria-selected=true]");
  assert.match(await deciding.textContent(), /^5element\.next = null;Fails herethe followed element does not have its initial neighbours/);
  assert.match(await page.textContent("#run-failure p"), /^Fails here: the followed element does not have its initial neighbours\. This is in SLList\.swap, called by swap\(current\); in SLList\.traverse:8\.$/);
  assert.deepEqual(await page.locator("#run-failure li").evaluateAll((all) => all.map((one) => `${one.dataset.truth} ${one.querySelector("code").textContent}`)),
    ["false G {identicNeighbours}", "false {identicNeighbours}"]);
  assert.equal(await page.textContent("#run-heap-caption"), "After line 16, before line 17 · changes are marked");
  await page.waitForSelector("#program-editor .cm-failing-line");
  await page.focus("#panel-run .trace");
  await page.keyboard.press("Home");
  await position(page, "Start");
  await says(page, "#run-heap-caption", /^At the start, before line 6$/);
  assert.ok(!(await page.isVisible("#run-failure")));
  assert.equal(await page.locator("#program-editor .cm-failing-line").count(), 0);
  await page.waitForSelector("#run-heap svg");
  for (const [statement, line, next] of [[1, 6, 7], [2, 7, 8], [3, 8, 15], [4, 15, 16]]) {
    await page.keyboard.press("j");
    await position(page, `Statement ${statement} of 5`);
    await says(page, "#run-heap-caption", new RegExp(`^After line ${line}, before line ${next} · (changes are marked|nothing has changed)$`));
    assert.equal(await page.locator("#run-heap .nonterminal").count(), 0, "an actual heap has no nonterminals");
    assert.deepEqual(await page.locator("#run-heap .number").allTextContents().then((all) => all.sort()), ["1", "2"], "objects keep their numbers");
    // The heap of the analysis is beside it, that of the same state.
    await says(page, "#state-facts", new RegExp(`:${next}(?!\\d)`));
  }
  await page.screenshot({ path: join(folder, "executed.png") });
  // What is exported is the actual heap.
  await page.click("#export-main-button");
  const saved = await Promise.all([page.waitForEvent("download"), page.click("#export-main [role=menuitem][aria-label='Save as JSON']")]).then(([download]) => download);
  const drawn = JSON.parse(await readFile(await saved.path(), "utf8"));
  assert.equal(saved.suggestedFilename(), "concrete-4.json");
  assert.deepEqual([drawn.before.nonterminals, drawn.after.nonterminals], [[], []]);
  await page.click("#run-which button:last-child");
  await position(page, "Statement 4 of 5");
  await page.locator("#run-heap .nonterminal").first().waitFor();
  await page.click("#run-input-shown");
  assert.ok(!(await page.isVisible("#run-input")));
  assert.equal(await page.getAttribute("#run-which button:last-child", "aria-pressed"), "true");
  assert.deepEqual(errors, []);
  await close();
});

test("the input is saved, and becomes the only initial heap, which can be taken back", async () => {
  const { page, errors, close } = await visit(site);
  await failing(page, "lists/find-middle-faulty");
  await page.click("#run-input-shown");
  const saved = await Promise.all([page.waitForEvent("download"), page.click("#run-input .input-files button:nth-child(2)")]).then(([download]) => download);
  assert.equal(saved.suggestedFilename(), "F1.json");
  const heap = JSON.parse(await readFile(await saved.path(), "utf8"));
  assert.equal(heap.hyperedges.length, 0);
  assert.equal(heap.selectors.length, 3);
  const java = await Promise.all([page.waitForEvent("download"), page.click("#run-input .input-files button:nth-child(3)")]).then(([download]) => download);
  assert.match(java.suggestedFilename(), /\.java$/);
  assert.match(await readFile(await java.path(), "utf8"), /@Test[^]*SLList/);
  const states = await page.textContent("#verdict-detail");
  await page.click("#run-input .input-files button:first-child");
  await page.waitForFunction((before) => !document.querySelector("#verdict-detail").textContent.startsWith(before), states.split(" · ")[0]);
  await state(page, "violated");
  await page.click("#editor-tabs [data-tab=initial]");
  await page.locator("#initial-editor .cm-line", { hasText: "F1.json" }).waitFor();
  await page.click(".notice button.small");
  await page.waitForFunction((before) => document.querySelector("#verdict-detail").textContent.startsWith(before), states.split(" · ")[0]);
  await page.locator("#initial-editor .cm-line", { hasText: "list.json" }).waitFor();
  assert.deepEqual(errors, []);
  await close();
});

test("a concrete lasso is shown and played around its cycle", async () => {
  const { page, errors, close } = await visit(site);
  await failing(page, "hierarchy/round-a-ring");
  await position(page, "Start");
  assert.match(await page.textContent("#run-failure"), /the run repeats itself for ever, and it never happens that the call has ended normally/);
  assert.match(await page.textContent("#panel-run .trace .ends"), /back to Start/);
  assert.match(await page.textContent("#panel-run .trace .begins"), /repeats forever from here/);
  await page.click("#panel-run [aria-label='Last step']");
  await position(page, "Statement 4 of 4");
  await page.selectOption("#panel-run .player select", "2");
  await page.click("#panel-run [aria-label=Play]");
  await position(page, "Statement 1 of 4");
  await page.click("#panel-run [aria-label=Pause]");
  assert.deepEqual(errors, []);
  await close();
});

test("a concrete run that goes elsewhere than the analysis is played too", async () => {
  const { page, errors, close } = await visit(site);
  await failing(page, "inheritance/mixed-list");
  await position(page, "Statement 6 of 6");
  assert.match(await page.textContent("#panel-run .trace [aria-selected=true]"), /Fails here/);
  assert.match(await page.textContent("#run-failure"), /the result is either null or without a value/);
  const line = (await page.textContent("#panel-run [aria-selected=true] .where")).split(":")[1];
  await page.focus("#panel-run .trace");
  await page.keyboard.press("Home");
  await position(page, "Start");
  await page.keyboard.press("End");
  await position(page, "Statement 6 of 6");
  const source = await page.locator("#program-editor .cm-line").allTextContents();
  assert.equal(await page.textContent("#program-editor .cm-selected-line"), source[Number(line) - 1]);
  assert.deepEqual(errors, []);
  await close();
});

test("a picture that is wider than its frame scrolls to what changes", async () => {
  const { page, errors, close } = await visit(site);
  await failing(page, "recursion/reverse");
  await page.locator("#run-heap svg").waitFor();
  const count = Number((await page.textContent("#panel-run .position")).split(" ").at(-1));
  await page.focus("#panel-run .trace");
  await page.keyboard.press("Home");
  await position(page, "Start");
  const scrolled = new Set();
  for (let at = 1; at <= count; at++) {
    await page.keyboard.press("j");
    await position(page, `Statement ${at} of ${count}`);
    // Without changes, there is nothing to look for.
    await page.waitForFunction(() => {
      const frame = document.querySelector("#run-heap").getBoundingClientRect();
      const changed = [...document.querySelectorAll("#run-heap svg > :is(.added, .removed)")].map((shape) => shape.getBoundingClientRect());
      const [left, right] = [Math.min(...changed.map((place) => place.left)), Math.max(...changed.map((place) => place.right))];
      return right - left > frame.width - 28 || (left >= frame.left && right <= frame.right);
    });
    scrolled.add(await page.locator("#run-heap").evaluate((frame) => frame.scrollLeft));
  }
  assert.ok(scrolled.size > 2);
  assert.deepEqual(errors, []);
  await close();
});

test("null is dereferenced at the end of a concrete run", async () => {
  const { page, errors, close } = await visit(site);
  await failing(page, "memory-safety/remove-last-faulty");
  await position(page, "Statement 2 of 2");
  assert.match(await page.textContent("#panel-run .trace [aria-selected=true]"), /while \(current\.next\.next != null\)Fails herecurrent\.next is null when it is dereferenced/);
  assert.equal(await page.textContent("#run-heap-caption"), "In line 11 · nothing has changed");
  assert.match(await page.textContent("#run-status"), /heap of 1 object$/);
  assert.deepEqual(errors, []);
  await close();
});

for (const [locale, mark, status, reason, lost, leaves] of [
  ["en-US", "suspected", "^not executed\\s*it may exist in the abstraction only", /No tested heap follows the abstract run from Cell\.java:6; at Cell\.java:21 the analysis folded objects into RefSLList/, "information was lost here", "concrete runs diverge here"],
  ["de-DE", "unter Verdacht", "^nicht ausgeführt\\s*vielleicht gibt es ihn nur in der Abstraktion", /Keiner der geprüften Heaps folgt ab Cell\.java:6 dem abstrakten Lauf; bei Cell\.java:21 hat die Analyse Objekte in RefSLList gefaltet/, "hier ging Information verloren", "hier weichen konkrete Läufe ab"],
]) {
  test(`what is suspected shows where and why concrete runs diverge (${locale})`, async () => {
    const { page, errors, close } = await visit(site, { locale });
    await verdict(page);
    await openTask(page, spurious);
    await state(page, "suspected");
    await page.click("#verdict-list [data-judgement='1'] button.judgement");
    assert.equal(await page.textContent("#verdict-list [data-judgement='1'] .word"), mark);
    assert.match(await page.textContent("#run-status"), new RegExp(status));
    assert.match(await page.textContent("#run-departure p"), reason);
    assert.equal(await page.locator("#run-departure button").count(), 2);
    assert.ok(!(await page.isVisible("#run-input")));
    assert.ok(!(await page.isVisible("#run-which")));
    const ticks = await page.locator("#panel-run datalist option").evaluateAll((all) => all.map(({ value }) => value));
    assert.equal(ticks.length, 2);
    await page.locator("#run-departure button").first().click();
    await says(page, "#panel-run [aria-selected=true]", new RegExp(lost));
    assert.equal(await page.textContent("#panel-run [aria-selected=true] .ordinal"), ticks[0]);
    await page.locator("#run-departure button").last().click();
    await says(page, "#panel-run [aria-selected=true]", new RegExp(leaves));
    assert.equal(await page.textContent("#panel-run [aria-selected=true] .ordinal"), ticks[1]);
    await page.screenshot({ path: join(folder, `spurious-${locale}.png`) });
    assert.deepEqual(errors, []);
    await close();
  });
}

test("what holds because the abstraction was refined says so", async () => {
  const { page, errors, close } = await visit(site);
  await verdict(page);
  const text = "class Cell {\n  Cell next;\n  static void main(boolean any) {\n    Cell list = any ? new Cell() : new Cell();\n    Cell more = new Cell();\n    more.next = list; list = more;\n    more = null;\n"
    + "    Cell at = list;\n    while (at != null) at = at.next;\n    Cell end = list.next.next;\n  }\n}\n";
  const { grammars, options } = spurious;
  await openTask(page, { title: "Two cells", program: { entry: "Cell.main", files: [{ name: "Cell.java", text }] }, grammars, options, properties: [{ id: "F1", ltl: "G !{nullDereference}" }] });
  await page.locator("#verdict-list [data-judgement='1'][data-verdict=satisfied] .reason", { hasText: "refining the abstraction excluded a failing run" }).waitFor();
  await page.locator("#verdict-list [data-judgement='0'] .reason", { hasText: "refining the abstraction excluded a failing run" }).waitFor();
  assert.equal(await page.locator("#verdict-list [data-verdict=suspected]").count(), 0);
  assert.deepEqual(errors, []);
  await close();
});
