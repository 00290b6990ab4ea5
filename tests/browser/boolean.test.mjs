// Boolean programs in the editors of the playground.
import assert from "node:assert/strict";
import { test } from "node:test";
import { join } from "node:path";
import { openExample, openTask, served, state, verdict, visit } from "./playground.mjs";

const { site, folder } = served();

const command = async (page, typed) => {
  await page.keyboard.press("Control+k");
  await page.keyboard.type(typed);
  await page.keyboard.press("Enter");
};
const titled = (page, title) => page.waitForFunction((wanted) => document.querySelector("#task-title").textContent === wanted, title);
const openTab = (page, name) => page.click(`#editor-tabs [data-tab=${name}]`);
const shownTabs = (page) => page.locator("#editor-tabs [role=tab]:visible").allTextContents();
const judgements = async (page) =>
  Object.fromEntries(await page.locator("#verdict-list li").evaluateAll((rows) => rows.map((row) => [row.querySelector(".name").textContent, row.dataset.verdict])));
const strategies = (page) => page.locator("#strategy option").evaluateAll((options) => options.map(({ value }) => value));
/** The lines of an editor. */
const written = (page, editor) => page.locator(`#${editor} .cm-line`).allTextContents().then((lines) => lines.join("\n"));
/** Puts another text into an editor, as one that is pasted. */
const write = async (page, editor, text) => {
  const content = page.locator(`#${editor} .cm-content`);
  await content.click();
  await page.keyboard.press("Control+a");
  await content.evaluate((element, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", pasted);
    element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, text);
};
/** Runs the task, and waits for what comes of it. */
const run = async (page, ...wanted) => {
  await page.evaluate(() => (document.querySelector("#verdict").dataset.state = "waiting"));
  await page.keyboard.press("Control+Enter");
  await state(page, ...wanted);
};
/** Drafts are stored a little after they were changed; leaving the page stores them too. */
const reload = async (page) => {
  await page.reload();
  await state(page, "satisfied", "violated", "unknown", "error");
  await page.waitForSelector("#program-editor .cm-content");
};

const begin = async (options) => {
  const visited = await visit(site, options);
  await verdict(visited.page);
  await command(visited.page, "new boolean");
  await titled(visited.page, "A lock");
  await state(visited.page, "violated");
  return visited;
};

test("a new boolean program has its own editors, colours, options and verdicts", async () => {
  const { page, errors, close } = await begin();
  assert.deepEqual(await judgements(page), { "never held twice": "violated", "always released": "satisfied" });
  assert.deepEqual((await shownTabs(page)).map((name) => name.trim()), ["Program", "Properties", "Monitors", "Options"]);
  assert.deepEqual(await strategies(page), ["auto", "explicit", "symbolic", "all"]);

  const colours = await page.evaluate(() => {
    const spans = [...document.querySelector("#program-editor .code").shadowRoot.querySelectorAll(".cm-line span[class]")];
    const colourOf = (text) => getComputedStyle(spans.find((span) => span.textContent === text)).color;
    const probe = document.body.appendChild(document.createElement("i"));
    const variable = (name) => ((probe.style.color = `var(--code-${name})`), getComputedStyle(probe).color);
    return {
      seen: ["decl", "void", "F", "*", "ACQUIRE", "// Whether the lock is held."].map(colourOf),
      wanted: ["keyword", "type", "literal", "literal", "name", "comment"].map(variable),
    };
  });
  assert.deepEqual(colours.seen, colours.wanted);

  await page.locator("#program-editor .cm-line", { hasText: "decl locked" }).click();
  await page.keyboard.press("Control+/");
  assert.match(await written(page, "program-editor"), /^\/\/ decl locked := F;$/m);
  await page.keyboard.press("Control+/");
  assert.match(await written(page, "program-editor"), /^decl locked := F;$/m);
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await page.keyboard.insertText("decl more := ");
  await page.click("#file-tabs .add");
  assert.deepEqual(await page.locator("#file-tabs [aria-pressed]").allTextContents(), ["main.bp", "file2.bp"]);

  await openTab(page, "options");
  assert.equal(await page.locator("#options-form .option").count(), 3);
  await page.selectOption("#strategy", "symbolic");
  await state(page, "error");
  assert.equal(await page.inputValue("#option-strategy"), "symbolic");
  assert.match(await page.textContent("#findings-list"), /main\.bp:5/);
  assert.deepEqual(errors, []);
  await close();
});

test("a property is a formula or one of the monitors", async () => {
  const { page, errors, close } = await begin({ serviceWorkers: "block" });
  await openTab(page, "properties");
  const row = page.locator("#properties-list li").nth(1);
  // The engine tells the names of the monitors.
  await row.locator(".kind option", { hasText: "held twice" }).waitFor({ state: "attached" });
  assert.deepEqual(await row.locator(".kind option").allTextContents(), ["Formula", "held twice"]);
  assert.equal(await row.locator(".formula").inputValue(), "G ({at(ACQUIRE)} -> F {at(RELEASE)})");
  await row.locator(".kind").selectOption({ label: "held twice" });
  assert.ok(!(await row.locator(".formula").isVisible()));
  await run(page, "violated");
  assert.deepEqual(await judgements(page), { "never held twice": "violated", "always released": "violated" });
  await row.locator(".kind").selectOption({ label: "Formula" });
  assert.equal(await row.locator(".formula").inputValue(), "G ({at(ACQUIRE)} -> F {at(RELEASE)})");
  await run(page, "violated");
  assert.equal((await judgements(page))["always released"], "satisfied");
  await row.locator(".kind").selectOption({ label: "held twice" });

  await page.locator(".hints summary").click();
  await page.locator("#properties-hints button", { hasText: "G F {at(ACQUIRE)}" }).click();
  assert.equal(await page.locator("#properties-list .formula").last().inputValue(), "G F {at(ACQUIRE)}");
  await run(page, "violated");

  // The page is loaded again, and someone types before there is an engine that tells the names.
  let release;
  const held = new Promise((resolve) => (release = resolve));
  await page.route("**/*.wasm", (route) => held.then(() => route.continue()));
  await page.reload();
  await openTab(page, "properties");
  const last = page.locator("#properties-list .formula").last();
  await last.focus();
  assert.equal(await page.locator("#properties-list .kind option", { hasText: "held twice" }).count(), 2);
  release();
  await page.waitForFunction(() => [...document.querySelectorAll("#properties-list li")].every((li) => li.querySelector(".kind option[value='monitor held twice']")));
  assert.ok(await last.evaluate((field) => field === document.activeElement), "the monitors come while someone types");
  assert.deepEqual(await page.locator("#properties-list li").evaluateAll((rows) => rows.map((li) => [li.querySelector(".kind").value, li.querySelector(".formula").value])),
    [["monitor held twice", ""], ["monitor held twice", ""], ["formula", "G F {at(ACQUIRE)}"]]);
  assert.deepEqual(errors, []);
  await close();
});

test("a wrong guard is shown where it is written, and nothing is lost by loading the page again", async () => {
  const { page, errors, close } = await begin();
  await openTab(page, "monitors");
  const guard = "!{at(ACQUIRE)} & F {locked}";
  const monitors = `[
  {"name": "other", "initial": "a", "target": ["b"], "edges": [
    {"from": "a", "to": "a"},
    {"from": "a", "to": "b", "guard": "${guard}"}
  ]},
  {"name": "held twice", "initial": "a", "repeating": ["a"], "edges": [{"from": "a", "to": "a"}]}
]`;
  await write(page, "monitors-editor", monitors);
  assert.equal(await written(page, "monitors-editor"), monitors);
  await run(page, "error");
  await page.locator("#editor-tabs [data-tab=monitors][data-errors='1']").waitFor({ state: "attached" });
  const marked = await page.locator("#monitors-editor .cm-lintRange-error").allTextContents();
  assert.ok(marked.length > 0 && guard.includes(marked.join("")), marked.join(" … "));
  await page.screenshot({ path: join(folder, "guard.png") });
  await openTab(page, "program");
  await page.locator("#findings-list button").first().click();
  assert.ok(await page.isVisible("#panel-monitors"), "the finding leads to the monitors");

  await openTab(page, "properties");
  await page.locator("#properties-list .kind").first().locator("option", { hasText: "other" }).waitFor({ state: "attached" });
  assert.deepEqual(await page.locator("#properties-list .kind").first().locator("option").allTextContents(), ["Formula", "other", "held twice"]);
  await reload(page);
  await openTab(page, "monitors");
  assert.equal(await written(page, "monitors-editor"), monitors);
  assert.deepEqual((await shownTabs(page)).map((name) => name.trim()), ["Program", "Properties", "Monitors", "Options"]);
  assert.match(await written(page, "program-editor"), /interrupt\(\)/);
  await page.locator("#editor-tabs [data-tab=monitors][data-errors='1']").waitFor({ state: "attached" });
  await write(page, "monitors-editor", monitors.replace(" & F {locked}", ""));
  await run(page, "violated");
  assert.deepEqual(await judgements(page), { "never held twice": "violated", "always released": "satisfied" });
  assert.deepEqual(errors, []);
  await close();
});

test("files of boolean programs make a task, which links carry; other tasks get their editors back", async () => {
  const { page, errors, close } = await visit(site);
  await verdict(page);
  const files = ["main", "other"].map((name) => ({ name: `${name}.bp`, mimeType: "text/plain", buffer: Buffer.from(name === "main" ? "void main() begin f(); assert F; end" : "void f() begin skip; end") }));
  await page.setInputFiles("#task-open", files);
  await titled(page, "main");
  await state(page, "violated");
  assert.deepEqual(await judgements(page), { assertions: "violated" });
  assert.deepEqual(await page.locator("#file-tabs [aria-pressed]").allTextContents(), ["main.bp", "other.bp"]);
  await page.keyboard.press("Control+s");
  const link = await page.locator("dialog.share input").first().inputValue();
  await page.keyboard.press("Escape");
  const other = await visit({ ...site, url: link });
  await state(other.page, "violated");
  assert.deepEqual(await judgements(other.page), { assertions: "violated" });
  await other.close();

  await openTab(page, "monitors");
  await openExample(page, "lists/reverse");
  await verdict(page);
  assert.ok(await page.isVisible("#panel-monitors"), "Java programs have monitors, too");
  assert.ok(await page.isVisible("#editor-tabs [data-tab=grammar]"));
  assert.deepEqual(await strategies(page), ["hybrid", "top-level", "rsm", "on-the-fly", "all"]);
  await page.evaluate(() => document.activeElement?.blur());
  await page.keyboard.press("Control+z");
  await titled(page, "main");
  await state(page, "violated");
  assert.ok(await page.isVisible("#editor-tabs [data-tab=monitors]"));
  assert.deepEqual(errors, []);
  await close();
});

test("a task without properties is not an error", async () => {
  const { page, errors, close } = await visit(site);
  await verdict(page);
  const files = [{ name: "a.bp", text: "void main() begin skip; end" }];
  await openTask(page, { title: "Bare", analysis: "boolean", program: { language: "boolean", files } });
  await state(page, "idle");
  assert.match(await page.textContent("#verdict"), /Nothing to check/);
  assert.deepEqual(errors, []);
  await close();
});

test("grammars of a boolean task are kept out of sight, until something is wrong with them", async () => {
  const { page, errors, close } = await visit(site);
  await verdict(page);
  const task = { title: "Kept", analysis: "boolean", program: { language: "boolean", files: [{ name: "a.bp", text: "void main() begin skip; end" }] }, properties: [{ id: "F1", ltl: "F {terminated}" }] };
  await openTask(page, { ...task, grammars: [{ predefined: "SLList" }] });
  await state(page, "satisfied");
  assert.equal(await page.isVisible("#editor-tabs [data-tab=grammar]"), false);
  assert.match(await written(page, "grammar-editor"), /SLList/);
  await reload(page);
  assert.match(await written(page, "grammar-editor"), /SLList/);
  await openTask(page, { ...task, title: "Wrong", grammars: [{ predefined: "Nothing" }] });
  await state(page, "error");
  await page.locator("#findings-list button").first().click();
  assert.ok(await page.isVisible("#panel-grammar"));
  assert.deepEqual(errors, []);
  await close();
});

for (const [name, viewport] of Object.entries({ wide: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } })) {
  for (const colorScheme of ["light", "dark"]) {
    test(`the editors fit: ${name}, ${colorScheme}`, async () => {
      const { page, close } = await begin({ viewport, colorScheme });
      if (name === "phone") await page.click("#switch [data-tab=task]");
      for (const section of ["program", "properties", "monitors", "options"]) {
        await openTab(page, section);
        for (const summary of await page.locator(`#panel-${section} summary`).all()) await summary.click();
        await page.screenshot({ path: join(folder, `${name}-${colorScheme}-${section}.png`) });
        const over = await page.locator(`#panel-${section}`).evaluate((panel) => [...panel.querySelectorAll("input, select, textarea, button, p")]
          .filter((part) => part.getBoundingClientRect().right > panel.getBoundingClientRect().right).length);
        assert.equal(over, 0, `${section}: nothing stands out`);
      }
      await close();
    });
  }
}
