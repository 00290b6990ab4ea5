// A person's own program, from paste to verdict: clicks are counted, and what the task assumes is said in words.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { clean, forgetVerdict, served, state, verdict, visit } from "./playground.mjs";

const { site, folder } = served();

/** A class as people bring it: a starter of the gallery, or one of the tests. */
function own(name) {
  const starters = new URL("../../examples/own/", import.meta.url);
  const files = readdirSync(starters).flatMap((file) => JSON.parse(readFileSync(new URL(file, starters), "utf8")).program.files);
  const starter = files.find((file) => file.name === `${name}.java`);
  return starter?.text ?? readFileSync(new URL(`../own/programs/${name}.java`, import.meta.url), "utf8");
}

const text = (page, selector) => page.locator(selector).first().textContent();
const title = (page) => text(page, "#task-title");

/** Pastes a text where the focus is, as the keyboard does; a page gets no clipboard from outside without permission. */
const paste = async (page, content) => {
  await forgetVerdict(page);
  await page.evaluate((content) => {
    let target = document.activeElement ?? document.body;
    while (target.shadowRoot?.activeElement) target = target.shadowRoot.activeElement;
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", content);
    target.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true, composed: true }));
  }, content);
};

/** Drops a file on the page. */
const drop = async (page, name, content) => {
  await forgetVerdict(page);
  await page.evaluate(({ name, content }) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([typeof content === "number" ? "x".repeat(content) : content], name));
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
  }, { name, content });
};

/** Counts clicks of the mouse from now on. */
const count = (page) => page.evaluate(() => {
  globalThis.clicks = 0;
  addEventListener("click", (event) => (globalThis.clicks += event.detail > 0 ? 1 : 0), { capture: true });
});

/** Waits for a task with another title than the one before, and for its verdict; returns how long that took. */
async function opened(page, before) {
  const start = Date.now();
  await page.waitForFunction((before) => document.querySelector("#task-title").textContent !== before, before);
  await verdict(page);
  return Date.now() - start;
}

/** Chooses a method in the list of the task. */
async function choose(page, entry) {
  await page.click("#entries-button");
  await forgetVerdict(page);
  await page.click(`#entries [data-entry="${entry}"]`);
  await verdict(page);
}

const programs = [
  { of: "a list", name: "ListReverser", entry: "ListReverser.reverseRecursive", says: "satisfied", assumed: /head is any list, null included/, card: "List" },
  { of: "a doubly linked list", name: "DoublyLinkedList", entry: "DoublyLinkedList.delete", says: "satisfied", assumed: /any doubly linked list/, card: "Doubly linked list" },
  { of: "a tree", name: "BinaryTreeTools", entry: "BinaryTreeTools.mirror", says: "satisfied", assumed: /any tree, null included/, card: "Tree" },
  { of: "a stack with a generic payload", name: "LinkedStack", entry: "LinkedStack.push", says: "satisfied", assumed: /this is a LinkedStack with any list/, card: "List" },
];

for (const { of, name, entry, says, assumed, card } of programs) {
  test(`${of} is pasted, and its verdict is two clicks away`, async () => {
    const { page, errors, close } = await visit(site);
    await verdict(page);
    const before = await title(page);
    await count(page);
    await paste(page, own(name));
    const first = await opened(page, before);
    assert.ok(["satisfied", "violated", "suspected", "unknown"].includes(await page.getAttribute("#verdict", "data-state")));
    await page.locator("#entries-button").waitFor();
    await choose(page, entry);
    assert.equal(await page.getAttribute("#verdict", "data-state"), says);
    assert.ok(await page.evaluate(() => globalThis.clicks) <= 2);
    await page.locator("#assumption", { hasText: assumed }).waitFor();
    assert.equal(await page.inputValue("#entry"), entry);
    console.log(`${name}: first verdict after ${first} ms`);
    await page.click("#editor-tabs [data-tab=grammar]");
    const chosen = page.locator('.structure[aria-pressed="true"]').first();
    assert.equal(await chosen.locator("b").textContent(), card);
    assert.ok(await chosen.locator("svg.scene").count() >= 1);
    await page.screenshot({ path: join(folder, `own-${name}.png`) });
    assert.deepEqual(errors, []);
    await close();
  });
}

