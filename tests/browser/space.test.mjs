// The state space: what is folded, searched, drawn alone, and seen while a run goes on.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { join } from "node:path";
import { openExample, openTask, served, state, verdict, visit } from "./playground.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const { site, folder } = served();

/** A program with about 2^n · 2n states. */
const counter = (n) => {
  const bits = Array.from({ length: n }, (_, i) => `b${i}`);
  const flips = bits.map((bit) => `            if (${bit}) { ${bit} = false; } else { ${bit} = true; }`);
  const text = `class Counter {\n    static void count(${bits.map((bit) => `boolean ${bit}`).join(", ")}) {\n        while (true) {\n${flips.join("\n")}\n        }\n    }\n}\n`;
  return { title: `Counter of ${n} bits`, program: { entry: "Counter.count", files: [{ name: "Counter.java", text }] }, properties: [] };
};

const count = (page) => page.textContent("#space-count");
const counts = (page, pattern) => page.waitForFunction((source) => new RegExp(source).test(document.querySelector("#space-count").textContent), pattern.source);
const note = (page, name) => page.locator(`.note[data-note=${name}]`);
const selected = (page) => page.textContent("#state-title");
const selects = (page, before) => page.waitForFunction((old) => document.querySelector("#state-title").textContent !== old, before);
const focused = (page) => page.evaluate(() => document.activeElement?.id);
/** What the canvas shows, as long as one need only know whether it has changed. */
const picture = (page) => page.locator("#space-canvas").evaluate((canvas) => canvas.toDataURL());
/** Waits until the canvas shows something else. */
const repaints = (page, before) => page.waitForFunction((old) => document.querySelector("#space-canvas").toDataURL() !== old, before);

/** A list example with the initial state selected. */
const list = async (options) => {
  const visited = await visit(site, options);
  const { page } = visited;
  await verdict(page);
  await openExample(page, "lists/find-middle-faulty");
  await state(page, "violated");
  await page.click("#view-tabs [data-tab=space]");
  await counts(page, /^\d+ states, \d+ edges$/);
  return visited;
};

test("states fold by line, and a group is opened and closed by key, by button and by a double click", async () => {
  const { page, errors, close } = await list();
  const all = await count(page);
  await page.selectOption("#space-fold", "lines");
  await counts(page, /; 9 groups folded$/);
  assert.ok((await count(page)).startsWith(all));
  assert.match(await note(page, "group").textContent(), /State \d+ is in a group of \d+ states/);
  await page.screenshot({ path: join(folder, "folded.png") });
  await page.focus("#space-canvas");
  await page.keyboard.press("Enter");
  await counts(page, /; 8 groups folded$/);
  assert.match(await note(page, "group").textContent(), /is open/);
  await note(page, "group").getByRole("button").click();
  await counts(page, /; 9 groups folded$/);

  // Down the middle with the pointer until there is a group.
  await page.keyboard.press("0");
  const box = await page.locator("#space-canvas").boundingBox();
  let found = null;
  for (let x = 0.5; x > 0.2 && !found; x -= 0.02) {
    for (let y = 0.1; y < 0.7 && !found; y += 0.02) {
      await page.mouse.move(box.x + x * box.width, box.y + y * box.height);
      if (await page.locator("#panel-space .tip").isVisible()) found = await page.locator("#panel-space .tip").textContent();
    }
  }
  assert.match(found, /^\d+ states · .*SLList\.findMiddle, line \d+$/);
  await page.mouse.down();
  await page.mouse.up();
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  await counts(page, /; 8 groups folded$/);
  assert.deepEqual(errors, []);
  await close();
});

test("every way of folding can be chosen, from the palette too, and groups are walked like states", async () => {
  const { page, errors, close } = await list();
  for (const [fold, groups] of [["chains", 24], ["procedures", 3], ["lines", 9], ["scc", 3]]) {
    await page.selectOption("#space-fold", fold);
    await counts(page, new RegExp(`; ${groups} groups folded$`));
  }
  await page.keyboard.press("Control+k");
  await page.keyboard.type("fold by line");
  await page.keyboard.press("Enter");
  await counts(page, /; 9 groups folded$/);
  assert.equal(await page.inputValue("#space-fold"), "lines");
  await page.focus("#space-canvas");
  const before = await selected(page);
  await page.keyboard.press("j");
  await selects(page, before);
  assert.match(await page.locator("#space-stage .sr-only").textContent(), /^\d+ states · /);
  await page.keyboard.press("k");
  await page.selectOption("#space-fold", "none");
  await counts(page, /^\d+ states, \d+ edges$/);
  assert.deepEqual(errors, []);
  await close();
});

