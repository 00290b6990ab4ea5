import { expect, test } from "vitest";
import { ownAddress } from "./trusted";

test("scripts of the same site are named in full", () => {
  expect(ownAddress("./assets/worker.js", "https://a.example/slides/")).toBe("https://a.example/slides/assets/worker.js");
});

test("scripts from anywhere else are refused", () => {
  for (const url of ["https://b.example/worker.js", "//a.example:8080/worker.js", "http://a.example/w.js", "data:text/javascript,0", "javascript:0"]) {
    expect(() => ownAddress(url, "https://a.example/slides/"), url).toThrow(/same site/);
  }
});
