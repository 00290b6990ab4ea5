import { expect, test } from "vitest";
import { firstScale } from "./stage";

test("a drawing is whole at first and no larger than life, unless it could not be read", () => {
  expect(firstScale(3)).toBe(1);
  expect(firstScale(0.9)).toBe(0.9);
  expect(firstScale(0.1)).toBe(0.6);
});
