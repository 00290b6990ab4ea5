// Results of boolean programs: what every view shows of them, on a desk and on a phone.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { openTask, served, state, verdict, visit } from "./playground.mjs";

const { site, folder } = served();
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const programOf = (text) => ({ language: "boolean", entry: "main", files: [{ name: "main.bp", text }] });

/** An interrupt handler takes the lock that its caller holds. */
const locks = {
  title: "A driver that locks twice", analysis: "boolean",
  program: programOf(`// The lock, and who holds it: 0 is nobody.
decl locked := F;
decl holder : int<2> := 0;

void main() begin
  decl busy;
  while * do
    busy := *;
    if busy then serve(1); else serve(2); fi
  od
end

void serve(who : int<2>) begin
  acquire(who);
  if * then
    // An interrupt comes in while the lock is held.
    interrupt(who);
  fi
  release();
end

void interrupt(who : int<2>) begin
  decl urgent;
  urgent := *;
  if urgent then
    acquire(3);
    release();
    // What was interrupted goes on as if nothing had happened.
    acquire(who);
  fi
end

void acquire(who : int<2>) begin
  ACQUIRE: locked, holder := T, who;
end

void release() begin
  RELEASE: locked, holder := F, 0;
end
`),
  monitors: [{
    name: "double lock", initial: "free", target: ["twice"],
    edges: [
      { from: "free", to: "free", guard: "!{at(ACQUIRE)}" }, { from: "free", to: "held", guard: "{at(ACQUIRE)}" },
      { from: "held", to: "held", guard: "!{at(ACQUIRE)} & !{at(RELEASE)}" }, { from: "held", to: "free", guard: "{at(RELEASE)}" },
      { from: "held", to: "twice", guard: "{at(ACQUIRE)}" },
    ],
  }],
  properties: [{ id: "once", monitor: "double lock" }, { id: "by formula", ltl: "G ({at(ACQUIRE)} -> !{locked})" }, { id: "released", ltl: "G ({at(ACQUIRE)} -> F {at(RELEASE)})" }],
};

/** Where the pivot ends up is left to chance, and so the recursion need not end. */
const quicksort = {
  title: "Quicksort that need not terminate", analysis: "boolean", properties: [{ id: "ends", ltl: "F {terminated}" }],
  program: programOf(`void main() begin
  decl l : int<4>, r : int<4>;
  assume(r != 15);
  qs(l, r);
end

void qs(l : int<4>, r : int<4>) begin
  decl p : int<4>, h : int<4>;
  if l >= r then return; fi
  p := l;
  h := r;
  while p <= h do
    if (h = r) | * then p := p + 1; else h := h - 1; fi
  od
  AGAIN: qs(l, h);
  qs(p, r);
end
`),
};

/** Results are swapped at any depth of recursion; an assertion fails. */
const swaps = JSON.parse(readFileSync(new URL("../tasks/boolean/swaps.json", import.meta.url), "utf8"));

/** More states than its budget. */
const inputs = Array.from({ length: 12 }, (_, i) => `x${i}`);
const parity = {
  title: "Parity", analysis: "boolean", options: { strategy: "explicit", maxStates: 1000 }, properties: [],
  program: programOf(`void main() begin
  decl ${inputs.join(", ")}, p;
  p := F;
${inputs.map((x) => `  if ${x} then p := !p; fi`).join("\n")}
  assert(p = (${inputs.join(" ^ ")}));
end
`),
};

/** Opens a task, and waits for its verdicts. */
async function open(page, task) {
  await page.evaluate(() => (document.querySelector("#verdict").dataset.state = "waiting"));
  await openTask(page, task);
  await verdict(page);
}

/** Runs something that leads to another result, and waits for it. */
async function another(page, act) {
  await page.evaluate(() => (document.querySelector("#verdict").dataset.state = "waiting"));
  await act();
  await verdict(page);
}

const openTab = (page, name) => page.click(`#docks [data-tab=${name}]`);
const says = (page, selector, pattern) =>
  page.waitForFunction(([where, source]) => new RegExp(source).test(document.querySelector(where)?.textContent ?? ""), [selector, pattern.source]);
const texts = (page, selector) => page.locator(selector).allTextContents();
/** The cells of a table, row by row. */
const table = (page, selector) =>
  page.locator(`${selector} tr`).evaluateAll((rows) => rows.map((row) => [...row.cells].map((cell) => cell.textContent)));
const asTable = (page, dock) => page.click(`#table-${dock}`);

