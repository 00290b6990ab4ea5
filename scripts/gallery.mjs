// Runs every example of the library and writes www/public/gallery.json for the page: verdicts, number of states and a
// small picture of each, in German, too, where that differs.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { gzipSync } from "node:zlib";
import { builtFrom, loadEngine } from "./engine.mjs";
import { inGerman } from "./questions.mjs";
import { fromRoot, step } from "./steps.mjs";

const file = fromRoot("www", "public", "gallery.json");

/** Preferred maximum size of pictures on cards: vertices of heaps, width and height of scenes. */
const most = { vertices: 8, size: [640, 320] };

/** Tabs about calls: examples that open with one of them show all calls or the entry component, if it fits. */
const tabsOfCalls = ["components", "compare", "contracts"];

/** Writes the pictures, unless the engine (with its examples) and this script are unchanged. */
export async function buildGallery() {
  const stamp = createHash("sha256").update(builtFrom()).update(readFileSync(import.meta.filename)).digest("hex");
  if (existsSync(file) && stampOf(readFileSync(file, "utf8")) === stamp) return;
  await step("Draw the examples for the menu", async () => {
    const engine = await loadEngine();
    const examples = engine.examples().map((example) => entryOf(example, engine));
    writeFileSync(file, JSON.stringify({ stamp, examples }));
  });
  console.log(`gallery.json: ${(gzipSync(readFileSync(file), { level: 9 }).length / 1000).toFixed(0)} kB compressed`);
}

function stampOf(text) {
  try {
    return JSON.parse(text).stamp;
  } catch {
    return null;
  }
}

/** The menu entry of an example. */
export function entryOf({ id, task }, engine) {
  const session = engine.run(task, () => {});
  try {
    const report = JSON.parse(session.report());
    if (!report.exploration) throw new Error(`${id} does not run: ${JSON.stringify(report.diagnostics)}`);
    const drawn = () => small(pictureOf(session, report, JSON.parse(task)));
    const [en, de] = [drawn(), inGerman(engine, drawn)];
    const pictures = isDeepStrictEqual(de, en) ? { en } : { en, de };
    return { id, verdicts: verdictsOf(report), states: report.exploration.statesTotal, pictures };
  } finally {
    session.free();
  }
}

/** The parts of memory safety, of which the menu says nothing. */
const parts = ["null-dereference", "index-out-of-bounds", "wrong-cast", "division-by-zero", "assertion", "exception", "call"];

/** The verdicts by property, as in the `expected` of a task: by strategy if strategies differ. */
function verdictsOf(report) {
  const properties = report.properties.filter(({ kind }) => !parts.includes(kind));
  const verdicts = {};
  for (const { id } of properties) {
    const judged = properties.filter((property) => property.id === id);
    const differ = judged.some(({ verdict }) => verdict !== judged[0].verdict);
    verdicts[id] = differ ? Object.fromEntries(judged.map(({ strategy, verdict }) => [strategy, verdict])) : judged[0].verdict;
  }
  return verdicts;
}

/**
 * The calls, or the heap in which the run ends, if the example opens with that; otherwise the most informative heap of
 * the entry method. For programs without heaps: the calls, or the values in which the run ends or starts; in large
 * blocks, the control-flow automaton.
 */
function pictureOf(session, report, { analysis, view = {} }) {
  const isBoolean = analysis === "boolean";
  const isBlocks = analysis === "blocks";
  const heapOf = (number) => session.ask({ of: "heap", number });
  if (isBlocks || ((isBoolean || tabsOfCalls.includes(view.tab)) && session.ask({ of: "components" }).length > 1)) {
    const calls = [null, 0].map((number) => session.ask({ of: "component", number })).find(fits);
    if (calls) return calls;
  }
  const { contents, sizes, components, procedures } = session.ask({ of: "chart" });
  if (isBoolean || isBlocks) return heapOf(contents[(view.tab === "run" ? lastOf(report, view.property) : null) ?? 0]);
  const fitting = (state) => sizes[state] <= most.vertices;
  const last = view.tab === "run" ? lastOf(report, view.property) : null;
  if (last !== null && sizes[last] > 1 && fitting(last)) return heapOf(contents[last]);
  const inEntry = (state) => procedures[components[state]] === procedures[0];
  const best = (isChosen) => {
    const candidates = contents.filter((_, state) => state === 0 || (isChosen(state) && fitting(state)));
    const scenes = [...new Set(candidates)].map(heapOf);
    return scenes.reduce((best, scene) => (tells(scene) > tells(best) ? scene : best));
  };
  const scene = best(inEntry);
  // Where initial heaps are built by a procedure of their own, nothing is to be seen in it.
  return scene.shapes.length ? scene : best(() => true);
}

const fits = ({ size }) => size.every((length, i) => length <= most.size[i]);

/** The state in which the failing run of a property ends, or in which its cycle starts; null if it is not drawn. */
function lastOf({ properties }, property) {
  const { run } = properties.find(({ id, verdict }) => id === property && verdict === "violated") ?? {};
  return (run?.cycle[0] ?? run?.prefix.at(-1))?.index ?? null;
}

/** How informative a heap is: objects, variables of the program and abstract parts count; temporaries and size do not. */
function tells(scene) {
  const { shapes } = scene;
  const parts = shapes.filter(({ shape, role }) => (shape === "circle" && role === "vertex") || (shape === "box" && role === "nonterminal")).length;
  const variables = shapes.filter(({ shape, role }) => shape === "text" && role === "variable");
  const temporaries = variables.filter(({ text }) => /^[$@]/.test(text)).length;
  return parts + variables.length - 2 * temporaries - (fits(scene) ? 0 : 100);
}

/** The scene for a card, which says everything in words of its own: integer coordinates, no tooltips, no links, no description. */
function small(scene) {
  const compact = (key, value) => (key === "title" ? null : typeof value === "number" ? Math.round(value) : value);
  return { ...JSON.parse(JSON.stringify(scene, compact)), hotspots: [], description: "" };
}
