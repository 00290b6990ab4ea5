// Monitors and grammars as drawings beside their text: built with a mouse, with a finger, and by keyboard; both in step.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import { clean, openExample, openTask, start, verdict, visit } from "./playground.mjs";

let site;
before(async () => {
  site = await start();
});
after(() => site?.stop());

/** Reaches its label L on every run. */
const reaches = (title) => ({
  title, analysis: "boolean",
  program: { language: "boolean", entry: "main", files: [{ name: "main.bp", text: "decl x;\nvoid main() begin\n  x := T;\n  L: skip;\nend\n" }] },
});

const panel = "#panel-monitors";
const place = (number) => `${panel} .hotspot[data-link="place ${number}"]`;
const edge = (number) => `${panel} .hotspot[data-link="block ${number}"]`;
const textOf = (page, name = "monitors") => page.locator(`#${name}-editor .cm-line`).allTextContents().then((lines) => lines.join("\n"));
const monitors = async (page) => JSON.parse(await textOf(page));
/** Waits until what is written has this value: changes in drawings reach the text by way of the engine, and lines below the fold are drawn last, until when the text is not JSON. */
async function becomes(read, expected) {
  const now = () => read().catch(() => undefined);
  for (let i = 0; i < 200 && !isDeepStrictEqual(await now(), expected); i++) await new Promise((resolve) => setTimeout(resolve, 50));
  assert.deepEqual(await read(), expected);
}
/** Waits until the field with this value has the focus, so that what is typed replaces it. */
const typing = (page, value) => page.waitForFunction((value) => document.activeElement.matches("input") && document.activeElement.value === value, value);
const marked = (page, name = "monitors") => page.locator(`#${name}-editor .cm-drawn`).allTextContents();
/** Waits until the drawing has so many edges. */
const edges = (page, count) => page.waitForFunction(([panel, count]) => document.querySelectorAll(`${panel} .hotspot[data-link^=block]`).length === count, [panel, count]);

const built = [{
  name: "monitor", initial: "start", target: ["seen"],
  edges: [{ from: "start", to: "seen", guard: "{at(L)}" }, { from: "start", to: "start" }],
}];

async function violated(page) {
  await page.locator(panel).getByRole("button", { name: "Add a property" }).click();
  await page.click("#run");
  await verdict(page);
  assert.equal(await page.getAttribute("#verdict", "data-state"), "violated");
}

/** The centre of an element of the page. */
async function centre(page, selector) {
  await page.locator(selector).scrollIntoViewIfNeeded();
  const { x, y, width, height } = await page.locator(selector).boundingBox();
  return [x + width / 2, y + height / 2];
}

async function drag(page, selector, to) {
  await page.mouse.move(...(await centre(page, selector)));
  await page.mouse.down();
  await page.mouse.move(...to, { steps: 5 });
  await page.mouse.up();
}

