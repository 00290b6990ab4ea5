// Demos in pages, frames and slides, in a real browser.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { after, before, test } from "node:test";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { screenshots, start, visit } from "./playground.mjs";

const dist = fileURLToPath(new URL("../../dist/", import.meta.url));
const folder = screenshots();
let site;
before(async () => {
  site = await start();
});
after(async () => {
  await site?.stop();
  console.log(`screenshots: ${folder}`);
});

/** The scripts of a page that uses the element, as they were built. */
const scripts = () => readFileSync(join(dist, "slides", "ten.html"), "utf8").match(/<script type="module"[^>]*><\/script>/g).join("").replaceAll('"../', '"/');

const swap = "hierarchy/traverse-with-swap";
const strict = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; " +
  "connect-src 'self'; worker-src 'self'; require-trusted-types-for 'script'; trusted-types hrglass";

/** Opens a page of the site with this body and the element's script. */
async function host(body, { headers = { "content-security-policy": strict }, path = "host.html", options = {}, loads = true } = {}) {
  // What a service worker answers is not routed; the playground's has taken over by now if the machine is slow.
  const seen = await visit(site, { serviceWorkers: "block", ...options });
  const element = loads ? scripts() : "";
  // A page without an icon may be asked for one, which is not there.
  const html = `<!doctype html><html lang="en"><title>Host</title><link rel="icon" href="data:,"><body>${body}${element}`;
  await seen.page.route(`${site.url}${path}`, (route) => route.fulfill({ contentType: "text/html; charset=utf-8", headers, body: html }));
  await seen.page.goto(site.url + path);
  return seen;
}

/** Waits until demo number `i` shows a step. */
const stepped = (page, i = 0) =>
  page.waitForFunction((n) => document.querySelectorAll("hrglass-demo")[n]?.step > 0, i, { timeout: 20_000 });
const step = (page) => page.getAttribute("hrglass-demo", "step");

test("an element steps by keyboard, buttons and calls, and says so; a page with a strict policy is enough", async () => {
  const { page, foreign, errors, close } = await host(`<button id="other">Other</button><hrglass-demo task="${swap}" panes="source,heap,run" step="2"></hrglass-demo>`);
  await stepped(page);
  assert.equal(await step(page), "2");
  // The line is that of the statement that has led to the state.
  assert.equal(await page.locator(".lines .current .number").textContent(), "6");
  await page.evaluate(() => {
    window.heard = [];
    window.keys = [];
    document.addEventListener("step", ({ detail }) => window.heard.push(detail));
    document.addEventListener("keydown", ({ key }) => window.keys.push(key));
  });
  await page.locator("hrglass-demo .demo").focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  assert.equal(await step(page), "4");
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowRight");
  assert.equal(await step(page), "6");
  assert.deepEqual(await page.evaluate(() => window.keys), [], "the deck around hears of no key that is used here");
  await page.keyboard.press("PageDown");
  await page.focus("#other");
  await page.keyboard.press("ArrowLeft");
  assert.deepEqual(await page.evaluate(() => window.keys), ["PageDown", "ArrowLeft"]);
  assert.equal(await step(page), "6", "keys outside are not the demo's");
  await page.getByRole("button", { name: "Previous step" }).click();
  assert.equal(await step(page), "5");
  await page.evaluate(() => document.querySelector("hrglass-demo").goTo(1));
  assert.match(await page.locator(".steps [aria-current=step]").textContent(), /^Start/);
  await page.evaluate(() => document.querySelector("hrglass-demo").setAttribute("step", "6"));
  assert.equal(await page.locator(".lines .current .number").textContent(), "16");
  assert.match(await page.locator(".steps [aria-current=step]").textContent(), /^5element\.next = null;16Fails here: the followed element/);
  assert.match(await page.locator(".steps li").nth(2).textContent(), /^2while \(current != null\)true7$/);
  const heard = await page.evaluate(() => window.heard);
  assert.deepEqual(heard.map((detail) => detail.step), [3, 4, 6, 6, 5, 1, 6]);
  assert.ok(heard.every(({ steps, state, line }) => steps === 6 && state.length > 4 && line > 0));
  assert.equal(await page.evaluate(() => document.querySelector("hrglass-demo").steps), 6);
  await page.waitForSelector(".heap svg circle");
  assert.deepEqual(foreign, []);
  assert.deepEqual(errors, []);
  await close();
});

