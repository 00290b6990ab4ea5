import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { initSync, provideLibrary, run } from "../engine/engine";
import type { PropertyReport, Report } from "../engine/engine";
import { propertyOf, reportOf } from "./fixture";
import { groupsOf } from "./groups";
import { assumptionText, wordOf } from "./words";

test("a verdict with an assumption never stands alone", () => {
  const judgement = { verdict: "satisfied", reason: null, run: null } as const;
  expect(wordOf(judgement)).toBe("satisfied");
  expect(wordOf({ ...judgement, assumption: { returns: ["List.f"] } })).toBe("satisfied if …");
  expect(assumptionText({ returns: ["List.f", "List.g"] })).toMatch(/^… every call of List\.f and List\.g returns\./);
});

test("strategies that assume different things do not agree", () => {
  const property = (...returns: string[]): PropertyReport =>
    propertyOf("F1", "rsm", "satisfied", returns.length ? { assumption: { returns } } : {});
  const agree = (...properties: PropertyReport[]) => groupsOf(reportOf(properties))[0]?.agree;
  expect(agree(property("f"), property("f"))).toBe(true);
  expect(agree(property("f"), property())).toBe(false);
  expect(agree(property("f"), property("g"))).toBe(false);
});

test("the engine says what it assumes", () => {
  initSync({ module: readFileSync(new URL("../engine/engine.wasm", import.meta.url)) });
  const grammars = JSON.parse(readFileSync(new URL("../engine/grammars.json", import.meta.url), "utf8")) as [string, string][];
  provideLibrary(grammars.flat(), []);
  const task = readFileSync(new URL("../../../tests/tasks/hierarchy/skipped-and-assumed-to-return.json", import.meta.url), "utf8");
  const session = run(task.replace('"strategy": "all"', '"strategy": "top-level"'), () => undefined);
  try {
    const assumed = (JSON.parse(session.report()) as Report).properties.map(({ id, assumption }) => `${id} ${assumption?.returns ?? ""}`);
    expect(assumed).toEqual(["memorySafety ", "F1 Node.f", "F2 ", "F3 "]);
  } finally {
    session.free();
  }
});
