/** The ways from the page to its manual. */
import { h } from "../dom";
import { texts } from "../text/language";
import { register } from "./commands";

const t = texts({
  en: { group: "Help", guide: "Guide", formulas: "Formulas: operators and propositions", java: "Which Java is supported", glossary: "Terms" },
  de: { group: "Hilfe", guide: "Anleitung (englisch)", formulas: "Formeln: Operatoren und Aussagen (englisch)", java: "Welches Java unterstützt wird (englisch)", glossary: "Begriffe (englisch)" },
});

const pages = [
  { id: "manual", title: t.guide, address: "guide/index.html" },
  { id: "manual.formulas", title: t.formulas, address: "input-formats.html#formulas" },
  { id: "manual.java", title: t.java, address: "java.html" },
  { id: "manual.glossary", title: t.glossary, address: "glossary.html" },
] as const;

/** The address of a page of the manual. */
export const addressOf = (address: string): string => `./manual/${address}`;

export function registerManual(): void {
  register(...pages.map(({ id, title, address }) => ({ id, title, group: t.group, run: () => void window.open(addressOf(address), "_blank", "noopener") })));
}

/** Links to all pages that are worth knowing. */
export const manualLinks = (): HTMLElement =>
  h("ul", { className: "manual-links" }, ...pages.map(({ title, address }) => h("li", {}, h("a", { href: addressOf(address), target: "_blank", rel: "noopener" }, title))));

/** A link to the reference of formulas. */
export const formulaLink = (): HTMLElement => h("a", { href: addressOf("input-formats.html#formulas"), target: "_blank", rel: "noopener" }, t.formulas);
