// The frame of the playground: commands, layout, undo, history, gallery, tour, language.
import assert from "node:assert/strict";
import { test } from "node:test";
import { join } from "node:path";
import { openExample, openTask, served, state, tab, verdict, visit } from "./playground.mjs";

const { site, folder } = served();

const title = (page) => page.textContent("#task-title");
const waitForTitle = (page, wanted) => page.waitForFunction((text) => document.querySelector("#task-title").textContent === text, wanted);
const focused = (page) => page.evaluate(() => document.activeElement?.id);
const formula = (page) => page.locator("#properties-list .formula").first();

/** Writes another first formula; the draft is stored a little later. */
const edit = async (page, text) => {
  await page.click("#editor-tabs [data-tab=properties]");
  await formula(page).fill(text);
  await page.waitForTimeout(400);
};

/** Puts the focus where letters are no text. */
const leave = (page) => page.evaluate(() => document.activeElement?.blur());

/** Runs a command by its title. */
const command = async (page, typed) => {
  await page.keyboard.press("Control+k");
  await page.keyboard.type(typed);
  await page.keyboard.press("Enter");
};

test("the palette finds commands, examples and lines, and gives the focus back", async () => {
  const { page, errors, close } = await visit(site);
  await verdict(page);
  await page.focus("#space-canvas");
  await page.keyboard.press("Control+k");
  const rows = page.locator("#palette-list [role=option]");
  assert.ok((await rows.count()) > 20);
  const chosen = () => page.textContent("#palette-list [aria-selected=true] .title");
  const first = await chosen();
  await page.keyboard.press("ArrowDown");
  assert.notEqual(await chosen(), first);
  assert.equal(await page.getAttribute("#palette-field", "aria-activedescendant"), "palette-1");
  await page.keyboard.press("ArrowUp");
  assert.equal(await chosen(), first);
  await page.keyboard.press("Escape");
  assert.equal(await focused(page), "space-canvas");

  await command(page, "statist");
  assert.ok(await page.isVisible("#panel-statistics"));
  await command(page, "line 12");
  assert.match(await page.textContent("#program-editor .cm-selected-line"), /while/);
  await page.keyboard.press("Control+k");
  assert.match(await chosen(), /Statistics/, "what was used last comes first, if it is still there");
  await page.keyboard.type("open zip");
  await page.screenshot({ path: join(folder, "palette.png") });
  await page.keyboard.press("Enter");
  await waitForTitle(page, "Zip two lists");
  await page.keyboard.press("Control+k");
  await page.keyboard.type("qqqq");
  assert.equal(await rows.count(), 0);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  assert.deepEqual(errors, []);
  await close();
});

test("the sheet lists every key, and letters in fields stay letters", async () => {
  const { page, errors, close } = await visit(site);
  await verdict(page);
  await page.focus("#entry");
  await page.keyboard.press("?");
  assert.ok(!(await page.isVisible("#sheet")));
  assert.match(await page.inputValue("#entry"), /\?/);
  await leave(page);
  await page.keyboard.press("?");
  assert.match(await page.textContent("#sheet"), /Ctrl K[\s\S]*Ctrl ⏎|Ctrl ⏎[\s\S]*Ctrl K/);
  await page.screenshot({ path: join(folder, "sheet.png") });
  await page.keyboard.press("Escape");
  assert.ok(!(await page.isVisible("#sheet")));
  assert.deepEqual(errors, []);
  await close();
});

test("the menu arranges the page by keyboard, and the arrangement is kept", async () => {
  const { page, errors, close } = await visit(site);
  await verdict(page);
  const left = (id) => page.locator(id).evaluate((element) => element.getBoundingClientRect().left);
  const press = async (id) => {
    await page.click("#menu-button");
    await page.click(`#menu [data-command="${id}"]`);
  };
  await press("layout.swap");
  assert.ok((await left("#task-pane")) > (await left("#result-pane")));
  await press("layout.side");
  assert.ok(!(await page.isVisible("#dock-side")));
  await press("layout.task");
  assert.ok(!(await page.isVisible("#task-pane")));
  await page.reload();
  await verdict(page);
  assert.ok(!(await page.isVisible("#task-pane")));
  await page.keyboard.press("Control+b");
  assert.ok(await page.isVisible("#task-pane"));
  await press("layout.move.space");
  assert.ok(await page.isVisible("#dock-side #panel-space"));
  await press("layout.reset");
  assert.ok(await page.isVisible("#dock-main #panel-space"));
  assert.ok((await left("#task-pane")) < (await left("#result-pane")));

  await page.focus("#menu-button");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement?.dataset.command === "share", undefined, { timeout: 2000 });
  await page.keyboard.press("ArrowUp");
  assert.equal(await page.evaluate(() => document.activeElement.dataset.command), "palette");
  await page.screenshot({ path: join(folder, "menu.png") });
  await page.keyboard.press("Escape");
  assert.equal(await focused(page), "menu-button");
  await page.click("#menu-button");
  await page.click("#menu [data-choice=dark]");
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark");
  assert.deepEqual(errors, []);
  await close();
});

