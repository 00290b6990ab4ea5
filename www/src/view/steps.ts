/** The rows of a run as a list of statements that unfold into small steps; only visible rows are created. */
import { coded, h, icon } from "../dom";
import { texts } from "../text/language";
import type { Row, ShownRun } from "./statements";
import { changedSince } from "./values";

const t = texts({
  en: {
    label: "Statements of the run", start: "Start", whole: "whole call", wholeHelp: "The steps inside the call are not shown",
    forever: "repeats forever from here", back: (row: string) => `back to ${row}`, depth: (depth: number) => `, call depth ${depth}`,
    values: "What has changed", from: (stack: string) => `called from ${stack}`, at: (place: string) => `, at ${place}`,
    yes: "true", no: "false", fails: "Fails here", mayFail: "May fail here", steps: (count: number) => `${count} small steps`,
  },
  de: {
    label: "Anweisungen des Laufs", start: "Anfang", whole: "ganzer Aufruf", wholeHelp: "Die Schritte im Aufruf werden nicht gezeigt",
    forever: "wiederholt sich ab hier endlos", back: (row) => `zurück zu ${row}`, depth: (depth) => `, Aufruftiefe ${depth}`,
    values: "Was sich geändert hat", from: (stack) => `aufgerufen aus ${stack}`, at: (place) => `, in ${place}`,
    yes: "wahr", no: "falsch", fails: "Hier verletzt", mayFail: "Hier vielleicht verletzt", steps: (count) => `${count} kleine Schritte`,
  },
});

/** What the list shows: rows of a run, and what there is to say of them. */
export interface Listed {
  run: ShownRun;
  rows: readonly Row[];
  /** The small steps of each statement, by its number. */
  small: readonly number[];
  /** The statements whose small steps are among the rows. */
  unfolded: ReadonlySet<number>;
  /** The row that decides, or may decide, and why; the reason is empty if it is not known, and its code stands between backquotes. */
  failure: { row: number; reason: string; isSuspected: boolean } | null;
}

export const nothingListed: Listed = { run: { steps: [], cycle: 0, isBegun: false }, rows: [], small: [], unfolded: new Set(), failure: null };

/** Row height in pixels, as in the style sheet. */
const rowHeight = 28;
/** Padding above and below the rows together. */
const around = 12;
/** Extra rows beyond the visible ones. */
const margin = 12;
/** Deeper calls are indented no further. */
const deepest = 9;

/** `Start`, `3`, or of a small step `3.2`. */
export const nameOf = ({ statement, part }: Row): string => (statement === 0 ? t.start : part ? `${statement}.${part}` : String(statement));

/** A condition with its value, or a statement. */
export const textOf = ({ statement, text, condition }: Row): string =>
  statement === 0 ? t.start : condition === null ? text : `${text}: ${condition ? t.yes : t.no}`;

/** The rows at which something is noted of the run: the last row that shows the position, or goes through it. */
function noteAt({ run, rows }: Listed, number: number): string {
  const row = rows[number]!;
  const isIn = (position: number): boolean => position === row.after || (row.part === 0 && position > row.before && position < row.after);
  return [...(run.notes ?? [])].filter(([position]) => isIn(position)).map(([, note]) => note).join("; ");
}

/** Which rows begin and end the cycle. */
const begins = ({ rows }: Listed, number: number): boolean => rows[number]!.repeats && !rows[number - 1]?.repeats;
const ends = ({ rows }: Listed, number: number): boolean => rows[number]!.repeats && number === rows.length - 1;

/** What there is to say of a row beside what it executes. */
export function remarksOn(listed: Listed, number: number): string {
  const { run: { end }, rows, failure } = listed;
  const isDeciding = failure?.row === number;
  return [
    begins(listed, number) ? t.forever : "", number === rows.length - 1 && !isDeciding ? end : "", noteAt(listed, number), isDeciding ? `${failure.isSuspected ? t.mayFail : t.fails}: ${failure.reason.replaceAll("`", "")}` : "",
  ].filter(Boolean).join(", ");
}

/** A row in words. */
export function wordsOf(listed: Listed, number: number): string {
  const { run, rows } = listed;
  const row = rows[number];
  if (!row) return "";
  return [`${textOf(row)}${t.at(`${row.method}:${row.line}`)}`, changedSince(run.steps, row), remarksOn(listed, number)].filter(Boolean).join(", ");
}

export class StepList {
  readonly element = h("div", { className: "trace", tabIndex: 0, aria: { role: "tree", label: t.label } });
  readonly #list = h("ol", { aria: { role: "presentation" } });
  readonly #rows = new Map<number, HTMLElement>();
  #listed = nothingListed;
  #chosen: number | null = null;

