/** Filters and sorts the rows of a table. */
import type { TableData } from "../view/view";

export interface Sorting {
  column: number;
  direction: "ascending" | "descending";
}

/** The order after a click on a column header: ascending, descending, then the original order. */
export function sortingAfter(now: Sorting | null, column: number): Sorting | null {
  if (now?.column !== column) return { column, direction: "ascending" };
  return now.direction === "ascending" ? { column, direction: "descending" } : null;
}

export class Rows {
  readonly #ranks = new Map<number, Uint32Array>();
  #texts: string[] | null = null;

  constructor(private readonly table: Pick<TableData, "count" | "cells">, private readonly collator: Intl.Collator) {}

  /** The rows in which all words of `filter` occur. Sorting is stable. */
  seen(filter: string, sorting: Sorting | null): Uint32Array {
    const words = filter.toLocaleLowerCase().split(/\s+/).filter(Boolean);
    const all = Uint32Array.from({ length: this.table.count }, (_, row) => row);
    const texts = words.length ? this.#lower() : [];
    const found = words.length ? all.filter((row) => words.every((word) => texts[row]!.includes(word))) : all;
    if (!sorting) return found;
    const rank = this.#rank(sorting.column);
    const sign = sorting.direction === "ascending" ? 1 : -1;
    return found.sort((a, b) => sign * (rank[a]! - rank[b]!) || a - b);
  }

  #lower(): string[] {
    this.#texts ??= Array.from({ length: this.table.count }, (_, row) => this.table.cells(row).join("\n").toLocaleLowerCase());
    return this.#texts;
  }

  /** The rank of each row in a column. Comparing texts is slow, so every text is ranked once. */
  #rank(column: number): Uint32Array {
    const known = this.#ranks.get(column);
    if (known) return known;
    const values = Array.from({ length: this.table.count }, (_, row) => this.table.cells(row)[column] ?? "");
    const order = new Map([...new Set(values)].sort((a, b) => this.#compare(a, b)).map((value, rank) => [value, rank]));
    const ranks = Uint32Array.from(values, (value) => order.get(value)!);
    this.#ranks.set(column, ranks);
    return ranks;
  }

  #compare(a: string | number, b: string | number): number {
    if (typeof a === "number" && typeof b === "number") return a - b;
    return typeof a === typeof b ? this.collator.compare(String(a), String(b)) : typeof a === "number" ? -1 : 1;
  }
}
