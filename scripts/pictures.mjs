// node scripts/pictures.mjs [NAME…]: redraws the pictures of the guide from the built page in a browser. The same page
// gives the same pictures, except for the times in them.
import { mkdirSync, writeFileSync } from "node:fs";
import { openExample, openTask, spurious, start, state, verdict, visit } from "../tests/browser/playground.mjs";
import { chromium } from "./chromium.mjs";
import { small } from "./png.mjs";
import { fromRoot, main } from "./steps.mjs";

const wide = { width: 1440, height: 900 };
const low = { width: 1440, height: 780 };
const middle = { width: 1180, height: 760 };
const phone = { width: 390, height: 844 };

/** Waits for two frames, so that canvases are painted. */
const settled = (page) => page.evaluate(async () => {
  await document.fonts.ready;
  for (let i = 0; i < 3; i++) await new Promise(requestAnimationFrame);
});

/** Opens another example and waits for its drawing. */
async function example(page, id) {
  await verdict(page);
  const before = await page.textContent("#task-title");
  await openExample(page, id);
  await page.waitForFunction((old) => document.querySelector("#task-title").textContent !== old, before);
  await verdict(page);
  await page.waitForFunction(() => document.querySelector("#heap-picture svg"));
}

/** Opens a view of the result. */
async function view(page, id) {
  await page.click(`#docks [data-tab=${id}]`);
}

/** Runs a command of the palette by its name. */
async function command(page, name) {
  await page.keyboard.press("Control+k");
  await page.fill("#palette-field", name);
  await page.keyboard.press("Enter");
}

/** Selects a state by its number and waits for its heap. */
async function select(page, number) {
  await view(page, "space");
  await page.fill("#space-search", `#${number}`);
  await page.press("#space-search", "Enter");
  await page.waitForFunction((wanted) => document.querySelector("#state-title").textContent === `State ${wanted}`, number);
  await page.press("#space-search", "Escape");
  await page.waitForSelector("#heap-picture svg");
}

const withoutTask = (page) => command(page, "Hide the task");
const withoutSide = (page) => command(page, "Hide the second pane");

/** A property that fails only inside a call, with all strategies. */
async function failingCall(page) {
  await example(page, "hierarchy/traverse-with-swap");
  await page.waitForFunction(() => document.querySelector("#state-title").textContent !== "State 0");
}

const playground = async (page) => {
  await failingCall(page);
  await view(page, "space");
};

