import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { initSync, provideLibrary, run } from "../engine/engine";
import type { Assumption, PropertyReport, Report } from "../engine/engine";
import { propertyOf, reportOf } from "./fixture";
import { groupsOf } from "./groups";
import { assumptionTexts, wordOf } from "./words";

test("a proof with an assumption never stands alone", () => {
  const judgement = { verdict: "satisfied", reason: null, run: null } as const;
  const returns: Assumption = { kind: "returns", words: "every call of `List.f` returns" };
  const stack: Assumption = { kind: "stack", words: "the stack never overflows" };
  expect(wordOf({ ...judgement, assumptions: [stack] })).toBe("satisfied");
  expect(wordOf({ ...judgement, assumptions: [returns, stack] })).toBe("satisfied if …");
  expect(assumptionTexts({ ...judgement, assumptions: [returns, stack] })).toEqual(["… every call of `List.f` returns."]);
  expect(wordOf({ ...judgement, verdict: "unknown", assumptions: [returns] })).toBe("unknown");
  expect(assumptionTexts({ ...judgement, verdict: "unknown", assumptions: [returns] })).toEqual(["Assumed: every call of `List.f` returns."]);
});

test("strategies that assume different things do not agree", () => {
  const property = (...returns: string[]): PropertyReport =>
    propertyOf("F1", "rsm", "satisfied", { assumptions: returns.map((words) => ({ kind: "returns", words })) });
  const agree = (...properties: PropertyReport[]) => groupsOf(reportOf(properties))[0]?.agree;
  expect(agree(property("f"), property("f"))).toBe(true);
  expect(agree(property("f"), property())).toBe(false);
  expect(agree(property("f"), property("g"))).toBe(false);
});

test("the engine says what it assumes", () => {
  initSync({ module: readFileSync(new URL("../engine/engine.wasm", import.meta.url)) });
  const grammars = JSON.parse(readFileSync(new URL("../engine/grammars.json", import.meta.url), "utf8")) as [string, string][];
  provideLibrary(grammars.flat(), [], () => "[]");
  const task = readFileSync(new URL("../../../tests/tasks/hierarchy/skipped-and-assumed-to-return.json", import.meta.url), "utf8");
  const session = run(task.replace('"strategy": "all"', '"strategy": "top-level"'), () => undefined);
  try {
    const assumed = (JSON.parse(session.report()) as Report).properties.map((property) => `${property.id} ${assumptionTexts(property).join()}`);
    expect(assumed).toEqual(["memorySafety ", "F1 … every call of `Node.f` returns.", "F2 ", "F3 "]);
  } finally {
    session.free();
  }
});