test("another language keeps the draft, and everything of the frame is translated", async () => {
  const { page, errors, close } = await visit(site);
  await verdict(page);
  await edit(page, "F {terminated}");
  await page.click("#menu-button");
  await Promise.all([page.waitForEvent("load"), page.click("#menu [data-choice=de]")]);
  await verdict(page);
  assert.equal(await page.getAttribute("html", "lang"), "de");
  assert.equal(await formula(page).inputValue(), "F {terminated}");
  assert.match(await page.textContent("#verdict-headline"), /erfüllt/);
  assert.match(await page.textContent("#options-form"), /Speicherbereinigung/);
  assert.match(await page.textContent("#run"), /Prüfen/);
  await page.click("#examples-button");
  await page.locator("#examples").getByText("Einfach verkettete Listen").first().waitFor();
  await page.keyboard.press("Escape");
  await page.click("#editor-tabs [data-tab=properties]");
  await page.screenshot({ path: join(folder, "german.png") });
  assert.deepEqual(errors, []);
  await close();
});

test("a system in German gets German, whoever chose English keeps it", async () => {
  const { page, close } = await visit(site, { locale: "de-DE" });
  await verdict(page);
  assert.match(await page.textContent("#verdict-headline"), /erfüllt/);
  await Promise.all([page.waitForEvent("load"), command(page, "english")]);
  await verdict(page);
  assert.match(await page.textContent("#verdict-headline"), /satisfied/);
  await close();
});

test("changes of the task are taken back and done again, in their order", async () => {
  const { page, errors, close } = await visit(site);
  await verdict(page);
  const original = await title(page);
  await page.click("#editor-tabs [data-tab=properties]");
  const rows = page.locator("#properties-list li");
  const count = await rows.count();
  await page.click("#property-add");
  await rows.first().locator("button").click();
  await page.click("#editor-tabs [data-tab=options]");
  const box = page.locator("#options-form input[type=checkbox]").first();
  const checked = await box.isChecked();
  await box.click();
  await page.keyboard.press("Control+z");
  assert.equal(await box.isChecked(), checked);
  await leave(page);
  await page.keyboard.press("Control+z");
  assert.equal(await rows.count(), count + 1);
  await page.keyboard.press("Control+z");
  assert.equal(await rows.count(), count);
  await page.keyboard.press("Control+Shift+z");
  await page.keyboard.press("Control+Shift+z");
  assert.equal(await rows.count(), count);
  assert.equal(await page.locator("#properties-list .id").first().inputValue(), "F2");

  await openExample(page, "lists/zip");
  await waitForTitle(page, "Zip two lists");
  await command(page, "undo open");
  await waitForTitle(page, original);
  assert.equal(await page.locator("#properties-list .id").first().inputValue(), "F2");
  // The property that was added has no formula.
  await state(page, "error");
  assert.deepEqual(errors, []);
  await close();
});

test("editors keep a history of their own", async () => {
  const { page, close } = await visit(site);
  await verdict(page);
  const text = page.locator("#program-editor .cm-content");
  const before = await text.innerText();
  await text.click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("// one");
  await page.keyboard.press("Control+z");
  assert.equal((await text.innerText()).trim(), before.trim());
  await page.keyboard.press("Control+y");
  assert.match(await text.innerText(), /\/\/ one/);
  // From outside the page takes it back, and the editor's own history knows of that.
  await leave(page);
  await page.keyboard.press("Control+z");
  assert.equal((await text.innerText()).trim(), before.trim());
  await text.click();
  await page.keyboard.press("Control+z");
  assert.match(await text.innerText(), /\/\/ one/);
  await close();
});

