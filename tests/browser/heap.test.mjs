// Heaps: what changed, deriving by hand, contracts; budgets and comparisons of runs.
import assert from "node:assert/strict";
import { test } from "node:test";
import { join } from "node:path";
import { openExample, openTask, served, state, verdict, visit } from "./playground.mjs";

const { site, folder } = served();

const title = (page) => page.textContent("#state-title");
const waitForState = (page, number) => page.waitForFunction((wanted) => document.querySelector("#state-title").textContent === wanted, `State ${number}`);
const changes = (page, change) => page.locator(`#heap-changes li.${change}`).allTextContents();

/** Opens an example and waits for the picture of the heap that is selected first. */
const look = async (page, id, name) => {
  await verdict(page);
  await openExample(page, id);
  await page.waitForFunction((text) => document.querySelector("#task-title").textContent === text, name);
  await verdict(page);
  await page.waitForSelector("#heap-picture svg");
};

/** Selects one of the first states in the table. */
const select = async (page, state) => {
  await page.click("#view-tabs [data-tab=space]");
  if ((await page.getAttribute("#table-main", "aria-pressed")) === "false") await page.click("#table-main");
  await page.locator("#dock-main .view-table").getByRole("button", { name: String(state), exact: true }).click();
  await waitForState(page, state);
  await page.waitForSelector("#heap-picture svg");
};

/** Budgets the run by the field of the options. */
const allow = async (page, states) => {
  await page.click("#editor-tabs [data-tab=options]");
  await page.locator("#options-form .option.number input").first().fill(String(states));
  await page.keyboard.press("Control+Enter");
};

test("d shows what changed since the state before, in the picture and in words", async () => {
  const { page, errors, close } = await visit(site);
  await verdict(page);
  await waitForState(page, 0);
  assert.ok(await page.isDisabled("#heap-diff"), "nothing is before an initial state");
  await select(page, 11);
  await page.focus("#heap-picture");
  await page.keyboard.press("d");
  await page.waitForSelector("#heap-changes:not([hidden])");
  assert.match(await page.textContent("#heap-changes .than"), /State 10 · reversedList = current/);
  assert.deepEqual(await changes(page, "added"), ["new: reversedList points to 1"]);
  assert.deepEqual(await changes(page, "removed"), ["gone: reversedList points to null"]);
  assert.ok(await page.locator("#heap-picture rect.variable.added").count());
  assert.ok(await page.locator("#heap-picture rect.variable.removed").count());
  assert.deepEqual(await page.locator("#heap-picture text.change").allTextContents().then((signs) => [...new Set(signs)].sort()), ["+", "−"]);
  assert.match(await page.textContent("#panel-heap [aria-live]"), /2 changes compared with State 10/);
  await page.screenshot({ path: join(folder, "changes.png") });
  await select(page, 10);
  await page.waitForFunction(() => document.querySelector("#heap-than")?.nextSibling.textContent.includes("State 9"));
  await page.keyboard.press("d");
  await page.waitForSelector("#heap-changes", { state: "hidden" });
  assert.equal(await page.locator("#heap-picture .added").count(), 0);
  assert.equal(await page.getAttribute("#heap-diff", "aria-pressed"), "false");
  assert.deepEqual(errors, []);
  await close();
});

test("on a run the state before is that of the run, and another one can be chosen", async () => {
  const { page, errors, close } = await visit(site);
  await look(page, "recursion/reverse", "Reverse a list by recursion");
  await page.waitForFunction(() => document.querySelector("#state-badge").textContent === "final");
  await page.focus("#heap-picture");
  await page.keyboard.press("d");
  await page.waitForSelector("#heap-changes:not([hidden])");
  assert.match(await page.textContent("#heap-changes .than"), /previous in the run/);

  await page.keyboard.press("d");
  await look(page, "lists/reverse", "Reverse a list");
  await select(page, 12);
  await page.click("#heap-diff");
  await page.waitForSelector("#heap-changes:not([hidden])");
  const merged = await mergedState(page);
  await page.waitForSelector("#heap-changes select");
  const options = await page.locator("#heap-changes option").allTextContents();
  assert.ok(options.length > 1, `state ${merged} has several states before it`);
  await page.selectOption("#heap-changes select", { index: 1 });
  await page.waitForFunction((than) => document.querySelector("#panel-heap [aria-live]").textContent.endsWith(than), options[1]);
  assert.deepEqual(errors, []);
  await close();
});

