import { expect, test } from "vitest";
import { beside, type Box } from "./tour";

const size = { width: 320, height: 180 };
const targets: Box[] = [
  { left: 9, top: 61, width: 440, height: 830 },
  { left: 458, top: 61, width: 970, height: 160 },
  { left: 458, top: 230, width: 560, height: 660 },
  { left: 1020, top: 230, width: 410, height: 660 },
  { left: 130, top: 9, width: 200, height: 34 },
];

test("a callout covers nothing of what it talks about and stays in the window", () => {
  for (const window of [{ width: 1440, height: 900 }, { width: 1920, height: 1080 }]) {
    for (const target of targets) {
      const place = beside(target, size, window);
      if (!place) throw new Error("there is room");
      const { left, top } = place;
      const apart = left >= target.left + target.width || left + size.width <= target.left || top >= target.top + target.height || top + size.height <= target.top;
      expect(apart).toBe(true);
      expect(left >= 0 && top >= 0 && left + size.width <= window.width && top + size.height <= window.height).toBe(true);
    }
  }
});

test("there is no position without room beside the target", () => {
  expect(beside({ left: 0, top: 100, width: 390, height: 700 }, size, { width: 390, height: 844 })).toBeNull();
});
