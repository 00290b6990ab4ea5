import { expect, test } from "vitest";
import type { Offer } from "./commands";
import { found } from "./palette";

const offers: Offer[] = ["Run", "Show: Heap", "Open: Reverse a list", "Hide the task"].map((title) => ({
  id: title.toLowerCase(), title, group: title.startsWith("Open") ? "Examples" : "View", run: () => {},
}));
const titles = (typed: string, used: string[] = []): string[] =>
  found(typed, offers, used.map((id) => ({ id }))).map(({ offer }) => offer.title);

test("without anything typed all is listed, what was used last first", () => {
  expect(titles("")).toEqual(["Run", "Show: Heap", "Open: Reverse a list", "Hide the task"]);
  expect(titles("", ["hide the task", "show: heap"])).toEqual(["Hide the task", "Show: Heap", "Run", "Open: Reverse a list"]);
});

test("what was typed is looked for in titles and in groups", () => {
  expect(titles("heap")).toEqual(["Show: Heap"]);
  expect(titles("examp rev")).toEqual(["Open: Reverse a list"]);
  expect(titles("zzz")).toEqual([]);
  expect(found("heap", offers, [])[0]?.at).toEqual([6, 7, 8, 9]);
});
