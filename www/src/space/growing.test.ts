import { expect, test } from "vitest";
import { Camera } from "./camera";
import { SpaceChart } from "./chart";
import { chartData } from "./fixture";
import { Growing } from "./growing";
import { anchorOf, Motion } from "./motion";

/** A state at the top, then one to its left and one to its right below it. */
const growing = new Growing();
growing.add({ positions: new Float32Array([0, 0]), kinds: new Uint8Array([0]), components: new Uint32Array([0]), lines: new Uint32Array([3]), edges: new Uint32Array(0) });
const first = growing.chart();
growing.add({
  positions: new Float32Array([-46, 58, 46, 58]), kinds: new Uint8Array([4, 1]), components: new Uint32Array([0, 0]), lines: new Uint32Array([4, 5]),
  edges: new Uint32Array([0, 1, 0, 2, 2, 2]),
});
const second = growing.chart();

test("what is found is added, and nothing moves", () => {
  expect([first.stateCount, second.stateCount, second.edgeCount]).toEqual([1, 3, 3]);
  expect([second.line(0), second.line(2), second.kind(2)]).toEqual([3, 5, "final"]);
  expect([second.x(0), second.y(0), second.x(1)]).toEqual([0, 0, -46]);
  expect([...second.data.routeStarts]).toEqual([0, 2, 4, 4]);
  expect([...second.data.routePoints.slice(4)]).toEqual([0, 0, 46, 58]);
  expect(second.box).toEqual({ left: -60, top: -14, width: 120, height: 86 });
});

/** The same in the end: 1 and 2 are one group far away. */
const final = new SpaceChart({
  ...chartData([0, 4, 1], [[0, 1, 0], [0, 2, 0]]),
  nodeOf: new Uint32Array([0, 1, 1]), groups: new Uint32Array([0, 1, 1]), memberStarts: new Uint32Array([0, 1, 3]), nodeKinds: new Uint8Array([0, 1]),
  positions: new Float32Array([500, 10, 500, 80]),
});

test("what is looked at stays: the chosen state if it is seen, else the one in the middle", () => {
  const camera = new Camera();
  camera.pan(100, 100);
  const screen = { width: 200, height: 200 };
  expect(anchorOf(second, final, camera, screen, null)).toBe(0);
  expect(anchorOf(second, final, camera, screen, 2)).toBe(2);
  camera.pan(1000, 0);
  expect(anchorOf(second, final, camera, screen, 2)).toBeNull();
});

test("nodes move from where they were on the screen to their place", () => {
  const [then, now] = [new Camera(), new Camera()];
  now.pan(-300, 0);
  const motion = new Motion(second, final, then, now);
  expect([...motion.positions]).toEqual([300, 0, 254, 58]);
  expect(motion.step(1000)).toBe(false);
  expect([...motion.positions]).toEqual([300, 0, 254, 58]);
  expect(motion.step(2000)).toBe(true);
  expect([...motion.positions]).toEqual([500, 10, 500, 80]);
});