test("a monitor of two states is built with a mouse, and run", async () => {
  const { page, errors, close } = await visit(site);
  await verdict(page);
  await openTask(page, reaches("Built with a mouse"));
  await page.click("#editor-tabs [data-tab=monitors]");
  await page.locator(panel).getByRole("button", { name: "Add a monitor" }).click();
  await page.waitForSelector(place(0));
  const { x, y } = await page.locator(`${panel} .monitor .drawing`).boundingBox();
  await drag(page, place(0), [x + 12, y + 12]);
  await edges(page, 1);
  await typing(page, "state");
  await page.keyboard.type("seen");
  await page.locator(panel).getByLabel("Target").check();
  await page.waitForFunction(() => document.querySelector("#panel-monitors .scene rect.failed"));
  await page.click(edge(0));
  await page.locator(panel).getByLabel("Guard").fill("{at(L}");
  await page.waitForFunction(() => document.querySelector("#panel-monitors .drawn-fields:not([hidden]) .problem:not([hidden])")?.textContent.length > 0);
  await page.locator(panel).getByLabel("Guard").fill("{at(L)}");
  await page.waitForFunction(() => document.querySelector("#panel-monitors .words")?.textContent.includes("L"));
  // From a state to itself.
  await page.click(place(0));
  await page.getByRole("button", { name: "Edge to …" }).click();
  await page.locator(`${panel} .drawn-targets`).getByRole("button", { name: "start" }).click();
  await edges(page, 2);
  assert.deepEqual(await monitors(page), built);
  await violated(page);
  // From a state to another.
  await drag(page, place(1), await centre(page, place(0)));
  await edges(page, 3);
  await becomes(async () => (await monitors(page))[0].edges[2], { from: "seen", to: "start" });
  // Every edit is one step of the editor's history.
  await page.click("#monitors-editor .cm-content");
  await page.keyboard.press("Control+z");
  assert.deepEqual(await monitors(page), built);
  await page.keyboard.press("Control+z");
  assert.equal((await monitors(page))[0].edges.length, 1);
  // What a run finds in a guard stands at its field.
  await edges(page, 1);
  await page.click(edge(0));
  await page.locator(panel).getByLabel("Guard").fill("{at(NOWHERE)}");
  await page.keyboard.press("Enter");
  await page.click("#run");
  await page.locator(panel).locator(".drawn-fields .problem", { hasText: "NOWHERE" }).waitFor();
  assert.deepEqual(errors, []);
  await close();
});

test("a monitor is renamed in its drawing, and the properties that use it follow, as one step of undo", async () => {
  const { page, errors, close } = await visit(site);
  await verdict(page);
  await openTask(page, {
    ...reaches("Two monitors"), monitors: [...built, { ...built[0], name: "other" }],
    properties: [{ id: "F1", monitor: "monitor" }, { id: "F2", monitor: "other" }, { id: "F3", monitor: "monitor" }],
  });
  await page.click("#editor-tabs [data-tab=monitors]");
  const name = page.locator(panel).getByLabel("Name of the monitor").first();
  const names = async () => (await monitors(page)).map((own) => own.name);
  const used = () => page.locator("#properties-list .kind").evaluateAll((boxes) => boxes.map((box) => box.selectedOptions[0].textContent));
  for (const [wrong, why] of [["", "A monitor needs a name."], ["other", "Another monitor has this name."]]) {
    await name.fill(wrong);
    await page.locator(panel).getByText(why).waitFor();
    await page.keyboard.press("Enter");
    assert.deepEqual(await names(), ["monitor", "other"]);
  }
  await name.fill("once");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector("#panel-monitors .monitor").ariaLabel === "once");
  assert.deepEqual(await names(), ["once", "other"]);
  assert.deepEqual(await used(), ["once", "other", "once"]);
  assert.equal(await page.evaluate(() => document.activeElement.value), "once", "the focus stays");
  await page.click("#run");
  await verdict(page);
  assert.equal(await page.getAttribute("#verdict", "data-state"), "violated");
  await page.focus("#editor-tabs [aria-selected=true]");
  await page.keyboard.press("Control+z");
  assert.deepEqual([await names(), await used()], [["monitor", "other"], ["monitor", "other", "monitor"]]);
  await page.waitForFunction(() => document.querySelector("#panel-monitors .monitor").ariaLabel === "monitor");
  assert.equal(await name.inputValue(), "monitor");
  await page.keyboard.press("Control+Shift+z");
  assert.deepEqual([await names(), await used()], [["once", "other"], ["once", "other", "once"]]);
  await clean(page, "the names of monitors");
  assert.deepEqual(errors, []);
  await close();
});

/** Moves the focus with Tab, or back with Shift and Tab, until it is on what is wanted. */
async function tabTo(page, name, key = "Tab") {
  for (let i = 0; i < 80; i++) {
    await page.keyboard.press(key);
    const found = await page.evaluate(() => document.activeElement.ariaLabel ?? document.activeElement.textContent);
    if (found.startsWith(name)) return;
  }
  assert.fail(`Tab does not lead to ${name}`);
}

