import { expect, test } from "vitest";
import { completionsOf, notationAt } from "./notation";

test("names are completed in formulas and definitions only", () => {
  const at = (text: string, asked = false): string | null => {
    const from = notationAt(text, true, asked);
    return from === null ? null : text.slice(from);
  };
  expect(at('[{"formula": "head == nu')).toBe("nu");
  expect(at('[{"definitions": "ls(x, y) := x -> {ne')).toBe("ne");
  expect(at('[{"definitions": "ls(x) := emp\\n  | no')).toBe("no");
  expect(at('[{"definitions": "ls(x) := emp\\nno')).toBe("no");
  expect(at('[{"formula": "head == null", "na')).toBeNull();
  expect(at('[{"name": "he')).toBeNull();
  expect(at('[{"formula": "head == ')).toBeNull();
  expect(at('[{"formula": "head == ', true)).toBe("");
  expect(at('[{"formula": "x -> {value: 12')).toBeNull();
  expect(notationAt("box(x) := x -> {ne", false, false)).toBe("box(x) := x -> {".length);
});

test("predicates of the task stand for those that are built in", () => {
  const names = { predicates: ["sll"], builtIn: ["sll<ListNode.next>(first, end)", "tree<TreeNode.left, right>(root)"], parameters: ["head"], classes: ["Node"], fields: ["next"] };
  const labels = completionsOf(names).map(({ label }) => label);
  expect(labels).toEqual(["head", "sll", "next", "Node", "tree", "null", "_", "_object"]);
  expect(completionsOf(names).find(({ label }) => label === "tree")?.detail).toBe("<TreeNode.left, right>(root)");
});
