// The engine as WebAssembly, outside any page: it runs the library and says the same as the command line.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { loadEngine } from "../../scripts/engine.mjs";
import { inGerman } from "../../scripts/questions.mjs";
import { built } from "./command-line.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const engine = await loadEngine();
const { examples, readOut, run, sentences, taskNames, version } = engine;
const library = examples();

/** The report without the members that no two runs share. */
const withoutTimes = (json) => JSON.stringify(JSON.parse(json, (key, value) => (key.endsWith("Ms") ? undefined : value)), null, 2);

/** What the command line says of a task in a file. */
const commandLine = (program, task) => {
  const cwd = mkdtempSync(join(tmpdir(), "hrglass-task-"));
  writeFileSync(join(cwd, "task.json"), task);
  const result = spawnSync(program, ["check", "--format", "json", "--no-times", "task.json"], { cwd, encoding: "utf8", maxBuffer: 1 << 28 });
  rmSync(cwd, { recursive: true });
  assert.ok(result.status !== null && result.status <= 2, result.stderr);
  return result.stdout.trimEnd();
};

test("the version is that of the crate", () => {
  assert.match(readFileSync(`${root}/Cargo.toml`, "utf8"), new RegExp(`^version = "${version()}"`, "m"));
});

test("every example has the verdicts that it promises", () => {
  assert.ok(library.length > 10);
  for (const { id, task } of library) {
    const session = run(task, () => {});
    const report = JSON.parse(session.report());
    const judged = report.properties.map(({ id, strategy, verdict }) => ({ id, strategy, verdict }));
    for (const [name, expected] of Object.entries(JSON.parse(task).expected)) {
      const found = judged.filter(({ id }) => id === name);
      assert.ok(found.length > 0, `${id}: ${name}\n${JSON.stringify(report.diagnostics)}`);
      for (const { strategy, verdict } of found) {
        const promised = typeof expected === "string" ? expected : (expected[strategy] ?? expected["*"]);
        assert.equal(verdict, promised, `${id}: ${name} ${strategy}\n${JSON.stringify(report.diagnostics)}`);
      }
    }
    session.free();
  }
});

test("the report of every example is the command line's, byte for byte", () => {
  const program = built();
  for (const { id, task } of library) {
    const session = run(task, () => {});
    assert.equal(withoutTimes(session.report()), commandLine(program, task), id);
    session.free();
  }
});

test("the columns of the state space agree with each other", () => {
  const session = run(library[0].task, () => {});
  const chart = session.ask({ of: "chart" });
  const states = chart.kinds.length;
  assert.equal(chart.positions.length, 2 * states);
  assert.equal(chart.places.length, 4 * states);
  assert.equal(chart.ids.length, states);
  assert.equal(chart.routeStarts.length, chart.edgeKinds.length + 1);
  assert.equal(chart.routePoints.length, 2 * chart.routeStarts.at(-1));
  assert.ok(chart.edges.every((state) => state < states));
  for (const heap of new Set(chart.contents)) assert.ok(session.ask({ of: "heap", number: heap }).shapes.length > 0);
  assert.equal(session.ask({ of: "heap", number: 4_000_000_000 }), null);
  assert.match(session.ask({ of: "picture", picture: { of: "space" }, format: "svg" }), /^<svg /);
});

test("what holds in the states is found out bit by bit", () => {
  const session = run(library[0].task, () => {});
  assert.equal(session.label(0), 0);
  assert.equal(session.ask({ of: "labels" }).labels.length, 0);
  assert.equal(session.label(5), 5);
  const first = session.ask({ of: "labels" });
  assert.equal(first.labels.length, 5);
  const all = session.ask({ of: "chart" }).kinds.length;
  assert.equal(session.label(4_000_000_000), all);
  assert.equal(session.label(1), all);
  const { labels, texts, open } = session.ask({ of: "labels" });
  assert.deepEqual([...labels.slice(0, 5)].map((text) => texts[text]), [...first.labels].map((text) => first.texts[text]));
  const inJson = JSON.parse(session.ask({ of: "picture", picture: { of: "space" }, format: "json" })).states.map((state) => state.labels.join("\n"));
  assert.deepEqual([...labels].map((text) => texts[text]), inJson);
  assert.ok(inJson.some((text) => text.includes("{terminated}")));
  assert.equal(open, 0);
  session.free();
  const broken = run("{}", () => {});
  assert.equal(broken.label(3), 0);
  assert.equal(broken.ask({ of: "labels" }), null);
  broken.free();
});