test("a program without a failing run can be stepped through too; playback is automatic", async () => {
  const { page, close } = await host('<hrglass-demo task="lists/reverse" panes="source,space"></hrglass-demo>');
  await stepped(page);
  assert.ok((await page.evaluate(() => document.querySelector("hrglass-demo").steps)) > 5);
  await page.getByRole("button", { name: "Play" }).click();
  await page.waitForFunction(() => document.querySelector("hrglass-demo").step >= 3, null, { timeout: 8000 });
  await page.getByRole("button", { name: "Pause" }).click();
  const at = await step(page);
  await page.waitForTimeout(1600);
  assert.equal(await step(page), at);
  await close();
});

test("every pane shows its picture, in the requested order", async () => {
  const panes = ["proof", "verdict", "components", "run", "space", "heap", "source"];
  const { page, errors, close } = await host(`<hrglass-demo task="${swap}" judgement="F1" step="last" panes="${panes}"></hrglass-demo>`);
  await stepped(page);
  assert.deepEqual(await page.locator(".pane").evaluateAll((all) => all.map(({ className }) => className.replace("pane pane-", ""))), panes);
  await page.waitForSelector(".pane-components svg.scene .hotspot");
  await page.waitForSelector(".pane-heap svg.scene circle");
  assert.equal(await page.locator(".pane-verdict li[data-verdict=violated]").count(), 3);
  for (const pane of ["space", "proof"]) {
    await page.waitForFunction((name) => {
      const canvas = document.querySelector("hrglass-demo").shadowRoot.querySelector(`.pane-${name} canvas`);
      const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
      return new Set(new Uint32Array(data.buffer)).size > 8;
    }, pane);
  }
  await page.screenshot({ path: join(folder, "panes.png") });
  assert.deepEqual(errors, []);
  await close();
});

test("the exploration is stepped through stage by stage, to what was proved; the other panes follow", async () => {
  const body = '<hrglass-demo lang="de" task="lists/append" panes="explain,source,heap,run"></hrglass-demo>';
  const { page, errors, close } = await host(body, { options: { viewport: { width: 1200, height: 900 } } });
  await stepped(page);
  const said = () => page.textContent(".pane-explain .said");
  assert.match(await said(), /^Die Suche beginnt in Zustand 0, /);
  await page.waitForSelector(".pane-explain svg.scene");
  assert.match(await page.textContent(".pane-heap svg.scene title"), /^(Objekt vom Typ SLList, Knoten|Variable|null)/);
  assert.match(await page.getAttribute(".pane-heap svg.scene", "aria-label"), /zeigt auf/);
  await page.locator("hrglass-demo .demo").focus();
  const kinds = new Set();
  for (let at = 2; at < 30; at++) {
    await page.keyboard.press("ArrowRight");
    assert.equal(await step(page), String(at));
    kinds.add(/^(\S+?)\./.exec(await said())?.[1]);
    const arrived = /Dieser Heap ist Zustand (\d+)/.exec(await said())?.[1];
    if (arrived) await page.waitForFunction((number) => document.querySelector("hrglass-demo").shadowRoot.querySelector(".pane-heap .caption").textContent.startsWith(`Zustand ${number} `), arrived);
  }
  assert.ok(["Materialisieren", "Ausführen", "Vergessen"].every((kind) => kinds.has(kind)), [...kinds].join());
  await page.screenshot({ path: join(folder, "explain.png") });
  await page.keyboard.press("End");
  assert.match(await said(), /^Alle 24 Zustände sind erreicht/);
  assert.match(await page.textContent(".pane-explain .conclusion"), /Kein Lauf verletzt sie, also gilt sie für alle Eingaben\./);
  await page.screenshot({ path: join(folder, "explain-end.png") });
  // Without the pane, the steps are those of the path again.
  const steps = () => page.evaluate(() => document.querySelector("hrglass-demo").steps);
  const all = await steps();
  await page.evaluate(() => document.querySelector("hrglass-demo").setAttribute("panes", "source,heap"));
  await page.waitForFunction((before) => document.querySelector("hrglass-demo").steps < before, all);
  assert.deepEqual(errors, []);
  await close();
});