/** By name: the window, the actions, and the part of the page to show. */
const pictures = {
  "../playground-light": { prepare: playground },
  "../playground-dark": { options: { colorScheme: "dark" }, prepare: playground },

  "job-prove": {
    size: wide,
    prepare: async (page) => {
      await example(page, "own/sorted-list");
      await page.locator(".why").first().click();
      await page.waitForFunction(() => document.querySelector(".explanation")?.textContent);
    },
  },
  "job-find": {
    size: wide,
    prepare: async (page) => {
      await example(page, "lists/find-middle-faulty");
      await page.locator("#verdict-list button.judgement").first().click();
      await page.waitForSelector("#panel-run .fails");
    },
  },
  "job-compare": {
    size: { width: 1300, height: 1440 }, crop: "#dock-main",
    prepare: async (page) => {
      await verdict(page);
      await view(page, "compare");
      await withoutTask(page);
      await withoutSide(page);
      await page.click("#compare-run");
      await page.waitForSelector("#panel-compare :text('All strategies agree')");
      await page.click("#compare-beside");
      await page.waitForSelector("#panel-compare .both");
      await page.locator("#panel-compare table.compare").first().locator("tbody").last().evaluate((element) => {
        const panel = element.closest("#panel-compare");
        panel.scrollTop += element.getBoundingClientRect().top - panel.getBoundingClientRect().top;
      });
      await page.waitForSelector("#panel-compare .both svg");
      await page.mouse.move(0, 0);
    },
  },
  gallery: {
    size: { width: 1000, height: 620 }, crop: "#examples",
    prepare: async (page) => {
      await page.click("#examples-button");
      await page.waitForSelector("#examples img, #examples svg");
    },
  },
  properties: {
    size: wide, crop: "#task-pane", clip: { height: 520 },
    prepare: async (page) => {
      await example(page, "hierarchy/traverse-with-swap");
      await page.click("#editor-tabs [data-tab=properties]");
    },
  },
  verdict: { size: middle, crop: "#verdict", prepare: failingCall },
  findings: {
    size: { width: 1440, height: 480 }, crop: "#task-pane",
    prepare: async (page) => {
      await example(page, "lists/drop-first");
      const text = `class SLList {\n    SLList next;\n\n    static SLList second(SLList head) {\n        SLList rest = head.nxt;\n        return rest.next;\n    }\n}\n`;
      await openTask(page, { title: "A mistake", program: { entry: "SLList.second", files: [{ name: "SLList.java", text }] } });
      await page.waitForSelector("#findings:not([hidden])");
    },
  },
  boolean: {
    size: low,
    prepare: async (page) => {
      await example(page, "boolean/locks");
      await view(page, "run");
      await page.waitForSelector("#panel-run .trace [aria-selected=true]");
    },
  },
  budget: {
    size: middle, crop: "#verdict",
    prepare: async (page) => {
      await example(page, "recursion/reverse");
      await page.click("#editor-tabs [data-tab=options]");
      await page.locator("#options-form .option.number input").first().fill("50");
      await page.keyboard.press("Control+Enter");
      await page.waitForSelector(".budget");
    },
  },

  space: {
    size: wide, crop: "#dock-main",
    prepare: async (page) => {
      await example(page, "lists/find-middle-faulty");
      await view(page, "space");
      await page.fill("#space-search", "13 fast");
    },
  },
  "space-folded": {
    size: low, crop: "#dock-main",
    prepare: async (page) => {
      await example(page, "lists/find-middle");
      await page.selectOption("#space-fold", "lines");
      await page.waitForFunction(() => /folded/.test(document.querySelector("#space-count").textContent));
    },
  },
  "space-path": {
    size: low, crop: "#dock-main",
    prepare: async (page) => {
      await example(page, "lists/find-middle");
      await select(page, 40);
      await page.click("#space-way");
      await page.waitForSelector("[data-note=way]:not([hidden])");
    },
  },
  heap: { size: low, crop: "#dock-side", prepare: failingCall },
  "heap-legend": {
    size: { width: 1440, height: 1000 }, crop: "#panel-heap .heap-legend",
    prepare: async (page) => {
      await failingCall(page);
      await page.click("#panel-heap .heap-legend summary");
    },
  },
  "heap-diff": {
    size: low, crop: "#dock-side",
    prepare: async (page) => {
      await example(page, "doubly-linked/insert-faulty");
      await withoutTask(page);
      await view(page, "run");
      for (let i = 0; i < 3; i++) await page.keyboard.press("k");
      await page.keyboard.press("d");
      await page.waitForSelector("#heap-changes:not([hidden])");
    },
  },
  "heap-derivation": {
    size: { width: 1440, height: 940 }, crop: "#dock-side",
    prepare: async (page) => {
      for (let i = 0; i < 2; i++) {
        await page.focus("#heap-picture .hotspot");
        await page.keyboard.press("Enter");
        await page.waitForSelector(".derivation .thumbnail svg");
        if (i === 0) {
          await page.locator(".derivation li button").nth(1).click();
          await page.waitForSelector("#heap-trail:not([hidden])");
        }
      }
    },
  },
  components: {
    size: low, crop: "#dock-main", options: { colorScheme: "dark" },
    prepare: async (page) => {
      await example(page, "hierarchy/round-a-ring");
      await view(page, "components");
      await page.waitForSelector("#components-stage svg");
    },
  },
  "component-open": {
    size: low, crop: "#dock-main",
    prepare: async (page) => {
      await example(page, "hierarchy/round-a-ring");
      await withoutTask(page);
      await withoutSide(page);
      await view(page, "components");
      await page.selectOption("#components-choose", "0");
      await page.locator("#components-stage .hotspot[aria-label^='Line 9']").first().click();
      await page.waitForSelector("#components-stage .hotspot[aria-expanded=true]");
      await page.mouse.move(0, 0);
    },
  },
  proof: {
    size: wide, crop: "#dock-main",
    prepare: async (page) => {
      await example(page, "paper/figure-4-1");
      await view(page, "proof");
      await page.waitForFunction(() => /Step/.test(document.querySelector("#panel-proof .position").textContent));
      await page.keyboard.press("[");
    },
  },
  counterexample: {
    size: low, crop: "#dock-main",
    prepare: async (page) => {
      await example(page, "paper/figure-2-11");
      await page.locator("#verdict-list button.judgement").first().click();
      await page.waitForSelector("#run-heap svg");
    },
  },
  evidence: {
    size: wide, crop: "#dock-main",
    prepare: async (page) => {
      await example(page, "hierarchy/traverse-with-swap");
      await view(page, "run");
      await page.click("#run-input-shown");
      await page.waitForSelector("#run-input svg");
      await page.waitForSelector("#run-heap svg");
    },
  },
  spurious: {
    size: wide, crop: "#dock-main",
    prepare: async (page) => {
      await verdict(page);
      await openTask(page, spurious);
      await state(page, "violated");
      await page.click("#verdict-list [data-judgement='1'] button");
      await page.waitForSelector("#run-departure button");
    },
  },
  contracts: {
    size: wide, crop: "#dock-main",
    prepare: async (page) => {
      await example(page, "recursion/reverse");
      await withoutTask(page);
      await view(page, "contracts");
      await page.waitForSelector(".contract .thumbnail svg");
      const second = page.locator(".contract").nth(1);
      await second.evaluate((element) => element.scrollIntoView({ block: "start" }));
      await second.locator(".thumbnail svg").first().waitFor();
    },
  },
  exploration: {
    size: low,
    prepare: async (page) => {
      await example(page, "lists/append");
      await view(page, "explain");
      await page.click("#panel-explain .choice button:last-child");
      await page.waitForSelector("#explain-stage svg");
      for (let at = 0; at < 80 && !(await page.textContent("#explain-said")).startsWith("Materialise"); at++) {
        await page.keyboard.press("]");
        await settled(page);
      }
    },
  },
  compare: {
    size: low, crop: "#dock-main", clip: { height: 380 },
    prepare: async (page) => {
      await example(page, "hierarchy/traverse-with-swap");
      await withoutTask(page);
      await view(page, "compare");
    },
  },
  "compare-runs": {
    size: { width: 1440, height: 1300 }, crop: "table#compare-last",
    prepare: async (page) => {
      await verdict(page);
      await page.click("#editor-tabs [data-tab=options]");
      await page.getByText("Admissible abstraction", { exact: true }).click();
      await page.keyboard.press("Control+Enter");
      await verdict(page);
      await view(page, "compare");
      await page.waitForSelector("table#compare-last");
    },
  },
  statistics: {
    size: low, crop: "#dock-side",
    prepare: async (page) => {
      await example(page, "hierarchy/traverse-with-swap");
      await withoutTask(page);
      await view(page, "statistics");
    },
  },
  table: {
    size: { width: 1440, height: 860 }, crop: "#dock-main", clip: { height: 520 },
    prepare: async (page) => {
      await example(page, "lists/find-middle-faulty");
      await withoutTask(page);
      await view(page, "space");
      await page.click("#table-main");
      await page.waitForSelector("#panel-space tr[aria-current=true]");
    },
  },

  share: {
    size: middle, crop: "dialog.share",
    prepare: async (page) => {
      await example(page, "lists/find-middle-faulty");
      await page.keyboard.press("Control+s");
      await page.waitForSelector("dialog.share input");
      // The address of the server changes every time.
      await page.$$eval("dialog.share input", (fields) => fields.forEach((field) => (field.value = field.value.replace(location.origin, "https://example.org"))));
    },
  },
  export: {
    size: middle, crop: "#export-main",
    prepare: async (page) => {
      await verdict(page);
      await page.click("#export-main-button");
    },
  },

  demo: {
    size: { width: 900, height: 900 }, address: "slides/ten.html", crop: "hrglass-demo >> nth=1",
    prepare: async (page) => {
      await page.locator("hrglass-demo").nth(1).scrollIntoViewIfNeeded();
      await page.waitForFunction(() => document.querySelectorAll("hrglass-demo")[1].step > 0, null, { timeout: 20_000 });
    },
  },
  slide: {
    size: { width: 960, height: 540 }, address: "slides/index.html#/3",
    prepare: async (page) => {
      await page.waitForFunction(() => document.querySelector("#run").step === 1, null, { timeout: 20_000 });
      for (let i = 2; i <= 6; i++) {
        await page.keyboard.press("ArrowRight");
        await page.waitForFunction((wanted) => document.querySelector("#run").step === wanted, i);
      }
    },
  },

  palette: {
    size: middle, crop: "#palette",
    prepare: async (page) => {
      await verdict(page);
      await page.keyboard.press("Control+k");
      await page.fill("#palette-field", "export svg");
    },
  },
  menu: {
    size: middle, crop: "#menu",
    prepare: async (page) => {
      await verdict(page);
      await page.click("#menu-button");
    },
  },
  sheet: {
    size: middle, crop: "#sheet", options: { colorScheme: "dark" },
    prepare: async (page) => {
      await verdict(page);
      await page.keyboard.press("?");
    },
  },
  tour: {
    size: middle, first: true, clip: { height: 330 },
    prepare: async (page) => {
      await verdict(page);
      await page.click("#about .link");
      await page.waitForSelector("#tour:not([hidden])");
    },
  },
  phone: {
    size: phone,
    prepare: async (page) => {
      await example(page, "doubly-linked/insert-faulty");
      await page.click("#switch [data-tab=result]");
      await view(page, "run");
    },
  },
};