test("a draft that an example replaces comes back by one click, also after more edits", async () => {
  const { page, errors, close } = await visit(site);
  await verdict(page);
  await openExample(page, "lists/append");
  await waitForTitle(page, "Append an element");
  assert.equal(await page.locator(".notice").count(), 0, "an example that was not edited is no loss");
  await edit(page, "F {terminated}");
  await openExample(page, "lists/zip");
  await waitForTitle(page, "Zip two lists");
  assert.match(await page.textContent(".notice"), /Your draft “Append an element” was replaced/);
  await page.screenshot({ path: join(folder, "replaced.png") });
  await formula(page).fill("G {terminated}");
  await page.click(".notice .small");
  await waitForTitle(page, "Append an element");
  assert.equal(await formula(page).inputValue(), "F {terminated}");
  assert.deepEqual(errors, []);
  await close();
});

test("two tabs keep both drafts: each its own, the next visit the newest, the history all", async () => {
  const { page, context, errors, close } = await visit(site);
  await verdict(page);
  await openExample(page, "lists/append");
  await edit(page, "F {terminated}");
  const other = await tab(context, site.url);
  await verdict(other.page);
  assert.equal(await title(other.page), "Append an element");
  await openExample(other.page, "lists/zip");
  await edit(other.page, "G {terminated}");
  await page.reload();
  await verdict(page);
  assert.equal(await title(page), "Append an element");
  await page.close();
  const next = await tab(context, site.url);
  await verdict(next.page);
  assert.equal(await title(next.page), "Zip two lists");
  assert.equal(await formula(next.page).inputValue(), "G {terminated}");
  await next.page.click("#history-button");
  const drafts = next.page.locator("#history section").nth(1).locator("li");
  assert.deepEqual(await drafts.locator(".title").allTextContents(), ["Zip two lists", "Append an element"]);
  await drafts.nth(1).locator("button").click();
  await waitForTitle(next.page, "Append an element");
  assert.equal(await formula(next.page).inputValue(), "F {terminated}");
  assert.deepEqual([...errors, ...other.errors, ...next.errors], []);
  await close();
});

test("the history of runs outlives a visit and opens its tasks again", async () => {
  const { page, errors, close } = await visit(site);
  await verdict(page);
  await openExample(page, "lists/find-middle-faulty");
  await state(page, "violated");
  await page.reload();
  await state(page, "violated");
  await page.click("#history-button");
  const runs = page.locator("#history section").first().locator("li");
  assert.deepEqual(await runs.locator(".title").allTextContents(), ["Find the middle of a list, with a mistake", "Reverse a list"]);
  assert.ok((await runs.first().locator("[data-verdict=violated]").count()) > 0);
  assert.match(await runs.first().locator(".note").textContent(), /\d+:\d\d.* · .* · .*ms/);
  await page.screenshot({ path: join(folder, "history.png") });
  await runs.nth(1).locator("button").click();
  await waitForTitle(page, "Reverse a list");
  await state(page, "satisfied");
  await leave(page);
  await page.keyboard.press("Control+z");
  await waitForTitle(page, "Find the middle of a list, with a mistake");
  await page.click("#history-button");
  await page.click("#history .head .small");
  assert.equal(await page.locator("#history li").count(), 0);
  assert.deepEqual(errors, []);
  await close();
});

test("a full storage loses nothing of this visit", async () => {
  const { page, errors, close } = await visit(site);
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  });
  await verdict(page);
  await openExample(page, "lists/append");
  await edit(page, "F {terminated}");
  await openExample(page, "lists/zip");
  await waitForTitle(page, "Zip two lists");
  await verdict(page);
  await page.click("#history-button");
  await page.locator("#history section").nth(1).locator("button").first().click();
  assert.equal(await formula(page).inputValue(), "F {terminated}");
  assert.deepEqual(errors, []);
  await close();
});

/** A circle, and what breaks when it is drawn. */
const known = [
  { id: "lists/reverse", verdicts: {}, states: 1234, pictures: { en: { size: [40, 40], shapes: [{ shape: "circle", at: [20, 20], radius: 18, role: "node", title: null }], hotspots: [], description: "a circle" } } },
  { id: "lists/append", verdicts: {}, states: "many", pictures: { en: { size: [40, 40], shapes: [{ shape: "box" }], hotspots: [], description: "" } } },
  { id: 7 },
];

