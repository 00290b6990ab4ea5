// The gallery: every example says what it is, in two languages, has a picture, and the figures of the thesis are there.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { entryOf } from "../../scripts/gallery.mjs";
import { loadEngine } from "../../scripts/engine.mjs";

const engine = await loadEngine();
const { run } = engine;
const library = engine.examples().map(({ id, task }) => ({ id, text: task, task: JSON.parse(task) }));
const entries = library.map(({ id, text }) => entryOf({ id, task: text }, engine));

/** How many figures the chapters of the thesis have that explain the method. */
const figuresByChapter = { 2: 12, 3: 6, 4: 2, 5: 2 };

/** Those without a program, heap, grammar, state space, recursive state machine or proof that a task could show. */
const exceptions = {
  "2.1": "the parts of the tool",
  "2.2": "a flow chart of the exploration",
  "2.12": "what temporal operators mean on a path",
  "3.1": "the rules of the tableau",
  "3.6": "which information travels between proofs",
  "4.2": "classes of an implementation",
  "5.2": "classes of an implementation",
};

const figures = Object.entries(figuresByChapter)
  .flatMap(([chapter, count]) => Array.from({ length: count }, (_, i) => `${chapter}.${i + 1}`))
  .filter((figure) => !(figure in exceptions));

const figuresOf = ({ figure }) => figure?.split(", ") ?? [];

test("every example has texts in two languages, and tags", () => {
  for (const { id, task } of library) {
    for (const texts of [task, task.de]) {
      for (const key of ["title", "description", "look"]) assert.match(texts?.[key] ?? "", /\S/, `${id}: ${key}`);
      assert.ok(texts.title.length <= 70 && !texts.title.endsWith("."), `${id}: ${texts.title}`);
      for (const text of [texts.description, texts.look]) assert.ok(text.length <= 420 && /[.)]$/.test(text), `${id}: ${text}`);
    }
    for (const key of ["title", "description", "look"]) assert.notEqual(task[key], task.de[key], `${id}: ${key}`);
    assert.ok(task.tags.length >= 1 && task.tags.length <= 6, `${id}: tags`);
    assert.equal(new Set(task.tags).size, task.tags.length, `${id}: tags`);
    for (const tag of task.tags) assert.match(tag, /^[A-Za-z][A-Za-z -]{1,19}$/, `${id}: ${tag}`);
  }
  for (const key of ["title", "look"]) {
    for (const texts of [library.map(({ task }) => task[key]), library.map(({ task }) => task.de[key])]) {
      assert.equal(new Set(texts).size, texts.length, `two examples have the same ${key}`);
    }
  }
});

test("texts speak of properties that there are", () => {
  for (const { id, task } of library) {
    const ids = new Set((task.properties ?? []).map((property) => property.id));
    for (const text of [task.description, task.look, task.de.description, task.de.look]) {
      for (const [name] of text.matchAll(/\bF\d+\b/g)) assert.ok(ids.has(name), `${id}: ${name}`);
    }
  }
});

test("the figures of the thesis are covered, and no others are named", () => {
  const shown = library.flatMap(({ task }) => figuresOf(task));
  assert.deepEqual(figures.filter((figure) => !shown.includes(figure)), []);
  assert.deepEqual(shown.filter((figure) => !figures.includes(figure)), []);
  assert.equal(figures.length, 15);
  for (const { id, task } of library) {
    assert.equal(task.tags.includes("figure"), figuresOf(task).length > 0, id);
    if (id.startsWith("paper/")) assert.equal(id, `paper/figure-${figuresOf(task)[0].replace(".", "-")}`);
  }
});

test("the first example is the one that the page opens with, and subjects stay together", () => {
  const subjects = library.map(({ id }) => id.split("/")[0]);
  assert.equal(library[0].id, "lists/reverse");
  assert.equal(subjects.filter((subject, i) => subject !== subjects[i - 1]).length, new Set(subjects).size);
});

test("what is shown first is there to be shown", () => {
  for (const { id, task } of library) {
    const { tab, property, strategy } = task.view ?? {};
    const session = run(JSON.stringify(task), () => {});
    const report = JSON.parse(session.report());
    const judged = report.properties.filter((judgement) => judgement.id === property && (!strategy || judgement.strategy === strategy));
    if (property) assert.ok(judged.length > 0, id);
    if (tab === "run") assert.ok(judged.some(({ verdict }) => verdict === "violated"), `${id} has no failing run of ${property}`);
    if (tab === "compare") assert.equal(task.options.strategy, "all", id);
    session.free();
  }
});

test("every example has a small picture, the same each time", () => {
  entries.forEach((entry, i) => {
    const { id, pictures, states, verdicts } = entry;
    assert.equal(id, library[i].id);
    assert.ok(states > 0, id);
    for (const { shapes, size } of Object.values(pictures)) {
      assert.ok(shapes.length > 2, id);
      assert.ok(size.every((length) => length > 0 && length < 1200), `${id}: ${size}`);
    }
    assert.deepEqual(Object.keys(verdicts).sort(), Object.keys(library[i].task.expected).sort(), id);
    assert.deepEqual(entryOf({ id, task: library[i].text }, engine), entry, id);
  });
  assert.ok(entries.some(({ pictures: { de } }) => de?.shapes.some(({ text }) => /^\d+ Zustände/.test(text))), "none is in German");
  const text = JSON.stringify(entries);
  assert.doesNotMatch(text, /\d\.\d{2}/, "coordinates are whole numbers");
  assert.ok(gzipSync(text, { level: 9 }).length < 60_000);
});

test("the pictures of the page are those of this engine", () => {
  const { examples } = JSON.parse(readFileSync(new URL("../../www/public/gallery.json", import.meta.url), "utf8"));
  assert.deepEqual(examples, JSON.parse(JSON.stringify(entries)));
});