test("states are searched by key, hits are counted and walked", async () => {
  const { page, errors, close } = await list();
  await page.focus("#space-canvas");
  const plain = await picture(page);
  await page.keyboard.press("/");
  assert.equal(await focused(page), "space-search");
  await page.keyboard.type("SLList.java:14");
  assert.equal(await page.textContent("#space-hits"), "20 matches");
  await repaints(page, plain);
  let before = await selected(page);
  await page.keyboard.press("Enter");
  await selects(page, before);
  assert.equal(await page.textContent("#space-hits"), "1 of 20");
  assert.match(await page.textContent("#program-editor .cm-selected-line"), /if \(fast/);
  await page.keyboard.press("Shift+Enter");
  assert.equal(await page.textContent("#space-hits"), "20 of 20");
  await page.screenshot({ path: join(folder, "searched.png") });
  await page.focus("#space-canvas");
  before = await selected(page);
  await page.keyboard.press("n");
  await selects(page, before);
  assert.equal(await page.textContent("#space-hits"), "1 of 20");
  await page.keyboard.press("N");
  assert.equal(await page.textContent("#space-hits"), "20 of 20");
  await page.fill("#space-search", "initial");
  assert.equal(await page.textContent("#space-hits"), "6 matches");
  await page.fill("#space-search", "slow 12");
  assert.match(await page.textContent("#space-hits"), /^\d+ matches$/);
  await page.fill("#space-search", "nothing of that kind");
  assert.equal(await page.textContent("#space-hits"), "no matches");
  await page.focus("#space-search");
  await page.keyboard.press("Escape");
  assert.equal(await page.inputValue("#space-search"), "");
  assert.equal(await page.textContent("#space-hits"), "");
  assert.equal(await focused(page), "space-canvas");
  assert.deepEqual(errors, []);
  await close();
});

test("a neighbourhood is drawn, widened and left; what is not in it can be drawn", async () => {
  const { page, errors, close } = await list();
  await page.fill("#space-search", "#14");
  await page.keyboard.press("Enter");
  await page.focus("#space-canvas");
  await page.keyboard.press("a");
  await counts(page, /^5 of 144 states shown$/);
  assert.match(await note(page, "focus").textContent(), /States within distance 2 of state 14/);
  await page.screenshot({ path: join(folder, "neighbourhood.png") });
  await note(page, "focus").getByRole("button", { name: "Wider" }).click();
  await counts(page, /^7 of 144 states shown$/);
  await note(page, "focus").getByRole("button", { name: "Narrower" }).click();
  await counts(page, /^5 of 144 states shown$/);

  // Another pane selects what is not drawn.
  await page.fill("#space-search", "#100");
  assert.equal(await page.textContent("#space-hits"), "1 match, 1 not shown");
  await page.keyboard.press("Enter");
  assert.match(await note(page, "left").textContent(), /State 100 is not drawn/);
  await note(page, "left").getByRole("button", { name: "Draw its neighbourhood" }).click();
  await page.waitForFunction(() => /state 100/.test(document.querySelector(".note[data-note=focus]").textContent));
  assert.equal(await note(page, "left").isVisible(), false);
  await page.focus("#space-canvas");
  await page.keyboard.press("Escape");
  await counts(page, /^144 states, \d+ edges$/);
  assert.equal(await note(page, "focus").isVisible(), false);
  assert.deepEqual(errors, []);
  await close();
});

test("the path to a state is shown in the drawing, or alone", async () => {
  const { page, errors, close } = await list();
  await page.fill("#space-search", "#14");
  await page.keyboard.press("Enter");
  await page.focus("#space-canvas");
  const before = await picture(page);
  await page.keyboard.press("p");
  await note(page, "way").waitFor();
  assert.match(await note(page, "way").textContent(), /Shortest path to state 14: 3 steps/);
  await repaints(page, before);
  await page.screenshot({ path: join(folder, "path.png") });
  await note(page, "way").getByRole("button", { name: "Only the path" }).click();
  await counts(page, /^4 of 144 states shown$/);
  await note(page, "way").getByRole("button", { name: "Show the rest" }).click();
  await counts(page, /^144 states/);
  await note(page, "way").getByRole("button", { name: "Leave" }).click();
  assert.equal(await note(page, "way").isVisible(), false);
  assert.deepEqual(errors, []);
  await close();
});

test("a long run shows its states before the verdict, and says in the end what it does not draw", async () => {
  const { page, errors, close } = await visit(site);
  await verdict(page);
  // What is said while the run goes on is too short for a look from outside.
  await page.evaluate(() => {
    window.said = [];
    const now = () => `${document.querySelector("#verdict").dataset.state}: ${document.querySelector("#space-count").textContent}`;
    new MutationObserver(() => window.said.push(now())).observe(document.querySelector("#space-count"), { childList: true });
  });
  await openTask(page, { ...counter(30), options: { maxStates: 600_000 } });
  await counts(page, /^600,000 states; 550,000 of them only counted/);
  const said = await page.evaluate(() => window.said);
  assert.ok(said.some((text) => /^running: the first [\d,]+ states found$/.test(text)), said.join("\n"));
  assert.match(await count(page), /groups folded; others were not explored$/);
  assert.match(await note(page, "auto").textContent(), /Folded by line because there are 600,000 states/);
  assert.deepEqual(errors, []);
  await close();
});

test("what was found is dropped when a run is stopped, and the last result is back", async () => {
  const { page, errors, close } = await visit(site);
  await verdict(page);
  await openTask(page, { ...counter(30), options: { maxStates: 2_000 } });
  await state(page, "unknown");
  await counts(page, /^2,000 states/);
  const before = await count(page);
  await page.click("#editor-tabs [data-tab=options]");
  await page.locator("#options-form .option.number input").first().fill("4000000000");
  await page.keyboard.press("Control+Enter");
  await counts(page, /^the first [\d,]+ states found$/);
  await page.screenshot({ path: join(folder, "growing.png") });
  const grown = await picture(page);
  const box = await page.locator("#space-canvas").boundingBox();
  await page.mouse.move(box.x + 200, box.y + 200);
  await page.mouse.down();
  await page.mouse.move(box.x + 240, box.y + 230, { steps: 3 });
  await page.mouse.up();
  await repaints(page, grown);
  await page.keyboard.press("Escape");
  await state(page, "stopped");
  assert.equal(await count(page), before);
  await page.focus("#space-canvas");
  const title = await selected(page);
  await page.keyboard.press("ArrowDown");
  await selects(page, title);
  // What is left of another task is nothing.
  await openTask(page, { ...counter(29), title: "Another", options: { maxStates: 4_000_000_000 } });
  await counts(page, /^the first [\d,]+ states found$/);
  await page.keyboard.press("Escape");
  await state(page, "stopped");
  assert.equal(await count(page), "");
  assert.deepEqual(errors, []);
  await close();
});

test("20,000 states are folded at first; unfolded they can be panned and searched", async () => {
  const { page, errors, close } = await visit(site);
  await verdict(page);
  await openTask(page, counter(10));
  await counts(page, /^22,525 states, 23,548 edges; 10 groups folded$/);
  assert.match(await note(page, "auto").textContent(), /because there are 22,525 states/);
  await page.screenshot({ path: join(folder, "many-folded.png") });
  await note(page, "auto").getByRole("button", { name: "Show each state" }).click();
  await counts(page, /^22,525 states, 23,548 edges$/);
  const box = await page.locator("#space-canvas").boundingBox();
  await page.click("#space-fit");
  const before = await picture(page);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.wheel(0, -1500);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 + 90, box.y + box.height / 2 + 40, { steps: 8 });
  await page.mouse.up();
  await repaints(page, before);
  await page.keyboard.press("/");
  await page.keyboard.type("b9 13");
  assert.equal(await page.textContent("#space-hits"), "1,024 matches");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector("#space-hits").textContent === "1 of 1,024");
  assert.match(await page.textContent("#program-editor .cm-selected-line"), /b9/);
  await page.screenshot({ path: join(folder, "many.png") });
  // The choice holds for the next run, too.
  await page.keyboard.press("Control+Enter");
  await verdict(page);
  await counts(page, /^22,525 states, 23,548 edges$/);
  assert.deepEqual(errors, []);
  await close();
});