test("the gallery shows pictures, finds examples, and is used by keyboard", async () => {
  // What the service worker answers is not routed.
  const { page, errors, close } = await visit(site, { serviceWorkers: "block" });
  await page.route("**/gallery.json", (route) => route.fulfill({ json: { examples: known } }));
  await verdict(page);
  await page.focus("#examples-button");
  await page.keyboard.press("Enter");
  await page.waitForSelector('.example[data-entry="lists/reverse"] .picture svg circle');
  assert.match(await page.textContent('.example[data-entry="lists/reverse"]'), /1,234 states/);
  assert.ok(!(await page.isVisible('.example[data-entry="lists/append"] .picture')));
  await page.screenshot({ path: join(folder, "gallery.png") });
  const all = await page.locator(".example").count();
  assert.equal(await focused(page), "examples-search");
  await page.keyboard.type("middle list");
  assert.ok((await page.locator(".example").count()) < all);
  await page.keyboard.press("ArrowDown");
  const first = await page.evaluate(() => document.activeElement.dataset.example);
  await page.keyboard.press("ArrowRight");
  assert.notEqual(await page.evaluate(() => document.activeElement.dataset.example), first);
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowUp");
  assert.equal(await focused(page), "examples-search");
  await page.fill("#examples-search", "nothing is like this");
  await page.click("#examples-list .hint .small");
  assert.equal(await page.locator(".example").count(), all);
  await page.click('#examples-filters [data-filter="subject Trees"]');
  const ids = await page.locator("[data-example]").evaluateAll((cards) => cards.map((card) => card.dataset.example));
  assert.ok(ids.length && ids.every((id) => id.startsWith("trees/")));
  await page.keyboard.press("Escape");
  assert.equal(await focused(page), "examples-button");
  assert.deepEqual(errors, []);
  await close();
});

test("a task that names a view opens it, and one in German says so", async () => {
  const { page, errors, close } = await visit(site, { locale: "de-DE" });
  await verdict(page);
  await openTask(page, {
    title: "Nothing", de: { title: "Nichts" }, view: { tab: "statistics" },
    program: { entry: "A.a", files: [{ name: "A.java", text: "class A {\n    static void a() {\n    }\n}\n" }] },
  });
  await verdict(page);
  assert.equal(await title(page), "Nichts");
  assert.ok(await page.isVisible("#panel-statistics"));
  assert.deepEqual(errors, []);
  await close();
});

test("the first visit shows a program that is wrong, where, and why; what is special is under More until it was used", async () => {
  const { page, errors, close } = await visit(site, { first: true });
  await state(page, "violated");
  await page.locator("#run-failure:not([hidden])").waitFor();
  assert.equal(await page.textContent(".tagline"), "Proves what your pointer program does to every heap, and shows it");
  assert.match(await page.textContent("#about"), /A wrong assignment lets the slow pointer overtake.*Look at: Step through the counterexample/);
  assert.match(await page.textContent("#run-failure"), /^Fails here: fast is not the same as slow, but no path along next leads from slow to fast/);
  assert.equal((await page.textContent("#program-editor .cm-failing-line")).trim(), "slow = fast.next;");
  await page.waitForSelector("#run-heap svg");
  assert.deepEqual(await page.locator("#docks [role=tab]:visible").allTextContents(), ["State space", "Counterexample", "Heap"]);
  assert.ok(!(await page.isVisible("#strategy")));
  await page.screenshot({ path: join(folder, "first-visit.png") });
  await page.click("#more-main-button");
  assert.deepEqual(await page.locator("#more-main [role=menuitem]").allTextContents(), ["Components", "Proof", "Contracts", "Explain", "Compare"]);
  await page.click("#more-main [data-view=proof]");
  assert.deepEqual(await page.locator("#view-tabs [role=tab]:visible").allTextContents(), ["State space", "Proof", "Counterexample"]);
  assert.ok(await page.isVisible("#panel-proof"));
  await page.click("#editor-tabs [data-tab=options]");
  assert.ok(!(await page.getByText("Garbage collection").isVisible()));
  await page.click("#options-form summary");
  assert.ok(await page.getByText("Garbage collection").isVisible());
  await page.locator("#strategy").waitFor();
  await page.click("#editor-tabs [data-tab=program]");
  await page.click("#about summary");
  await page.waitForFunction(() => JSON.parse(localStorage["hrglass.settings"]).aboutClosed);
  await page.reload();
  await verdict(page);
  assert.deepEqual(await page.locator("#view-tabs [role=tab]:visible").allTextContents(), ["State space", "Proof", "Counterexample"]);
  assert.ok(!(await page.isVisible("#about p")), "what was folded stays folded");
  assert.deepEqual(errors, []);
  await close();
});

