// What a person does on the playground, in a real browser.
import assert from "node:assert/strict";
import { test } from "node:test";
import { join } from "node:path";
import { deep, endless, openExample, openTask, served, state, verdict, visit } from "./playground.mjs";

const { site, folder } = served();

/** Pastes `text` over the whole program. */
const paste = async (page, text) => {
  await page.click("#program-editor .cm-content");
  await page.keyboard.press("Control+A");
  await page.locator("#program-editor .cm-content").evaluate((element, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", pasted);
    element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, text);
};

test("the first verdict and the text of the program do not wait for the editor", async () => {
  const context = await site.browser.newContext({ serviceWorkers: "block" });
  const page = await context.newPage();
  let deliver;
  const delivered = new Promise((resolve) => (deliver = resolve));
  await page.route("**/codemirror-*.js", (route) => delivered.then(() => route.continue()));
  await page.goto(site.url);
  await verdict(page);
  const plain = await page.textContent("#program-editor pre");
  assert.match(plain, /class SLList/);
  deliver();
  const lines = page.locator("#program-editor .cm-line");
  await lines.first().waitFor();
  assert.equal((await lines.allTextContents()).join("\n"), plain);
  // What was selected meanwhile is marked.
  assert.equal(await page.locator(".cm-selected-line").count(), 1);
  await context.close();
});

test("a page without its editor shows the program and says so", async () => {
  const context = await site.browser.newContext({ serviceWorkers: "block" });
  const page = await context.newPage();
  await page.route("**/codemirror-*.js", (route) => route.abort());
  await page.goto(site.url);
  await verdict(page);
  await page.locator("#notices", { hasText: "The editor could not be loaded" }).waitFor();
  assert.match(await page.textContent("#program-editor pre"), /class SLList/);
  await context.close();
});

test("the first visit shows a verdict, a state space and a heap, and asks no other site", async () => {
  const { page, foreign, errors, close } = await visit(site, { first: true });
  await verdict(page);
  assert.match(await page.textContent("#verdict-headline"), /satisfied/);
  await page.waitForSelector("#heap-picture svg circle");
  assert.match(await page.textContent("#space-count"), /\d+ states, \d+ edges/);
  assert.equal(await page.locator(".cm-selected-line").count(), 1);
  await page.screenshot({ path: join(folder, "first-visit.png") });
  assert.deepEqual(foreign, []);
  assert.deepEqual(errors, []);
  await close();
});

test("an edit and Ctrl-Enter change the verdict; the draft outlives a reload", async () => {
  const { page, errors, close } = await visit(site);
  await verdict(page);
  await page.click("#editor-tabs [data-tab=properties]");
  const formula = page.locator("#properties-list .formula").first();
  await formula.fill("G {terminated}");
  await formula.press("Control+Enter");
  await state(page, "violated");
  assert.equal(await page.locator("#verdict-list li[data-verdict=violated]").count(), 1);
  await page.waitForTimeout(400);
  await page.reload();
  await state(page, "violated");
  assert.deepEqual(errors, []);
  await close();
});

test("a mistake is shown in the editor and in the list, and nothing runs", async () => {
  const { page, errors, close } = await visit(site);
  await verdict(page);
  await paste(page, "class SLList {\n    SLList next\n}\n");
  await page.keyboard.press("Control+Enter");
  await state(page, "error");
  assert.ok((await page.locator("#findings-list li").count()) > 0);
  assert.ok((await page.locator("#program-editor .cm-lintRange-error, #program-editor .cm-lint-marker-error").count()) > 0);
  await page.locator("#findings-list button").first().click();
  await page.screenshot({ path: join(folder, "mistake.png") });
  assert.deepEqual(errors, []);
  await close();
});

test("a formula that does not parse is marked in its row", async () => {
  const { page, close } = await visit(site);
  await verdict(page);
  await page.click("#editor-tabs [data-tab=properties]");
  await page.locator("#properties-list .formula").first().fill("G (");
  await page.keyboard.press("Control+Enter");
  await state(page, "error");
  assert.ok(await page.locator("#properties-list .problem").first().isVisible());
  await close();
});

test("states are selected by keyboard and pointer; heap and line follow", async () => {
  const { page, close } = await visit(site);
  await verdict(page);
  await page.focus("#space-canvas");
  const before = await page.textContent("#state-title");
  await page.keyboard.press("ArrowDown");
  await page.waitForFunction((old) => document.querySelector("#state-title").textContent !== old, before);
  const first = await page.textContent("#state-title");
  await page.locator("#state-facts .edges button").first().click();
  assert.notEqual(await page.textContent("#state-title"), first);
  assert.equal(await page.locator("#program-editor .cm-selected-line").count(), 1);
  await page.waitForSelector("#heap-picture svg circle");
  await page.click("#space-fit");
  const box = await page.locator("#space-canvas").boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.wheel(0, -400);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 + 60, box.y + box.height / 2 + 30, { steps: 4 });
  await page.mouse.up();
  await page.screenshot({ path: join(folder, "zoomed.png") });
  await close();
});