  /** `choose` receives the clicked row, `unfold` the statement whose small steps are to be shown or hidden. */
  constructor(choose: (row: number) => void, unfold: (statement: number) => void) {
    this.element.append(this.#list);
    this.element.addEventListener("click", ({ target }) => {
      const row = (target as Element).closest<HTMLElement>("[data-row]");
      if (!row) return;
      const number = Number(row.dataset["row"]);
      if ((target as Element).closest(".twist")) unfold(this.#listed.rows[number]!.statement);
      else choose(number);
    });
    this.element.addEventListener("scroll", () => this.#render());
    new ResizeObserver(() => this.#reveal()).observe(this.element);
  }

  /** Shows other rows, of the same run or of another one. */
  load(listed: Listed): void {
    const isOther = listed.run !== this.#listed.run;
    this.#listed = listed;
    this.#chosen = null;
    this.#rows.clear();
    this.#list.replaceChildren();
    this.#list.style.height = `${listed.rows.length * rowHeight}px`;
    if (isOther) this.element.scrollTop = 0;
    this.#render();
  }

  /** Marks the selected row. */
  mark(chosen: number | null): void {
    const moved = chosen !== this.#chosen;
    this.#chosen = chosen;
    if (moved) this.#reveal();
    else this.#render();
  }

  /** Scrolls the selected row into view, no further than needed. */
  #reveal(): void {
    const { clientHeight, scrollTop } = this.element;
    if (this.#chosen !== null && clientHeight) {
      const top = this.#chosen * rowHeight;
      if (top < scrollTop) this.element.scrollTop = top - Math.min(rowHeight, clientHeight / 4);
      else if (top + rowHeight + around > scrollTop + clientHeight) this.element.scrollTop = top + 2 * rowHeight - clientHeight;
    }
    this.#render();
  }

  #render(): void {
    const { clientHeight, scrollTop } = this.element;
    const first = Math.max(0, Math.floor(scrollTop / rowHeight) - margin);
    const end = Math.min(this.#listed.rows.length, Math.ceil((scrollTop + clientHeight) / rowHeight) + margin);
    const wanted = (row: number): boolean => (row >= first && row < end) || row === this.#chosen;
    for (const [number, row] of this.#rows) {
      if (wanted(number)) continue;
      row.remove();
      this.#rows.delete(number);
    }
    for (let number = first; number < end; number++) this.#make(number);
    if (this.#chosen !== null) this.#make(this.#chosen);
    for (const [number, row] of this.#rows) {
      row.setAttribute("aria-selected", String(number === this.#chosen));
      if (number === this.#chosen) row.setAttribute("aria-current", "step");
      else row.removeAttribute("aria-current");
    }
    // Of a run that has just been loaded, the row may not be there yet.
    const chosen = this.#chosen === null ? undefined : this.#rows.get(this.#chosen);
    if (chosen) this.element.setAttribute("aria-activedescendant", chosen.id);
    else this.element.removeAttribute("aria-activedescendant");
  }

  #make(number: number): void {
    const row = this.#listed.rows[number];
    if (!row || this.#rows.has(number)) return;
    const made = this.#row(row, number);
    made.style.top = `${number * rowHeight}px`;
    this.#rows.set(number, made);
    const after = [...this.#rows.keys()].filter((other) => other > number).sort((a, b) => a - b)[0];
    this.#list.insertBefore(made, after === undefined ? null : (this.#rows.get(after) ?? null));
  }

  #row(row: Row, number: number): HTMLElement {
    const listed = this.#listed;
    const { run, rows, small, unfolded, failure } = listed;
    const last = number === rows.length - 1;
    const depth = row.stack.length;
    const note = noteAt(listed, number);
    const changed = changedSince(run.steps, row);
    const count = row.part === 0 ? (small[row.statement] ?? 0) : 0;
    const isUnfolded = unfolded.has(row.statement);
    const isDeciding = failure?.row === number;
    const element = h("li", {
      id: `trace-${number}`, title: depth ? t.from(row.stack.join(" › ")) : "", dataset: { row: String(number), at: String(row.after) },
      aria: {
        role: "treeitem", level: row.part ? "2" : "1", setsize: String(rows.length), posinset: String(number + 1),
        ...(count ? { expanded: String(isUnfolded) } : {}),
      },
    },
      count ? h("span", { className: "twist", title: t.steps(count) }, icon("down")) : h("span"),
      h("span", { className: "ordinal" }, row.statement === 0 ? "" : nameOf(row)),
      h("span", { className: "what" },
        row.statement === 0 ? h("span", { className: "quiet" }, t.start) : h("code", {}, row.text),
        row.condition === null ? null : h("span", { className: "truth", dataset: { truth: String(row.condition) } }, row.condition ? t.yes : t.no),
        row.isFolded ? h("span", { className: "chip", title: t.wholeHelp }, t.whole) : null,
        begins(listed, number) ? h("span", { className: "forever" }, t.forever) : null,
        ends(listed, number) ? h("span", { className: "forever" }, `↺ ${t.back(nameOf(rows.find(({ after }) => after === run.cycle) ?? rows[0]!))}`) : null,
        isDeciding ? h("span", { className: "fails" }, icon(failure.isSuspected ? "suspected" : "violated"), h("strong", {}, failure.isSuspected ? t.mayFail : t.fails), failure.reason ? h("span", {}, ...coded(failure.reason)) : null) : null,
        last && run.end && !isDeciding ? h("span", { className: "forever" }, run.end) : null,
        note ? h("span", { className: "note" }, note) : null,
        changed ? h("code", { className: "values", title: `${t.values}: ${changed}` }, changed) : null),
      h("span", { className: "where" }, `${row.method}:${row.line}`),
      depth ? h("span", { className: "sr-only" }, t.depth(depth)) : null);
    element.classList.toggle("again", row.repeats);
    element.classList.toggle("begins", begins(listed, number));
    element.classList.toggle("ends", ends(listed, number));
    element.classList.toggle("part", row.part > 0);
    element.style.setProperty("--depth", String(Math.min(depth, deepest)));
    return element;
  }
}
