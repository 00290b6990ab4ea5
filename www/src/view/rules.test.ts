import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ruleForms, type RuleName, rulesOn, ruleWords, sourceOf, tableauRules } from "./rules";

const source = (path: string): string => readFileSync(new URL(`../../../src/${path}`, import.meta.url), "utf8");
const lowered = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);

/** The variants of an enum in the engine's source, as JSON names them. */
function variants(path: string, name: string): string[] {
  const body = new RegExp(`pub enum ${name} \\{\n(.*?)\n\\}`, "s").exec(source(path))?.[1] ?? "";
  return [...body.matchAll(/^ {4}([A-Z]\w*)/gm)].map(([, variant]) => lowered(variant!));
}

const emitted = {
  tableaux: [...source("ltl/tableau/rule.rs").matchAll(/Rule::\w+ => "(.+)"/g)].map(([, symbol]) => symbol!),
  blocks: variants("report/search.rs", "ReductionRule"),
  frames: variants("report/search.rs", "FrameEvent"),
  stages: variants("report/stage.rs", "StageKind"),
};

test("every rule that the engine names is explained, in every language", () => {
  expect(emitted.tableaux).toEqual([...tableauRules]);
  expect([emitted.blocks.length, emitted.frames.length, emitted.stages.length].every((count) => count >= 3)).toBe(true);
  const names = [...Object.values(emitted).flat(), "graph", "path", "core", "predicates", "summary"];
  for (const words of [ruleWords.en, ruleWords.de]) {
    expect(Object.keys(words).sort()).toEqual(names.sort());
    for (const [rule, { name, text }] of Object.entries(words)) {
      expect(name, rule).not.toBe("");
      const sentences = text.match(/[.?!](?= [A-ZÄÖÜΦφ]|$)/g) ?? [];
      expect(sentences.length >= 1 && sentences.length <= 3, `${rule}: ${text}`).toBe(true);
    }
  }
});

test("the rules of tableaux, of blocks and of refinement are shown as a paper has them, with the place", () => {
  for (const name of [...emitted.tableaux, ...emitted.blocks, ...emitted.frames, "graph", "path", "core", "predicates", "summary"] as RuleName[]) {
    expect(ruleForms[name]?.over?.length, name).toBeGreaterThan(0);
  }
  expect((["∨", "contract", "choice", "predicates", "summary", "materialise", "fold"] as const).map(sourceOf))
    .toEqual(["[HMC 3.1]", "[HMC 3.2]", "[LBE 3.3]", "[LBE 2.4]", "[RSM 3]", "[HMC 2.2]", ""]);
});

test("of several paths each rule is listed once", () => {
  expect(rulesOn(["R ⊭ X", "", "R X"])).toEqual(["R", "⊭", "X"]);
});