test("formulas about the examples have names to speak of", () => {
  for (const { id, task } of library) {
    const { nonterminals, variables, labels } = taskNames(task);
    const { analysis, grammars = [], initial = [] } = JSON.parse(task);
    // Short names in formulas bring their grammars, which heaps that methods build do not need.
    const hasGrammar = grammars.length > 0 || initial.some(({ formula, partial }) => formula !== undefined && !partial);
    if (analysis === "boolean") assert.equal(nonterminals.length, 0, id);
    else assert.ok((nonterminals.length > 0) === hasGrammar && labels.length === 0, id);
  }
  const { notation, ...names } = taskNames(library.find(({ id }) => id === "trees/leftmost").task);
  assert.deepEqual(names, { nonterminals: ["RefBT", "RefTP"], variables: ["tree", "current"], labels: [] });
  assert.deepEqual([notation.predicates, notation.parameters], [["RefBT", "RefTP"], ["tree"]]);
  const locks = library.find(({ id }) => id === "boolean/locks").task;
  assert.deepEqual(taskNames(locks), { nonterminals: [], variables: ["locked"], labels: ["ACQUIRE", "RELEASE"] });
  assert.equal(taskNames("{"), undefined);
});

test("formulas are read out, and sentences write them", () => {
  assert.equal(readOut("F {terminated}", "heap", "java"), "every call ends normally");
  const german = (formula, analysis, language) => inGerman(engine, () => readOut(formula, analysis, language));
  assert.equal(german("F {terminated}", "heap", "java"), "jeder Aufruf endet normal");
  assert.equal(readOut("G !{at(A)}", "boolean", "boolean"), "no run reaches the label `A`");
  assert.equal(readOut("G !{at(A)}", "heap", "java"), undefined);
  assert.equal(readOut("F {terminated}", "forest", "java"), undefined);
  for (const { id, task } of library) {
    const { analysis = "heap", program: { language = "java" }, properties = [] } = JSON.parse(task);
    for (const { id: of, words, formula } of sentences(task)) {
      assert.ok(words.en && words.de, id);
      // A formula with holes has no meaning yet; all others are read out as the sentence.
      if (!formula.includes("‹")) assert.equal(german(formula, analysis, language), words.de, of);
    }
    for (const { ltl } of properties.filter(({ ltl }) => ltl)) assert.ok(german(ltl, analysis, language), ltl);
  }
  assert.equal(sentences("{"), undefined);
});

test("a folded state space is a partition of what is shown", () => {
  const { task } = library.find(({ id }) => id.startsWith("recursion/")) ?? library[0];
  const session = run(task, () => {});
  const { statesTotal } = JSON.parse(session.report()).exploration;
  const none = 0xffff_ffff;
  for (const options of [
    {},
    { fold: "chains", keep: [1] },
    { fold: "lines", open: [2] },
    { fold: "procedures" },
    { fold: "contents" },
    { fold: "scc" },
    { focus: { state: 3, radius: 2 } },
    { fold: "chains", path: 5, focus: null },
    { focus: { state: 4_000_000_000, radius: 1 } },
  ]) {
    const chart = session.ask({ of: "chart", options });
    const what = JSON.stringify(options);
    const nodes = chart.nodeKinds.length;
    assert.equal(chart.positions.length, 2 * nodes, what);
    assert.equal(chart.memberStarts.length, nodes + 1, what);
    assert.equal(chart.members.length + chart.hidden, statesTotal, what);
    assert.equal(chart.links.length, 2 * chart.linkKinds.length, what);
    assert.equal(chart.routeStarts.length, chart.linkKinds.length + 1, what);
    assert.equal(chart.linkOf.length, chart.edgeKinds.length, what);
    for (let node = 0; node < nodes; node++) {
      const members = chart.members.subarray(chart.memberStarts[node], chart.memberStarts[node + 1]);
      assert.ok(members.every((state) => chart.nodeOf[state] === node), what);
    }
    chart.linkOf.forEach((link, edge) => {
      if (link === none) return;
      const ends = [0, 1].map((end) => chart.nodeOf[chart.edges[2 * edge + end]]);
      assert.deepEqual([chart.links[2 * link], chart.links[2 * link + 1]], ends, what);
    });
    if (!options.fold && !options.focus) assert.deepEqual([...chart.nodeOf], [...chart.nodeOf.keys()], what);
  }
  assert.ok(session.ask({ of: "chart", options: { fold: "lines" } }).groupCount > 0);
  const variables = session.ask({ of: "chart" }).variables;
  assert.ok([...variables].some((text) => session.ask({ of: "chart" }).texts[text] !== ""));
  for (const wrong of [7, null, { fold: "none of them" }, { fold: 1 }, { open: "x" }, { focus: {} }]) {
    assert.throws(() => session.ask({ of: "chart", options: wrong }), Error, JSON.stringify(wrong));
  }
  session.free();
});