async function draw(site, name) {
  const { size = wide, options = {}, first = false, address = "", prepare, crop, clip } = pictures[name];
  const { page, errors, close } = await visit({ ...site, url: site.url + address }, { first, viewport: size, reducedMotion: "reduce", ...options });
  await prepare(page);
  await settled(page);
  const path = fromRoot("docs", "img", "guide", `${name}.png`);
  const box = crop ? await page.locator(crop).boundingBox() : { x: 0, y: 0, ...size };
  const picture = small(await page.screenshot({ clip: { ...box, height: Math.min(box.height, clip?.height ?? Infinity) }, animations: "disabled", caret: "hide" }));
  writeFileSync(path, picture);
  await close();
  console.log(`${name}: ${Math.round(box.width)} × ${Math.round(clip?.height ?? box.height)}, ${Math.round(picture.length / 1000)} kB`);
  if (errors.length) throw new Error(`${name}: ${errors.join(", ")}`);
}

await main("pictures", async () => {
  process.env.CHROMIUM_PATH = await chromium();
  mkdirSync(fromRoot("docs", "img", "guide"), { recursive: true });
  const site = await start();
  const wanted = process.argv.slice(2);
  const failed = [];
  for (const name of Object.keys(pictures)) {
    if (wanted.length && !wanted.includes(name)) continue;
    try {
      await draw(site, name);
    } catch (error) {
      failed.push(`${name}: ${error.message}`);
    }
  }
  await site.stop();
  if (failed.length) throw new Error(failed.join("\n"));
});
