import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { emptyBoolean, emptyDraft } from "../task";
import { hintsOf, nonterminalOf, nonterminalsOf, variablesOf } from "./hints";

const folder = new URL("../../../grammars/", import.meta.url);

test("predefined grammars have the nonterminal that hints name", () => {
  const names = readdirSync(folder).filter((name) => name.endsWith(".json"));
  expect(names.length).toBeGreaterThan(10);
  for (const name of names) {
    const rules = JSON.parse(readFileSync(new URL(name, folder), "utf8")) as { nonterminal: string }[];
    expect(nonterminalOf(name.replace(".json", ""))).toBe(rules[0]!.nonterminal);
  }
});

test("formulas speak of the grammar and the variables of the task", () => {
  const text = "class Tree { Tree left; /* Tree no; */ static Tree leftmost(Tree root, int n) {\n Tree here = root; if (n > 0) { Tree inner; } return here; }\n static void other(Tree odd) {} }";
  const draft = { ...emptyDraft, entry: "Tree.leftmost", files: [{ name: "Tree.java", text }], grammars: '[{"predefined": "BT", "rename": {"BTNode": "Tree"}}]' };
  expect(variablesOf(text, "Tree.leftmost")).toEqual(["root", "here", "inner"]);
  expect(hintsOf(draft).map(([ltl]) => ltl)).toEqual([
    "F {terminated}", "G {L(RefBT)}", "G ({terminated} -> {L(RefBT)})", "G !{root == null}", "F {visited(here)}", "G ({terminated} -> {identicNeighbours})",
  ]);
});

test("what a task has no names for is left out", () => {
  expect(hintsOf(emptyDraft).map(([ltl]) => ltl)).toEqual(["F {terminated}", "G ({terminated} -> {identicNeighbours})"]);
  expect(nonterminalsOf("[{")).toEqual([]);
  expect(nonterminalsOf('[null, {"grammar": [{"nonterminal": "A"}, 3]}]')).toEqual(["A"]);
  expect(variablesOf("class A { void m(", "A.m")).toEqual([]);
});

test("labels and variables of boolean programs", () => {
  const text = "decl lock;\nvoid main() begin\n  // NO: skip;\n  AGAIN: lock := T;\n  DONE: skip;\n  ERROR: skip;\nend";
  const formulas = hintsOf({ ...emptyBoolean, files: [{ name: "main.bp", text }] }).map(([ltl]) => ltl);
  expect(formulas).toEqual(["G !{at(ERROR)}", "F {terminated}", "G !{failed}", "G F {at(AGAIN)}", "G ({at(AGAIN)} -> F {at(DONE)})", "G {lock}"]);
});

test("long texts are not searched", () => {
  expect(nonterminalsOf(`[${'{"predefined": "BT"},'.repeat(20_000)}null]`)).toEqual([]);
});
