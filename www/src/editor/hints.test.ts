import { expect, test } from "vitest";
import { hintsOf } from "./hints";

const formulas = (analysis: string, names: Partial<Parameters<typeof hintsOf>[1]>): string[] =>
  hintsOf({ analysis }, { nonterminals: [], variables: [], labels: [], ...names }).map(([ltl]) => ltl);

test("formulas speak of the grammar and the variables of the task", () => {
  expect(formulas("heap", { nonterminals: ["RefBT", "Ref"], variables: ["root", "here", "inner"] })).toEqual([
    "F {terminated}", "G {L(RefBT)}", "G ({terminated} -> {L(RefBT)})", "G !{root == null}", "F {visited(here)}", "G ({terminated} -> {identicNeighbours})",
  ]);
  expect(formulas("heap", { variables: ["root"] })).toContain("F {visited(root)}");
});

test("what a task has no names for is left out", () => {
  expect(formulas("heap", {})).toEqual(["F {terminated}", "G ({terminated} -> {identicNeighbours})"]);
  expect(formulas("boolean", {})).toEqual(["F {terminated}", "G !{failed}"]);
});

test("labels and variables of boolean programs", () => {
  expect(formulas("boolean", { labels: ["AGAIN", "ERROR", "DONE"], variables: ["lock", "other"] })).toEqual([
    "G !{at(ERROR)}", "F {terminated}", "G !{failed}", "G F {at(AGAIN)}", "G ({at(AGAIN)} -> F {at(DONE)})", "G {lock}",
  ]);
});