/** Follows the edges until a state has several before it. */
async function mergedState(page) {
  for (let i = 0; i < 60; i++) {
    const before = await title(page);
    const from = await page.locator("#state-facts .edges").last().locator("button").count();
    if (from > 1) return before;
    await page.locator("#state-facts .edges").first().locator("button").last().click();
    await page.waitForFunction((text) => document.querySelector("#state-title").textContent !== text, before);
  }
  throw new Error("no state was merged");
}

test("a nonterminal is concretised by keyboard, and one goes back by the trail", async () => {
  const { page, errors, close } = await visit(site);
  await verdict(page);
  await waitForState(page, 0);
  await page.waitForSelector("#heap-picture .hotspot");
  const caption = await page.textContent("#heap-caption");
  await page.focus("#heap-picture .hotspot");
  assert.match(await page.getAttribute("#heap-picture .hotspot", "aria-label"), /Concretise RefSLList here/);
  await page.keyboard.press("Enter");
  await page.waitForSelector(".derivation .thumbnail svg");
  assert.equal(await page.textContent(".derivation h3"), "RefSLList can be replaced by 3 rules");
  assert.equal(await page.locator(".derivation li").count(), 3);
  assert.match(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), /^Rule 1: v0\.next -> v1/);
  await page.keyboard.press("Escape");
  await page.waitForSelector(".derivation", { state: "hidden" });
  assert.equal(await page.evaluate(() => document.activeElement.id), "heap-picture");

  await page.focus("#heap-picture .hotspot");
  await page.keyboard.press("Space");
  await page.waitForSelector(".derivation li");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.waitForSelector("#heap-trail:not([hidden])");
  assert.deepEqual(await page.locator("#heap-trail li").allTextContents(), ["State 0", "RefSLList, Rule 2"]);
  await page.waitForFunction((old) => document.querySelector("#heap-caption").textContent !== old, caption);
  await page.keyboard.press("d");
  await page.waitForSelector("#heap-changes:not([hidden])");
  assert.match(await page.textContent("#heap-changes .than"), /the heap before this rule/);
  assert.ok((await changes(page, "added")).some((text) => /object \d of class SLList/.test(text)));
  await page.screenshot({ path: join(folder, "derived.png") });
  await page.locator("#heap-picture .hotspot").first().focus();
  await page.keyboard.press("Enter");
  await page.waitForSelector(".derivation li");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelectorAll("#heap-trail li").length === 3);
  await page.locator("#heap-trail button").first().click();
  await page.waitForSelector("#heap-trail", { state: "hidden" });
  await page.waitForFunction((old) => document.querySelector("#heap-caption").textContent === old, caption);
  assert.deepEqual(errors, []);
  await close();
});

test("a heap is zoomed by keys and buttons, moved by the mouse, and explained by a legend", async () => {
  const { page, errors, close } = await visit(site);
  await verdict(page);
  await page.waitForSelector("#heap-picture svg");
  const width = () => page.evaluate(() => document.querySelector("#heap-picture svg").getBoundingClientRect().width);
  const natural = await width();
  await page.focus("#heap-picture");
  for (let i = 0; i < 4; i++) await page.keyboard.press("+");
  const large = await width();
  assert.ok(large > 2 * natural, `${large} is much more than ${natural}`);
  const frame = await page.locator("#heap-picture").boundingBox();
  const scrolled = () => page.evaluate(() => document.querySelector("#heap-picture").scrollLeft);
  const left = await scrolled();
  await page.mouse.move(frame.x + 200, frame.y + 40);
  await page.mouse.down();
  await page.mouse.move(frame.x + 120, frame.y + 40, { steps: 4 });
  await page.mouse.up();
  assert.ok(Math.abs((await scrolled()) - left - 80) < 12, "the picture follows the pointer");
  await page.keyboard.down("Control");
  await page.mouse.wheel(0, 100);
  await page.keyboard.up("Control");
  await page.waitForFunction((before) => document.querySelector("#heap-picture svg").getBoundingClientRect().width < before, large);
  await page.keyboard.press("0");
  assert.ok((await width()) <= frame.width);
  await page.getByRole("button", { name: "Zoom in (+)" }).last().click();
  assert.ok((await width()) > frame.width);
  await page.click("#panel-heap .heap-legend summary");
  assert.match(await page.textContent(".heap-legend[open]"), /nonterminal edge: an abstracted part/);
  assert.deepEqual(errors, []);
  await close();
});

