/** The gallery: every example as a card, found by words, subject and tag. */
import { byId, coded, h, icon, iconButton } from "../dom";
import { newTaskButtons } from "../frame/newTask";
import { counted, type Noun, texts } from "../text/language";
import { verdictWords } from "../view/words";
import { counts, type Entry, fits, tagName, type Wish } from "./entries";
import { fetchKnown, type Known, pictureElement } from "./pictures";

const t = texts({
  en: {
    all: "All examples", subjects: "Subjects", tags: "Tags", close: "Close the examples", none: "No matching examples.", reset: "Show all",
    look: "Look at", figure: (number: string) => `Fig. ${number}`, states: ["state", "states"] as Noun, found: ["example", "examples"] as Noun,
    expected: (name: string, verdict: string) => `${name} is ${verdict}`,
  },
  de: {
    all: "Alle Beispiele", subjects: "Themen", tags: "Schlagwörter", close: "Beispiele schließen", none: "Keine passenden Beispiele.", reset: "Alle zeigen",
    look: "Zu beachten", figure: (number) => `Abb. ${number}`, states: ["Zustand", "Zustände"], found: ["Beispiel", "Beispiele"],
    expected: (name, verdict) => `${name} ist ${verdict}`,
  },
});

const everything: Wish = { words: "", subject: null, tag: null };

