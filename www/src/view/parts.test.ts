import { expect, test } from "vitest";
import type { HeapView, VertexView } from "../engine/engine";
import { changedParts, describe, partsOf, wordsOf } from "./parts";

const nothing: VertexView = { type: "NULL", kind: "null", external: null, variables: [], markings: [], constants: ["null"] };
const list = (...variables: string[]): VertexView => ({ type: "List", kind: "object", external: null, variables, markings: [], constants: [] });
const heap = (vertices: VertexView[], next: [number, number][], lists: number[][] = []): HeapView => ({
  vertices,
  selectors: next.map(([source, target]) => ({ source, target, label: "next" })),
  nonterminals: lists.map((tentacles) => ({ label: "L", tentacles })),
});

test("a heap in words names vertices by number and constants by name", () => {
  const parts = partsOf(heap([nothing, list("x")], [[1, 0]], [[1, 0]]));
  expect(parts.map(wordsOf)).toEqual(["x points to 1", "object 1 of class List", "next of 1 is null", "L between 1 and null"]);
  expect(describe([])).toBe("The heap is empty.");
});

test("what is not changed is not listed as changed, however the vertices are numbered", () => {
  const before = heap([nothing, list("x"), list()], [[1, 2], [2, 0]]);
  const after = heap([nothing, list(), list("x")], [[2, 1], [1, 0]]);
  expect(changedParts({ before, after, vertices: [0, 2, 1] }).filter(({ change }) => change)).toEqual([]);
});

test("a variable that moves is gone there and new here; vertices that are gone have names of their own", () => {
  const before = heap([nothing, list("x"), list()], [[1, 2], [2, 0]]);
  const after = heap([nothing, list("x"), list()], [[1, 0], [2, 1]]);
  const changes = changedParts({ before, after, vertices: [0, 2, null] }).filter(({ change }) => change);
  expect(changes.map((part) => [part.change, wordsOf(part)])).toEqual([
    ["added", "x points to 1"], ["added", "object 2 of class List"], ["added", "next of 2 is 1"],
    ["removed", "x points to gone 1"], ["removed", "object gone 1 of class List"], ["removed", "next of gone 1 is 1"],
  ]);
});

test("of two alike edges one can go", () => {
  const twice = heap([nothing, list()], [], [[1, 0], [1, 0]]);
  const once = heap([nothing, list()], [], [[1, 0]]);
  const changes = changedParts({ before: twice, after: once, vertices: [0, 1] }).filter(({ change }) => change);
  expect(changes).toEqual([{ kind: "nonterminal", name: "L", at: ["1", "null"], change: "removed" }]);
});

test("elements of a collection are in its places, and what only the library knows of is left out", () => {
  const cell: VertexView = { ...list(), type: "CellList$Cell" };
  const data: HeapView = {
    vertices: [nothing, { ...list("x"), type: "ArrayList" }, cell, { ...list(), type: "CellList$Version" }, list()],
    selectors: [{ source: 2, target: 4, label: "value" }], nonterminals: [],
    collections: [{ vertex: 1, kind: "list", slots: [{ label: "0", cell: 2, rest: null }] }], hidden: [3],
  };
  expect(partsOf(data).map(wordsOf)).toEqual(["x points to 1", "object 1 of class ArrayList", "object 4 of class List", "value of 1[0] is 4"]);
});
