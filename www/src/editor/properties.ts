/** The list of properties: name and formula, one row each. */
import { byId, h, icon } from "../dom";
import type { PropertyText } from "../task";
import { texts } from "../text/language";

const t = texts({
  en: {
    ends: "every run ends", list: "the heap is always a list", finally: "in the end the heap is a list", never: "x is never null",
    visited: "every object is visited", add: "Add this property", remove: "Remove", formula: "a formula, such as G {L(SLList)}",
    nameOf: (number: number) => `Name of property ${number}`, formulaOf: (number: number) => `Formula of property ${number}`,
    removeOf: (id: string) => `Remove property ${id}`,
  },
  de: {
    ends: "jeder Lauf endet", list: "der Heap ist immer eine Liste", finally: "am Ende ist der Heap eine Liste", never: "x ist nie null",
    visited: "jedes Objekt wird besucht", add: "Diese Eigenschaft hinzufügen", remove: "Entfernen", formula: "eine Formel wie G {L(SLList)}",
    nameOf: (number) => `Name der Eigenschaft ${number}`, formulaOf: (number) => `Formel der Eigenschaft ${number}`,
    removeOf: (id) => `Eigenschaft ${id} entfernen`,
  },
});

const common: [string, string][] = [
  ["F {terminated}", t.ends],
  ["G {L(SLList)}", t.list],
  ["G ({terminated} -> {L(SLList)})", t.finally],
  ["G !{x == null}", t.never],
  ["{visited}", t.visited],
];

export class PropertiesEditor {
  readonly #list = byId("properties-list");
  readonly #hints = byId("properties-hints");
  #properties: PropertyText[] = [];

  constructor(private readonly change: (properties: PropertyText[]) => void) {
    byId("property-add").addEventListener("click", () => this.#add(""));
    for (const [ltl, meaning] of common) {
      const button = h("button", { type: "button", title: t.add }, h("code", {}, ltl), h("span", {}, meaning));
      button.addEventListener("click", () => this.#add(ltl));
      this.#hints.append(h("li", {}, button));
    }
  }

  show(properties: PropertyText[]): void {
    this.#properties = properties.map((property) => ({ ...property }));
    this.#draw();
  }

  /** Marks the rows that have problems. */
  problems(messages: Map<number, string>): void {
    [...this.#list.children].forEach((row, i) => {
      const message = messages.get(i);
      const note = row.querySelector<HTMLElement>(".problem");
      row.querySelector(".formula")?.setAttribute("aria-invalid", String(message !== undefined));
      if (note) [note.textContent, note.hidden] = [message ?? "", message === undefined];
    });
  }

  focus(item: number, column: number): void {
    const field = this.#list.children[item]?.querySelector<HTMLTextAreaElement>(".formula");
    field?.focus();
    field?.setSelectionRange(column - 1, column - 1);
  }

  #add(ltl: string): void {
    let n = this.#properties.length + 1;
    while (this.#properties.some(({ id }) => id === `F${n}`)) n++;
    this.#properties.push({ id: `F${n}`, ltl });
    this.#draw();
    this.change(this.#properties);
    this.focus(this.#properties.length - 1, ltl.length + 1);
  }

  #draw(): void {
    this.#list.replaceChildren(...this.#properties.map((property, i) => this.#row(property, i)));
  }

  #row(property: PropertyText, i: number): HTMLElement {
    const id = h("input", { className: "id", value: property.id, spellcheck: false, aria: { label: t.nameOf(i + 1) } });
    const formula = h("textarea", {
      className: "formula", value: property.ltl, rows: 1, spellcheck: false, placeholder: t.formula,
      aria: { label: t.formulaOf(i + 1) },
    });
    const remove = h("button", { type: "button", className: "icon-button", title: t.remove, aria: { label: t.removeOf(property.id) } }, icon("remove"));
    id.addEventListener("input", () => {
      property.id = id.value;
      this.change(this.#properties);
    });
    formula.addEventListener("input", () => {
      property.ltl = formula.value;
      this.change(this.#properties);
    });
    // A formula is one line; Enter does not break it.
    formula.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) event.preventDefault();
    });
    remove.addEventListener("click", () => {
      this.#properties.splice(i, 1);
      this.#draw();
      this.change(this.#properties);
    });
    return h("li", {}, id, formula, remove, h("p", { className: "problem", hidden: true }));
  }
}