test("a program can be changed and run again", async () => {
  const { page, close } = await host(`<hrglass-demo task="${swap}" panes="source,verdict"></hrglass-demo>`);
  await stepped(page);
  const text = page.locator("hrglass-demo textarea");
  const program = await text.inputValue();
  await page.evaluate(() => document.addEventListener("done", ({ detail }) => (window.done = detail)));
  await text.fill(program.replace("element.next = null;", ""));
  await page.getByRole("button", { name: "Run" }).waitFor();
  await text.press("Control+Enter");
  await page.waitForFunction(() => window.done);
  const { verdicts, error } = await page.evaluate(() => window.done);
  assert.equal(error, null);
  assert.ok(verdicts.length > 5 && verdicts.every(({ verdict }) => verdict === "satisfied"), JSON.stringify(verdicts));
  await text.fill("class {");
  await text.press("Control+Enter");
  await page.waitForSelector(".message[data-kind=error] li");
  assert.match(await page.textContent(".message"), /SLList\.java:1/);
  await close();
});

test("tasks stand inside the element, in files of the site, or nowhere; errors are shown in the demo", async () => {
  const task = readFileSync(new URL("../../examples/lists/drop-first.json", import.meta.url), "utf8");
  const { page, close } = await host(
    `<hrglass-demo panes="verdict"><script type="application/json">${task}</script></hrglass-demo>` +
      ["tasks/mine.json", "lists/none", "https://example.org/task.json", "missing.json", "#v1.AAAA", ""]
        .map((name) => `<hrglass-demo task="${name}" panes="verdict"></hrglass-demo>`).join(""),
    { options: { viewport: { width: 900, height: 3600 } } },
  );
  await page.route(`${site.url}tasks/mine.json`, (route) => route.fulfill({ contentType: "application/json", body: task }));
  await page.route(`${site.url}missing.json`, (route) => route.fulfill({ status: 404, body: "" }));
  await page.reload();
  await stepped(page, 0);
  await stepped(page, 1);
  const message = (i) => page.locator("hrglass-demo").nth(i).locator(".message[data-kind=error]").textContent();
  assert.match(await message(2), /There is no example named lists\/none/);
  assert.match(await message(3), /must come from the same site/);
  assert.match(await message(4), /404/);
  assert.ok((await message(5)).length > 5);
  assert.match(await message(6), /no task/);
  await page.evaluate(() => document.querySelectorAll("hrglass-demo")[6].set("{"));
  await page.locator("hrglass-demo").nth(6).locator(".message[data-kind=error] li").waitFor();
  await close();
});

test("a demo starts when it is seen", async () => {
  const { page, close } = await host('<hrglass-demo task="lists/drop-first"></hrglass-demo>'.repeat(8));
  await stepped(page, 0);
  await page.waitForTimeout(300);
  const steps = () => page.evaluate(() => [...document.querySelectorAll("hrglass-demo")].map((demo) => demo.steps));
  assert.equal((await steps())[7], 0);
  await page.locator("hrglass-demo").nth(7).scrollIntoViewIfNeeded();
  await stepped(page, 7);
  await close();
});

const hostile = "<img src=x onerror=window.hacked=1><script>window.hacked=1</script>";
const quoted = hostile.replaceAll("&", "&amp;").replaceAll('"', "&quot;");

test("hostile attributes and tasks stay text", async () => {
  const task = JSON.stringify({
    schema: "hrglass.task/1", title: hostile, program: { language: "java", entry: "A.m", files: [{ name: hostile, text: hostile }] },
    properties: [{ id: hostile, ltl: hostile }],
  }).replaceAll("</script>", "<\\/script>");
  const attributes = ["task", "panes", "judgement", "step", "theme", "controls", "lang", "playground"].map((name) => `${name}="${quoted}"`).join(" ");
  const { page, close } = await host(
    `<hrglass-demo ${attributes}></hrglass-demo><hrglass-demo panes="source,verdict,run"><script type="application/json">${task}</script></hrglass-demo>`,
    { headers: {} },
  );
  await page.locator("hrglass-demo").nth(0).locator(".message[data-kind=error]").waitFor();
  await page.locator("hrglass-demo").nth(1).locator(".message[data-kind=error]").waitFor();
  await page.goto(`${site.url}embed.html#${encodeURIComponent(hostile)}&lang=${encodeURIComponent(hostile)}&judgement=${encodeURIComponent(hostile)}`);
  await page.locator(".message[data-kind=error]").waitFor();
  assert.equal(await page.locator("hrglass-demo img").count(), 0);
  assert.equal(await page.evaluate(() => window.hacked), undefined);
  await close();
});

