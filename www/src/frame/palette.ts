/** The palette: all available commands, found by some letters of their names. */
import { h } from "../dom";
import { texts } from "../text/language";
import { keySigns, type Offer, offersFor, register } from "./commands";
import { match } from "./fuzzy";
import { StoredList } from "./storedList";

const t = texts({
  en: {
    title: "Commands", group: "Help", open: "Commands …", ask: "What do you want to do?", recent: "recently used",
    none: "No matches.", lineHint: "“line 12” goes to a line",
  },
  de: {
    title: "Befehle", group: "Hilfe", open: "Befehle …", ask: "Was möchten Sie tun?", recent: "zuletzt benutzt",
    none: "Keine Treffer.", lineHint: "„Zeile 12“ geht zu einer Zeile",
  },
});

/** Maximum number of entries: typing another letter narrows the list. */
const most = 60;

interface Found {
  offer: Offer & { keys?: readonly string[] };
  score: number;
  at: number[];
}

export interface Used {
  id: string;
}

/** The entries for a query, best matches first; for an empty query, recent ones first. */
export function found(typed: string, offers: readonly Offer[], used: readonly Used[]): Found[] {
  const place = new Map(used.map(({ id }, i) => [id, i]));
  return offers
    .flatMap((offer) => {
      const hit = match(typed, offer.title) ?? match(typed, `${offer.title} ${offer.group}`);
      if (!hit) return [];
      const last = place.get(offer.id);
      return { offer, at: hit.at.filter((i) => i < offer.title.length), score: (typed.trim() ? hit.score : 0) + (last === undefined ? 0 : 12 - last) };
    })
    .sort((a, b) => b.score - a.score)
    .slice(0, most);
}

/** The title, with the typed letters highlighted. */
function titleOf({ offer, at }: Found): (Node | string)[] {
  const parts: (Node | string)[] = [];
  let from = 0;
  for (const i of at) {
    if (i > from) parts.push(offer.title.slice(from, i));
    parts.push(h("b", {}, offer.title.charAt(i)));
    from = i + 1;
  }
  return [...parts, offer.title.slice(from)];
}

const isUsed = (value: unknown): Used | null =>
  typeof value === "object" && value !== null && "id" in value && typeof value.id === "string" ? { id: value.id } : null;

export class Palette {
  readonly #used = new StoredList<Used>("hrglass.used", { items: 10, characters: 4000 }, isUsed);
  readonly #field = h("input", {
    type: "text", id: "palette-field", spellcheck: false, autocomplete: "off", placeholder: t.ask,
    aria: { role: "combobox", label: t.ask, expanded: "true", controls: "palette-list", autocomplete: "list" },
  });
  readonly #list = h("ul", { id: "palette-list", aria: { role: "listbox", label: t.title } });
  readonly #none = h("p", { className: "hint", aria: { role: "status" } });
  readonly #dialog = h("dialog", { id: "palette", className: "palette", aria: { label: t.title } }, this.#field, this.#list, this.#none,
    h("footer", {}, h("span", {}, h("kbd", {}, "↑"), h("kbd", {}, "↓"), h("kbd", {}, "⏎")), h("span", {}, t.lineHint)));
  #found: Found[] = [];
  #chosen = 0;

  constructor() {
    document.body.append(this.#dialog);
    register({ id: "palette", title: t.open, group: t.group, keys: ["Ctrl+k", "F1"], run: () => this.open() });
    this.#field.addEventListener("input", () => this.#draw());
    this.#dialog.addEventListener("keydown", (event) => this.#key(event));
    // A click outside the content is a click on the dialog itself.
    this.#dialog.addEventListener("click", (event) => {
      if (event.target === this.#dialog) this.#dialog.close();
    });
  }

  open(): void {
    this.#field.value = "";
    this.#draw();
    this.#dialog.showModal();
    this.#list.scrollTop = 0;
  }

  #draw(): void {
    const typed = this.#field.value;
    const used = this.#used.all();
    this.#found = found(typed, offersFor(typed.trim()), used);
    this.#list.replaceChildren(...this.#found.map((item, i) => this.#row(item, i, !typed.trim() && used.some(({ id }) => id === item.offer.id))));
    this.#none.textContent = this.#found.length ? "" : t.none;
    this.#none.hidden = this.#found.length > 0;
    this.#choose(0);
  }

  #row(item: Found, number: number, recent: boolean): HTMLElement {
    const { offer } = item;
    const row = h("li", { id: `palette-${number}`, aria: { role: "option", selected: "false" } },
      h("span", { className: "title" }, ...titleOf(item)),
      h("span", { className: "group" }, recent ? t.recent : offer.group),
      offer.keys?.[0] ? keySigns(offer.keys[0]) : null);
    row.addEventListener("click", () => this.#run(number));
    row.addEventListener("pointermove", () => this.#choose(number));
    return row;
  }

  #choose(number: number): void {
    this.#list.children[this.#chosen]?.setAttribute("aria-selected", "false");
    this.#chosen = number;
    const row = this.#list.children[number];
    if (!row) return this.#field.removeAttribute("aria-activedescendant");
    row.setAttribute("aria-selected", "true");
    row.scrollIntoView({ block: "nearest" });
    this.#field.setAttribute("aria-activedescendant", row.id);
  }

  #key(event: KeyboardEvent): void {
    const count = this.#found.length;
    const move = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key];
    if (event.key === "Enter") this.#run(this.#chosen);
    else if (event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey)) this.#dialog.close();
    else if (!move || !count) return;
    else if (Math.abs(move) === 1) this.#choose((this.#chosen + move + count) % count);
    else this.#choose(Math.min(count - 1, Math.max(0, this.#chosen + move)));
    event.preventDefault();
  }

  #run(number: number): void {
    const offer = this.#found[number]?.offer;
    if (!offer) return;
    // Restores the focus before the command moves it.
    this.#dialog.close();
    this.#used.put({ id: offer.id });
    offer.run();
  }
}