export class Gallery {
  readonly #popover = byId("examples");
  readonly #list = byId("examples-list");
  readonly #filters = byId("examples-filters");
  readonly #search = byId<HTMLInputElement>("examples-search");
  readonly #count = byId("examples-count");
  #wish = everything;
  /** Null until it has been fetched. */
  #known: Map<string, Known> | null = null;
  /** Draws pictures when their cards come into view. */
  readonly #seen = new IntersectionObserver((entries, observer) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      observer.unobserve(target);
      this.#drawPicture(target as HTMLElement);
    }
  }, { root: this.#list, rootMargin: "200px" });

  constructor(
    private readonly entries: readonly Entry[],
    private readonly choose: (entry: Entry) => void,
  ) {
    const button = byId("examples-button");
    byId("task-save").before(newTaskButtons(() => this.#popover.hidePopover()));
    this.#search.after(iconButton("remove", t.close, () => this.#popover.hidePopover()));
    this.#search.addEventListener("input", () => this.#filter({ words: this.#search.value }));
    this.#popover.addEventListener("keydown", (event) => this.#key(event));
    this.#popover.addEventListener("toggle", (event) => {
      const open = (event as ToggleEvent).newState === "open";
      button.setAttribute("aria-expanded", String(open));
      if (open) this.#open();
    });
    // Its button may be pressed before the list is there.
    if (this.#popover.matches(":popover-open")) this.#open();
  }

  #open(): void {
    this.#search.value = "";
    this.#filter(everything);
    this.#search.focus();
    if (!this.#known) void this.#learn();
  }

  async #learn(): Promise<void> {
    this.#known = await fetchKnown();
    for (const card of this.#list.querySelectorAll<HTMLElement>(".example")) this.#show(card);
  }

  #filter(change: Partial<Wish>): void {
    this.#wish = { ...this.#wish, ...change };
    const found = this.entries.filter((entry) => fits(entry, this.#wish));
    this.#seen.disconnect();
    this.#count.textContent = counted(found.length, t.found);
    const groups = counts(found.map(({ subject }) => subject)).map(([subject]) => {
      const cards = found.filter((entry) => entry.subject === subject).map((entry) => this.#card(entry));
      return h("section", {}, h("h3", {}, subject), h("ul", { className: "cards" }, ...cards));
    });
    this.#list.replaceChildren(...(found.length ? groups : [this.#none()]));
    this.#list.scrollTop = 0;
    this.#drawFilters();
    for (const card of this.#list.querySelectorAll<HTMLElement>(".example")) this.#show(card);
  }

  #none(): HTMLElement {
    const reset = h("button", { type: "button", className: "small" }, t.reset);
    reset.addEventListener("click", () => {
      this.#search.value = "";
      this.#filter(everything);
      this.#search.focus();
    });
    return h("p", { className: "hint" }, t.none, " ", reset);
  }

  /** The filters, each with the number of matching examples. */
  #drawFilters(): void {
    const { words, subject, tag } = this.#wish;
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset["filter"] : undefined;
    const worded = this.entries.filter((entry) => fits(entry, { ...everything, words }));
    const filter = (name: string, count: number, key: string, pressed: boolean, change: Partial<Wish>): HTMLElement => {
      const button = h("button", { type: "button", dataset: { filter: key }, aria: { pressed: String(pressed) } }, h("span", {}, name), h("span", { className: "amount" }, String(count)));
      button.addEventListener("click", () => this.#filter(change));
      return h("li", {}, button);
    };
    const list = (heading: string, ...items: HTMLElement[]): HTMLElement => h("ul", { aria: { label: heading } }, ...items);
    const subjects = counts(worded.map((entry) => entry.subject));
    const tags = counts(worded.flatMap(({ presentation }) => presentation.tags)).sort(([a, n], [b, m]) => m - n || tagName(a).localeCompare(tagName(b)));
    this.#filters.replaceChildren(
      list(t.subjects,
        filter(t.all, worded.length, "all", subject === null && tag === null, { subject: null, tag: null }),
        ...subjects.map(([name, count]) => filter(name, count, `subject ${name}`, subject === name, { subject: subject === name ? null : name }))),
      ...(tags.length ? [h("h3", {}, t.tags), list(t.tags, ...tags.map(([name, count]) => filter(tagName(name), count, `tag ${name}`, tag === name, { tag: tag === name ? null : name })))] : []),
    );
    if (focused !== undefined) [...this.#filters.querySelectorAll("button")].find(({ dataset }) => dataset["filter"] === focused)?.focus();
  }

  #card(entry: Entry): HTMLElement {
    const { id, presentation, worst, expected } = entry;
    const name = `example-${id.replace(/\W/g, "-")}`;
    const title = h("button", { type: "button", dataset: { example: id, verdict: worst }, aria: { describedby: name } }, presentation.title);
    title.addEventListener("click", () => {
      this.#popover.hidePopover();
      this.choose(entry);
    });
    const verdicts = expected.map(([property, verdict]) =>
      h("span", { className: "promise", dataset: { verdict }, title: t.expected(property, verdictWords[verdict]) },
        icon(verdict), h("span", {}, property), h("span", { className: "sr-only" }, verdictWords[verdict])));
    return h("li", { className: "example", dataset: { entry: id } },
      h("div", { className: "picture", hidden: true, aria: { hidden: "true" } }),
      h("div", { className: "words" },
        h("h4", {}, title, presentation.figure ? h("span", { className: "figure-number" }, t.figure(presentation.figure)) : null),
        h("p", { id: name }, ...coded(presentation.description)),
        presentation.look ? h("p", { className: "look" }, h("b", {}, `${t.look}: `), ...coded(presentation.look)) : null,
        h("p", { className: "promises" }, ...verdicts, h("span", { className: "states", hidden: true })),
        presentation.tags.length ? h("p", { className: "tags" }, ...presentation.tags.map((tag) => h("span", {}, tagName(tag)))) : null));
  }

  /** Shows the known data of an example on its card. */
  #show(card: HTMLElement): void {
    const known = this.#known?.get(card.dataset["entry"] ?? "");
    const states = card.querySelector<HTMLElement>(".states");
    if (states && known?.states) {
      states.hidden = false;
      states.textContent = counted(known.states, t.states);
    }
    const frame = card.querySelector<HTMLElement>(".picture");
    if (!frame || !known?.picture) return;
    frame.hidden = false;
    this.#seen.observe(frame);
  }

  #drawPicture(frame: HTMLElement): void {
    const picture = this.#known?.get(frame.closest<HTMLElement>(".example")?.dataset["entry"] ?? "")?.picture;
    const element = picture ? pictureElement(picture) : null;
    if (element) frame.replaceChildren(element);
    else frame.hidden = true;
  }

  /** Arrow keys move between cards. */
  #key(event: KeyboardEvent): void {
    const cards = [...this.#list.querySelectorAll<HTMLElement>("[data-example]")];
    const at = cards.indexOf(document.activeElement as HTMLElement);
    if (document.activeElement === this.#search) {
      if (event.key === "Enter" && cards.length === 1) cards[0]?.click();
      else if (event.key === "ArrowDown") cards[0]?.focus();
      else return;
    } else if (at >= 0 && /^(Arrow(Up|Down|Left|Right)|Home|End)$/.test(event.key)) {
      this.#next(cards, at, event.key)?.focus();
    } else return;
    event.preventDefault();
  }

  #next(cards: HTMLElement[], at: number, key: string): HTMLElement | undefined {
    if (key === "ArrowLeft") return cards[at - 1];
    if (key === "ArrowRight") return cards[at + 1];
    if (key === "Home") return cards[0];
    if (key === "End") return cards.at(-1);
    const box = (card: HTMLElement): DOMRect => (card.closest(".example") ?? card).getBoundingClientRect();
    const here = box(cards[at] as HTMLElement);
    const rows = key === "ArrowDown" ? cards.filter((card) => box(card).top > here.top + 1) : cards.filter((card) => box(card).top < here.top - 1).reverse();
    const first = rows[0];
    if (!first) return key === "ArrowUp" ? this.#search : undefined;
    const distance = (card: HTMLElement): number => Math.abs(box(card).left - here.left);
    return rows.filter((card) => Math.abs(box(card).top - box(first).top) < 1).sort((a, b) => distance(a) - distance(b))[0];
  }
}