test("fingers pan, pinch and choose", async () => {
  const { page, context, errors, close } = await visit(site, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await verdict(page);
  await page.tap("#switch [data-tab=result]");
  await page.locator("#space-canvas").scrollIntoViewIfNeeded();
  const box = await page.locator("#space-canvas").boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const fingers = await context.newCDPSession(page);
  const touch = (type, ...points) => fingers.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([px, py], id) => ({ x: px, y: py, id })) });
  let before = await picture(page);
  await touch("touchStart", [x, y]);
  await touch("touchMove", [x + 30, y + 50]);
  await touch("touchEnd");
  await repaints(page, before);
  before = await picture(page);
  await touch("touchStart", [x - 30, y], [x + 30, y]);
  await touch("touchMove", [x - 90, y], [x + 90, y]);
  await touch("touchEnd");
  await repaints(page, before);
  await page.tap("#space-home");
  const title = await selected(page);
  // The drawing begins at the top, in the middle or near it.
  for (let dy = 40; dy < box.height && (await selected(page)) === title; dy += 12) {
    for (let dx = -60; dx <= 60 && (await selected(page)) === title; dx += 15) await page.touchscreen.tap(x + dx, box.y + dy);
  }
  assert.match(await selected(page), /^State/);
  assert.deepEqual(errors, []);
  await close();
});

