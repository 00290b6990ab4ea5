/** The search field for states, and navigation between matches. */
import { h, icon, iconButton } from "../dom";
import { counted, figure, type Noun, texts } from "../text/language";

const t = texts({
  en: {
    label: "Search states", place: "Search: line, variable, proposition …", next: "Next match (n)", previous: "Previous match (N)",
    help: "Line, file:line, #state, proposition, variable, procedure or kind",
    hits: ["match", "matches"] as Noun, none: "no matches", noneYet: "no matches yet", of: (at: string, all: string) => `${at} of ${all}`,
    hidden: (count: string) => `${count} not shown`,
  },
  de: {
    label: "Zustände suchen", place: "Suchen: Zeile, Variable, Aussage …", next: "Nächster Treffer (n)", previous: "Voriger Treffer (N)",
    help: "Zeile, Datei:Zeile, #Zustand, Aussage, Variable, Prozedur oder Art",
    hits: ["Treffer", "Treffer"] as Noun, none: "keine Treffer", noneYet: "noch keine Treffer", of: (at: string, all: string) => `${at} von ${all}`,
    hidden: (count: string) => `${count} nicht gezeigt`,
  },
});

export interface Searched {
  /** The matching states. */
  search(query: string): readonly number[];
  isShown(state: number): boolean;
  /** Whether everything searchable is known. */
  isComplete(): boolean;
  /** Called when the matches have changed. */
  found(hits: readonly number[]): void;
  go(state: number): void;
  /** The search is over. */
  leave(): void;
}

export class Finder {
  readonly element = h("search", { className: "finder" });
  readonly #field = h("input", { type: "search", id: "space-search", placeholder: t.place, title: t.help, autocomplete: "off", spellcheck: false, enterKeyHint: "search", aria: { label: t.label } });
  readonly #count = h("output", { id: "space-hits", className: "quiet" });
  readonly #steps = h("span", { className: "steps-of-hits", hidden: true },
    iconButton("up", t.previous, () => this.step(-1)), iconButton("down", t.next, () => this.step(1)));
  #hits: readonly number[] = [];
  #at = -1;

  constructor(private readonly searched: Searched) {
    this.#field.addEventListener("input", () => this.refresh());
    this.#field.addEventListener("keydown", (event) => this.#key(event));
    this.element.append(icon("search"), this.#field, this.#count, this.#steps);
  }

  get hits(): readonly number[] {
    return this.#hits;
  }

  focus(): void {
    this.#field.focus();
    this.#field.select();
  }

  /** Searches again, for another query or in another chart. */
  refresh(): void {
    this.#hits = this.searched.search(this.#field.value);
    this.#at = -1;
    this.searched.found(this.#hits);
    this.say();
  }

  /** Goes to the next or previous match. */
  step(by: 1 | -1): void {
    const { length } = this.#hits;
    if (!length) return;
    this.#at = this.#at < 0 && by < 0 ? length - 1 : (this.#at + by + length) % length;
    this.say();
    this.searched.go(this.#hits[this.#at]!);
  }

  #key(event: KeyboardEvent): void {
    if (event.key === "Enter") this.step(event.shiftKey ? -1 : 1);
    else if (event.key === "Escape") {
      this.#field.value = "";
      this.refresh();
      this.searched.leave();
    } else return;
    event.preventDefault();
  }

  /** Shows the number of matches, and how many of them are hidden. */
  say(): void {
    const { length } = this.#hits;
    const hidden = this.#hits.filter((state) => !this.searched.isShown(state)).length;
    const place = this.#at < 0 ? counted(length, t.hits) : t.of(figure.format(this.#at + 1), figure.format(length));
    const some = hidden ? `${place}, ${t.hidden(figure.format(hidden))}` : place;
    this.#count.textContent = this.#field.value.trim() === "" ? "" : length ? some : this.searched.isComplete() ? t.none : t.noneYet;
    this.#steps.hidden = !length;
  }
}
