/** The methods or functions in which runs can start, as a list beside the field of the entry, and what is assumed there. */
import { byId, coded, h } from "../dom";
import type { EntryMethod, Suggestions } from "../engine/engine";
import { barPopover, itemsOf, moveInMenu } from "../frame/popover";
import { texts } from "../text/language";
import { assumptionOf } from "./assumptions";

const t = texts({
  en: {
    methods: "Choose where runs start", of: (name: string) => `Methods of ${name}`, inFile: (name: string) => `Functions in ${name}`, static: "static", client: "every sequence of calls",
    assumed: "Assumed:", written: "Runs start on the initial heaps of the task.", nothing: "Runs start on the empty heap.", change: "Change",
    calls: "Every sequence of calls is checked that users of the class can make.", alone: "One method alone",
  },
  de: {
    methods: "Wählen, wo Läufe beginnen", of: (name) => `Methoden von ${name}`, inFile: (name) => `Funktionen in ${name}`, static: "statisch", client: "jede Folge von Aufrufen",
    assumed: "Angenommen:", written: "Läufe beginnen mit den Anfangsheaps der Aufgabe.", nothing: "Läufe beginnen mit dem leeren Heap.", change: "Ändern",
    calls: "Jede Folge von Aufrufen wird geprüft, die Benutzer der Klasse machen können.", alone: "Eine Methode allein",
  },
});

/** Whether every sequence of calls starts there, not one method. */
const isClass = (name: string): boolean => name.endsWith(".*");

export class Entries {
  readonly #bar = byId("assumption");
  readonly #button: HTMLButtonElement;
  #entries: readonly EntryMethod[] = [];
  #isC = false;

  /** `choose` gets the name of a method; `change` opens what the assumptions come from. */
  constructor(private readonly choose: (name: string) => void, private readonly change: () => void) {
    const { button, popover } = barPopover("entries", "down", t.methods, (empty) => this.#draw(empty));
    this.#button = button;
    button.hidden = true;
    popover.addEventListener("keydown", (event) => moveInMenu(event, popover));
    popover.addEventListener("toggle", (event) => {
      if ((event as ToggleEvent).newState !== "open") return;
      const items = itemsOf(popover);
      (items.find((item) => item.ariaChecked === "true") ?? items[0])?.focus();
    });
    byId("entry").after(button);
    document.body.append(popover);
  }

  /** Shows what can be chosen for the open task; null if nothing can. */
  show(suggestions: Suggestions | null, hasHeaps: boolean): void {
    this.#entries = suggestions?.entries ?? [];
    this.#isC = suggestions?.language === "c";
    this.#button.hidden = this.#entries.length === 0;
    this.#bar.hidden = !suggestions || !this.#entries.some(({ isChosen }) => isChosen);
    if (!suggestions || this.#bar.hidden) return;
    const { isProposed, assumptions } = suggestions;
    const change = h("button", { type: "button", className: "link" }, t.change);
    change.addEventListener("click", this.change);
    if (isProposed && assumptions.length) {
      const words = assumptions.map((assumption) => assumptionOf(assumption, this.#isC));
      const label = (i: number): HTMLElement | null => (i ? null : h("span", { className: "label" }, `${t.assumed} `));
      this.#bar.replaceChildren(h("ul", {}, ...words.map((sentence, i) => h("li", {}, label(i), ...coded(sentence)))), change);
    } else if (this.#entries.some(({ name, isChosen }) => isChosen && isClass(name))) {
      const alone = h("button", { type: "button", className: "link" }, t.alone);
      alone.addEventListener("click", () => this.#button.click());
      this.#bar.replaceChildren(h("span", {}, t.calls), alone);
    } else this.#bar.replaceChildren(h("span", {}, hasHeaps ? t.written : t.nothing), ...(suggestions.families.length ? [change] : []));
  }

  #draw(popover: HTMLElement): void {
    const item = ({ name, headline, isStatic, isChosen }: EntryMethod): HTMLElement => {
      const note = isClass(name) ? t.client : isStatic ? t.static : null;
      const element = h("button", { type: "button", tabIndex: -1, dataset: { entry: name }, aria: { role: "menuitemradio", checked: String(isChosen) } },
        h("code", {}, headline), note ? h("span", { className: "note" }, note) : null);
      element.addEventListener("click", () => {
        popover.hidePopover();
        this.choose(name);
      });
      return element;
    };
    const classes = [...new Set(this.#entries.map((entry) => entry.class))];
    const label = this.#isC ? t.inFile : t.of;
    const groups = classes.map((name) =>
      h("div", { aria: { role: "group", label: label(name) } }, h("span", { className: "heading", aria: { hidden: "true" } }, label(name)), ...this.#entries.filter((entry) => entry.class === name).map(item)));
    popover.replaceChildren(h("div", { className: "menu entries", aria: { role: "menu", label: t.methods } }, ...groups));
  }
}
