import { expect, test } from "vitest";
import { changed, itemsOf, type JsonArray, type JsonNode, type JsonObject, parseJson, positionIn, withItem, withMember, withoutItems, withoutMember } from "./jsonText";

/** The value of a text, as JSON has it; words are texts. */
function valueOf(node: JsonNode): unknown {
  if (node.kind === "array") return node.items.map(valueOf);
  if (node.kind === "object") return Object.fromEntries(node.members.map(({ key, value }) => [key, valueOf(value)]));
  return node.text;
}
const read = (text: string): unknown => {
  const node = parseJson(text);
  return node && valueOf(node);
};
const array = (text: string): JsonArray => parseJson(text) as JsonArray;
const object = (text: string): JsonObject => parseJson(text) as JsonObject;
const added = (text: string): string => changed(text, withItem(text, array(text), '"new"'));
const removed = (text: string, ...gone: number[]): string => changed(text, withoutItems(text, array(text), new Set(gone)));

test("what the engine reads is read", () => {
  expect(read(`\u{feff}// head\n{'a': [1,], # one\n b : two words, "c\\u0041": "x\\n\\"y\\"" /* end */,} and more`)).toEqual({ a: ["1"], b: "two words", cA: 'x\n"y"' });
  for (const text of ["", "[1", '{"a" 1}', "[1, , 2]", '"abc', "[".repeat(100)]) expect(parseJson(text), text).toBeNull();
});

test("positions in strings are positions in the text", () => {
  const text = '["a\\u0041\\"b"]';
  const [string] = itemsOf(parseJson(text));
  expect([0, 1, 2, 3, 4].map((position) => positionIn(text, string!, position))).toEqual([2, 3, 9, 11, 12]);
});

test("new elements are written like their neighbours", () => {
  expect(added("[]")).toBe('["new"]');
  expect(added("[a, b]")).toBe('[a, b, "new"]');
  expect(added("[a, b,]")).toBe('[a, b, "new",]');
  expect(added("[\n  a,\n  b\n]")).toBe('[\n  a,\n  b,\n  "new"\n]');
  expect(added("[\r\n  a,\r\n  b\r\n]")).toBe('[\r\n  a,\r\n  b,\r\n  "new"\r\n]');
  expect(added("[\n  a, // about a\n  b // about b\n]")).toBe('[\n  a, // about a\n  b, // about b\n  "new"\n]');
  expect(added("[\n  a, // about a\n  b, // about b\n]")).toBe('[\n  a, // about a\n  b, // about b\n  "new",\n]');
  expect(added("{x: [\n]}".slice(4, -1))).toBe('[\n  "new"\n]');
});

test("elements go with their commas and lines; comments stay", () => {
  expect(removed("[a, b, c]", 0)).toBe("[b, c]");
  expect(removed("[a, b, c]", 1)).toBe("[a, c]");
  expect(removed("[a, b, c]", 2)).toBe("[a, b]");
  expect(removed("[a, b, c]", 1, 2)).toBe("[a]");
  expect(removed("[a, b]", 0, 1)).toBe("[]");
  expect(removed("[a, b,]", 1)).toBe("[a,]");
  expect(removed("[\n  a,\n  b\n]", 1)).toBe("[\n  a\n]");
  expect(removed("[\r\n  a,\r\n  b\r\n]", 0)).toBe("[\r\n  b\r\n]");
  expect(removed("[\n  a, // one\n  b // two\n]", 1)).toBe("[\n  a // one\n  // two\n]");
  expect(removed("[\n  /* one */ a,\n  b\n]", 0)).toBe("[\n  /* one */\n  b\n]");
});

/** All lists of up to four words in several layouts. */
const layouts = ["[%]", "[ % ]", "[\n  %\n]", "[%,]", "[ // first\n  % // last\n]"];
const separators = [", ", ",", ",\n  ", ", // a comment\n  ", " /* before */, "];
const lists = layouts.flatMap((layout) => separators.flatMap((separator) => [1, 2, 3, 4].map((n) => layout.replace("%", Array.from({ length: n }, (_, i) => `"${i}"`).join(separator)))));
const comments = (text: string): string[] => text.match(/\/\/[^\n]*|\/\*.*?\*\//g) ?? [];

test("law: adding and removing, then reading, is reading, then adding and removing", () => {
  for (const text of lists) {
    const before = read(text) as string[];
    expect(read(added(text)), text).toEqual([...before, "new"]);
    expect(comments(added(text)), text).toEqual(comments(text));
    for (let some = 1; some < 2 ** before.length; some++) {
      const gone = before.flatMap((_, i) => (some & (2 ** i) ? [i] : []));
      const after = removed(text, ...gone);
      expect(read(after), `${text} without ${gone.join()}`).toEqual(before.filter((_, i) => !gone.includes(i)));
      expect(comments(after), text).toEqual(comments(text));
    }
  }
});

test("members come behind others on their line, and go again", () => {
  const text = '{"a": 1, "b": 2,\n "c": 3}';
  const more = changed(text, withMember(text, object(text), "d", "[4]", "a"));
  expect(more).toBe('{"a": 1, "d": [4], "b": 2,\n "c": 3}');
  expect(changed(more, withoutMember(more, object(more), "d"))).toBe(text);
  expect(changed("{}", withMember("{}", object("{}"), "d", "4"))).toBe('{"d": 4}');
});
