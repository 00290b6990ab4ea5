/** Changes of a text that the engine makes. */
import type { TextChange } from "../engine/engine";

/** What an edit does to a text: its changes, and how it is written then. */
interface Edited<W> {
  changes: TextChange[];
  written: W[];
}

/** Edits are made one after the other, each of the text as it is then. */
export class Editing<E, W> {
  #last: Promise<void> = Promise.resolve();

  /** `text` is what is edited; `ask` asks the engine what an edit does to it. */
  constructor(private readonly text: () => string, private readonly ask: (text: string, edit: E) => Promise<Edited<W> | null>) {}

  /** Once earlier edits are done, `make` says what to do, and `apply` does it; settled after that. */
  edit(make: () => E | null, apply: (changes: readonly TextChange[], written: readonly W[]) => void): Promise<void> {
    // One that fails does not hinder later ones.
    this.#last = this.#last.catch(() => {}).then(async () => {
      let [text, edited]: [string | null, Edited<W> | null] = [null, null];
      // The user may type meanwhile.
      while (text !== this.text()) {
        text = this.text();
        const edit = make();
        edited = edit === null ? null : await this.ask(text, edit);
      }
      if (edited?.changes.length) apply(edited.changes, edited.written);
    });
    return this.#last;
  }
}
