import { expect, test } from "vitest";
import { Camera } from "./camera";

test("a zoom keeps the point under the pointer", () => {
  const camera = new Camera();
  camera.pan(30, -12);
  const before = camera.toDrawing(200, 100);
  camera.zoom(1.7, 200, 100);
  const after = camera.toDrawing(200, 100);
  expect(after[0]).toBeCloseTo(before[0]);
  expect(after[1]).toBeCloseTo(before[1]);
});

test("a fitted drawing lies in the middle of the screen", () => {
  const camera = new Camera();
  camera.fit({ left: 0, top: 0, width: 2000, height: 500 }, { width: 800, height: 600 }, 20);
  const [x, y] = camera.toScreen(1000, 250);
  expect(x).toBeCloseTo(400);
  expect(y).toBeCloseTo(300);
  expect(camera.toScreen(0, 0)[0]).toBeCloseTo(20);
});

test("the zoom has limits", () => {
  const camera = new Camera();
  camera.zoom(1e9, 0, 0);
  expect(camera.scale).toBe(4);
  camera.zoom(1e-12, 0, 0);
  expect(camera.scale).toBeGreaterThan(0);
});