test("and by keyboard alone", async () => {
  const { page, errors, close } = await visit(site);
  await verdict(page);
  await openTask(page, reaches("Built by keyboard"));
  await page.focus("#editor-tabs [aria-selected=true]");
  while ((await page.evaluate(() => document.activeElement.dataset.tab)) !== "monitors") await page.keyboard.press("ArrowRight");
  for (let i = 0; i < 20 && !(await page.evaluate(() => document.activeElement.matches(".code"))); i++) await page.keyboard.press("Tab");
  await page.keyboard.press("Escape");
  await tabTo(page, "Add a monitor");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement?.getAttribute("aria-label") === "State start, initial");
  await page.keyboard.press("Enter");
  await tabTo(page, "Add a state");
  await page.keyboard.press("Enter");
  await typing(page, "state");
  await page.keyboard.type("seen");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await edges(page, 1);
  await page.waitForFunction(() => document.querySelector("#panel-monitors .scene rect.failed"));
  await tabTo(page, "Edge from start to seen", "Shift+Tab");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await page.keyboard.type("{at(L)}");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector('#panel-monitors .hotspot[aria-label="Edge from start to seen: {at(L)}"]'));
  await tabTo(page, "State start, initial", "Shift+Tab");
  await page.keyboard.press("Enter");
  await tabTo(page, "Edge to …");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await edges(page, 2);
  assert.deepEqual(await monitors(page), built);
  await tabTo(page, "Add a property");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Control+Enter");
  await page.waitForFunction(() => document.querySelector("#verdict").dataset.state === "violated");
  assert.deepEqual(errors, []);
  await close();
});

test("what is selected in the drawing is marked in the text, and the other way round", async () => {
  const { page, errors, close } = await visit(site);
  await verdict(page);
  await openExample(page, "monitors/read-after-close");
  await verdict(page);
  await page.click("#editor-tabs [data-tab=monitors]");
  await page.click(place(2));
  const count = await page.locator(`${panel} .hotspot[data-link^=block]`).count();
  assert.deepEqual(await marked(page), ['"used"', '"used"']);
  await page.locator("#monitors-editor .cm-line", { hasText: '"open", "to": "closed"' }).getByText('"open"').click();
  await page.waitForSelector(`${place(0)}.selected`);
  // What goes with a state is said before.
  await page.click(place(1));
  const remove = page.locator(panel).getByRole("button", { name: /^Delete (?!the)/ }).first();
  assert.equal(await remove.textContent(), "Delete with 3 edges and the state used");
  await remove.click();
  await edges(page, count - 3);
  await becomes(async () => (await monitors(page))[0].target, []);
  // While the text cannot be read, the last drawing stays.
  await page.click("#monitors-editor .cm-content");
  await page.keyboard.press("Control+Home");
  await page.keyboard.type("{");
  await page.waitForSelector(`${panel} .drawn-list[data-stale]`);
  assert.ok(await page.locator(place(0)).first().isVisible());
  await page.keyboard.press("Backspace");
  await page.waitForSelector(`${panel} .drawn-list:not([data-stale])`);
  assert.deepEqual(errors, []);
  await close();
});

test("rules are drawn beside their grammar, and marked with it", async () => {
  const { page, errors, close } = await visit(site);
  await verdict(page);
  await openExample(page, "lists/append-definitions");
  await verdict(page);
  await page.click("#editor-tabs [data-tab=grammar]");
  const rule = page.locator("#panel-grammar .rule").first();
  await rule.click();
  await page.locator("#panel-grammar .rule[aria-pressed=true]").waitFor();
  const [text] = await marked(page, "grammar");
  assert.ok(text.startsWith("x -> {next: z}"), text);
  assert.ok((await textOf(page, "grammar")).includes(text));
  assert.deepEqual(errors, []);
  await close();
});