test("states are handed out while a long run goes on", () => {
  // Several seconds in all: states are handed out a few times each second.
  const bits = 20;
  const declared = Array.from({ length: bits }, (_, bit) => `boolean b${bit} = false;`).join(" ");
  let count = "b0 = false;";
  for (let bit = bits - 1; bit >= 0; bit--) count = `if (!b${bit}) { b${bit} = true; } else { b${bit} = false; ${count} }`;
  const text = `class Node { static void main() { ${declared} while (!b${bits - 1}) { ${count} } } }`;
  const task = {
    schema: "hrglass.task/1",
    program: { language: "java", entry: "Node.main", files: [{ name: "Node.java", text }] },
    properties: [],
    options: { maxStates: 4_000_000 },
  };
  const batches = [];
  const session = run(JSON.stringify(task), () => {}, (batch) => {
    batches.push(batch);
  });
  const chart = session.ask({ of: "chart" });
  let known = 0;
  for (const { positions, kinds, components, lines, edges } of batches) {
    assert.deepEqual([positions.length, components.length, lines.length], [2 * kinds.length, kinds.length, kinds.length]);
    components.forEach((component, i) => assert.equal(component, chart.components[known + i]));
    known += kinds.length;
    assert.ok(edges.every((state) => state < known));
  }
  assert.ok(known > 0 && known <= 5_000 && known <= chart.kinds.length);
  session.free();
});

test("components and proofs refer to the states that are drawn", () => {
  for (const { id, task } of library.filter((_, i) => i % 5 === 0)) {
    const session = run(task, () => {});
    const report = JSON.parse(session.report());
    const states = session.ask({ of: "chart" }).kinds.length;
    const components = session.ask({ of: "components" });
    assert.equal(components.reduce((sum, component) => sum + component.states, 0), states, id);
    for (const number of [null, ...components.keys()]) {
      const { shapes, hotspots } = session.ask({ of: "component", number });
      assert.ok(shapes.length > 0, id);
      const calls = hotspots.flatMap(({ link }) => (link.to === "call" ? [link] : []));
      for (const { link } of hotspots) {
        if (link.to !== "call") assert.ok(link.number < (link.to === "state" ? states : components.length), id);
      }
      for (const { states: calling, callees } of calls) {
        assert.ok(calling.length > 0 && calling.every((state) => state < states), id);
        assert.ok(callees.length > 0 && callees.every(({ component, open }) => component < components.length && !open), id);
      }
      const path = calls[0]?.callees[0].path;
      if (path !== undefined) {
        const opened = session.ask({ of: "component", number, open: [path, "no/path"] });
        assert.ok(opened.shapes.length > shapes.length, id);
        assert.ok(opened.hotspots.some(({ link }) => link.to === "call" && link.callees.some((callee) => callee.open && callee.path === path)), id);
      }
    }
    // The proofs of boolean programs also have steps that only decide values, and monitors have none.
    report.properties.forEach((property, i) => {
      if (report.analysis === "boolean" || property.kind !== "ltl") return;
      const proof = session.ask({ of: "proof", property: i });
      const { assertions, edges } = property.statistics.proof;
      assert.deepEqual([proof.kinds.length + proof.hidden, proof.edgeKinds.length], [assertions, edges], `${id}: ${property.id}`);
      assert.ok(proof.states.every((state) => state < states), id);
      assert.deepEqual([proof.rules.length, proof.edgeSteps.length], [edges, edges], id);
      assert.ok([proof.lastRules, proof.born, proof.settled].every((column) => column.length === proof.kinds.length), id);
      assert.ok(proof.rules.every((rules) => proof.texts[rules].endsWith("X")), id);
      assert.ok([...proof.edgeSteps, ...proof.born].every((step) => step <= proof.steps), id);
      assert.equal(property.verdict === "violated", proof.failing.length > 0, `${id}: ${property.id}`);
      assert.match(session.ask({ of: "picture", picture: { of: "proof", number: i }, format: "svg" }), /^<svg /);
    });
    assert.match(session.ask({ of: "picture", picture: { of: "component", number: 0 }, format: "svg" }), /^<svg /);
    assert.equal(session.ask({ of: "component", number: components.length }), null);
    assert.equal(session.ask({ of: "proof", property: report.properties.length }), null);
    session.free();
  }
});