/** A page that frames the demo and keeps what it hears. */
const framing = (fragment) => `<iframe id="frame" width="900" height="500" src="${site.url}embed.html#${fragment}"></iframe>
  <script>window.heard = []; addEventListener("message", ({ data, origin }) => heard.push({ ...data, origin }));</script>`;
const kinds = (page) => page.evaluate(() => window.heard.map(({ kind }) => kind));

test("a frame speaks with its parent, and never changes its address", async () => {
  const { page, close } = await host(framing(`${swap}&panes=source,heap&step=3&theme=light&controls=min`), { headers: {}, loads: false });
  await page.waitForFunction(() => window.heard.some(({ kind }) => kind === "step"));
  assert.deepEqual((await kinds(page)).slice(0, 3), ["ready", "done", "step"]);
  const [ready, done, first] = await page.evaluate(() => window.heard);
  assert.ok([ready, done, first].every(({ hrglass, origin }) => hrglass === 1 && `${origin}/` === site.url));
  assert.equal(done.verdicts.find(({ id, strategy }) => id === "F1" && strategy === "rsm").verdict, "violated");
  assert.deepEqual([first.step, first.steps, first.line], [3, 6, 8]);
  const frame = await (await page.$("#frame")).contentFrame();
  const before = frame.url();
  await page.evaluate(() => document.querySelector("#frame").contentWindow.postMessage({ hrglass: 1, kind: "goTo", step: 6 }, "*"));
  await page.waitForFunction(() => window.heard.at(-1).step === 6);
  const task = readFileSync(new URL("../../examples/lists/drop-first.json", import.meta.url), "utf8");
  await page.evaluate((text) => document.querySelector("#frame").contentWindow.postMessage({ hrglass: 1, kind: "set", task: text }, "*"), task);
  await page.waitForFunction(() => window.heard.filter(({ kind }) => kind === "done").length === 2);
  await page.evaluate(() => document.querySelector("#frame").contentWindow.postMessage({ hrglass: 1, kind: "run" }, "*"));
  await page.waitForFunction(() => window.heard.filter(({ kind }) => kind === "done").length === 3);
  assert.equal(frame.url(), before);
  // A frame beside it is not the parent.
  const heard = (await kinds(page)).length;
  await page.evaluate(() => {
    const other = document.createElement("iframe");
    other.srcdoc = "<script>parent.frames[0].postMessage({ hrglass: 1, kind: 'run' }, '*')</script>";
    document.body.append(other);
  });
  await page.waitForTimeout(600);
  assert.equal((await kinds(page)).length, heard);
  await close();
});

