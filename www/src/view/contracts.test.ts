import { expect, test } from "vitest";
import type { ContractEnd, ContractView } from "../engine/engine";
import { SpaceChart } from "../space/chart";
import { chartData } from "../space/fixture";
import { callersOf, sentence } from "./contracts";

const contract = (component: number, ...exits: ContractEnd[]): ContractView => ({
  procedure: "List.f", component, trusted: false, calls: 1, entries: [{ content: 0, state: 0 }], exits: exits.map((end) => ({ end, content: 1, state: 1 })),
});

test("a contract says in how many ways a call can end", () => {
  expect(sentence(contract(1, "returns", "nullDereference", "returns")))
    .toBe("A call on this part of the heap can end in 3 ways: 2 × normal return, 1 × null dereference.");
  expect(sentence(contract(0, "returns"))).toBe("The run starts on 1 heap and can end in 1 way: 1 × normal return.");
  expect(sentence(contract(1))).toBe("A call on this part of the heap does not end, as far as explored.");
});

test("of a boolean program it speaks of values and assertions", () => {
  expect(sentence(contract(1, "returns", "failed"), "boolean")).toBe("A call with these values can end in 2 ways: 1 × normal return, 1 × failure.");
  expect(sentence(contract(0, "failed"), "boolean")).toBe("The run starts in 1 state and can end in 1 way: 1 × failure.");
});

test("the callers of a contract are the states from which calls lead to its precondition", () => {
  const call = 2;
  const chart = new SpaceChart(chartData([4, 4, 4], [[2, 0, call], [1, 0, call], [2, 0, call], [0, 2, 0]]));
  expect(callersOf(contract(1), chart)).toEqual([1, 2]);
  expect(callersOf({ ...contract(1), entries: [{ content: 0, state: null }] }, chart)).toEqual([]);
});
