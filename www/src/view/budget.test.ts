import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { initSync, run } from "../engine/hrglass";
import type { Judgement, Report } from "../engine/hrglass";
import { type Budget, budgetOf, budgetsOf, goOn, raised, reasonText } from "./budget";

const unknown = (reason: string): Judgement => ({ verdict: "unknown", reason, run: null });

test("each budget is found once, and other reasons are none", () => {
  const report = { memorySafety: unknown("the budget of 20 states is used up"), properties: [unknown("a heap has more than 4 vertices"), unknown("the budget of 20 states is used up")] } as unknown as Report;
  expect(budgetsOf(report)).toEqual([{ option: "maxStates", limit: 20 }, { option: "maxHeap", limit: 4 }]);
  expect(budgetOf("the formula is too large")).toBeNull();
  expect(reasonText("the formula is too large")).toBe("the formula is too large");
  expect(budgetOf("the budget of 3 seconds is used up at A.java:3 in A.f")).toEqual({ option: "seconds", limit: 3 });
  expect(reasonText("the budget of 1 MB is used up")).toBe("The budget of 1 MB was used up.");
});

test("one goes on with four times as much, as far as options count", () => {
  const budget: Budget = { option: "maxStates", limit: 20 };
  expect(goOn(budget)).toBe("Continue with 80 states");
  expect([0, 2 ** 31].map((limit) => raised({ option: "seconds", limit }))).toEqual([4, 2 ** 32 - 1]);
});

test("the engine gives these reasons", () => {
  initSync({ module: readFileSync(new URL("../engine/hrglass_bg.wasm", import.meta.url)) });
  const task = (options: object): string => JSON.stringify({
    schema: "hrglass.task/1", options,
    program: { language: "java", entry: "A.main", files: [{ name: "A.java", text: "class A { A next; static void main() { A a = null; while (true) { A b = new A(); b.next = a; a = b; } } }" }] },
  });
  const told = (options: object): Budget[] => {
    const session = run(task(options), () => {});
    const report = JSON.parse(session.report()) as Report;
    session.free();
    return budgetsOf(report);
  };
  expect(told({ maxStates: 20 })).toEqual([{ option: "maxStates", limit: 20 }]);
  expect(told({ maxHeap: 6 })).toEqual([{ option: "maxHeap", limit: 6 }]);
  expect(told({ memory: 1 })).toEqual([{ option: "memory", limit: 1 }]);
});
