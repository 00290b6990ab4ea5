/** The open view as a table. Only visible rows are elements, so the table can have as many rows as there are states. */
import { h } from "../dom";
import type { Linking, Seen } from "../linking";
import { counted, figure, language, type Noun, texts } from "../text/language";
import type { TableData } from "../view/view";
import { Rows, type Sorting, sortingAfter } from "./rows";

const t = texts({
  en: {
    filter: "Filter the rows", rows: ["row", "rows"] as Noun, of: "of", none: "There is no table to show.",
    keys: "Arrow keys move between rows, Enter selects.",
  },
  de: {
    filter: "Zeilen filtern", rows: ["Zeile", "Zeilen"] as Noun, of: "von", none: "Es gibt keine Tabelle.",
    keys: "Pfeiltasten wechseln die Zeile, Enter wählt aus.",
  },
});

/** Height of a row in pixels. */
const rowHeight = 28;
/** Horizontal padding of a cell in pixels, both sides together. */
const padding = 20;
/** Extra rows above and below the visible ones. */
const spare = 12;
/** Maximum length of a cell; longer texts are cut and shown in full in the tooltip. */
const widest = 44;
/** Number of rows used to compute the column widths. */
const sample = 400;

const collator = new Intl.Collator(language, { numeric: true });
/** State numbers are names, so they have no thousands separators. */
const number = new Intl.NumberFormat(language, { useGrouping: false, maximumFractionDigits: 2 });
const textOf = (cell: string | number): string => (typeof cell === "number" ? number.format(cell) : cell);

export class ViewTable {
  readonly element = h("div", { className: "view-table" });
  readonly #filter = h("input", { type: "search", placeholder: t.filter, aria: { label: t.filter } });
  readonly #status = h("p", { className: "quiet", aria: { role: "status" } });
  readonly #columns = h("colgroup");
  readonly #head = h("tr");
  readonly #body = h("tbody");
  readonly #caption = h("caption", { className: "sr-only" });
  readonly #table = h("table", {}, this.#caption, this.#columns, h("thead", {}, this.#head), this.#body);
  readonly #scroll = h("div", { className: "scroll", tabIndex: 0, aria: { role: "region" } }, this.#table);
  readonly #none = h("p", { className: "hint" }, t.none);
  #data: TableData | null = null;
  #rows: Rows | null = null;
  #order: Uint32Array = new Uint32Array();
  #sorting: Sorting | null = null;
  /** The row of the selection. */
  #chosen: number | null = null;
  /** The keyboard's position in the order. */
  #current = 0;
  /** The positions in the order that exist as elements. */
  #from = 0;
  #to = 0;

  constructor(private readonly linking: Linking) {
    this.element.style.setProperty("--row-height", `${rowHeight}px`);
    this.element.append(h("div", { className: "toolbar view-table-bar" }, this.#filter, this.#status), this.#scroll, this.#none);
    this.#filter.addEventListener("input", () => this.#arrange());
    this.#scroll.addEventListener("scroll", () => this.#draw());
    new ResizeObserver(() => this.#draw()).observe(this.#scroll);
    this.#listen();
  }

  /** Shows a table; keeps filter and order if it has the same columns as the last one. */
  show(data: TableData | null, seen: Seen): void {
    if (data && data === this.#data) return this.mark(seen);
    const similar = data !== null && data.columns.join("\n") === this.#data?.columns.join("\n");
    this.#data = data;
    this.#rows = data && new Rows(data, collator);
    this.#chosen = null;
    this.element.classList.toggle("empty", !data);
    if (!data) return;
    this.#caption.textContent = data.caption;
    this.#scroll.setAttribute("aria-label", `${data.caption}. ${t.keys}`);
    if (!similar) {
      this.#sorting = null;
      this.#filter.value = "";
      this.#scroll.scrollTo(0, 0);
    }
    this.#drawHead(data);
    this.#arrange();
    this.mark(seen);
  }

  /** Marks the row of the selection, and scrolls it into view. */
  mark(seen: Seen): void {
    const chosen = this.#data?.chosen(seen) ?? null;
    if (chosen === this.#chosen) return;
    this.#chosen = chosen;
    const place = chosen === null ? -1 : this.#order.indexOf(chosen);
    if (place >= 0) this.#reveal(place);
    this.#draw();
    // Rows under the pointer must stay the same elements, or clicks on them would be lost.
    for (const row of this.#body.querySelectorAll<HTMLElement>("tr[data-row]")) {
      if (row.dataset["row"] === String(chosen)) row.setAttribute("aria-current", "true");
      else row.removeAttribute("aria-current");
    }
  }

  #drawHead(data: TableData): void {
    const step = Math.max(1, Math.floor(data.count / sample));
    const widths = data.columns.map((name) => name.length + 3);
    for (let row = 0; row < data.count; row += step) {
      data.cells(row).forEach((cell, i) => (widths[i] = Math.min(widest, Math.max(widths[i] ?? 0, textOf(cell).length + 1))));
    }
    this.#columns.replaceChildren(...widths.map((letters) => {
      const column = h("col");
      column.style.width = `calc(${letters}ch + ${padding}px)`;
      return column;
    }));
    this.#table.style.minWidth = `calc(${widths.reduce((sum, letters) => sum + letters, 0)}ch + ${padding * widths.length}px)`;
    this.#head.replaceChildren(...data.columns.map((name, column) => {
      const button = h("button", { type: "button" }, name);
      button.addEventListener("click", () => {
        this.#sorting = sortingAfter(this.#sorting, column);
        this.#arrange();
      });
      return h("th", { scope: "col", className: this.#kind(data, column) }, button);
    }));
  }

