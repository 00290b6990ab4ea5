import { expect, test } from "vitest";
import { match } from "./fuzzy";

const best = (query: string, texts: string[]): string | undefined => {
  const score = (text: string): number => match(query, text)?.score ?? -Infinity;
  return texts.sort((a, b) => score(b) - score(a))[0];
};

test("letters in order are enough, words may be swapped", () => {
  expect(match("rev", "Open: Reverse a list")?.at).toEqual([6, 7, 8]);
  expect(match("oral", "Open: Reverse a list")?.at).toEqual([0, 6, 14, 16]);
  expect(match("list open", "Open: Reverse a list")?.at).toEqual([0, 1, 2, 3, 16, 17, 18, 19]);
  expect(match("xyz", "Open: Reverse a list")).toBeNull();
  expect(match("", "anything")?.at).toEqual([]);
});

test("whole words win over scattered letters, short texts over long ones", () => {
  expect(best("heap", ["Hide the second appendix", "Show: Heap", "Cheap things"])).toBe("Show: Heap");
  expect(best("list", ["Reverse a list", "List"])).toBe("List");
});
