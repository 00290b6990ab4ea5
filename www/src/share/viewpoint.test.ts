import { expect, test } from "vitest";
import { nothingSelected } from "../store";
import { propertyOf, reportOf, safetyOf } from "../view/fixture";
import { judgementNamed, keysOf, viewpointOf } from "./viewpoint";

const nowhere = { tabs: [], state: null, judgement: null, component: null, step: null, concrete: null, assertion: null, line: null };
const report = reportOf([safetyOf(), propertyOf("F1", "top-level"), propertyOf("F1", "rsm"), propertyOf("F2", "rsm")]);

test("what is written can be read", () => {
  const selection = { ...nothingSelected, judgement: 2, step: 0, concrete: 4, assertion: 7, line: { file: "a:b.java", line: 12 } };
  const keys = keysOf(["proof", "heap"], selection, null, report);
  expect(keys).toEqual({ tab: "proof,heap", property: "F1", strategy: "rsm", step: "1", concrete: "5", assertion: "7", line: "a:b.java:12" });
  const read = viewpointOf(keys);
  expect(read).toEqual({ ...nowhere, tabs: ["proof", "heap"], judgement: { id: "F1", strategy: "rsm" }, step: 0, concrete: 4, assertion: 7, line: { file: "a:b.java", line: 12 } });
  expect(judgementNamed(report, read.judgement)).toBe(2);
  expect(viewpointOf(keysOf([], nothingSelected, null, report))).toEqual(nowhere);
  expect(judgementNamed(report, viewpointOf(keysOf([], { ...nothingSelected, judgement: 0 }, null, report)).judgement)).toBe(0);
});

test("links of before name memory safety without a strategy", () => {
  expect(judgementNamed(report, viewpointOf({ property: "memorySafety" }).judgement)).toBe(0);
});

test("hostile keys mean nothing", () => {
  const hostile = { tab: "<b>,../x,proof", step: "-1", assertion: "1e9", line: "12", property: "", state: "" };
  expect(viewpointOf(hostile)).toEqual({ ...nowhere, tabs: ["proof"], state: "" });
  expect(viewpointOf({ step: "0", line: `x:${"9".repeat(30)}` })).toEqual(nowhere);
  for (const view of [null, undefined, 7, "tab", [1], { tab: {} }]) expect(viewpointOf(view)).toEqual(nowhere);
});

test("a judgement whose strategy is no longer there is found by its name", () => {
  expect(judgementNamed(report, { id: "F2", strategy: "hybrid" })).toBe(3);
  expect(judgementNamed(report, { id: "F9", strategy: "rsm" })).toBeNull();
});
