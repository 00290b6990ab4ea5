import { expect, test } from "vitest";
import { settingsOf, standard } from "./settings";

test("stored settings come back", () => {
  const text = JSON.stringify({ ...standard, theme: "dark", taskWidth: 44, docks: { proof: "side" } });
  expect(settingsOf(text)).toEqual({ ...standard, theme: "dark", taskWidth: 44, docks: { proof: "side" } });
});

test("what is not a setting is as if it had never been set", () => {
  for (const text of [null, "", "7", "null", "[1]", "{", '{"theme": "pink", "taskWidth": -3, "docks": {"proof": 1}, "more": 1, "visited": "no", "used": 3}']) {
    expect(settingsOf(text)).toEqual(standard);
  }
});
