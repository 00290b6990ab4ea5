// A served playground and a browser that looks at it.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before } from "node:test";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { preview } from "vite";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const root = fileURLToPath(new URL("../..", import.meta.url));

/** Chromium as it runs without a display, without root's sandbox, and without calling home. */
const flags = [
  "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync",
];

/** Where the page is built. */
export const built = join(root, "dist");

/** Serves the built page, or a copy of it, and starts a browser. */
export async function start(folder = built) {
  // Before the server, which would keep the tests from ending without a browser.
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium", args: flags });
  const server = await preview({
    root, configFile: join(root, "vite.config.ts"), build: { outDir: folder }, preview: { port: 0, host: "127.0.0.1" }, logLevel: "error",
  });
  const address = server.httpServer.address();
  return {
    url: `http://127.0.0.1:${address.port}/`,
    browser,
    stop: async () => {
      await browser.close();
      await server.close();
    },
  };
}

/** The settings of someone who has been here before, and has used everything. */
const seen = JSON.stringify({
  visited: true, aboutClosed: true, used: ["components", "proof", "contracts", "explain", "compare", "statistics", "options"],
});

/** A visit in a browser profile of its own; collects requests to other sites and errors of the page. Who is not here for the `first` time has used all views; `before` runs in the page before its own scripts. */
export async function visit({ browser, url }, { first = false, before, ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: "en-US", ...options });
  if (!first) await context.addInitScript((settings) => (localStorage["hrglass.settings"] ??= settings), seen);
  if (before) await context.addInitScript(before);
  const { page, ...heard } = await tab(context, url);
  return { page, context, ...heard, close: () => context.close() };
}

/** Another tab of a visit. */
export async function tab(context, url) {
  const page = await context.newPage();
  const foreign = [];
  const errors = [];
  page.on("request", (request) => {
    if (!/^(data|blob):/.test(request.url()) && new URL(request.url()).origin !== new URL(url).origin) foreign.push(request.url());
  });
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  await page.goto(url);
  // CodeMirror comes behind the engine; other pages, and those without scripts, have no editor.
  if (await page.locator("#program-editor .code").count()) await page.waitForSelector("#program-editor .cm-content");
  return { page, foreign, errors };
}

/** Waits until the banner says one of these; who waits in vain is told what it says instead. */
export const state = async (page, ...wanted) => {
  const says = (names) => names.includes(document.querySelector("#verdict")?.dataset.state);
  try {
    await page.waitForFunction(says, wanted, { timeout: 60_000 });
  } catch (cause) {
    const instead = await page.evaluate(() => {
      const banner = document.querySelector("#verdict");
      return `${document.querySelector("#task-title")?.textContent}: ${banner?.dataset.state}, ${banner?.textContent}`;
    });
    throw new Error(`not ${wanted.join(" or ")}, but ${instead}`, { cause });
  }
};

/** Waits until a run is over. */
export const verdict = (page) => state(page, "satisfied", "violated", "suspected", "unknown");

/** Forgets what the banner says, so that the next verdict is that of the task that is opened now. */
export const forgetVerdict = (page) => page.evaluate(() => delete document.querySelector("#verdict")?.dataset.state);

/** Opens an example of the gallery. */
export const openExample = async (page, id) => {
  await page.click("#examples-button");
  await forgetVerdict(page);
  await page.click(`[data-example="${id}"]`);
};

/** Opens a task as a file, and waits until it is open; it has another title than the one before. */
export const openTask = async (page, task) => {
  const before = await page.textContent("#task-title");
  const buffer = Buffer.from(JSON.stringify({ schema: "hrglass.task/1", ...task }));
  await page.setInputFiles("#task-open", { name: "task.json", mimeType: "application/json", buffer });
  await page.waitForFunction((title) => document.querySelector("#task-title").textContent !== title, before);
};

/** A task with 2ⁿ heaps, each at all places of a loop. */
function counting(title, n, options = {}) {
  const bits = Array.from({ length: n }, (_, i) => `b${i}`);
  return {
    schema: "hrglass.task/1",
    title,
    program: { entry: "Counter.count", files: [{ name: "Counter.java", text: `class Counter {
    static void count(${bits.map((bit) => `boolean ${bit}`).join(", ")}) {
        while (true) {
${bits.map((bit) => `            if (${bit}) { ${bit} = false; } else { ${bit} = true; }`).join("\n")}
        }
    }
}
` }] },
    options,
  };
}

