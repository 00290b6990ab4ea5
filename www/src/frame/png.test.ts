import { expect, test } from "vitest";
import { scaleOf } from "./png";

test("pictures have two pixels per unit if a canvas can hold them, and illegible ones are not created", () => {
  expect(scaleOf(500, 300)).toBe(2);
  expect(scaleOf(10_000, 100)).toBe(1.6);
  expect(scaleOf(8_000, 8_000)).toBe(1);
  expect(scaleOf(100_000, 100)).toBeNull();
  expect(scaleOf(30_000, 30_000)).toBeNull();
});
