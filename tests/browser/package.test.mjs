// The npm package as others use it: installed from its tarball into a project outside the repository, without a network.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createReadStream, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { after, before, test } from "node:test";
import { chromium } from "playwright-core";
import { build } from "vite";
import { buildPackage, packageFolder } from "../../scripts/package.mjs";
import { npmBin } from "../../scripts/steps.mjs";
import { parts } from "../../scripts/wasm/plan.mjs";
import { visit } from "./playground.mjs";

let project;
let server;
let browser;
const npm = (args, cwd) => execFileSync("npm", [...args, "--offline", "--no-audit", "--no-fund"], { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
const write = (name, text) => writeFileSync(join(project, name), text);

const types = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm", ".css": "text/css" };

before(async () => {
  await buildPackage();
  project = mkdtempSync(join(tmpdir(), "hrglass-consumer-"));
  const [{ filename }] = JSON.parse(npm(["pack", "--json", "--pack-destination", project], packageFolder));
  write("package.json", JSON.stringify({ name: "consumer", private: true, type: "module" }));
  npm(["install", join(project, filename)], project);
  server = createServer((request, response) => {
    const path = join(project, decodeURIComponent(new URL(request.url, "http://site").pathname));
    if (!existsSync(path) || !statSync(path).isFile()) return response.writeHead(404).end();
    response.setHeader("content-type", types[extname(path)] ?? "application/octet-stream");
    createReadStream(path).pipe(response);
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
});

after(async () => {
  await browser?.close();
  server?.close();
  if (project) rmSync(project, { recursive: true });
});

test("the package has what it promises and depends on nothing", () => {
  assert.deepEqual(readdirSync(join(project, "node_modules")).filter((name) => !name.startsWith(".")), ["hrglass"]);
  const files = readdirSync(join(project, "node_modules", "hrglass"));
  for (const name of ["README.md", "LICENSE-MIT", "LICENSE-APACHE", "index.js", "node.js", "element.js", "worker.js", ...parts.map((part) => `engine.${part}.wasm`), "grammars.json", "examples.json", "java.json", "types"]) {
    assert.ok(files.includes(name), name);
  }
});

test("Node runs an example and reads its verdicts", () => {
  write("check.mjs", `
    import { examples, run, version } from "hrglass";
    const { id, task } = (await examples()).find(({ id }) => id === "lists/find-middle-faulty");
    const { report, session } = await run(JSON.parse(task));
    const svg = session.ask({ of: "picture", picture: { of: "space" }, format: "svg" });
    session.free();
    const broken = await run("{");
    console.log(JSON.stringify({ id, version: await version(), verdicts: report.properties.map(({ id, verdict }) => [id, verdict]),
      svg: svg.slice(0, 4), errors: broken.report.diagnostics.length }));`);
  const result = JSON.parse(execFileSync(process.execPath, ["check.mjs"], { cwd: project, encoding: "utf8" }));
  assert.deepEqual(result.verdicts, [["memorySafety", "satisfied"], ["F1", "violated"], ["F2", "satisfied"]]);
  assert.deepEqual([result.id, result.svg, result.errors > 0], ["lists/find-middle-faulty", "<svg", true]);
  assert.match(result.version, /^\d+\.\d+\.\d+/);
});

test("its types are those of what it does", () => {
  write("consumer.ts", `
    import { examples, run, type Report, type Verdict } from "hrglass";
    import { HrglassDemo, type DemoElement, type StepDetail } from "hrglass/element";
    const { report }: { report: Report } = await run((await examples())[0]!.task, ({ states }) => states.toFixed());
    const verdicts: Verdict[] = report.properties.map(({ verdict }) => verdict);
    const demo: DemoElement = new HrglassDemo();
    const same: DemoElement | null = document.querySelector("hrglass-demo");
    demo.addEventListener("step", ({ detail }: CustomEvent<StepDetail>) => detail.steps + (same?.steps ?? verdicts.length));
    await demo.set({}).then(() => demo.goTo("last"));
    // @ts-expect-error a step is a number or "last"
    demo.goTo("first");
    // @ts-expect-error a task is a text or an object
    await run(3);`);
  for (const [module, moduleResolution] of [["nodenext", "nodenext"], ["esnext", "bundler"]]) {
    const args = ["--noEmit", "--strict", "--target", "es2022", "--lib", "es2022,dom", "--types", "", "--module", module, "--moduleResolution", moduleResolution];
    execFileSync(npmBin("tsc"), [...args, "consumer.ts"], { cwd: project, encoding: "utf8" });
  }
});

/** Opens a page of the project and waits until its demo shows a step. */
async function shows(path) {
  const url = `http://127.0.0.1:${server.address().port}/${path}`;
  const { page, foreign, errors, close } = await visit({ browser, url });
  await page.waitForFunction(() => document.querySelector("hrglass-demo")?.step > 0, null, { timeout: 20_000 });
  assert.equal(await page.getAttribute("hrglass-demo", "step"), "6");
  await page.waitForSelector("hrglass-demo .heap svg circle");
  assert.match(await page.textContent("#verdicts"), /violated/);
  assert.deepEqual(foreign, []);
  assert.deepEqual(errors.filter((text) => !/404/.test(text)), []);
  await close();
}

const body = '<!doctype html><title>Consumer</title><link rel="icon" href="data:,"><hrglass-demo task="hierarchy/traverse-with-swap" step="last"></hrglass-demo><p id="verdicts"></p>';
const code = (element, engine) => `
  import "${element}";
  import { examples, run } from "${engine}";
  const { task } = (await examples()).find(({ id }) => id === "lists/find-middle-faulty");
  const { report } = await run(task);
  document.querySelector("#verdicts").textContent = report.properties.map(({ verdict }) => verdict).join();`;

test("a plain page without a bundler shows a demo", async () => {
  write("plain.html", `${body}<script type="module">${code("./node_modules/hrglass/element.js", "./node_modules/hrglass/index.js")}</script>`);
  await shows("plain.html");
});

test("a page that Vite bundles shows a demo", async () => {
  mkdirSync(join(project, "src"));
  write("index.html", `${body}<script type="module" src="./src/main.js"></script>`);
  write("src/main.js", code("hrglass/element", "hrglass"));
  await build({ root: project, configFile: false, base: "./", logLevel: "error", build: { outDir: "built", target: "es2022" } });
  await shows("built/index.html");
});
