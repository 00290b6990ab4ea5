import { expect, test } from "vitest";
import { SpaceChart } from "./chart";
import { chartData } from "./fixture";
import { shownText } from "./words";

const text = (more: object, total: number): string => shownText(new SpaceChart(chartData([0, 4, 1], [[0, 1, 0], [1, 2, 0]], more)), null, { statesTotal: total });

test("states that are only counted are said", () => {
  expect(text({ unlisted: new Uint32Array([0, 5, 0]), groupCount: 1 }, 8)).toBe("8 states; 5 of them only counted; 1 group folded");
  expect(text({ unlisted: new Uint32Array([0, 5, 0]), groupCount: 1, hidden: 2 }, 10)).toBe("8 of 10 states shown; 5 of them only counted; 1 group folded; 2 more are not drawn or listed");
});

test("the text says what is not shown", () => {
  expect(text({}, 3)).toBe("3 states, 2 edges");
  expect(text({ groupCount: 1 }, 3)).toBe("3 states, 2 edges; 1 group folded");
  expect(text({ hidden: 2 }, 3)).toBe("1 of 3 states shown");
  expect(text({ hidden: 1001, groupCount: 14 }, 1003)).toBe("2 of 1,003 states shown; 14 groups folded; 1,000 more are not drawn or listed");
  expect(shownText(new SpaceChart(chartData([0, 4], [[0, 1, 0]])), null, { statesTotal: 2, partial: true })).toBe("2 states, 1 edge; others were not explored");
});

test("the text says in how many states propositions were not evaluated", () => {
  const known = (labels: number[], open: number): string =>
    shownText(new SpaceChart(chartData([0, 4, 1], [])), { labels: Uint32Array.from(labels), texts: [""], open }, { statesTotal: 3 });
  expect(known([0, 0, 0], 0)).toBe("3 states, 0 edges");
  expect(known([0, 0, 0], 1)).toBe("3 states, 0 edges; the shape of 1 state was not determined");
  expect(known([0], 0)).toBe("3 states, 0 edges; propositions were not evaluated in 2 states");
});