test("a click on a line finds its states", async () => {
  const { page, close } = await visit(site);
  await verdict(page);
  await page.locator("#program-editor .cm-line", { hasText: "while" }).first().click();
  assert.match(await page.locator("#program-editor .cm-selected-line").textContent(), /while/);
  assert.match(await page.textContent("#heap-picture"), /Select a state/);
  await close();
});

test("a violated example shows its failing run, step by step", async () => {
  const { page, errors, close } = await visit(site);
  await verdict(page);
  await openExample(page, "lists/find-middle-faulty");
  await state(page, "violated");
  await page.locator("#verdict-list button.judgement").first().click();
  const steps = await page.locator("#panel-run .trace li").count();
  assert.ok(steps > 3);
  await page.click("#panel-run [aria-label='First step']");
  assert.match(await page.locator("#panel-run [aria-current=step]").textContent(), /^Start/);
  assert.match(await page.textContent("#state-badge"), /initial/);
  await page.click("#panel-run [aria-label='Next step']");
  assert.equal(await page.locator("#panel-run [aria-current=step] .ordinal").textContent(), "1");
  await page.screenshot({ path: join(folder, "counterexample.png") });
  assert.deepEqual(errors, []);
  await close();
});

test("the call stack of a failing run is shown, and leads to the calls", async () => {
  const { page, errors, close } = await visit(site);
  await verdict(page);
  await openTask(page, deep);
  await state(page, "violated");
  assert.equal(await page.inputValue("#strategy"), "rsm");
  await page.locator("#verdict-list button.judgement").first().click();
  const stack = page.locator("#run-stack li");
  assert.deepEqual(await stack.allTextContents(), ["main:4", "walk:8", "fall:15"]);
  await stack.nth(1).locator("button").click();
  // The state after a call is in its callee.
  assert.deepEqual(await stack.allTextContents(), ["main:4", "walk:8", "fall:14"]);
  assert.match(await page.locator("#panel-run [aria-current=step]").textContent(), /fall/);
  await page.screenshot({ path: join(folder, "call-stack.png") });
  assert.deepEqual(errors, []);
  await close();
});

test("a proof shows its assertions, and state and assertion follow each other", async () => {
  const { page, errors, close } = await visit(site);
  await verdict(page);
  await openTask(page, deep);
  await state(page, "violated");
  await page.click("#view-tabs [data-tab=proof]");
  await page.waitForFunction(() => /\d+ assertions/.test(document.querySelector("#proof-count").textContent));
  // The state selected at first is the one in which the run has failed.
  await page.waitForSelector("#proof-card [data-kind=refuted]");
  assert.match(await page.textContent("#proof-card"), /nullDereference/);
  await page.focus("#proof-canvas");
  await page.keyboard.press("ArrowUp");
  await page.waitForFunction(() => !document.querySelector("#proof-card [data-kind=refuted]"));
  const number = (await page.textContent("#proof-card header")).match(/state (\d+)/)[1];
  assert.equal(await page.textContent("#state-title"), `State ${number}`);
  await page.screenshot({ path: join(folder, "proof.png") });
  assert.deepEqual(errors, []);
  await close();
});

test("strategies are switched and compared", async () => {
  const { page, errors, close } = await visit(site);
  await verdict(page);
  await page.selectOption("#strategy", "on-the-fly");
  await page.waitForFunction(() => document.querySelector("#panel-compare tbody th button")?.textContent === "on the fly");
  await page.click("#editor-tabs [data-tab=options]");
  assert.equal(await page.inputValue("#option-strategy"), "on-the-fly");
  await page.click("#view-tabs [data-tab=compare]");
  await page.click("#compare-run");
  await page.waitForFunction(() => document.querySelector("#panel-compare tbody").querySelectorAll("th button").length === 4);
  assert.match(await page.textContent("#panel-compare"), /All strategies agree/);
  assert.equal(await page.inputValue("#strategy"), "on-the-fly");
  await page.screenshot({ path: join(folder, "compare.png") });
  await page.locator("#panel-compare tbody th button").nth(1).click();
  await page.waitForFunction(() => /RSM/.test(document.querySelector("#proof-choose").selectedOptions[0]?.textContent));
  assert.deepEqual(errors, []);
  await close();
});

