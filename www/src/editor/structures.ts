/** The structures that the classes of a program may be, as cards with pictures: one click describes the classes by another one. */
import { coded, h, icon } from "../dom";
import type { FamilyChoice, StructureCandidate } from "../engine/engine";
import { texts } from "../text/language";
import { sceneElement } from "../view/scene";
import { evidenceOf, fieldsOf, titleOf } from "./assumptions";

const t = texts({
  en: {
    title: (classes: string) => `What is ${classes}?`, and: "and",
    help: "A card writes the grammar and the initial heaps below; both can be edited.", other: "The grammar below is none of these.",
  },
  de: {
    title: (classes) => `Was ist ${classes}?`, and: "und",
    help: "Eine Karte schreibt Grammatik und Anfangsheaps; beide lassen sich unten bearbeiten.", other: "Die Grammatik unten ist keine davon.",
  },
});

export class Structures {
  readonly element = h("div", { className: "structures", hidden: true });
  #shown = "";

  /** `choose` gets the positions of a family and of one of its candidates. */
  constructor(private readonly choose: (family: number, candidate: number) => void) {}

  show(families: readonly FamilyChoice[]): void {
    // Cards that are the same stay, with the focus.
    const key = JSON.stringify(families);
    if (key === this.#shown) return;
    this.#shown = key;
    // How collections of the library are made is nothing to choose.
    const shown = families.flatMap((family, i) => (family.classes.length ? [this.#family(family, i)] : []));
    this.element.hidden = shown.length === 0;
    const focused = this.element.contains(document.activeElement) ? (document.activeElement as HTMLElement).dataset["card"] : undefined;
    this.element.replaceChildren(...shown);
    if (focused !== undefined) this.element.querySelector<HTMLElement>(`[data-card="${focused}"]`)?.focus();
  }

  #family({ classes, chosen, candidates }: FamilyChoice, number: number): HTMLElement {
    const names = classes.map((name) => `\`${name}\``).join(` ${t.and} `);
    const cards = candidates.map((candidate, i) => h("li", {}, this.#card(candidate, i === chosen, number, i)));
    const heading = h("h2", { id: `structure-${number}` }, ...coded(t.title(names)));
    return h("section", { aria: { labelledby: heading.id } }, heading, h("ul", {}, ...cards), h("p", { className: "help" }, chosen === null ? t.other : t.help));
  }

  #card(candidate: StructureCandidate, isChosen: boolean, family: number, number: number): HTMLElement {
    const pictures = candidate.pictures.map((scene) => sceneElement(scene));
    const card = h("button", { type: "button", className: "structure", dataset: { card: `${family} ${number}` }, aria: { pressed: String(isChosen) } },
      h("span", { className: "title" }, h("b", {}, titleOf(candidate)), " ", h("span", {}, ...coded(fieldsOf(candidate.structure))), isChosen ? icon("satisfied") : null),
      h("span", { className: "pictures", aria: { hidden: "true" } }, ...pictures),
      h("span", { className: "grounds", dataset: { fits: String(candidate.misfit === null) } }, ...coded(evidenceOf(candidate))));
    card.addEventListener("click", () => this.choose(family, number));
    return card;
  }
}