  #kind(data: TableData, column: number): string {
    return data.count > 0 && typeof data.cells(0)[column] === "number" ? "figure" : "";
  }

  /** Filters and sorts. */
  #arrange(): void {
    if (!this.#data || !this.#rows) return;
    this.#order = this.#rows.seen(this.#filter.value, this.#sorting);
    const [all, found] = [this.#data.count, this.#order.length];
    this.#status.textContent = found === all ? counted(all, t.rows) : `${figure.format(found)} ${t.of} ${counted(all, t.rows)}`;
    this.#table.setAttribute("aria-rowcount", String(found + 1));
    [...this.#head.children].forEach((th, column) => {
      if (this.#sorting?.column === column) th.setAttribute("aria-sort", this.#sorting.direction);
      else th.removeAttribute("aria-sort");
    });
    const place = this.#chosen === null ? -1 : this.#order.indexOf(this.#chosen);
    this.#current = Math.max(0, place);
    if (place >= 0) this.#reveal(place);
    this.#draw(true);
  }

  /** Renders the visible rows; `anew` if their content has changed. */
  #draw(anew = false): void {
    const { scrollTop, clientHeight } = this.#scroll;
    const data = this.#data;
    if (!data || !clientHeight) return;
    const most = this.#order.length;
    const from = Math.max(0, Math.min(most, Math.floor(scrollTop / rowHeight)) - spare);
    const to = Math.min(most, Math.ceil((scrollTop + clientHeight) / rowHeight) + spare);
    if (!anew && from === this.#from && to === this.#to) return;
    [this.#from, this.#to] = [from, to];
    const focused = (document.activeElement?.closest<HTMLElement>("tr[data-row]") ?? null)?.dataset["row"];
    const own = this.#body.contains(document.activeElement);
    const rows = Array.from(this.#order.subarray(from, to), (row, i) => this.#row(data, row, from + i));
    this.#body.replaceChildren(space(from), ...rows, space(most - to));
    if (own) (this.#body.querySelector<HTMLElement>(`tr[data-row="${focused}"] button`) ?? this.#scroll).focus({ preventScroll: true });
  }

  #row(data: TableData, row: number, place: number): HTMLElement {
    const cells = data.cells(row).map((cell, column) => {
      const text = textOf(cell);
      const properties = { className: typeof cell === "number" ? "figure" : "", title: text.length >= widest ? text : "" };
      if (column > 0) return h("td", properties, text);
      const tabIndex = place === Math.min(Math.max(this.#current, this.#from), this.#to - 1) ? 0 : -1;
      return h("th", { ...properties, scope: "row" }, data.part(row) ? h("button", { type: "button", tabIndex }, text) : text);
    });
    const aria: Record<string, string> = { rowindex: String(place + 2), ...(row === this.#chosen ? { current: "true" } : {}) };
    return h("tr", { dataset: { row: String(row), place: String(place) }, aria }, ...cells);
  }

  /** Scrolls no further than needed; the header covers one row. */
  #reveal(place: number): void {
    const { scrollTop, clientHeight } = this.#scroll;
    const top = place * rowHeight;
    const room = clientHeight - 2 * rowHeight;
    if (top < scrollTop) this.#scroll.scrollTop = top - Math.max(0, room / 3);
    else if (top > scrollTop + room) this.#scroll.scrollTop = top - Math.max(0, (2 * room) / 3);
  }

  #focus(place: number): void {
    this.#current = Math.min(Math.max(place, 0), this.#order.length - 1);
    const top = this.#current * rowHeight;
    const { scrollTop, clientHeight } = this.#scroll;
    this.#scroll.scrollTop = Math.min(top, Math.max(scrollTop, top - clientHeight + 2 * rowHeight));
    this.#draw(true);
    this.#body.querySelector<HTMLElement>(`tr[data-place="${this.#current}"] button`)?.focus({ preventScroll: true });
  }

  #listen(): void {
    const rowAt = (event: Event): HTMLElement | null => (event.target as Element).closest<HTMLElement>("tr[data-row]");
    this.#body.addEventListener("click", (event) => {
      const row = rowAt(event);
      const part = row && this.#data?.part(Number(row.dataset["row"]));
      if (!part) return;
      this.#current = Number(row.dataset["place"]);
      this.linking.pin(part);
    });
    this.#scroll.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || this.#head.contains(event.target as Node)) return;
      const page = Math.max(1, Math.floor(this.#scroll.clientHeight / rowHeight) - 2);
      const from = this.#body.contains(event.target as Node) ? Number(rowAt(event)?.dataset["place"]) : null;
      const moves: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity };
      const move = moves[event.key];
      if (move === undefined) return;
      event.preventDefault();
      this.#focus(from === null ? this.#current : from + move);
    });
  }
}

/** A placeholder for rows that are not elements. */
function space(rows: number): HTMLElement {
  const row = h("tr", { className: "space", aria: { hidden: "true" } });
  row.style.height = `${rows * rowHeight}px`;
  return row;
}
