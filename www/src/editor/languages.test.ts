import { getIndentation, indentUnit, StreamLanguage } from "@codemirror/language";
import { EditorState } from "@codemirror/state";
import { highlightTree, tagHighlighter, tags } from "@lezer/highlight";
import { expect, test } from "vitest";
import { booleanParser } from "./boolean";
import { javaParser } from "./java";
import { jsonParser } from "./json";

const kinds = tagHighlighter([
  { tag: tags.keyword, class: "keyword" },
  { tag: tags.typeName, class: "type" },
  { tag: tags.bool, class: "any" },
  { tag: tags.number, class: "number" },
  { tag: tags.string, class: "string" },
  { tag: tags.comment, class: "comment" },
  { tag: tags.propertyName, class: "field" },
  { tag: tags.labelName, class: "label" },
  { tag: tags.function(tags.variableName), class: "procedure" },
]);
const boolean = StreamLanguage.define(booleanParser);
const java = StreamLanguage.define(javaParser);
const json = StreamLanguage.define(jsonParser);

/** The highlighted parts with their kinds. */
function coloured(text: string, language = boolean): string[] {
  const found: string[] = [];
  highlightTree(language.parser.parse(text), kinds, (from, to, kind) => void found.push(`${kind}:${text.slice(from, to)}`));
  return found;
}

test("keywords, types, constants and names in braces", () => {
  expect(coloured("decl {x>0}, n : int[0..9] := 3;\nbool<2> f(a) begin")).toEqual([
    "keyword:decl", "string:{x>0}", "type:int", "number:0", "number:9", "number:3",
    "type:bool", "number:2", "procedure:f", "keyword:begin",
  ]);
});

test("a star is any value, unless it multiplies", () => {
  expect(coloured("while * do x := x * 2; y := (y) * *; od").filter((part) => /any/.test(part))).toEqual(["any:*", "any:*"]);
  expect(coloured("x := true & schoose[T, F];")).toEqual(["any:true", "keyword:schoose", "any:T", "any:F"]);
});

test("labels are where statements begin and where goto leads", () => {
  expect(coloured("L: M: x := a ? b : c\nN : goto L, M; x, y := b;").filter((part) => !part.startsWith("keyword"))).toEqual(["label:L", "label:M", "label:N", "label:L", "label:M"]);
  expect(coloured("void f(x, i : int<4>)").join()).not.toContain("label");
});

test("comments of all kinds, also over several lines", () => {
  expect(coloured("a # if\n/* if\n fi */ skip // T")).toEqual(["comment:# if", "comment:/* if", "comment: fi */", "keyword:skip", "comment:// T"]);
});

/** The indentation that every line gets, from the text before it. */
function indented(text: string, language: typeof boolean): (number | null)[] {
  const state = EditorState.create({ doc: text, extensions: [language, indentUnit.of("  ")] });
  return text.split("\n").map((_, i) => getIndentation(state, state.doc.line(i + 1).from));
}

test("blocks are indented, what ends them is not", () => {
  expect(indented("void main() begin\nif * then\nskip;\nelse\nwhile * do\nskip;\nod\nfi\nend\n", boolean)).toEqual([0, 2, 4, 2, 4, 6, 4, 2, 0, 0]);
  expect(indented("class A {\nvoid f() {\n// }\n}\n}\n", java)).toEqual([0, 2, 4, 2, 0, 0]);
  expect(indented('{\n"a": [\n1,\n"}"\n],\n"b": {}\n}\n', json)).toEqual([0, 2, 4, 4, 2, 2, 0, 0]);
});

test("Java: types, methods, fields, and whatever is inside strings and comments", () => {
  expect(coloured('class List { int n; // class\n List tail(Cell c) { /* a\n b */ return c.next.tail("a\\"b /* ", null, 0x1f); } }', java)).toEqual([
    "keyword:class", "type:List", "type:int", "comment:// class",
    "type:List", "procedure:tail", "type:Cell", "comment:/* a", "comment: b */", "keyword:return", "field:next", "procedure:tail",
    'string:"a\\"b /* "', "any:null", "number:0x1f",
  ]);
});

test("JSON: names, and values of all kinds", () => {
  expect(coloured('{"a\\": b" : "c: \\"", "d":[-1.5e+3, true,null]}\n"open', json)).toEqual([
    'field:"a\\": b"', 'string:"c: \\""', 'field:"d"', "number:-1.5e+3", "any:true", "any:null", 'string:"open',
  ]);
});
