/** Sentences about the runs of the task, with holes to fill, that write formulas; and formulas in words. */
import { byId, h, icon } from "../dom";
import type { TaskSentence } from "../engine/engine";
import { type Draft, documentOf } from "../task";
import { language, texts } from "../text/language";

const t = texts({
  en: { title: "Properties in words", lead: "Choose what fits, and add the sentence: it writes the formula.", add: "Add this property", choice: (hole: string) => `What ${hole} is` },
  de: { title: "Eigenschaften in Worten", lead: "Wählen Sie, was passt, und fügen Sie den Satz hinzu: Er schreibt die Formel.", add: "Diese Eigenschaft hinzufügen", choice: (hole) => `Was ${hole} ist` },
});

/** What is asked of the engine. */
export interface Wording {
  sentences(task: string): Promise<TaskSentence[] | null>;
  readOut(formula: string, analysis: string, programLanguage: string): Promise<string | null>;
}

const marked = (hole: string): string => `‹${hole}›`;

export class Sentences {
  readonly #list = byId("properties-sentences");
  #asked = 0;
  #shown = "";

  /** `add` adds a formula to the properties. */
  constructor(
    private readonly wording: Wording,
    private readonly add: (formula: string) => void,
  ) {
    byId("properties-sentences-title").textContent = t.title;
    byId("properties-sentences-lead").textContent = t.lead;
  }

  /** Shows the sentences that fit the task. While it cannot be read, the previous ones stay. */
  async show(draft: Draft): Promise<void> {
    const asked = ++this.#asked;
    const sentences = await this.wording.sentences(documentOf(draft).text);
    if (asked !== this.#asked || !sentences) return;
    const key = JSON.stringify(sentences);
    if (key === this.#shown) return;
    this.#shown = key;
    this.#list.replaceChildren(...sentences.map((sentence) => this.#row(sentence)));
    this.#list.closest("details")!.hidden = sentences.length === 0;
  }

  #row({ words, formula, holes }: TaskSentence): HTMLElement {
    const boxes = holes.map(({ name, choices }, i) => {
      const box = h("select", { aria: { label: t.choice(name) } }, ...choices.map((choice) => h("option", { value: choice }, choice)));
      // Two holes of one kind stand for different things.
      const taken = holes.slice(0, i).filter((other) => other.kind === holes[i]!.kind).length;
      box.selectedIndex = Math.min(taken, choices.length - 1);
      return box;
    });
    const valueOf = (hole: string): string => boxes[holes.findIndex(({ name }) => name === hole)]?.value ?? hole;
    const seen = new Set<string>();
    const parts = words[language].split(/‹([^›]*)›/).map((part, i) => {
      if (i % 2 === 0) return part;
      const box = boxes[holes.findIndex(({ name }) => name === part)];
      if (box && !seen.has(part)) {
        seen.add(part);
        return box;
      }
      const copy = h("code", {}, valueOf(part));
      box?.addEventListener("change", () => (copy.textContent = valueOf(part)));
      return copy;
    });
    const add = h("button", { type: "button", className: "icon-button", title: t.add, aria: { label: `${t.add}: ${words[language]}` } }, icon("plus"));
    add.addEventListener("click", () => this.add(holes.reduce((text, { name }) => text.replaceAll(marked(name), valueOf(name)), formula)));
    return h("li", {}, h("span", {}, ...parts), add);
  }
}