test("a frame exchanges messages only with the given origin", async () => {
  // Another port is another origin.
  let option = "";
  const server = createServer((_, response) => {
    response.setHeader("content-type", "text/html");
    response.end(`<!doctype html><body>${framing(`lists/drop-first&step=1${option}`)}`);
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  const elsewhere = `http://127.0.0.1:${server.address().port}`;
  for (const [origin, heard] of [[null, false], [elsewhere, true], ["*", false], ["http://other.example", false]]) {
    option = origin === null ? "" : `&origin=${encodeURIComponent(origin)}`;
    const { page, errors, close } = await visit(site);
    await page.goto(elsewhere);
    const frame = page.frame({ url: /embed\.html/ });
    await frame.waitForFunction(() => document.querySelector("hrglass-demo")?.step > 0);
    await page.evaluate(() => document.querySelector("#frame").contentWindow.postMessage({ hrglass: 1, kind: "goTo", step: 3 }, "*"));
    await page.waitForTimeout(400);
    assert.equal(await frame.evaluate(() => document.querySelector("hrglass-demo").step), heard ? 3 : 1, option);
    assert.deepEqual(await kinds(page), heard ? ["ready", "done", "step", "step"] : [], option);
    assert.deepEqual(errors.filter((text) => !/favicon|404/.test(text)), []);
    await close();
  }
  server.close();
});

test("the fragments of a slide lead through the counterexample", async () => {
  const { page, foreign, errors, close } = await visit(site, { viewport: { width: 1280, height: 720 } });
  await page.goto(`${site.url}slides/index.html#/3`);
  const at = (n) => page.waitForFunction((wanted) => document.querySelector("#run").step === wanted, n, { timeout: 20_000 });
  await at(1);
  for (const n of [2, 3, 4, 5, 6]) {
    await page.keyboard.press("ArrowRight");
    await at(n);
  }
  assert.match(await page.locator("section.present .says .fragment.visible").last().textContent(), /Here F1 fails/);
  await page.screenshot({ path: join(folder, "slide.png") });
  await page.keyboard.press("ArrowLeft");
  await at(5);
  await page.goto(`${site.url}slides/index.html#/0`);
  await page.goto(`${site.url}slides/index.html#/3/0/2`);
  await at(4);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await at(6);
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(() => document.querySelector("section.present #space"));
  assert.deepEqual(foreign, []);
  assert.deepEqual(errors, []);
  await close();
});

/**
 * Counts the workers that a page has started and not terminated; the most at a time are `mostWorkers`. The browser's own list
 * has terminated workers, and those of the page before, until their threads have ended.
 */
function countWorkers() {
  const alive = new Set();
  globalThis.mostWorkers = 0;
  globalThis.Worker = class extends Worker {
    constructor(...from) {
      super(...from);
      alive.add(this);
      globalThis.mostWorkers = Math.max(globalThis.mostWorkers, alive.size);
    }
    terminate() {
      alive.delete(this);
      super.terminate();
    }
  };
}

test("ten demos on one page take turns with two workers, and keep their answers", async () => {
  const { page, foreign, errors, close } = await visit(site, { before: countWorkers });
  const most = () => page.evaluate(() => globalThis.mostWorkers);
  await page.goto(`${site.url}slides/ten.html`);
  const demos = page.locator("hrglass-demo");
  assert.equal(await demos.count(), 10);
  for (let i = 0; i < 10; i++) await demos.nth(i).scrollIntoViewIfNeeded();
  for (let i = 0; i < 10; i++) {
    await demos.nth(i).scrollIntoViewIfNeeded();
    await stepped(page, i);
  }
  assert.equal(await most(), 2);
  // The engines have long turned to other tasks.
  await demos.nth(0).scrollIntoViewIfNeeded();
  await page.evaluate(() => document.querySelector("hrglass-demo").goTo("last"));
  await page.waitForFunction(() => /final/.test(document.querySelector("hrglass-demo").shadowRoot.querySelector(".pane-heap .caption").textContent));
  // A state beside the steps is asked for by running the task again.
  const rotate = demos.nth(4);
  await rotate.scrollIntoViewIfNeeded();
  const caption = await rotate.locator(".pane-heap .caption").textContent();
  await rotate.locator("canvas").focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(
    (before) => {
      const { shadowRoot } = document.querySelectorAll("hrglass-demo")[4];
      return shadowRoot.querySelector(".pane-heap .caption").textContent !== before && shadowRoot.querySelector(".pane-heap svg circle");
    },
    caption,
  );
  assert.equal(await most(), 2);
  assert.deepEqual(foreign, []);
  assert.deepEqual(errors, []);
  await close();
});

test("on paper a demo is light, without buttons, and its canvas is an SVG with the current state", async () => {
  const { page, close } = await host(`<hrglass-demo task="${swap}" panes="space,heap" step="5" theme="dark"></hrglass-demo>`);
  await stepped(page);
  await page.waitForSelector("hrglass-demo .graph.printable", { state: "attached" });
  assert.equal(await page.locator("svg.print").isVisible(), false);
  await page.emulateMedia({ media: "print" });
  assert.equal(await page.locator("svg.print").isVisible(), true);
  assert.equal(await page.locator("canvas").isVisible(), false);
  assert.equal(await page.getByRole("button", { name: "Next step" }).isVisible(), false);
  await page.locator(".demo[data-theme=light]").waitFor();
  const drawn = await page.locator("svg.print image").evaluate(async (image) => {
    const picture = new Image();
    picture.src = image.getAttribute("href");
    await picture.decode();
    return picture.naturalWidth;
  });
  assert.ok(drawn > 500);
  assert.ok(Number(await page.locator("svg.print .here").getAttribute("cx")) > 0);
  await page.screenshot({ path: join(folder, "print.png") });
  await close();
});

test("without scripts the content of the element is shown", async () => {
  const { page, close } = await host('<hrglass-demo task="lists/reverse"><p id="instead">A picture</p></hrglass-demo>', { options: { javaScriptEnabled: false } });
  assert.equal(await page.locator("#instead").isVisible(), true);
  await close();
});

test("texts are in the language of the demo, and colours follow its theme", async () => {
  const { page, close } = await host(
    '<hrglass-demo task="lists/drop-first" lang="de" theme="dark"></hrglass-demo><hrglass-demo task="lists/drop-first" lang="en" theme="light"></hrglass-demo>',
    { options: { viewport: { width: 1000, height: 1000 } } },
  );
  await stepped(page, 0);
  await stepped(page, 1);
  assert.match(await page.locator(".count-of-steps").nth(0).textContent(), /^Schritt 1 von/);
  assert.match(await page.locator(".count-of-steps").nth(1).textContent(), /^Step 1 of/);
  const ground = (i) => page.locator(".demo").nth(i).evaluate((element) => getComputedStyle(element).backgroundColor);
  assert.notEqual(await ground(0), await ground(1));
  const names = await page.locator("hrglass-demo :is(button, textarea, canvas, [tabindex])").evaluateAll((all) =>
    all.filter((element) => element.checkVisibility() && !element.textContent.trim() && !element.getAttribute("aria-label")).map(({ outerHTML }) => outerHTML));
  assert.deepEqual(names, []);
  await close();
});

/** What a demo in German says on a page in English, which loads no translations itself. */
const inGerman = {
  name: /Eine Liste durchlaufen/, fails: /^Hier verletzt: das verfolgte Element hat nicht seine anfänglichen Nachbarn/, keys: /Pfeiltasten/, zoom: /^Vergrößern/,
  error: /^SLList\.java:1 erwartet: ein Name, gefunden: \{$/, link: /^dieser Link ist beschädigt/,
};

test("a demo words what the engine says in its own language, and loads translations only if it is German", async () => {
  const broken = JSON.parse(readFileSync(new URL("../../examples/lists/reverse.json", import.meta.url), "utf8"));
  broken.program.files = [{ name: "SLList.java", text: "class {" }];
  for (const lang of ["en", "de"]) {
    const demos = [`task="${swap}" panes="verdict,run,space" step="last"`, "", 'task="#v1.AAAA"'].map((options) => `<hrglass-demo lang="${lang}" ${options}></hrglass-demo>`);
    const { page, errors, close } = await host(demos.join(""), { options: { viewport: { width: 1000, height: 2000 } } });
    await stepped(page);
    await page.evaluate((task) => document.querySelectorAll("hrglass-demo")[1].set(task), broken);
    const demo = (i, part) => page.locator("hrglass-demo").nth(i).locator(part).first();
    const said = {
      name: await demo(0, ".demo").getAttribute("aria-label"), fails: await demo(0, ".fails").textContent(),
      keys: await demo(0, "canvas").getAttribute("aria-label"), zoom: await demo(0, ".stage-tools button").getAttribute("title"),
      error: await demo(1, ".message li").textContent(), link: await demo(2, ".message[data-kind=error]").textContent(),
    };
    for (const [part, text] of Object.entries(said)) assert.equal(inGerman[part].test(text), lang === "de", text);
    const loaded = await page.evaluate(() => performance.getEntriesByType("resource").filter(({ name }) => /german-[\w-]+\.json/.test(name)).length);
    assert.equal(loaded, lang === "de" ? 1 : 0);
    await page.screenshot({ path: join(folder, `language-${lang}.png`) });
    assert.deepEqual(errors, []);
    await close();
  }
});

test("the playground opens at the step that the demo shows", async () => {
  const { page, context, close } = await host(`<hrglass-demo task="${swap}" step="3" playground="${site.url}"></hrglass-demo>`);
  await stepped(page);
  const [playground] = await Promise.all([context.waitForEvent("page"), page.getByRole("button", { name: "Open in playground" }).click()]);
  await playground.locator('#trace-2[aria-current="step"]').waitFor();
  assert.match(await playground.textContent("#task-title"), /cuts and restores/);
  await close();
});