/** A task with more states than anyone waits for; its options say how many are enough. */
export const endless = counting("Endless", 30);

/** A task with 1,048,573 states. */
export const million = counting("A million", 15, { maxStates: 2_000_000 });

/** The largest example with all selectors of variables concrete, markings, and the shape of every heap: 30,000 states. */
export const large = () => {
  const { expected: _, ...task } = JSON.parse(readFileSync(new URL("../../examples/trees/lindstrom.json", import.meta.url), "utf8"));
  const properties = [...task.properties, { id: "F3", ltl: "G ({terminated} -> {identicNeighbours})" }, { id: "F4", ltl: "G F {visited}" },
    // Whether it is false takes all orders of folding.
    { id: "F5", ltl: "G ({terminated} -> {L(RefTP)})" }];
  return { ...task, title: "Large", properties, options: { ...task.options, admissibleFull: true, maxStates: 30_000 } };
};

/** Null is dereferenced two calls deep; another call returned before. */
export const deep = {
  title: "Deep",
  program: {
    entry: "Cell.main",
    files: [{ name: "Cell.java", text: `class Cell {
    Cell next;
    static void main(Cell head) {
        walk(head);
    }
    static void walk(Cell cell) {
        peek(cell);
        fall(cell);
    }
    static void peek(Cell cell) {
        Cell second = cell.next;
    }
    static void fall(Cell cell) {
        Cell second = cell.next;
        Cell third = second.next;
    }
}
` }],
  },
  grammars: [{ predefined: "SLList", rename: { ListNode: "Cell" } }],
  initial: [{
    name: "cell.json",
    heap: {
      nodes: [{ type: "NULL", number: 1 }, { type: "Cell", number: 1 }],
      externals: [],
      variables: [{ name: "null", target: 0 }, { name: "@parameter0:", target: 1 }],
      selectors: [{ label: "next", origin: 1, target: 0 }],
      hyperedges: [],
    },
  }],
  properties: [{ id: "F1", ltl: "G !{nullDereference}" }],
  options: { strategy: "rsm" },
};

/** A list of four, six or nine, of which no equation says that it is none of five, and of which the analysis only remembers that it is a list: it takes it for one of five, and then null is dereferenced. */
export const spurious = {
  title: "Four, six or nine cells",
  program: {
    entry: "Cell.main",
    files: [{ name: "Cell.java", text: `class Cell {
    Cell next;
    static void main(boolean two, boolean five) {
        Cell list = two ? add(add(four())) : five ? add(add(add(add(add(four()))))) : four();
        Cell at = list;
        while (at != null) {
            at = at.next;
        }
        Cell fifth = list.next.next.next.next;
        if (fifth != null) {
            at = fifth.next.next;
        }
    }
    static Cell four() {
        return add(add(add(add(null))));
    }
    static Cell add(Cell list) {
        Cell more = new Cell();
        more.next = list;
        return more;
    }
}
` }],
  },
  grammars: [{ predefined: "SLList", rename: { ListNode: "Cell" } }],
  initial: [],
  properties: [{ id: "F1", ltl: "G !{nullDereference}" }],
  options: { strategy: "rsm" },
};

/** The findings of axe on what is shown now, in short. */
async function findings(page) {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axe);
  return page.evaluate(async () => {
    const { violations } = await globalThis.axe.run(document, { resultTypes: ["violations"] });
    return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.flat().join(" ")}: ${node.failureSummary?.split("\n")[1]?.trim()}`));
  });
}

/** Fails if axe finds something. */
export async function clean(page, where) {
  const found = await findings(page);
  assert.ok(found.length === 0, `${where}:\n${found.join("\n")}`);
}

/** A folder for screenshots. */
export const screenshots = () => process.env.SCREENSHOTS ?? mkdtempSync(join(tmpdir(), "hrglass-screenshots-"));

/** The site for all tests of a file, served while they run, and a folder for what they look like. */
export function served() {
  const site = {};
  const folder = screenshots();
  before(async () => Object.assign(site, await start()));
  after(async () => {
    await site.stop?.();
    console.log(`screenshots: ${folder}`);
  });
  return { site, folder };
}
