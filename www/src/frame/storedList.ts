/** Lists in the browser's storage, newest first. What does not fit lives as long as the page. */

export interface Kept {
  id: string;
}

export interface Limits {
  items: number;
  /** Maximum size of the whole list as JSON. */
  characters: number;
}

type Keeper = Pick<Storage, "getItem" | "setItem" | "removeItem">;

export class StoredList<T extends Kept> {
  #items: T[] = [];
  /** Nothing could be stored. */
  #apart = false;

  /** `read` parses a stored item and returns null if it is invalid. */
  constructor(
    private readonly key: string,
    private readonly limits: Limits,
    private readonly read: (value: unknown) => T | null,
    private readonly storage: () => Keeper = () => localStorage,
  ) {}

  /** All items; other tabs may have added some. */
  all(): readonly T[] {
    if (!this.#apart) this.#items = this.#stored() ?? this.#items;
    return this.#items;
  }

  /** Puts an item in front, replacing the one with its id. The oldest are dropped. */
  put(item: T): void {
    const others = this.all().filter(({ id }) => id !== item.id);
    this.#items = [item, ...others].slice(0, this.limits.items);
    let kept = this.#items;
    let text = JSON.stringify(kept);
    while (kept.length && (text.length > this.limits.characters || !this.#store(text))) {
      kept = kept.slice(0, -1);
      text = JSON.stringify(kept);
    }
    this.#apart = kept.length === 0;
  }

  clear(): void {
    this.#items = [];
    try {
      this.storage().removeItem(this.key);
    } catch {
      // Nothing was stored.
    }
  }

  #stored(): T[] | null {
    try {
      const text = this.storage().getItem(this.key);
      const values: unknown = JSON.parse(text ?? "[]");
      return (Array.isArray(values) ? values : []).flatMap((value) => this.read(value) ?? []).slice(0, this.limits.items);
    } catch {
      return null;
    }
  }

  #store(text: string): boolean {
    try {
      this.storage().setItem(this.key, text);
      return true;
    } catch {
      return false;
    }
  }
}