test("what runs start on is drawn below a short program, and beside its text", async () => {
  const { page, errors, close } = await visit(site);
  await verdict(page);
  const below = page.locator("#program-below .scene");
  await below.waitFor();
  assert.match(await below.getAttribute("aria-label"), /^head points to 1; tail points to 3; object 1 of class SLList/);
  const [editor, area] = await Promise.all(["#program-editor", "#program-below"].map((selector) => page.locator(selector).boundingBox()));
  assert.ok(area.height >= 140 && Math.abs(editor.y + editor.height - area.y) < 1);
  await page.click("#editor-tabs [data-tab=initial]");
  assert.equal(await page.locator("#panel-initial .drawn .scene").count(), 1);
  await page.locator("#initial-editor .cm-content").press("Control+Home");
  await page.keyboard.type("x");
  await page.locator("#panel-initial .drawn[data-stale] .scene").waitFor();
  await page.keyboard.press("Control+z");
  await page.locator("#panel-initial .drawn:not([data-stale]) .scene").waitFor();
  await clean(page, "the drawing of initial heaps");
  await page.click("#editor-tabs [data-tab=program]");
  await openExample(page, "own/search-tree");
  await verdict(page);
  await page.waitForFunction(() => document.querySelector("#panel-initial .drawn .scene"));
  assert.ok(!(await below.first().isVisible()), "no room below a long program");
  await openExample(page, "recursion/build");
  await verdict(page);
  await page.waitForFunction(() => !document.querySelector("#panel-initial .drawn .scene"));
  assert.ok(await page.isHidden(".starts"));
  await page.click("#program-below");
  await page.keyboard.type("// the end");
  assert.match(await textOf(page, "program"), /\}\n\/\/ the end$/);
  assert.deepEqual(errors, []);
  await close();
});

const rule = {
  nodes: [{ type: "A", number: 3 }], externals: [0, 2], variables: [],
  selectors: [{ label: "next", origin: 0, target: 1 }, { label: "next", origin: 1, target: 2 }], hyperedges: [],
};

test("a rule in JSON is changed in its drawing", async () => {
  const { page, errors, close } = await visit(site);
  await verdict(page);
  const text = "class A { A next; static void walk(A a) { while (a != null) a = a.next; } }";
  await openTask(page, {
    title: "Rules in JSON", program: { language: "java", entry: "A.walk", files: [{ name: "A.java", text }] },
    grammars: [{ grammar: [{ nonterminal: "N", rank: 2, rules: [rule] }] }],
  });
  await page.click("#editor-tabs [data-tab=grammar]");
  await page.locator("#panel-grammar .rule").click();
  const now = async () => JSON.parse(await textOf(page, "grammar"))[0].grammar[0].rules[0];
  const form = page.locator("#panel-grammar .rule-form");
  const press = (name) => form.getByRole("button", { name, exact: true }).click();
  await press("Add an object");
  await form.getByLabel("from", { exact: true }).selectOption("3");
  await form.getByLabel("to", { exact: true }).selectOption("0");
  await form.getByLabel("Selector", { exact: true }).fill("back");
  await press("Add a selector");
  await form.getByLabel("tentacle 2 at").selectOption("2");
  await press("Add a nonterminal edge");
  await becomes(now, {
    ...rule, nodes: [...rule.nodes, { type: "A", number: 1 }], selectors: [...rule.selectors, { label: "back", origin: 3, target: 0 }],
    hyperedges: [{ label: "N", tentacles: [0, 2] }],
  });
  await page.waitForFunction(() => document.querySelector("#panel-grammar .rule rect.nonterminal"));
  await clean(page, "the form of a rule");
  await press("Delete object 3: A with 1 edge");
  await press("Delete N(0, 2)");
  await becomes(now, rule);
  await press("Delete object 1: A with 2 edges");
  await becomes(now, { ...rule, nodes: [{ type: "A", number: 2 }], externals: [0, 1], selectors: [] });
  assert.deepEqual(errors, []);
  await close();
});

