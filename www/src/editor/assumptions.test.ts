import { expect, test } from "vitest";
import { assumptionOf, evidenceOf, fieldsOf, titleOf } from "./assumptions";

const list = { kind: "list" as const, fields: ["next"], hasCollections: false, heaps: null };
const parameter = { of: "parameter", variable: "head", class: "Node", mayBeNull: true, isNode: true, structures: [list], ends: [], shared: [], neverNull: [] };

test("assumptions are sentences about parameters", () => {
  expect(assumptionOf(parameter as never, false)).toBe("`head` is any list, null included");
  expect(assumptionOf({ ...parameter, variable: "this", mayBeNull: false } as never, false)).toBe("`this` is any list");
  expect(assumptionOf({ ...parameter, isNode: false, structures: [] } as never, false)).toBe("`head` is any `Node`, null included");
  const holder = { ...parameter, variable: "this", class: "Queue", mayBeNull: false, isNode: false };
  expect(assumptionOf(holder as never, false)).toBe("`this` is a `Queue` with any list, the empty one included");
  expect(assumptionOf({ ...holder, ends: [["first", "last"]], neverNull: ["first"] } as never, false)).toBe(
    "`this` is a `Queue` with any list; `first` and `last` are its ends; `first` is never null");
  const learned = { kind: "learned", fields: ["next"], heaps: 17 };
  expect(assumptionOf({ ...holder, structures: [learned] } as never, false)).toBe("`this` is a `Queue` as the methods of the program build it, learned from 17 heaps");
  expect(assumptionOf({ ...holder, structures: [{ kind: "built", fields: ["next"], heaps: 9 }] } as never, false)).toBe("`this` is a `Queue` in one of the smallest heaps that methods of the program build");
  expect(assumptionOf({ of: "tested", variable: "other", receiver: "this", classes: ["Queue"] }, false)).toBe("`other` is null, `this`, a `Queue`, or an object of no class of the program");
  expect(assumptionOf({ of: "apart", variables: ["this", "other"] }, false)).toBe("`this` and `other` lead to different objects");
  expect(assumptionOf({ of: "sameOrApart", variable: "o", receiver: "this" }, false)).toBe("`o` is `this`, or leads to objects of its own");
  expect(assumptionOf({ of: "apartFromStatics", variables: ["a"], statics: ["A.END"] }, false)).toBe("`a` leads to other objects than `A.END`");
  expect(assumptionOf({ of: "fieldNotNull", field: "key", class: "Node" }, false)).toBe("`key` of a `Node` is never null");
  expect(assumptionOf({ of: "elementsNotNull" }, false)).toBe("no element of a collection is null");
  expect(assumptionOf({ ...holder, structures: [{ kind: "list", fields: [], hasCollections: true, heaps: null }] } as never, false)).toBe("`this` is a `Queue` with any collection, the empty one included");
});

test("structures have names, fields and evidence", () => {
  const candidate = { structure: list, words: "list through `next`", tried: 4, misfit: null, pictures: [] };
  expect([titleOf(candidate as never), fieldsOf(list), evidenceOf(candidate as never)]).toEqual(["List", "through `next`", "Fits 4 heaps that your code builds."]);
  expect(evidenceOf({ ...candidate, tried: 1 } as never)).toBe("Fits the heap that your code builds.");
  expect(evidenceOf({ ...candidate, tried: 0 } as never)).toBe("Guessed from the names and types of the fields.");
  expect(evidenceOf({ ...candidate, misfit: "new Stack, push" } as never)).toBe("Does not fit what `new Stack, push` builds.");
  const built = { ...candidate, structure: { kind: "built", fields: ["next"], heaps: 9 }, misfit: "new Stack, push, push" };
  expect([titleOf(built as never), evidenceOf(built as never)]).toEqual(["Only what methods build", "Nothing known fits. Looks at 9 small heaps; of others, nothing is proved."]);
  expect(fieldsOf({ kind: "tree", fields: ["left", "right"] } as never)).toBe("through `left` and `right`");
  expect(titleOf({ ...candidate, structure: { kind: "tree", fields: ["next"] } } as never)).toBe("List of structures");
  expect(titleOf({ ...candidate, structure: { kind: "tree", fields: ["kids"], hasCollections: true } } as never)).toBe("Tree with collections");
});

test("pointers in C point to what is assumed, or are NULL", () => {
  expect(assumptionOf(parameter as never, true)).toBe("`head` points to any list, NULL included");
  expect(assumptionOf({ ...parameter, variable: "out", class: "int", mayBeNull: false, isNode: false, structures: [] } as never, true)).toBe("`out` points to any `int`");
  const holder = { ...parameter, variable: "s", class: "stack", mayBeNull: false, isNode: false };
  expect(assumptionOf(holder as never, true)).toBe("`s` points to a `stack` with any list, the empty one included");
  expect(assumptionOf({ of: "fieldNotNull", field: "name", class: "person" }, true)).toBe("`name` of a `person` is never NULL");
});
