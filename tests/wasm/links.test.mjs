// Tasks come and go as links, files and settings, with the same words as on the command line.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { loadEngine } from "../../scripts/engine.mjs";

const { decodeLink, encodeLink, examples, exportSettings, importFiles, run } = await loadEngine();
const library = examples();
const golden = JSON.parse(readFileSync(new URL("../data/links.json", import.meta.url), "utf8"));

test("every example has a link by name, with a view", () => {
  for (const { id, task } of library) {
    assert.deepEqual(encodeLink(task, {}), { fragment: `#v1.e.${id}` });
    const view = { tab: "proof", q: "x == y & ä" };
    const { fragment } = encodeLink(task, view);
    assert.equal(fragment, `#v1.e.${id}&q=x%20%3D%3D%20y%20%26%20%C3%A4&tab=proof`);
    const decoded = decodeLink(`https://example.org/${fragment}`);
    assert.deepEqual(decoded.view, view);
    assert.deepEqual(JSON.parse(decoded.task), JSON.parse(task));
  }
});

test("edited and new tasks survive, and run", () => {
  const edited = JSON.parse(library[0].task);
  edited.properties[0].ltl = "F {terminated}";
  edited.options = { ...edited.options, maxStates: 4321 };
  const fresh = { program: { entry: "A.f", files: [{ name: "A.java", text: "class A { static void f() {} }" }] } };
  for (const task of [edited, fresh]) {
    const { fragment, warning } = encodeLink(JSON.stringify(task), {});
    assert.ok(fragment.length < 300 && warning === undefined, fragment);
    const decoded = decodeLink(fragment);
    assert.deepEqual([JSON.parse(decoded.task), decoded.view], [task, {}]);
    const session = run(decoded.task, () => {});
    assert.notEqual(session.ask({ of: "chart" }), null);
    session.free();
  }
});

test("links of the past are read", () => {
  for (const { link, task, view } of golden) {
    const decoded = decodeLink(link);
    assert.equal(decoded.error, undefined, link);
    assert.deepEqual(decoded.view, view ?? {}, link);
    if (task) assert.deepEqual(JSON.parse(decoded.task), task, link);
  }
});

test("what is no link or no task is an error with advice", () => {
  const code = ({ error }) => {
    assert.ok(error.severity === "error" && error.suggestion, JSON.stringify(error));
    return error.code;
  };
  assert.equal(code(decodeLink("")), "link/no-task");
  assert.equal(code(decodeLink("#v1.AAAA")), "link/damaged");
  assert.equal(code(decodeLink("#v1.\ud800")), "link/damaged");
  assert.equal(code(decodeLink("#v2.AAAA")), "link/version");
  assert.equal(code(decodeLink("#v1." + "A".repeat(40_000))), "link/too-long");
  assert.equal(code(encodeLink("[".repeat(100_000), {})), "link/task");
  assert.equal(code(encodeLink("{}", { Tab: "x" })), "link/view");
  assert.equal(encodeLink("{}", { tab: 7 }).error.code, "page/value");
  assert.equal(encodeLink("{}", null).error.code, "page/value");
});

test("settings go out and come back as files", () => {
  for (const { id, task } of library) {
    const { text, files, lost, error } = exportSettings(task);
    // Settings are about heaps of Java programs.
    if (JSON.parse(task).analysis !== "heap" || JSON.parse(task).program.language === "c") {
      assert.equal(error.code, "settings/analysis", id);
      continue;
    }
    assert.equal(error, undefined, id);
    assert.ok(text.includes("--classpath") && Array.isArray(lost), id);
    const inFolder = [{ name: "run.attestor", text }, ...files].map(({ name, text }) => ({ name: `mine/${name}`, text }));
    const back = importFiles(inFolder);
    assert.deepEqual(back.notes, [], id);
    const [there, here] = [task, back.task].map((text) => ({ properties: [], ...JSON.parse(text) }));
    // Monitors have no counterpart.
    const formulas = (properties) => properties.flatMap((p) => p.ltl ?? []);
    assert.deepEqual([here.program.entry, formulas(here.properties)], [there.program.entry, formulas(there.properties)], id);
    assert.equal(lost.some((what) => what.includes("monitor")), there.properties.some((p) => p.monitor), id);
  }
  assert.equal(exportSettings("{").error.code, "json/syntax");
});

test("files that are dropped become a task or a message", () => {
  const ring = { name: "a/Ring.java", text: "class Ring { Ring succ; static void walk(Ring r) { while (r != null) r = r.succ; } }" };
  const made = importFiles([ring]);
  assert.equal(JSON.parse(made.task).program.entry, "Ring.walk");
  assert.match(made.choices[0], /the first method that loops over a data structure/);
  const lone = importFiles([{ name: "g.json", text: "[]" }]);
  assert.deepEqual([lone.task, lone.diagnostics[0].code], [undefined, "files/no-program"]);
  assert.equal(importFiles([{ name: 1 }]).diagnostics[0].code, "page/value");
});
