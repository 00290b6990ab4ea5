// The page without a network, and what happens when there is a new version.
import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { built, start, visit } from "./playground.mjs";

// A copy, since a new version of it is made while others look at the page.
const copy = mkdtempSync(join(tmpdir(), "hrglass-offline-"));
const worker = join(copy, "service-worker.js");
let site;
before(async () => {
  cpSync(built, copy, { recursive: true });
  site = await start(copy);
});
after(async () => {
  await site?.stop();
  rmSync(copy, { recursive: true });
});

const judged = (page) => page.waitForFunction(() => ["satisfied", "violated"].includes(document.querySelector("#verdict").dataset.state));
const kept = (page) => page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");

test("after the first visit everything works without a network", async () => {
  const { page, context, errors, close } = await visit(site);
  await judged(page);
  await kept(page);
  await context.setOffline(true);
  // Not even the server: what is shown can only come from the service worker.
  await page.reload();
  await judged(page);
  await page.waitForSelector("#heap-picture svg circle");
  await page.click("#examples-button");
  await page.click('[data-example="lists/find-middle-faulty"]');
  await page.waitForFunction(() => document.querySelector("#verdict").dataset.state === "violated");
  // Another analysis.
  await page.click("#examples-button");
  await page.click('[data-example="boolean/locks-repaired"]');
  await page.waitForFunction(() => document.querySelector("#verdict").dataset.state === "satisfied");
  assert.equal(await page.evaluate(() => document.fonts.check("14px 'Plex Sans'")), true);
  assert.deepEqual(errors, []);
  await close();
});

test("the first verdict needs a part of the engine; each is fetched once, though the document preloads it", async () => {
  const context = await site.browser.newContext({ serviceWorkers: "block", locale: "en-US" });
  await context.addInitScript(() => (globalThis.requestIdleCallback = () => 0));
  const page = await context.newPage();
  const fetched = [];
  const warnings = [];
  page.on("request", (request) => {
    const [, name] = /([\w.-]+?)-[\w-]{8}\.(?:wasm|json)$/.exec(request.url()) ?? [];
    if (name) fetched.push(name);
  });
  page.on("console", (message) => {
    if (/preload/.test(message.text())) warnings.push(message.text());
  });
  await page.goto(site.url);
  await judged(page);
  const needed = ["engine.first", "first", "grammars"];
  assert.deepEqual(fetched.slice(0, needed.length).toSorted(), needed);
  await page.waitForSelector("#heap-picture svg circle");
  const isOfOthers = (name) => ["engine.boolean", "engine.blocks", "engine.forest", "engine.c"].includes(name);
  assert.ok(fetched.includes("engine.views"));
  assert.deepEqual(fetched.filter(isOfOthers), []);
  await page.keyboard.press("Escape");
  await page.click("#examples-button");
  await Promise.all([page.waitForRequest(/engine\.boolean-/), page.click('[data-example="boolean/figure-1"]')]);
  await judged(page);
  assert.deepEqual([...new Set(fetched.filter(isOfOthers))], ["engine.boolean"]);
  for (const name of needed) assert.equal(fetched.filter((other) => other === name).length, 1, name);
  assert.deepEqual(warnings, []);
  await context.close();
});

test("where a part of the engine cannot be fetched, the verdict stands, and the rest is drawn when it can", async () => {
  for (const language of ["en", "de"]) {
    const context = await site.browser.newContext({ serviceWorkers: "block", locale: language });
    const others = /engine\.(?!first)\w+-[\w-]+\.wasm/;
    await context.route(others, (route) => route.abort());
    const page = await context.newPage();
    await page.goto(site.url);
    await judged(page);
    const notice = page.locator(".notice");
    await notice.waitFor();
    assert.match(await notice.textContent(), language === "en" ? /could not be fetched/ : /konnte nicht geladen werden/);
    if (process.env.SHOTS) await page.screenshot({ path: join(process.env.SHOTS, `without-parts-${language}.png`) });
    await context.unroute(others);
    await notice.locator("button").first().click();
    await page.waitForSelector("#heap-picture svg circle");
    await judged(page);
    await context.close();
  }
});

test("a new version is offered, and taken when the person agrees; the draft is kept", async () => {
  const { page, errors, close } = await visit(site);
  await judged(page);
  await kept(page);
  await page.click("#editor-tabs [data-tab=properties]");
  await page.locator("#properties-list .formula").first().fill("G {terminated}");
  writeFileSync(worker, readFileSync(worker, "utf8").replace(/version = "(\w+)"/, 'version = "newer$1"'));
  await page.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration()).update()));
  const notice = page.locator(".notice");
  await notice.waitFor();
  assert.match(await notice.textContent(), /new version/);
  await Promise.all([page.waitForEvent("load"), notice.locator("button").first().click()]);
  await page.waitForFunction(() => document.querySelector("#verdict").dataset.state === "violated");
  const names = await page.evaluate(() => caches.keys());
  assert.equal(names.length, 1);
  assert.match(names[0], /^hrglass-newer/);
  assert.deepEqual(errors, []);
  await close();
});

test("the manifest makes the page installable", async () => {
  const { page, close } = await visit(site);
  const manifest = await page.evaluate(async () => (await fetch(document.querySelector("link[rel=manifest]").href)).json());
  assert.equal(manifest.display, "standalone");
  for (const { src, sizes } of manifest.icons.filter(({ type }) => type === "image/png")) {
    const width = await page.evaluate(async (url) => (await createImageBitmap(await (await fetch(url)).blob())).width, src);
    assert.equal(`${width}x${width}`, sizes);
  }
  await close();
});
