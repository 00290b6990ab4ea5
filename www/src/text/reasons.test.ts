import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { patternOf, reasons, reasonText, translated } from "./reasons";

test("places are filled, also in what fills a place", () => {
  const fill = (text: string, english: string, german: string): string | null => translated(text, patternOf(english), german, (part) => `<${part}>`);
  expect(fill("`a` is not followed, and used at A.java:3: it comes from (b)", "{} is not followed, and used at {}:{}: {}", "{2}: {0}, {3}")).toBe("<3>: <`a`>, <it comes from (b)>");
  expect(fill("a.c", "a?c", "x")).toBeNull();
  expect(fill("two\nlines end", "{} end", "{0}.")).toBe("<two\nlines>.");
});

test("a page in English has the engine's words", () => {
  expect(reasonText("null is dereferenced")).toBe("null is dereferenced");
});

test("each reason is one that the engine gives, with the same places", () => {
  const folder = new URL("../../../src/", import.meta.url);
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".rs"));
  const code = files.map((name) => readFileSync(new URL(name, folder), "utf8")).join("\n");
  const texts = code.replace(/\\\n\s*/g, "").match(/"(?:[^"\\\n]|\\.)*"/g) ?? [];
  const said = texts.join("\n").replace(/\{[^{}\n]*\}/g, "{}");
  expect(reasons.filter(([english]) => !said.includes(english))).toEqual([]);
  const places = (english: string): number => english.split("{}").length - 1;
  expect(reasons.filter(([english, german]) => new Set(german.match(/\{\d\}/g)).size !== places(english))).toEqual([]);
});