test("the tour covers nothing it talks about", async () => {
  const { page, errors, close } = await visit(site, { first: true });
  await verdict(page);
  await page.click("#about .link");
  const apart = () => page.evaluate(() => {
    const [a, b] = ["#tour", ".tour-target"].map((selector) => document.querySelector(selector).getBoundingClientRect());
    return a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
  });
  const next = page.locator("#tour footer button").last();
  for (let i = 1; i <= 6; i++) {
    assert.match(await page.textContent("#tour footer"), new RegExp(`${i} of 6`));
    await page.waitForTimeout(300);
    assert.ok(await apart(), `step ${i}`);
    await page.screenshot({ path: join(folder, `tour-${i}.png`) });
    await next.click();
  }
  assert.ok(!(await page.isVisible("#tour")));
  await command(page, "tour");
  assert.ok(await page.evaluate(() => document.querySelector("#tour").contains(document.activeElement)));
  await page.keyboard.press("ArrowRight");
  assert.match(await page.textContent("#tour footer"), /2 of 6/);
  await page.keyboard.press("Escape");
  assert.ok(!(await page.isVisible("#tour")));
  assert.deepEqual(errors, []);
  await close();
});

test("on a phone the tour stands below, and everything of the frame can be reached", async () => {
  const { page, errors, close } = await visit(site, { first: true, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await verdict(page);
  await page.tap("#about .link");
  for (let i = 1; i <= 6; i++) {
    const covers = await page.evaluate(() => {
      const [tour, target] = ["#tour", ".tour-target"].map((selector) => document.querySelector(selector).getBoundingClientRect());
      return target.top >= tour.top || tour.bottom > innerHeight + 1;
    });
    assert.ok(!covers, `step ${i}`);
    await page.locator("#tour footer button").last().tap();
  }
  await page.tap("#menu-button");
  await page.tap("#menu [data-command=history]");
  assert.ok(await page.isVisible("#history"));
  await page.keyboard.press("Escape");
  await page.tap("#examples-button");
  await page.waitForSelector(".example");
  const [inner, full] = await page.evaluate(() => [innerWidth, document.documentElement.scrollWidth]);
  assert.ok(full <= inner, `${full} > ${inner}`);
  await page.screenshot({ path: join(folder, "gallery-phone.png") });
  assert.deepEqual(errors, []);
  await close();
});

test("on a phone the bar fits, tabs stay on one line, and the chosen one comes into view", async () => {
  const { page, errors, close } = await visit(site, { locale: "de-DE", viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await verdict(page);
  await page.tap("#switch [data-tab=result]");
  for (const id of ["examples-button", "run", "share", "menu-button"]) {
    const box = await page.locator(`#${id}`).boundingBox();
    assert.ok(box.width >= 28 && box.x >= 0 && box.x + box.width <= 390, `${id}: ${JSON.stringify(box)}`);
  }
  const places = () => page.locator("#view-tabs [role=tab]:visible").evaluateAll((tabs) => tabs.map((tab) => {
    const { top, left, right } = tab.getBoundingClientRect();
    return { top, left, right };
  }));
  let row = await page.locator("#view-tabs").boundingBox();
  assert.equal(new Set((await places()).map(({ top }) => top)).size, 1);
  assert.ok((await places()).at(-1).left > row.x + row.width, "the last tab lies beyond the edge");
  await page.focus("#view-tabs [aria-selected=true]");
  await page.keyboard.press("ArrowLeft");
  assert.equal(await page.getAttribute("#view-tabs [role=tab]:last-child", "aria-selected"), "true");
  row = await page.locator("#view-tabs").boundingBox();
  const last = (await places()).at(-1);
  assert.ok(last.left >= row.x && last.right <= row.x + row.width, JSON.stringify({ last, row }));
  assert.deepEqual(errors, []);
  await close();
});
