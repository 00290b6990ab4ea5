import { expect, test } from "vitest";
import { Rows, sortingAfter } from "./rows";

const table = [
  ["State 10", "swap", 12], ["State 2", "main", 3], ["State 7", "Ärger", ""], ["State 1", "main", 3],
] as const;
const rows = new Rows({ count: table.length, cells: (row) => table[row]! }, new Intl.Collator("de", { numeric: true }));
const seen = (filter: string, column?: number, direction: "ascending" | "descending" = "ascending"): number[] =>
  [...rows.seen(filter, column === undefined ? null : { column, direction })];

test("numbers are sorted as numbers and before texts, texts in the order of the language", () => {
  expect(seen("")).toEqual([0, 1, 2, 3]);
  expect(seen("", 0)).toEqual([3, 1, 2, 0]);
  expect(seen("", 1)).toEqual([2, 1, 3, 0]);
  expect(seen("", 2)).toEqual([1, 3, 0, 2]);
});

test("what is equal stays in the order of the table, in both directions", () => {
  expect(seen("", 1, "descending")).toEqual([0, 1, 3, 2]);
  expect(seen("", 2, "descending")).toEqual([2, 0, 1, 3]);
});

test("all words of a filter have to occur, in whatever cell and case", () => {
  expect(seen("MAIN")).toEqual([1, 3]);
  expect(seen(" main  state 2 ")).toEqual([1]);
  expect(seen("ärger", 0)).toEqual([2]);
  expect(seen("nowhere", 2)).toEqual([]);
});

test("clicks on the head of a column sort up, down, and not at all", () => {
  const up = sortingAfter(null, 1);
  const down = sortingAfter(up, 1);
  expect([up, down, sortingAfter(down, 1)]).toEqual([{ column: 1, direction: "ascending" }, { column: 1, direction: "descending" }, null]);
  expect(sortingAfter(down, 2)).toEqual({ column: 2, direction: "ascending" });
});

test("a table of 50,000 rows is sorted and filtered whole", () => {
  const count = 50_000;
  const key = (row: number): number => (row * 7919) % count;
  const cells = (row: number): readonly (string | number)[] => [`State ${row}`, `procedure ${row % 7}`, key(row)];
  const many = new Rows({ count, cells }, new Intl.Collator("en", { numeric: true }));
  expect([...many.seen("", { column: 2, direction: "ascending" })].map(key)).toEqual(Array.from({ length: count }, (_, i) => i));
  const found = Array.from({ length: count }, (_, row) => row).filter((row) => cells(row).some((cell) => String(cell).includes("499")));
  expect([...many.seen("procedure 499", { column: 0, direction: "descending" })]).toEqual(found.reverse());
});