test("contracts of a recursive procedure: drawn when seen, linked to states and calls", async () => {
  const { page, errors, close } = await visit(site);
  await verdict(page);
  await page.click("[data-tab=contracts]");
  await page.waitForSelector(".contract");
  assert.match(await page.textContent(".contracts"), /The program calls no procedure/);
  await look(page, "recursion/reverse", "Reverse a list by recursion");
  await page.click("[data-tab=contracts]");
  await page.waitForFunction(() => document.querySelectorAll(".contract").length === 6);
  await page.waitForSelector(".contract .thumbnail svg");
  const drawn = () => page.locator(".contract .thumbnail svg").count();
  assert.ok((await drawn()) < (await page.locator(".contract .thumbnail").count()), "what is not seen is not drawn");
  const second = page.locator(".contract").nth(1);
  await second.scrollIntoViewIfNeeded();
  assert.match(await second.textContent(), /A call on this part of the heap can end in 3 ways: 3 × normal return\./);
  await second.locator(".thumbnail svg circle.external").first().waitFor();
  await page.screenshot({ path: join(folder, "contracts.png") });
  const fragment = second.locator(".fragment").first();
  const state = /state (\d+)/.exec(await fragment.getAttribute("aria-label"))[1];
  await fragment.click();
  await waitForState(page, state);
  assert.equal(await fragment.getAttribute("aria-pressed"), "true");
  assert.match(await second.locator("footer").textContent(), /Used by 3 calls/);
  const caller = second.locator("footer button").first();
  await page.focus("#heap-picture .hotspot");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".derivation li");
  await page.keyboard.press("Enter");
  await page.waitForSelector("#heap-trail:not([hidden])");
  await caller.hover();
  assert.ok(await page.isVisible("#heap-trail"), "pointing elsewhere does not undo what was derived");
  assert.equal(await title(page), `State ${state}`);
  const number = /State (\d+)/.exec(await caller.textContent())[1];
  await caller.click();
  await waitForState(page, number);

  await look(page, "hierarchy/traverse-with-swap", "Traverse a list while a callee cuts and restores it");
  await page.click("[data-tab=contracts]");
  const names = page.locator("#contracts-filter option");
  await page.waitForFunction(() => document.querySelectorAll("#contracts-filter option").length > 2);
  const all = await page.locator(".contract").count();
  await page.selectOption("#contracts-filter", { index: (await names.count()) - 1 });
  assert.ok((await page.locator(".contract").count()) < all);
  assert.equal(new Set(await page.locator(".contract h2").allTextContents()).size, 1);
  assert.deepEqual(errors, []);
  await close();
});

test("a run that a budget ended is continued to a verdict, and compared with the last run", async () => {
  const { page, errors, close } = await visit(site);
  await look(page, "recursion/reverse", "Reverse a list by recursion");
  await page.click("[data-tab=compare]");
  assert.match(await page.textContent("#compare-last"), /run it again to compare/);
  await allow(page, 50);
  await page.waitForSelector(".budget");
  assert.equal(await page.textContent(".budget p"), "The run exceeded its budget of 50 states.");
  assert.match(await page.textContent("#panel-compare"), /maxStates: default → 50/);
  const row = (name) => page.locator("#compare-last tr", { hasText: name }).locator("td").allTextContents();
  assert.deepEqual((await row("States, all procedures")).slice(0, 2), ["187", "50"]);
  assert.equal((await row("F1")).at(-1), "another verdict");
  await page.screenshot({ path: join(folder, "budget.png") });
  assert.equal(await page.textContent(".budget button"), "Continue with 200 states");
  await page.click(".budget button");
  await page.waitForSelector(".budget", { state: "detached" });
  assert.equal(await page.getAttribute("#verdict", "data-state"), "violated");
  assert.equal(await page.locator("#options-form .option.number input").first().inputValue(), "50", "the task keeps its own budget");
  assert.match(await page.textContent("#panel-compare"), /maxStates: 50 → 200/);

  await page.click("#compare-run");
  await page.waitForSelector(".budget");
  assert.equal(await page.locator("#panel-compare .compare tbody").first().locator("tr").count(), 5, "a title and four strategies");
  await page.click(".budget button");
  await page.waitForFunction(() => !document.querySelector(".budget"));
  assert.equal(await page.locator("#panel-compare .compare tbody").first().locator("tr").count(), 5, "it goes on with all strategies");
  assert.match(await page.textContent("#panel-compare"), /All strategies agree/);
  assert.deepEqual(errors, []);
  await close();
});

