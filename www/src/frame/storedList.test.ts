import { expect, test } from "vitest";
import { type Kept, StoredList } from "./storedList";

/** A storage with room for this many characters. */
function storage(room = Infinity): Pick<Storage, "getItem" | "setItem" | "removeItem"> {
  const kept = new Map<string, string>();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, text) => {
      if (text.length > room) throw new Error("QuotaExceededError");
      kept.set(key, text);
    },
    removeItem: (key) => void kept.delete(key),
  };
}

const read = (value: unknown): Kept | null =>
  typeof value === "object" && value !== null && "id" in value && typeof value.id === "string" ? { id: value.id } : null;
const ids = (list: StoredList<Kept>): string => list.all().map(({ id }) => id).join(" ");

test("the newest comes first, an item with a known id takes its place, the oldest leaves", () => {
  const list = new StoredList("k", { items: 3, characters: 1000 }, read, () => storageOf);
  const storageOf = storage();
  for (const id of ["a", "b", "c", "a", "d"]) list.put({ id });
  expect(ids(list)).toBe("d a c");
  const next = new StoredList("k", { items: 3, characters: 1000 }, read, () => storageOf);
  next.put({ id: "e" });
  expect(ids(list)).toBe("e d a");
  list.clear();
  expect(ids(next)).toBe("");
});

test("a list that has no room is kept without its oldest", () => {
  const small = storage(25);
  const list = new StoredList("k", { items: 9, characters: 1000 }, read, () => small);
  for (const id of ["a", "b", "c"]) list.put({ id });
  expect(JSON.parse(small.getItem("k") ?? "")).toEqual([{ id: "c" }, { id: "b" }]);
});

test("without storage, or with rubbish in it, the list lives as long as the page", () => {
  const none = new StoredList("k", { items: 3, characters: 1000 }, read, () => {
    throw new Error("SecurityError");
  });
  none.put({ id: "a" });
  expect(ids(none)).toBe("a");
  const full = storage();
  full.setItem("k", '[1, null, {"id": 7}, {"id": "x"}]');
  expect(ids(new StoredList("k", { items: 3, characters: 1000 }, read, () => full))).toBe("x");
  full.setItem("k", "{");
  expect(ids(new StoredList("k", { items: 3, characters: 1000 }, read, () => full))).toBe("");
});
