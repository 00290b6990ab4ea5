import { expect, test } from "vitest";
import { knownOf } from "./pictures";

test("what a site knows of its examples is read, and nothing else", () => {
  const picture = { size: [10, 20], shapes: [], hotspots: [], description: "" };
  expect([...knownOf({ examples: [{ id: "a", states: 7, pictures: { en: picture, de: {} }, verdicts: {} }] })]).toEqual([["a", { states: 7, picture }]]);
  expect([...knownOf({ examples: [{ id: "a", states: "7", pictures: { en: { ...picture, size: [1, null] } } }] })]).toEqual([["a", { states: null, picture: null }]]);
  for (const none of [null, [], {}, "x", { examples: 1 }, { examples: [null, 1, { id: 7 }] }]) expect(knownOf(none).size).toBe(0);
});