test("a pasted class is checked as its users use it, and each method has a verdict", async () => {
  const { page, errors, close } = await visit(site);
  await verdict(page);
  let before = await title(page);
  await paste(page, own("LinkedStack"));
  await opened(page, before);
  assert.equal(await page.inputValue("#entry"), "LinkedStack.*");
  assert.match(await text(page, "#verdict-headline"), /^No sequence of calls of the \d methods fails, if clients /);
  assert.match(await text(page, "#assumption"), /^Every sequence of calls is checked/);
  before = await title(page);
  await paste(page, own("IntDeque"));
  await opened(page, before);
  assert.match(await text(page, "#verdict-headline"), /^removeLast\(\) fails, 4 of 5 methods never fail, if clients /);
  // What fails comes first; what the others rest on is said once.
  const names = await page.locator("#verdict-list .name").allTextContents();
  assert.deepEqual(names.slice(0, 3), ["Memory safety", "removeLast()", "isEmpty()"]);
  assert.equal(await page.locator("#verdict-list .reason", { hasText: "clients extend no classes" }).count(), 1);
  assert.equal(await page.locator("#verdict-list .reason", { hasText: "what is said above" }).count(), 3);
  await page.screenshot({ path: join(folder, "own-class.png") });
  // One method alone is a click away, and one more to choose it.
  await page.click("#assumption button");
  await page.locator('#entries [data-entry="IntDeque.*"][aria-checked=true]').waitFor();
  await forgetVerdict(page);
  await page.click('#entries [data-entry="IntDeque.addFirst"]');
  await verdict(page);
  assert.equal(await page.getAttribute("#verdict", "data-state"), "satisfied");
  assert.deepEqual(errors, []);
  await close();
});

test("with the keyboard alone: a new task, paste, another method, its verdict", async () => {
  const { page, errors, close } = await visit(site);
  await verdict(page);
  let before = await title(page);
  await page.focus("#new-button");
  await page.keyboard.press("Enter");
  await page.locator('#new [data-command="task.new.java"]:focus').waitFor();
  await forgetVerdict(page);
  await page.keyboard.press("Enter");
  await opened(page, before);
  assert.equal(await page.getAttribute("#verdict", "data-state"), "violated");
  // The small program is selected: what is pasted replaces it.
  await page.waitForFunction(() => document.querySelector("#program-editor .code").shadowRoot.activeElement?.matches(".cm-content"));
  before = await title(page);
  await count(page);
  await paste(page, own("LinkedStack"));
  await opened(page, before);
  await page.locator("#entries-button").waitFor();
  await page.focus("#entries-button");
  await page.keyboard.press("Enter");
  await page.locator("#entries [aria-checked=true]:focus").waitFor();
  await page.keyboard.press("ArrowDown");
  const entry = await page.evaluate(() => document.activeElement.dataset.entry);
  await forgetVerdict(page);
  await page.keyboard.press("Enter");
  await verdict(page);
  assert.equal(await page.inputValue("#entry"), entry);
  assert.equal(await page.evaluate(() => globalThis.clicks), 0);
  assert.deepEqual(errors, []);
  await close();
});

test("another structure is one click; undo brings the former one back", async () => {
  const { page, errors, close } = await visit(site);
  await verdict(page);
  const before = await title(page);
  await paste(page, own("ListReverser"));
  await opened(page, before);
  await choose(page, "ListReverser.reverseIterative");
  await page.click("#editor-tabs [data-tab=grammar]");
  const card = (name) => page.locator(".structure", { has: page.locator(`b:text-is("${name}")`) });
  await card("List").and(page.locator("[aria-pressed=true]")).waitFor();
  await card("Ring").click();
  await card("Ring").and(page.locator("[aria-pressed=true]")).waitFor();
  await verdict(page);
  await page.click("#editor-tabs [data-tab=program]");
  await page.locator("#assumption", { hasText: "any ring" }).waitFor();
  await page.click("#menu-button");
  await page.click('#menu [data-command="task.undo"]');
  await page.locator("#assumption", { hasText: "any list" }).waitFor();
  assert.deepEqual(errors, []);
  await close();
});

test("a boolean program is pasted; new tasks start from the gallery, too", async () => {
  const { page, errors, close } = await visit(site);
  await verdict(page);
  let before = await title(page);
  await paste(page, "decl g := F;\nvoid main() begin\n  g := T;\n  assert(g);\nend\n");
  await opened(page, before);
  assert.deepEqual([await title(page), await page.getAttribute("#verdict", "data-state")], ["main", "satisfied"]);
  assert.ok(await page.isHidden("#entries-button") && await page.isHidden("#assumption"));
  before = await title(page);
  await page.click("#examples-button");
  await page.click('#examples [data-command="task.new.java"]');
  await opened(page, before);
  await state(page, "violated");
  assert.equal(await page.inputValue("#entry"), "NumberList.append");
  assert.deepEqual(errors, []);
  await close();
});

