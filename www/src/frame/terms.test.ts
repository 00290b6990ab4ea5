import { expect, test } from "vitest";
import { glossaryTexts, type Term } from "../text/glossary";

test("both languages have the same terms, each with its own name", () => {
  const { en, de } = glossaryTexts;
  expect(Object.keys(de)).toEqual(Object.keys(en));
  for (const entries of [en, de]) {
    const names = Object.values(entries).map(({ name }) => name.toLowerCase());
    expect(new Set(names).size).toBe(names.length);
    for (const { text } of Object.values(entries)) expect(text).toMatch(/^.*[.}]$/su);
  }
});

test("no term is explained by itself alone", () => {
  for (const key of Object.keys(glossaryTexts.en) as Term[]) {
    const { name, text } = glossaryTexts.en[key];
    expect(text.toLowerCase().startsWith(name.toLowerCase())).toBe(false);
  }
});