test("rules in JSON are added and deleted by keyboard, and the focus is where the change is", async () => {
  const { page, errors, close } = await visit(site);
  await verdict(page);
  const text = "class A { A next; static void walk(A a) { while (a != null) a = a.next; } }";
  await openTask(page, {
    title: "Rules in JSON", program: { language: "java", entry: "A.walk", files: [{ name: "A.java", text }] },
    grammars: [{ predefined: "SLList", rename: {} }, { grammar: [{ nonterminal: "N", rank: 2, rules: [rule] }, { nonterminal: "M", rank: 1, rules: [] }] }],
  });
  await page.click("#editor-tabs [data-tab=grammar]");
  const now = async () => JSON.parse(await textOf(page, "grammar"))[1].grammar.map(({ rules }) => rules);
  const focused = (label) => page.waitForFunction((wanted) => document.activeElement?.ariaLabel?.startsWith(wanted), label);
  const added = { nodes: [{ type: "A", number: 1 }, { type: "A", number: 1 }], externals: [0, 1], variables: [], selectors: [], hyperedges: [] };
  const add = (name) => page.getByRole("button", { name: `Add a rule for ${name}`, exact: true });
  await add("N").waitFor();
  assert.equal(await page.locator("#panel-grammar").getByRole("button", { name: /^Add a rule/ }).count(), 2, "predefined rules stay as they are");
  await add("N").press("Enter");
  await focused("Rule 2 of N");
  assert.deepEqual(await now(), [[rule, added], []]);
  assert.equal(await page.locator("#panel-grammar .rule[aria-pressed=true]").count(), 1);
  const form = page.locator("#panel-grammar .rule-form");
  await form.getByLabel("Selector", { exact: true }).fill("next");
  await form.getByLabel("to", { exact: true }).selectOption("1");
  // Whoever has moved on stays there when the rules are drawn again.
  const first = await page.getByRole("button", { name: /^Rule 1 of N/ }).elementHandle();
  await form.getByRole("button", { name: "Add a selector" }).evaluate((button, elsewhere) => {
    elsewhere.focus();
    button.click();
  }, first);
  await page.waitForFunction((old) => !old.isConnected, first);
  await focused("Rule 1 of N");
  const grown = { ...added, selectors: [{ label: "next", origin: 0, target: 1 }] };
  await becomes(now, [[rule, grown], []]);
  await page.getByRole("button", { name: /^Rule 1 of N/ }).press("Enter");
  await page.getByRole("button", { name: "Delete the rule", exact: true }).press("Enter");
  await focused("Rule 1 of N");
  assert.deepEqual(await now(), [[grown], []]);
  await page.getByRole("button", { name: "Delete the rule", exact: true }).press("Enter");
  await focused("Add a rule for N");
  assert.deepEqual(await now(), [[], []]);
  await add("M").press("Enter");
  await focused("Rule 1 of M");
  assert.deepEqual((await now())[1].map(({ externals }) => externals), [[0]]);
  await clean(page, "rules that were added");
  // Each edit is one step of the editor's history.
  await page.click("#grammar-editor .cm-content");
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+z");
  assert.deepEqual(await now(), [[grown], []]);
  assert.deepEqual(errors, []);
  await close();
});

test("a finger draws an edge, and axe finds nothing", async () => {
  const { page, errors, close } = await visit(site, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await verdict(page);
  await openExample(page, "monitors/read-after-close");
  await verdict(page);
  await page.click("#switch [data-tab=task]");
  await page.click("#editor-tabs [data-tab=monitors]");
  await page.waitForSelector(place(2));
  const count = await page.locator(`${panel} .hotspot[data-link^=block]`).count();
  const [from, to] = [await centre(page, `${panel} .monitor:first-child .hotspot[data-link="place 0"]`), await centre(page, `${panel} .monitor:first-child .hotspot[data-link="place 2"]`)];
  const touch = await page.context().newCDPSession(page);
  const at = ([x, y]) => [{ x, y }];
  await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: at(from) });
  for (let i = 1; i <= 4; i++) await touch.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: at(from.map((v, k) => v + ((to[k] - v) * i) / 4)) });
  await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await edges(page, count + 1);
  for (const summary of await page.locator(`${panel} .monitor summary`).all()) await summary.click();
  await clean(page, "the drawing of monitors");
  assert.deepEqual(errors, []);
  await close();
});