test("a dropped class is a task, and the former one is one click away", async () => {
  const { page, errors, close } = await visit(site);
  await verdict(page);
  const before = await title(page);
  await drop(page, "ListReverser.java", own("ListReverser"));
  await opened(page, before);
  await page.locator(".notice", { hasText: "New task" }).getByRole("button", { name: "Back to the former task" }).click();
  await page.waitForFunction((before) => document.querySelector("#task-title").textContent === before, before);
  await verdict(page);
  assert.deepEqual(errors, []);
  await close();
});

test("what is no program gets a message, and nothing is lost", async () => {
  const { page, errors, close } = await visit(site);
  await verdict(page);
  const before = await title(page);
  const draft = () => page.evaluate(() => document.querySelector("#program-editor .code").shadowRoot.querySelector(".cm-content").textContent);
  const program = await draft();
  const refused = async (message) => {
    const notice = page.locator(".notice", { hasText: message });
    await notice.waitFor();
    await notice.locator(".icon-button").click();
    assert.equal(await title(page), before);
    assert.equal(await draft(), program);
  };
  await drop(page, "Letter.java", "Dear all, please find my list below.");
  await refused("no class is declared in");
  await drop(page, "Empty.java", " \n");
  await refused("There is no text in them");
  await drop(page, "Large.java", 5_000_000);
  await refused("More than 2 MB");
  await drop(page, "Picture.java", "\u0089PNG\u0000\u0001class A {}");
  await refused("They are not text");
  await drop(page, "notes.txt", "class");
  await refused("no task among these files");
  await paste(page, "Dear all, please find my list below.");
  await refused("This text is no program");
  await paste(page, `class A { } // ${"x".repeat(5_000_000)}`);
  await refused("More than 2 MB");
  assert.deepEqual(errors, []);
  await close();
});

test("texts keep what is pasted into them", async () => {
  const { page, errors, close } = await visit(site);
  await verdict(page);
  const before = await title(page);
  await page.click("#program-editor .cm-content");
  await page.keyboard.press("Control+Home");
  await paste(page, own("LinkedStack"));
  await page.click("#editor-tabs [data-tab=properties]");
  await page.click("#property-add");
  await paste(page, "class A { }");
  await page.waitForTimeout(300);
  assert.equal(await title(page), before);
  // All of it replaced by what is no program: that is its text.
  await page.click("#editor-tabs [data-tab=program]");
  await page.click("#program-editor .cm-content");
  await page.keyboard.press("Control+a");
  await paste(page, "only words");
  await page.waitForFunction(() => document.querySelector("#program-editor .code").shadowRoot.querySelector(".cm-content").textContent === "only words");
  assert.equal(await title(page), before);
  assert.deepEqual(errors, []);
  await close();
});

for (const colorScheme of ["light", "dark"]) {
  for (const locale of ["en-US", "de-DE"]) {
    for (const [width, height] of [[1440, 900], [390, 844]]) {
      test(`how it looks: ${locale}, ${colorScheme}, ${width}`, async () => {
        const { page, errors, close } = await visit(site, { colorScheme, locale, viewport: { width, height }, hasTouch: width < 500 });
        await verdict(page);
        const shot = async (name) => {
          // Popovers appear gradually.
          await page.evaluate(() => Promise.all(document.getAnimations().filter(({ effect }) => effect.getComputedTiming().iterations !== Infinity).map((animation) => animation.finished.catch(() => {}))));
          await page.screenshot({ path: join(folder, `look-${name}-${width}-${locale.slice(0, 2)}-${colorScheme}.png`) });
          await clean(page, name);
        };
        await page.click("#new-button");
        await page.locator("#new:popover-open").waitFor();
        await shot("new");
        await page.keyboard.press("Escape");
        const before = await title(page);
        await paste(page, own("DoublyLinkedList"));
        await opened(page, before);
        if (width < 500) await page.click("#switch [data-tab=task]");
        await page.locator("#assumption").waitFor();
        await shot("task");
        await page.click("#entries-button");
        await page.locator("#entries:popover-open").waitFor();
        await shot("entries");
        await page.keyboard.press("Escape");
        await page.click("#editor-tabs [data-tab=grammar]");
        await page.locator(".structure").first().waitFor();
        await shot("cards");
        // Nothing is wider than the window.
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
        await page.click("#examples-button");
        await page.locator(".new-tasks").waitFor();
        await shot("gallery");
        assert.deepEqual(errors, []);
        await close();
      });
    }
  }
}