test("the view speaks German", async () => {
  const { page, errors, close } = await visit(site, { locale: "de-DE" });
  await verdict(page);
  await page.selectOption("#space-fold", "lines");
  await counts(page, /^\d+ Zustände, \d+ Kanten; \d+ Gruppen gefaltet$/);
  await page.fill("#space-search", "Anfang");
  assert.match(await page.textContent("#space-hits"), /^\d Treffer/);
  assert.deepEqual(errors, []);
  await close();
});

for (const colorScheme of ["light", "dark"]) {
  test(`axe finds nothing in notes and hits: ${colorScheme}`, async () => {
    const { page, errors, close } = await list({ colorScheme });
    await page.selectOption("#space-fold", "lines");
    await counts(page, /9 groups folded$/);
    await page.fill("#space-search", "#14");
    await page.keyboard.press("Enter");
    await page.click("#space-way");
    await note(page, "way").waitFor();
    await page.click("#space-around");
    await note(page, "focus").waitFor();
    await page.evaluate(axe);
    const found = await page.evaluate(async () => (await globalThis.axe.run("#panel-space", { resultTypes: ["violations"] })).violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target)}`));
    assert.deepEqual(found, []);
    assert.deepEqual(errors, []);
    await close();
  });
}

test("the proof says at each assertion of a loop what gets smaller, and marks where it does", async () => {
  const { page, errors, close } = await visit(site);
  await verdict(page);
  await openExample(page, "endings/traverse");
  await state(page, "satisfied");
  const legend = (view) => page.locator(`#panel-${view} .legend > span:visible`).allTextContents();
  await page.click("#view-tabs [data-tab=proof]");
  await page.waitForFunction(() => /assertions/.test(document.querySelector("#proof-count").textContent));
  assert.ok((await legend("proof")).includes("something gets smaller"));
  const card = () => page.textContent("#proof-card");
  for (let step = 0; step < 60 && !/gets smaller/.test(await card()); step++) await page.keyboard.press("[");
  assert.match(await card(), /each time round this gets smaller:\|RefSLList\([^)]+\)\|/);
  await page.screenshot({ path: join(folder, "measures.png") });
  await page.click("#view-tabs [data-tab=space]");
  await counts(page, /^\d+ states, \d+ edges$/);
  assert.ok((await legend("space")).includes("something gets smaller"));
  await page.screenshot({ path: join(folder, "descents.png") });
  assert.deepEqual(errors, []);
  await close();
});
