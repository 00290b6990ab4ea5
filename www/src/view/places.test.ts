import { expect, test } from "vitest";
import type { CalleeLink, Hotspot } from "../engine/engine";
import { framesOf } from "./places";

const call = (...callees: CalleeLink[]): Hotspot => ({ at: [0, 0], size: [1, 1], line: 1, name: "", link: { to: "call", states: [0], callees } });
const callee = (path: string, component: number, open = true): CalleeLink => ({ path, component, open });

test("the frames of a picture are those of its component and of open calls, as they are drawn", () => {
  expect(framesOf(7, { hotspots: [] })).toEqual([7]);
  const hotspots = [
    call(callee("0:1", 1), callee("0:2", 2), callee("0:3", 3, false)),
    call(callee("0:1/0", 4)), call(callee("0:1/0/2", 5)), call(callee("0:2/1", 6)),
    call(callee("1", 1)), call(callee("1/0", 4, false)),
  ];
  expect(framesOf(0, { hotspots })).toEqual([0, 1, 4, 5, 2, 6, 1]);
});
