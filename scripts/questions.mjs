// What the page asks of the engine: about an outcome, and about a task without a run. The build watches which functions of the engine
// answer, and tests compare the answers.

import { readFileSync } from "node:fs";
import { fromRoot } from "./steps.mjs";

/** The translations that a page in German gives to the engine. */
export const german = readFileSync(fromRoot("src", "base", "german.json"), "utf8");

/** Does something while the engine speaks German. */
export function inGerman(glue, action) {
  glue.speak("de", german);
  try {
    return action();
  } finally {
    glue.speak("en");
  }
}

/** Runs a task as a worker of the page does. */
export const started = (glue, task) => glue.run(task, () => {}, () => {});

/** Runs a task as a worker of the page does, and returns the report. */
export function reportOf(glue, task) {
  const session = started(glue, task);
  const report = session.report();
  session.free();
  return report;
}

/** Does something while each look at the clock finds it a second later, so that all progress is reported. */
export function asOnSlowMachines(action) {
  let now = performance.now();
  Object.defineProperty(performance, "now", { value: () => (now += 1000), configurable: true });
  try {
    return action();
  } finally {
    delete performance.now;
  }
}

/** The columns of an answer as lists. */
const lists = (answer) =>
  answer && Object.fromEntries(Object.entries(answer).map(([name, column]) => [name, ArrayBuffer.isView(column) ? [...column] : column]));

/** What the page asks about an outcome to draw its first views, as data. */
export function firstAnswersOf(session) {
  const report = JSON.parse(session.report());
  const chart = lists(session.ask({ of: "chart" }));
  if (!chart) return { report };
  for (let [known, before] = [0, -1]; known > before; ) [known, before] = [session.label(50), known];
  const [number, before = number] = new Set(chart.contents);
  const heaps = [{ of: "heap", number }, { of: "heapDiff", number, before }, { of: "formula", number }].map((question) => session.ask(question));
  const properties = report.properties.map((_, property) => ["statements", "explanation"].map((of) => session.ask({ of, property })));
  return { report, chart, labels: lists(session.ask({ of: "labels" })), heaps, properties };
}

/** All that the page asks of an outcome, as data; of heaps, states and files some. */
export function answersOf(session) {
  const { report, chart, ...first } = firstAnswersOf(session);
  if (!chart) return { report };
  const ask = (question) => session.ask(question);
  const contents = [...new Set(chart.contents)].slice(0, 3);
  const pictureOf = (picture, format) => ask({ of: "picture", picture, format });
  const properties = report.properties.map((_, property) => [
    lists(ask({ of: "proof", property })), pictureOf({ of: "concreteHeap", property, step: 0 }, "json"), ask({ of: "frames", property }),
    ["input", "junit"].map((kind) => ask({ of: "evidenceFile", property, kind })),
  ]);
  const folded = ["chains", "lines", "procedures", "contents", "scc"].map((fold) => lists(ask({ of: "chart", options: { fold } })).nodeKinds);
  const heaps = contents.map((heap) => [
    { of: "heap", number: heap }, { of: "formula", number: heap }, { of: "samples", content: heap }, { of: "concretise", heap, nonterminal: 0 },
    { of: "heapDiff", number: heap, before: contents[0] },
  ].map(ask));
  const stages = chart.edges.length > 1 ? ask({ of: "stages", source: chart.edges[0], target: chart.edges[1] }) : null;
  const views = [
    { of: "components" }, { of: "component", number: null }, { of: "component", number: 0 }, { of: "contracts" }, { of: "boxes" }, { of: "learned" }, { of: "loopHeads" },
  ].map(ask);
  const pictures = [{ of: "space" }, { of: "heap", number: contents[0] }, { of: "component", number: 0 }, { of: "proof", number: 0 }].map((picture) =>
    ["svg", "dot", "tikz", "json", "scene"].map((format) => pictureOf(picture, format)));
  return { report, chart, first, properties, folded, heaps, stages, views, pictures };
}

/** What the page asks about an opened task, to show it, as data. */
export function namesOf(glue, task) {
  const { analysis = "heap", program: { language = "java" }, properties = [] } = JSON.parse(task);
  const sentences = properties.map(({ ltl }) => ltl && glue.readOut(ltl, analysis, language));
  return [glue.taskNames(task), glue.suggest(task), glue.sentences(task), glue.initialPictures(task), sentences];
}

/** All that the page asks of a task without running it, as data. */
export function exchangedOf(glue, task) {
  const { analysis = "heap", program: { language = "java", files, entry }, grammars = [], properties = [] } = JSON.parse(task);
  const { fragment } = glue.encodeLink(task, { tab: "space" });
  const monitor = properties.find(({ monitor }) => monitor)?.monitor ?? {};
  return [
    namesOf(glue, task), fragment, fragment && glue.decodeLink(fragment), glue.exportSettings(task), glue.importFiles(files), glue.nameOf(files[0].text),
    glue.withEntry(task, entry), glue.withStructure(task, 0, 0), glue.otherTask(task),
    glue.grammarPictures(JSON.stringify(grammars), task), glue.monitorPictures(JSON.stringify(monitor), analysis, language),
    glue.editRules(JSON.stringify(grammars), { of: "addRule", path: [0, 0] }), glue.editMonitors("[]", { of: "addMonitor", name: "m", initial: "a" }),
    glue.guardPlace("[]", "monitor m: a to a", 1, 1, 1, 2),
  ];
}