/** A run that fails with a list, a map and an iterator. */
const collections = {
  title: "Collections",
  program: {
    entry: "Fleet.main",
    files: [{ name: "Fleet.java", text: `import java.util.*;

class Ship { Ship next; }

class Fleet {
    static void main() {
        List<Ship> list = new ArrayList<>();
        Map<Ship, Ship> map = new HashMap<>();
        Ship first = new Ship(), second = new Ship();
        list.add(first);
        list.add(second);
        list.add(null);
        map.put(first, second);
        map.put(second, null);
        Iterator<Ship> it = list.iterator();
        it.next();
        first.next.next = null;
        it.next().next = list.isEmpty() ? first : map.get(second);
    }
}
` }],
  },
};

test("collections are one box with a row for each element, unless their cells are asked for", async () => {
  const { page, errors, close } = await visit(site);
  await verdict(page);
  await openTask(page, collections);
  await state(page, "violated");
  const shows = async (selector, wanted) => {
    await page.waitForFunction(([at, count]) => document.querySelectorAll(at).length === count, [selector, wanted]);
  };
  await page.click("#view-tabs [data-tab=run]");
  // Where null is dereferenced, nothing is read any more.
  await page.waitForSelector("#run-failure:not([hidden])");
  await page.keyboard.press("k");
  await shows("#heap-picture rect.collection", 2);
  const texts = await page.locator("#heap-picture text").allTextContents();
  assert.deepEqual(["ArrayList", "HashMap", "[0]", "[1]", "[2]", "key", "→", "value"].filter((text) => !texts.includes(text)), []);
  assert.ok(!(await page.getAttribute("#heap-picture svg", "aria-label")).includes("CellList"));
  await page.screenshot({ path: join(folder, "collections.png") });
  await page.click("#heap-cells");
  await shows("#heap-picture rect.collection", 0);
  await shows("#run-heap rect.collection", 0);
  assert.match(await page.getAttribute("#heap-picture svg", "aria-label"), /of class CellList\$Cell/);
  assert.equal(await page.getAttribute("#run-cells", "aria-pressed"), "true");
  await page.click("#run-cells");
  await shows("#heap-picture rect.collection", 2);
  await shows("#run-heap rect.collection", 2);
  assert.deepEqual(errors, []);
  await close();
});

test("heap, contracts, comparison and statistics speak German", async () => {
  const { page, errors, close } = await visit(site, { locale: "de-DE", colorScheme: "dark" });
  await verdict(page);
  await page.waitForSelector("#heap-picture svg");
  assert.match(await page.textContent("#panel-heap"), /Zustand 0.*Was sich änderte.*Legende.*Ort/s);
  assert.match(await page.getAttribute("#heap-picture svg", "aria-label"), /zeigt auf 1; .*next von 1 ist/);
  await page.click("[data-tab=contracts]");
  await page.waitForSelector(".contract .thumbnail svg");
  assert.match(await page.textContent("#panel-contracts"), /Der Lauf beginnt auf 6 Heaps und kann auf 6 Arten ausgehen: 6 × reguläre Rückkehr\./);
  await page.click("[data-tab=compare]");
  assert.match(await page.textContent("#panel-compare"), /Strategien vergleichen.*Mit dem letzten Lauf/s);
  await allow(page, 5);
  await page.waitForSelector(".budget");
  assert.match(await page.textContent("#verdict"), /Der Lauf hat sein Budget von 5 Zuständen überschritten\..*Mit 20 Zuständen fortsetzen/s);
  await page.click("[data-tab=statistics]");
  assert.match(await page.textContent("#panel-statistics"), /Erkundung.*Zustände, alle Prozeduren.*Urteil/s);
  assert.deepEqual(errors, []);
  await close();
});
