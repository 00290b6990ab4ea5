// Programs in large blocks: how blocks come about, how proofs are sought, what is said beside loops.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { openExample, start, verdict, visit } from "./playground.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
let site;
before(async () => {
  site = await start();
});
after(() => site?.stop());

/** Opens an example, and a view of its result. */
async function opened(example, view, options) {
  const there = await visit(site, options);
  await openExample(there.page, example);
  await verdict(there.page);
  if (view) await there.page.click(`[data-tab="${view}"]`);
  return there;
}

const next = (page, view) => page.click(`#panel-${view} .player .buttons button:nth-child(4)`);
const last = (page, view) => page.click(`#panel-${view} .player .buttons button:nth-child(5)`);
const said = (page, view) => page.textContent(`#${view}-said`);

test("an automaton becomes large blocks, one rule at a time", async () => {
  const { page, errors, close } = await opened("c/driver", "blocks");
  await page.waitForSelector("#blocks-stage svg");
  assert.match(await page.textContent("#blocks-count"), /^29 locations, 32 edges$/);
  await next(page, "blocks");
  assert.match(await said(page, "blocks"), /^Sequence: only one edge leads to main:\d+\./);
  assert.match(await page.textContent("#blocks-count"), /^28 locations, 31 edges$/);
  await page.waitForSelector("#blocks-stage path.added", { state: "attached" });
  await last(page, "blocks");
  assert.match(await page.textContent("#blocks-count"), /^4 locations, 4 edges$/);
  assert.match(await said(page, "blocks"), /No rule applies any more/);
  await page.click("#panel-blocks .choice button:nth-child(2)");
  await page.waitForFunction(() => document.querySelectorAll("#blocks-stage .hotspot[data-link^=block]").length === 4);
  // What an edge does, and of what it was made.
  await page.click("#blocks-stage .hotspot[data-link^=block] >> nth=0");
  assert.match(await page.textContent("#blocks-card"), /locked = 0; packets = \*/);
  await page.click("#blocks-card .small >> nth=0");
  assert.match(await page.textContent("#blocks-card h2"), /start of main/);
  // A location is a line.
  await page.click("#blocks-stage .hotspot[data-link^=place] >> nth=1");
  await page.waitForFunction(() => document.querySelector("#program-editor .code").shadowRoot.querySelector(".cm-selected-line")?.textContent.includes("lock()"));
  assert.deepEqual(errors, []);
  await close();
});

test("predicate abstraction is played: graph, path, contradiction, predicates, the next graph", async () => {
  const { page, errors, close } = await opened("c/driver", "search");
  await page.waitForSelector("#search-stage svg");
  assert.match(await said(page, "search"), /^Graph 1: what can be reached if nothing is known about the variables\. 4 regions/);
  assert.ok(await page.isHidden("#search-card"));
  await next(page, "search");
  assert.match(await said(page, "search"), /^A path of 2 blocks leads to the failure/);
  assert.equal(await page.locator("#search-card .formula li").count(), 2);
  assert.equal(await page.locator("#search-card .needed").count(), 0);
  await next(page, "search");
  assert.ok((await page.locator("#search-card .needed").count()) > 0);
  await next(page, "search");
  assert.match(await page.textContent("#search-card"), /locked == 0/);
  await next(page, "search");
  assert.match(await said(page, "search"), /^Graph 2: .* 1 predicate .*No path leads to the failure\. This proves/);
  await page.waitForFunction(() => /locked == 0/.test(document.querySelector("#search-stage svg").textContent));
  await page.click("#search-small");
  await page.waitForFunction(() => /^\d\d heads/.test(document.querySelector("#search-count").textContent));
  assert.deepEqual(errors, []);
  await close();
});

test("frames are a table that grows", async () => {
  const { page, errors, close } = await opened("c/driver", "search");
  await page.click("#panel-search .choice button:nth-child(2)");
  await page.waitForSelector("#search-frames table");
  const columns = () => page.locator("#search-frames thead th").count();
  const before = await columns();
  await last(page, "search");
  assert.ok((await columns()) > before);
  assert.match(await said(page, "search"), /They are a proof/);
  assert.match(await page.textContent("#search-frames .ever"), /locked == 0/);
  assert.doesNotMatch(await page.textContent("#search-frames"), /not followed/);
  assert.deepEqual(errors, []);
  await close();
});

test("what holds at a loop stands beside it until the program changes", async () => {
  const { page, close } = await opened("c/driver");
  const remarks = () => page.evaluate(() => [...document.querySelector("#program-editor .code").shadowRoot.querySelectorAll(".cm-remark")].map((remark) => [remark.textContent, remark.closest(".cm-line").textContent]));
  await page.waitForFunction(() => document.querySelector("#program-editor .code").shadowRoot.querySelector(".cm-remark"));
  assert.deepEqual(await remarks(), [["locked == 0", "    lock();locked == 0"]]);
  // It is no part of the text.
  await page.click("#program-editor .cm-content");
  await page.keyboard.press("Control+End");
  await page.keyboard.type("/* new */");
  assert.deepEqual(await remarks(), []);
  await close();
});

test("small and large blocks are compared", async () => {
  const { page, errors, close } = await opened("c/locks-5", "compare");
  await page.click("#block-sizes-run");
  await page.waitForSelector("table.sizes");
  const rows = await page.locator("table.sizes tbody tr").allTextContents();
  assert.match(rows[0], /^Small blocks/);
  assert.match(rows[1], /^Large blocksproved63100?/);
  assert.deepEqual(errors, []);
  await close();
});

test("views that have nothing to show of a result have no tab", async () => {
  const { page, close } = await opened("c/driver");
  const tabs = () => page.locator("#docks [role=tab]:visible").evaluateAll((all) => all.map((tab) => tab.dataset.tab));
  await page.waitForSelector('#docks [data-tab="search"]:visible');
  const ofBlocks = await tabs();
  assert.ok(["blocks", "search"].every((view) => ofBlocks.includes(view)) && !ofBlocks.includes("proof"));
  await page.click('[data-tab="search"]');
  const other = await page.evaluate(() => document.querySelector('[data-example^="lists/"]').dataset.example);
  await openExample(page, other);
  await page.waitForFunction(() => document.querySelector('[data-tab="search"]').hidden);
  const ofHeaps = await tabs();
  assert.ok(["proof", "contracts"].every((view) => ofHeaps.includes(view)) && !ofHeaps.includes("blocks"));
  assert.ok(await page.isVisible("#panel-space"));
  await close();
});

for (const colorScheme of ["light", "dark"]) {
  for (const [width, height] of [[1440, 900], [390, 844]]) {
    test(`axe finds nothing: ${colorScheme}, ${width}`, async () => {
      const { page, close } = await opened("c/binary-search", null, { colorScheme, viewport: { width, height } });
      if (width < 760) await page.click('#switch [data-tab="result"]');
      await page.evaluate(axe);
      const look = async (where) => {
        const found = await page.evaluate(async () =>
          (await globalThis.axe.run(document, { resultTypes: ["violations"] })).violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target}`)));
        assert.deepEqual(found, [], where);
      };
      await page.click('[data-tab="blocks"]');
      await page.waitForSelector("#blocks-stage svg");
      await next(page, "blocks");
      await look("blocks");
      await page.click('[data-tab="search"]');
      await page.waitForSelector("#search-stage svg");
      for (let i = 0; i < 2; i++) await next(page, "search");
      await look("search");
      await page.click("#panel-search .choice button:nth-child(2)");
      await page.waitForSelector("#search-frames table");
      await last(page, "search");
      await look("frames");
      // Nothing is wider than the window.
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
      await close();
    });
  }
}