test("every example of the menu has the verdict that its icon promises", async () => {
  const { page, errors, close } = await visit(site);
  await verdict(page);
  await page.click("#examples-button");
  await page.waitForSelector("[data-example]");
  const ids = await page.locator("[data-example]").evaluateAll((all) => all.map((e) => [e.dataset.example, e.dataset.verdict]));
  assert.ok(ids.length > 10);
  await page.keyboard.press("Escape");
  for (const [id, promised] of ids) {
    await openExample(page, id);
    await page.waitForFunction((title) => document.title.startsWith(title), await page.textContent("#task-title"));
    await state(page, promised);
  }
  assert.deepEqual(errors, []);
  await close();
});

test("a long run can be stopped, and the page stays usable", async () => {
  const { page, errors, close } = await visit(site);
  await verdict(page);
  await openTask(page, { ...endless, options: { maxStates: 4_000_000_000 } });
  await state(page, "running");
  await page.waitForFunction(() => /\d states? found/.test(document.querySelector("#verdict-detail").textContent));
  await page.screenshot({ path: join(folder, "running.png") });
  const start = Date.now();
  await page.keyboard.press("Escape");
  await state(page, "stopped");
  assert.ok(Date.now() - start < 1000);
  // What is shown belongs to the task under edit, or nothing is.
  assert.match(await page.textContent("#verdict"), /no result of this task/);
  assert.equal(await page.locator("#heap-picture svg").count(), 0);
  await openExample(page, "lists/append");
  await state(page, "satisfied");
  assert.deepEqual(errors, []);
  await close();
});

test("a crashed engine is reported, the task is kept, and the next run works", async () => {
  const { page, close } = await visit(site);
  await verdict(page);
  await page.evaluate(() => {
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (message) {
      if (message.kind === "run") Worker.prototype.postMessage = post;
      post.call(this, message.kind === "run" ? { kind: "run", task: 7n } : message);
    };
  });
  await page.keyboard.press("Control+Enter");
  await state(page, "crashed");
  assert.match(await page.textContent("#verdict"), /bug in the engine/);
  assert.ok((await page.locator("#program-editor .cm-line").count()) > 5);
  await page.click("#run");
  await verdict(page);
  await close();
});

test("texts of a hostile task never become HTML", async () => {
  const { page, foreign, errors, close } = await visit(site);
  await verdict(page);
  const evil = '<img src="https://example.org/x" onerror="document.title=1"><script>document.title=2</script>';
  await openTask(page, {
    title: evil, description: evil,
    program: { language: "java", entry: evil, files: [{ name: evil, text: evil }] },
    grammars: [{ predefined: evil }], properties: [{ id: evil, ltl: evil }],
  });
  await state(page, "error");
  await page.waitForTimeout(200);
  assert.equal(await page.textContent("#task-title"), evil);
  assert.equal(await page.locator("main img, header img, main script").count(), 0);
  assert.deepEqual(foreign, []);
  assert.deepEqual(errors, []);
  await close();
});

test("a phone shows task and result one after the other, without sideways scrolling", async () => {
  const { page, errors, close } = await visit(site, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await verdict(page);
  assert.ok(await page.isVisible("#task-pane"));
  assert.ok(!(await page.isVisible("#result-pane")));
  await page.tap("#switch [data-tab=result]");
  assert.ok(await page.isVisible("#verdict"));
  assert.ok(await page.isVisible("#space-canvas"));
  const [inner, full] = await page.evaluate(() => [innerWidth, document.documentElement.scrollWidth]);
  assert.ok(full <= inner, `${full} > ${inner}`);
  await page.screenshot({ path: join(folder, "phone.png") });
  assert.deepEqual(errors, []);
  await close();
});

test("the dark theme follows the system and can be chosen", async () => {
  const { page, close } = await visit(site, { colorScheme: "dark" });
  await verdict(page);
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
  assert.equal(await theme(), "dark");
  await page.screenshot({ path: join(folder, "dark.png") });
  await page.click("#theme");
  assert.equal(await theme(), "light");
  await page.reload();
  assert.equal(await theme(), "light");
  await close();
});

test("every control has a name", async () => {
  const { page, close } = await visit(site);
  await verdict(page);
  const nameless = await page.evaluate(() =>
    [...document.querySelectorAll("button, input, select, textarea, canvas, [role=tab]")]
      .filter((e) => !(e.getAttribute("aria-label") || e.textContent.trim() || e.labels?.length || e.title))
      .map((e) => e.outerHTML),
  );
  assert.deepEqual(nameless, []);
  await close();
});
