import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { initSync, run } from "../engine/engine";
import type { Budget, PropertyReport, Remedy, Report } from "../engine/engine";
import { budgetsOf, classesWithoutStructure, goOn, helpText, isOutOfBudget, mayNeedPrecision, raised, strategiesThatMayHelp } from "./budget";
import { propertyOf, reportOf, safetyOf } from "./fixture";

const unknown = (reason: string, ...remedies: Remedy[]): PropertyReport => propertyOf("F1", "rsm", "unknown", { reason, remedies });

test("each budget is found once, and other reasons are none", () => {
  const states: Remedy = { kind: "budget", option: "maxStates", limit: 20 };
  const properties = [
    safetyOf("unknown", { remedies: [states] }), unknown("a heap has more than 4 vertices", { kind: "budget", option: "maxHeap", limit: 4 }),
    unknown("the budget of 20 states is used up", states, { kind: "strategy", strategy: "on-the-fly" }), unknown("the formula is too large"),
  ];
  expect(properties.map(isOutOfBudget)).toEqual([true, true, true, false]);
  expect(strategiesThatMayHelp(reportOf(properties))).toEqual(["on-the-fly"]);
  expect(budgetsOf(reportOf(properties))).toEqual([{ option: "maxStates", limit: 20 }, { option: "maxHeap", limit: 4 }]);
  expect(helpText(unknown("both ended", { kind: "fewerValues", variable: "i", values: 65536 }))).toBe("Fewer values of i may help: it has 65,536.");
  expect(helpText(unknown("not confirmed", { kind: "contracts", methods: ["A.f", "A.g"] }))).toMatch(/^Contracts of A\.f, A\.g/);
  expect(helpText(unknown("not definite", { kind: "variable", condition: "n == 0" }, { kind: "depth" }))).toMatch(/^A variable .* `boolean holds = n == 0;`, .* nested may help\.$/);
  expect(helpText(unknown("given up", { kind: "entry", file: "A.java", line: 3 }))).toMatch(/^Another entry method .* A\.java:3\.$/);
  expect(helpText(unknown("not followed", { kind: "field", field: "next" }, { kind: "condition", file: "A.java", line: 3 }))).toMatch(/field `next`: .* in A\.java:3/);
});

test("what can be done at once is found once for all properties", () => {
  const report = reportOf([unknown("a", { kind: "structure", class: "Node" }), unknown("b", { kind: "structure", class: "Node" }, { kind: "abstraction" })]);
  expect(classesWithoutStructure(report)).toEqual(["Node"]);
  expect(mayNeedPrecision(report)).toBe(true);
  expect(mayNeedPrecision(reportOf([unknown("a")]))).toBe(false);
});

test("a run continues with four times the budget, up to the limit of options", () => {
  const budget: Budget = { option: "maxStates", limit: 20 };
  expect(goOn(budget)).toBe("Continue with 80 states");
  expect([0, 2 ** 31].map((limit) => raised({ option: "seconds", limit }))).toEqual([4, 2 ** 32 - 1]);
});

test("the engine names the budgets", () => {
  initSync({ module: readFileSync(new URL("../engine/engine.wasm", import.meta.url)) });
  const task = (options: object): string => JSON.stringify({
    schema: "hrglass.task/1", options,
    program: { language: "java", entry: "A.main", files: [{ name: "A.java", text: "class A { A next; static void main() { A a = null; while (true) { A b = new A(); b.next = a; a = b; } } }" }] },
  });
  const exceeded = (options: object): Budget[] => {
    const session = run(task(options), () => {});
    const report = JSON.parse(session.report()) as Report;
    session.free();
    return budgetsOf(report);
  };
  expect(exceeded({ maxStates: 20 })).toEqual([{ option: "maxStates", limit: 20 }]);
  expect(exceeded({ maxHeap: 6 })).toEqual([{ option: "maxHeap", limit: 6 }]);
  expect(exceeded({ memory: 1 })).toEqual([{ option: "memory", limit: 1 }]);
});
