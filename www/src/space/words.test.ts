import { expect, test } from "vitest";
import { SpaceChart } from "./chart";
import { chartData } from "./fixture";
import { shownText } from "./words";

const text = (more: object, total: number): string => shownText(new SpaceChart(chartData([0, 4, 1], [[0, 1, 0], [1, 2, 0]], more)), { statesTotal: total });

test("it is said what is not shown", () => {
  expect(text({}, 3)).toBe("3 states, 2 edges");
  expect(text({ groupCount: 1 }, 3)).toBe("3 states, 2 edges; 1 group folded");
  expect(text({ hidden: 2 }, 3)).toBe("1 of 3 states shown");
  expect(text({ hidden: 1001, groupCount: 14 }, 1003)).toBe("2 of 1,003 states shown; 14 groups folded; 1,000 more are in no drawing and no table");
  expect(shownText(new SpaceChart(chartData([0, 4], [[0, 1, 0]])), { statesTotal: 2, partial: true })).toBe("2 states, 1 edge; others were not looked at");
});
