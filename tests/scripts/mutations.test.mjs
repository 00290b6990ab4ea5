// The faults that scripts/mutations.mjs seeds fit the engine as it is.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const read = (path) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const mutations = JSON.parse(read("tests/data/mutations.json"));

test("there are ten faults at least, each at one place", () => {
  assert.ok(mutations.length >= 10);
  for (const { name, file, find, put } of mutations) {
    assert.equal(read(file).split(find).length, 2, `${file}: ${name}`);
    assert.notEqual(find, put, name);
  }
});