test("every picture is written in every format", () => {
  const session = run(library[0].task, () => {});
  const chart = session.ask({ of: "chart" });
  const starts = { svg: /^<svg /, dot: /^digraph /, tikz: /^\\documentclass/, json: /^\{/, scene: /^\{/ };
  const pictures = [
    { of: "space" },
    { of: "heap", number: chart.contents[0] },
    { of: "heapDiff", number: chart.contents[1], before: chart.contents[0] },
    { of: "component", number: null },
    { of: "component", number: 0 },
    { of: "proof", number: 1 },
  ];
  for (const picture of pictures) {
    for (const [format, start] of Object.entries(starts)) {
      assert.match(session.ask({ of: "picture", picture, format }), start, `${JSON.stringify(picture)} ${format}`);
    }
  }
  assert.equal(session.ask({ of: "picture", picture: { of: "heap", number: 4_000_000_000 }, format: "svg" }), null);
  assert.throws(() => session.ask({ of: "picture", picture: { of: "heap", number: -1 }, format: "svg" }));
  assert.throws(() => session.ask({ of: "picture", picture: { of: "space" }, format: "gif" }));
  session.free();
});

test("heaps are compared and made concrete, and contracts are listed", () => {
  const session = run(library[0].task, () => {});
  const heaps = [...new Set(session.ask({ of: "chart" }).contents)];
  const nonterminals = (heap) => session.ask({ of: "heap", number: heap }).hotspots.filter(({ link }) => link.to === "nonterminal");
  const heap = heaps.find((heap) => nonterminals(heap).length > 0);
  const derived = session.ask({ of: "concretise", heap, nonterminal: nonterminals(heap)[0].link.number });
  assert.ok(derived.length > 0);
  for (const { heap: number, vertices, rule } of derived) {
    assert.ok(vertices >= session.ask({ of: "heap", number: heap }).hotspots.filter(({ link }) => link.to === "vertex").length, `rule ${rule}`);
    assert.ok(session.ask({ of: "heapDiff", number, before: heap }).changes.length > 0, `rule ${rule}`);
  }
  assert.equal(session.ask({ of: "heapDiff", number: heap, before: heap }).changes, undefined);
  assert.equal(session.ask({ of: "concretise", heap, nonterminal: 4_000_000_000 }), null);
  assert.equal(session.ask({ of: "contracts" }).length, session.ask({ of: "components" }).length);
  session.free();
});

test("the concrete run behind a violation has heaps and files", () => {
  const { task } = library.find(({ id }) => id === "memory-safety/remove-last-faulty");
  const session = run(task, () => {});
  const report = JSON.parse(session.report());
  const executed = [...report.properties.entries()].filter(([, { evidence }]) => evidence?.counterexample);
  assert.ok(executed.length > 1 && executed[0][1].kind === "memory-safety");
  for (const [property, { evidence }] of executed) {
    const { steps } = evidence.counterexample;
    const heapAt = (step) => session.ask({ of: "picture", picture: { of: "concreteHeap", property, step }, format: "json" });
    steps.forEach((_, step) => assert.ok(JSON.parse(heapAt(step)).vertices.length > 0));
    assert.equal(heapAt(steps.length), null);
    const { name, text } = session.ask({ of: "evidenceFile", property, kind: "input" });
    assert.match(name, /^[\w-]+\.json$/);
    const again = run(JSON.stringify({ ...JSON.parse(task), initial: [{ heap: JSON.parse(text) }] }), () => {});
    const second = JSON.parse(again.report());
    assert.match(session.ask({ of: "evidenceFile", property, kind: "junit" }).text, /@Test/);
    assert.equal(second.properties[property].verdict, "violated");
    again.free();
  }
  assert.equal(session.ask({ of: "evidenceFile", property: report.properties.length, kind: "input" }), null);
  assert.throws(() => session.ask({ of: "evidenceFile", property: 0, kind: "picture" }));
  session.free();
});

test("what is no task is an error with a place, not a failure", () => {
  for (const text of ["", "[", "{}", '{"schema": "hrglass.task/1"}', "\u0000", "[".repeat(100_000)]) {
    const session = run(text, () => {});
    const report = JSON.parse(session.report());
    assert.ok(report.diagnostics.some(({ severity }) => severity === "error"), text.slice(0, 40));
    assert.equal(session.ask({ of: "chart" }), null);
  }
});
