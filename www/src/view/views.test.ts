import { expect, test } from "vitest";
import type { ComponentSummary, RunStep, Verdict } from "../engine/engine";
import { propertyOf, reportOf, safetyOf } from "./fixture";
import { groupsOf, shownOf } from "./groups";
import { callOf } from "./rowDetail";
import { crumbText, trailTo } from "./trail";
import { headlineOf, milliseconds } from "./verdict";

const component = (procedure: string, caller: number | null, line = 0): ComponentSummary => ({
  procedure, states: 1, caller: caller === null ? null : { component: caller, state: 0, line },
});
const components = [component("List.main", null), component("List.traverse", 0, 28), component("List.swap", 1, 41), component("List.lost", null)];

test("the trail of a component is the chain of calls from the entry procedure", () => {
  expect(trailTo(components, 2).map((crumb) => crumbText(components, crumb)).join(" › ")).toBe("main › traverse:28 › swap:41");
  expect(trailTo(components, 0)).toEqual([{ component: 0, line: null }]);
  expect(trailTo(components, 9)).toEqual([]);
  // A cyclic chain, which the engine never produces, terminates too.
  expect(trailTo([component("a", 1), component("b", 0)], 0)).toHaveLength(2);
});

const step = (at: string, ...stack: string[]): RunStep => {
  const [method = "", line] = at.split(":");
  return { state: "", index: null, method, file: "", line: Number(line), operation: "", stack };
};
const run = [step("A.main:1"), step("A.f:5", "A.main:1"), step("A.g:9", "A.main:1", "A.f:5"), step("A.f:6", "A.main:1"), step("A.g:9", "A.main:1", "A.f:6")];

test("a frame of a call stack leads to the step that made the call", () => {
  expect([callOf(run, 2, 0), callOf(run, 2, 1)]).toEqual([0, 1]);
  expect([callOf(run, 4, 0), callOf(run, 4, 1)]).toEqual([0, 3]);
  expect(callOf(run, 0, 0)).toBeNull();
  // The run begins inside the call.
  expect(callOf(run.slice(2), 0, 1)).toBeNull();
});

test("judgements are grouped by property; where strategies differ all are shown", () => {
  const properties = [
    propertyOf("F1", "top-level", "satisfied"), propertyOf("F1", "rsm", "violated"),
    propertyOf("F2", "top-level", "satisfied"), propertyOf("F2", "rsm", "satisfied"),
  ];
  const groups = groupsOf(reportOf(properties));
  expect(groups.map(({ id, agree }) => [id, agree])).toEqual([["F1", false], ["F2", true]]);
  expect(groups.map((group) => shownOf(group).map(({ position }) => position))).toEqual([[0, 1], [3]]);
});

test("the headline counts properties, not strategies, and names those about which strategies disagree", () => {
  const both = (id: string, one: Verdict, other: Verdict) => [propertyOf(id, "top-level", one), propertyOf(id, "rsm", other)];
  expect(headlineOf(reportOf([...both("F1", "satisfied", "satisfied"), ...both("F2", "violated", "violated"), safetyOf()]))).toBe("1 violated, 2 satisfied");
  expect(headlineOf(reportOf([...both("F1", "satisfied", "violated"), ...both("F2", "unknown", "unknown")]))).toBe("Strategies disagree about F1, 1 unknown");
  expect(headlineOf(reportOf([...both("F1", "satisfied", "satisfied"), safetyOf()]))).toBe("All properties are satisfied");
  expect(headlineOf(reportOf([safetyOf("violated")]))).toBe("Violated");
});

test("the headline of a class counts its methods", () => {
  const call = (id: string, verdict: Verdict) => propertyOf(id, "rsm", verdict, { kind: "call", call: id });
  const whole = (verdict: Verdict) => safetyOf(verdict, { methods: ["pop()", "push(int)", "size()"] });
  expect(headlineOf(reportOf([whole("satisfied")]))).toBe("No sequence of calls of the 3 methods fails");
  const some = [whole("violated"), call("pop()", "violated"), call("push(int)", "satisfied"), call("size()", "satisfied")];
  expect(headlineOf(reportOf(some))).toBe("`pop()` fails, 2 of 3 methods never fail");
  expect(headlineOf(reportOf([...some, propertyOf("F1", "rsm", "unknown")]))).toBe("`pop()` fails, 2 of 3 methods never fail, 1 unknown");
  const all = [whole("suspected"), call("pop()", "suspected"), call("push(int)", "suspected"), call("size()", "suspected")];
  expect(headlineOf(reportOf(all))).toBe("3 of 3 methods may fail");
  expect(headlineOf(reportOf([whole("unknown")]))).toBe("Unknown");
});

test("no time is less than nothing", () => {
  expect([milliseconds(-0.01), milliseconds(12), milliseconds(1234)]).toEqual(["0.0 ms", "12 ms", "1.23 s"]);
});
