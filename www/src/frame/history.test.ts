import { expect, test } from "vitest";
import { keptRun, when } from "./history";

const run = { id: "a", at: 1, task: "{}", verdicts: [["F1", "satisfied"]], milliseconds: 3 };

test("a stored run is read back without invalid verdicts", () => {
  expect(keptRun(JSON.parse(JSON.stringify(run)))).toEqual(run);
  expect(keptRun({ ...run, verdicts: [["F1", "satisfied"], ["F2", "toString"], 1, [2, "unknown"]] })).toEqual(run);
  for (const value of [null, 1, [], {}, { ...run, at: "1" }, { ...run, verdicts: {} }]) expect(keptRun(value)).toBeNull();
});

test("the date is shown if it is not today", () => {
  const noon = new Date(2026, 2, 5, 12, 30);
  expect(when(noon.getTime(), noon)).toMatch(/^12:30/);
  expect(when(noon.getTime(), new Date(2026, 2, 6))).toMatch(/Mar.*5.*12:30/);
});