async function clean(page, where) {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axe);
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== "running"));
  const found = await page.evaluate(async () => {
    const { violations } = await globalThis.axe.run(document, { resultTypes: ["violations"] });
    return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.flat().join(" ")}`));
  });
  assert.deepEqual(found, [], where);
}

const begin = async (task, options) => {
  const visited = await visit(site, options);
  await verdict(visited.page);
  await open(visited.page, task);
  return visited;
};

test("steps of a failing run show what has changed, and all values of the step that is selected", async () => {
  const { page, errors, close } = await begin(locks);
  await openTab(page, "run");
  assert.equal(await page.textContent("#run-change"), "Values");
  await page.focus(".trace");
  await page.keyboard.press("Home");
  await says(page, "#run-heap-caption", /^At the start, before line \d+$/);
  const values = () => page.locator(".valuation > div").evaluateAll((all) => all.map((one) => `${one.textContent}${one.className ? " *" : ""}`));
  assert.deepEqual(await values(), ["lockedF", "holder0", "busyF"]);
  assert.equal(await page.textContent("#trace-0 .values"), "locked = F, holder = 0, busy = F");

  for (let i = 0; i < 6; i++) await page.keyboard.press("j");
  await says(page, "#run-heap-caption", /^After line \d+, before line 35 · changes are marked$/);
  assert.deepEqual(await values(), ["lockedF → T *", "holder0 → 2 *", "who2"]);
  assert.equal(await page.locator("#trace-5 .values").count(), 0);
  assert.equal(await page.textContent("#trace-6 .values"), "locked = T, holder = 2");
  assert.deepEqual(await texts(page, "#run-stack li"), ["main:9", "serve:14", "acquire:35"]);

  await asTable(page, "main");
  const head = await texts(page, "#panel-run [role=columnheader], #panel-run thead th");
  assert.ok(head.some((name) => name.startsWith("What happens")), head.join());
  assert.match(await page.textContent("#panel-run .view-table"), /locked = T, holder = 2, who = 2/);
  await page.screenshot({ path: join(folder, "boolean-run-table.png") });
  assert.deepEqual(errors, []);
  await close();
});

test("the values of a state are drawn and listed, with those of the state before", async () => {
  const { page, errors, close } = await begin(locks);
  assert.deepEqual(await texts(page, "#side-tabs [role=tab]"), ["Values", "Statistics"]);
  await says(page, "#heap-caption", /^Values \d+ · 2 assigned variables$/);
  assert.match(await page.getAttribute("#heap-picture .scene", "aria-label"), /^locked = T; holder = any; who = 3$/);
  await page.click("#panel-heap .heap-legend summary");
  assert.deepEqual(await texts(page, ".heap-legend li:visible"),
    ["xvariable", "Tvalue of a variable", "anyunassigned: any value, or one of several"]);
  await page.click("#panel-heap .heap-legend summary");

  await openTab(page, "run");
  await page.focus(".trace");
  await page.keyboard.press("Home");
  for (let i = 0; i < 6; i++) await page.keyboard.press("j");
  await page.click("#heap-diff");
  await says(page, "#heap-changes", /locked = F → T/);
  assert.equal(await page.locator("#heap-picture rect.added").count(), 2);
  await asTable(page, "side");
  await says(page, "#panel-heap .view-table", /holder/);
  await says(page, "#panel-heap .view-table", /global/);
  assert.deepEqual((await texts(page, "#panel-heap thead th")).map((name) => name.trim().replace(/\W+$/, "")), ["Variable", "Value", "Scope", "Before"]);
  assert.deepEqual(errors, []);
  await close();
});

test("strategies are compared by states, nodes of decision diagrams and assertions", async () => {
  const { page, errors, close } = await begin(locks);
  await another(page, async () => {
    await page.keyboard.press("Control+k");
    await page.keyboard.type("compare strategies");
    await page.keyboard.press("Enter");
  });
  const rows = await table(page, "#panel-compare .compare");
  assert.deepEqual(rows[0], ["Strategy", "Verdict", "States", "BDD nodes", "Assertions", "Time"]);
  assert.equal(rows[1][0], "onceno run is accepted by the monitor double lock");
  const [explicit, symbolic] = [rows[2], rows[3]];
  assert.deepEqual([explicit[0], explicit[1], explicit[3], symbolic[0], symbolic[1], symbolic[4]], ["explicit", "violated", "–", "symbolic", "violated", "–"]);
  assert.match(explicit[2], /^\d+$/);
  assert.match(symbolic[3], /^[\d,]+$/);
  // Only formulas that were checked state by state have a proof.
  assert.deepEqual(await texts(page, "#panel-compare .compare button"), ["explicit", "explicit"]);
  assert.match(await page.textContent("#panel-compare"), /All strategies agree/);
  await openTab(page, "statistics");
  assert.doesNotMatch(await page.textContent("#panel-statistics"), /heap|Vertices/i);
  assert.match(await page.textContent("#panel-statistics"), /BDD nodes/);
  assert.match(await page.textContent("#panel-compare"), /states are counted in sets/);
  await page.screenshot({ path: join(folder, "boolean-compare.png") });
  assert.deepEqual(errors, []);
  await close();
});

test("if there is no proof the view says why", async () => {
  const { page, errors, close } = await begin(locks);
  await openTab(page, "proof");
  await says(page, "#proof-empty", /Only formulas have a proof/);
  await page.selectOption("#proof-choose", "1");
  await says(page, "#proof-count", /27 assertions/);
  await open(page, { ...quicksort, options: { strategy: "symbolic" } });
  await says(page, "#proof-empty", /sets of states were computed/);
  assert.deepEqual(errors, []);
  await close();
});

test("an assertion that fails has a place in all views, null and exceptions have none", async () => {
  const { page, errors, close } = await begin(swaps);
  // The failing run is chosen after the verdict.
  await page.locator("#panel-space .legend > span:visible", { hasText: "failing run" }).waitFor();
  assert.deepEqual(await texts(page, "#panel-space .legend > span:visible"), ["initial", "final", "failure", "failing run", "at the same line"]);
  await page.keyboard.press("/");
  await page.keyboard.type("failure");
  await says(page, "#panel-space", /1 match/);
  await page.keyboard.press("Enter");
  await says(page, "#state-badge", /^failure$/);
  await openTab(page, "components");
  await page.selectOption("#components-choose", "0");
  await page.locator('#components-stage [aria-label^="Failure, line 7"]').waitFor();
  assert.deepEqual(await page.locator("#panel-components .legend > span:visible").allTextContents().then((all) => all.slice(0, 3)), ["entry", "exit", "failure"]);
  await openTab(page, "contracts");
  await says(page, "#panel-contracts", /The run starts in 1 state and can end in 3 ways: 2 × normal return, 1 × failure\./);
  assert.doesNotMatch(await page.textContent("#panel-contracts"), /heap|null/i);
  await asTable(page, "main");
  assert.deepEqual((await texts(page, "#panel-contracts thead th")).map((name) => name.trim().replace(/\W+$/, "")),
    ["Procedure", "Component", "Preconditions", "Returns", "Failures", "Calls"]);
  assert.match(await page.textContent("#verdict-list"), /no assertion fails/);
  assert.deepEqual(errors, []);
  await close();
});

test("a budget of states can be raised; unexplored states are reported", async () => {
  const { page, errors, close } = await begin(parity);
  await state(page, "unknown");
  assert.match(await page.textContent("#verdict-detail"), /^more than 1,000 states \(only these are shown\)/);
  await says(page, "#space-count", /others were not explored/);
  await another(page, () => page.click("#verdict-list button[data-budget=maxStates]"));
  assert.match(await page.textContent("#verdict-detail"), /^more than 4,000 states/);
  assert.deepEqual(errors, []);
  await close();
});

test("a heap after a boolean program is a heap again", async () => {
  const { page, errors, close } = await begin(quicksort);
  await says(page, "#side-tabs", /^Values/);
  await another(page, async () => {
    await page.click("#examples-button");
    await page.click('[data-example="hierarchy/traverse-with-swap"]');
  });
  await says(page, "#side-tabs", /^Heap/);
  await openTab(page, "space");
  assert.deepEqual(await texts(page, "#panel-space .legend > span:visible"), ["initial", "final", "failing run", "at the same line"]);
  assert.equal(await page.getAttribute("#panel-heap", "aria-label"), "Heap");
  assert.deepEqual(errors, []);
  await close();
});

const visits = [
  { name: "desk", options: {} },
  { name: "desk-dark-german", options: { colorScheme: "dark", locale: "de-DE" } },
  { name: "phone", options: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } },
];
for (const { name, options } of visits) {
  test(`every view and table of boolean programs is without findings of axe: ${name}`, async () => {
    const { page, errors, close } = await begin({ ...locks, options: { strategy: "all" } }, options);
    if (name === "phone") await page.click("#switch [data-tab=result]");
    for (const tab of await page.locator("#docks [role=tab]:not([hidden])").all()) {
      await tab.click();
      const view = await tab.getAttribute("data-tab");
      await clean(page, view);
      await page.screenshot({ path: join(folder, `boolean-${name}-${view}.png`) });
      const button = tab.locator("xpath=ancestor::header").locator("[id^=table-]");
      if (!(await button.isVisible())) continue;
      await button.click();
      await clean(page, `table of ${view}`);
      await button.click();
    }
    await open(page, quicksort);
    await openTab(page, "run");
    await clean(page, "a run that goes on for ever");
    assert.deepEqual(errors, []);
    await close();
  });
}
