import { StreamLanguage } from "@codemirror/language";
import { highlightTree, tagHighlighter, tags } from "@lezer/highlight";
import { expect, test } from "vitest";
import { booleanParser } from "./boolean";

const kinds = tagHighlighter([
  { tag: tags.keyword, class: "keyword" },
  { tag: tags.typeName, class: "type" },
  { tag: tags.bool, class: "any" },
  { tag: tags.number, class: "number" },
  { tag: tags.string, class: "string" },
  { tag: tags.comment, class: "comment" },
  { tag: tags.labelName, class: "label" },
  { tag: tags.function(tags.variableName), class: "procedure" },
]);
const language = StreamLanguage.define(booleanParser);

/** What is coloured, and as what. */
function coloured(text: string): string[] {
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
