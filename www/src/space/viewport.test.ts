import { expect, test } from "vitest";
import { SpaceChart } from "./chart";
import { chartData } from "./fixture";
import { Viewport } from "./viewport";

/** A row of three states, 3,000 units long. */
const positions = new Float32Array([0, 0, 1500, 0, 3000, 0]);
const chart = new SpaceChart(chartData([0, 0, 0], [], { positions, size: new Float32Array([3000, 60]) }));

/** Where a state is on the screen. */
const at = (viewport: Viewport, state: number): number => viewport.camera.toScreen(chart.x(state), chart.y(state))[0];

function opened(width: number): Viewport {
  const viewport = new Viewport(() => 0, () => true);
  viewport.resize({ width, height: 400 }, chart);
  return viewport;
}

test("until the user moves, a new size gives the initial view again", () => {
  const viewport = opened(800);
  viewport.resize({ width: 400, height: 400 }, chart);
  const same = opened(400);
  expect(at(viewport, 0)).toBe(at(same, 0));
  viewport.pan(-35, 0);
  viewport.resize({ width: 800, height: 400 }, chart);
  expect(at(viewport, 0)).toBe(at(same, 0) - 35);
});

test("a revealed state stays in view in a smaller drawing, until the user moves", () => {
  const viewport = opened(800);
  expect(viewport.reveal(chart, 2)).toBe(true);
  expect(at(viewport, 2)).toBeCloseTo(400);
  viewport.pan(300, 0);
  viewport.reveal(chart, 2);
  expect(at(viewport, 2)).toBeCloseTo(700);
  viewport.resize({ width: 500, height: 400 }, chart);
  expect(at(viewport, 2)).toBeLessThanOrEqual(440);
  viewport.pan(200, 0);
  viewport.resize({ width: 300, height: 400 }, chart);
  expect(at(viewport, 2)).toBeGreaterThan(440);
});

test("a state revealed in a closed tab comes into view when the tab opens", () => {
  let open = false;
  const viewport = new Viewport(() => 0, () => open);
  viewport.home(chart);
  expect(viewport.reveal(chart, 2)).toBe(false);
  open = true;
  viewport.resize({ width: 800, height: 400 }, chart);
  expect(at(viewport, 2)).toBeCloseTo(400);
});
