import { expect, test } from "vitest";
import type { ConcreteRun, ConcreteStep, Departure, Evidence, HeapView, PropertyReport, RunStep } from "../engine/engine";
import { corresponding, type World } from "../linking";
import { nothingSelected } from "../store";
import { propertyOf, reportOf } from "./fixture";
import { departed, notesOf, statusText, shownRun } from "./evidence";

const vertex = (kind: "object" | "null"): HeapView["vertices"][number] =>
  ({ type: "A", kind, external: null, variables: [], markings: [], constants: [] });
const input: HeapView = { vertices: [vertex("null"), vertex("object"), vertex("object")], selectors: [], nonterminals: [] };
const concrete = (line: number, position?: number): ConcreteStep =>
  ({ method: "A.m", file: "A.java", line, operation: "x = y", stack: [], ...(position === undefined ? {} : { position }) });
const executed = (steps: ConcreteStep[], more: Partial<ConcreteRun> = {}): ConcreteRun =>
  ({ input, follows: true, steps, length: steps.length, ending: { kind: "returned" }, ...more });
const steps = [4, 5, 6].map((line): RunStep => ({ state: "", index: null, method: "A.m", file: "A.java", line, operation: "x = y", stack: [] }));

test("a violation is shown with the size of its input, a suspicion as such, and whether the abstraction was refined", () => {
  const violation: Evidence = { counterexample: executed([concrete(1)]) };
  expect(statusText(violation)).toBe("on a heap of 2 objects");
  expect(statusText({ ...violation, refined: true })).toBe("on a heap of 2 objects; found after refining the abstraction");
  expect(statusText({ counterexample: executed([], { input: { ...input, vertices: [vertex("null")] } }) })).toBe("on the empty heap");
  const departure: Departure = { position: null, loss: "number", reason: "" };
  expect(statusText({ departure })).toBe("it may exist in the abstraction only");
  expect(statusText({ departure, refined: true })).toMatch(/refining .* did not help/);
});

test("a concrete run shows its end: it ends, repeats, or is too long to show", () => {
  const run = [concrete(1), concrete(2), concrete(3)];
  expect(shownRun(executed(run))).toEqual({ steps: run, cycle: 3, isBegun: false, end: "returns" });
  expect(shownRun(executed(run, { ending: { kind: "repeats", from: 1 } }))).toEqual({ steps: run, cycle: 1, isBegun: false });
  expect(shownRun(executed(run, { ending: { kind: "nullDereference" } })).isBegun).toBe(true);
  const long = shownRun(executed(run, { length: 1200, ending: { kind: "repeats", from: 1 } }));
  expect(long).toEqual({ steps: run, cycle: 3, isBegun: false, end: "the first 3 of 1,200 steps" });
});

test("a divergence is explained in a sentence, and noted at its steps", () => {
  const departure: Departure = { position: 2, loss: "folding", lostAt: 1, reason: "no heap goes on; at A.java:5 it has folded objects into `L`" };
  expect(departed(departure)).toBe("No heap goes on; at A.java:5 it has folded objects into `L`.");
  expect([...notesOf(departure)]).toEqual([[1, "information was lost here"], [2, "concrete runs diverge here"]]);
  expect([...notesOf({ ...departure, lostAt: 2 }).values()]).toEqual(["information was lost here; concrete runs diverge here"]);
  expect([...notesOf({ position: null, loss: "other", reason: "" })]).toEqual([]);
});

const judged = (counterexample?: ConcreteRun): PropertyReport => propertyOf("F1", "rsm", "violated", {
  run: { prefix: steps, cycle: [] },
  ...(counterexample ? { evidence: { counterexample } } : {}),
});
const world = (property: PropertyReport): World => ({ outcome: { report: reportOf([property]) } as World["outcome"], chart: null });

test("a step of a concrete run selects that of the analysis, and the other way round", () => {
  const here = world(judged(executed([concrete(4, 0), concrete(5, 1), concrete(4, 0), concrete(9), concrete(6, 2)])));
  const now = corresponding({ judgement: 0 }, here, nothingSelected);
  // The line is that of the statement that has led there.
  expect([now.concrete, now.step, now.line?.line]).toEqual([4, 2, 9]);
  const again = corresponding({ concrete: 2 }, here, now);
  expect([again.concrete, again.step]).toEqual([2, 0]);
  // In a cycle, the current iteration is kept.
  expect(corresponding({ step: 0 }, here, again).concrete).toBe(2);
  expect(corresponding({ step: 0 }, here, now).concrete).toBe(0);
  const off = corresponding({ concrete: 3 }, here, again);
  expect([off.concrete, off.step, off.line?.line]).toEqual([3, null, 4]);
  expect(corresponding({ concrete: 0, from: 4 }, here, now).line?.line).toBe(6);
  expect(corresponding({ step: 0 }, here, now).line?.line).toBe(4);
  expect(corresponding({ concrete: 7 }, here, now)).toBe(now);
  expect(corresponding({ line: { file: "A.java", line: 4 } }, here, now).concrete).toBeNull();
});

test("a judgement shows the ends of both runs where they do not meet, and of results without evidence the one", () => {
  const apart = corresponding({ judgement: 0 }, world(judged(executed([concrete(7), concrete(8)]))), nothingSelected);
  expect([apart.concrete, apart.step]).toEqual([1, 2]);
  const old = corresponding({ judgement: 0 }, world(judged()), nothingSelected);
  expect([old.concrete, old.step]).toEqual([null, 2]);
});
