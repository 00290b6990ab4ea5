/** Keeps what can be chosen for the open task up to date: the engine knows its methods and structures. */
import type { Suggestions } from "../engine/engine";
import type { Store } from "../store";
import { documentOf, type Draft, draftOf, prettyJson } from "../task";

/** Milliseconds without a change after which the engine is asked again. */
const patience = 400;

/** The parts of a task on which suggestions depend. */
const parts = ["analysis", "language", "entry", "files", "grammars", "initial", "options"] as const;

/** What is asked of the engine. */
export interface Adviser {
  suggest(task: string): Promise<Suggestions | null>;
  withEntry(task: string, entry: string): Promise<string | null>;
  withStructure(task: string, family: number, candidate: number): Promise<string | null>;
}

/** The JSON as the engine's documents are shown, so that it can be compared with them. */
function normal(text: string): string {
  try {
    return prettyJson(JSON.parse(text));
  } catch {
    return text;
  }
}

export class Suggesting {
  #asked = 0;
  #timer = 0;

  /** `show` gets the suggestions, or null for tasks that have none; `run` shows and verifies the changed task. */
  constructor(
    private readonly draft: Store<Draft>,
    private readonly adviser: Adviser,
    private readonly show: (suggestions: Suggestions | null) => void,
    private readonly run: () => void,
  ) {
    draft.watch((now, before) => {
      if (now !== before && parts.every((part) => now[part] === before[part])) return;
      clearTimeout(this.#timer);
      const opened = now.files.length !== before.files.length || now.files.every(({ name, text }, i) => name !== before.files[i]?.name && text !== before.files[i]?.text);
      if (opened) this.show(null);
      this.#timer = window.setTimeout(() => void this.#ask(), opened ? 0 : patience);
    });
  }

  /** Starts in another method, with what is proposed for its parameters unless the heaps were written by hand. */
  async entry(name: string): Promise<void> {
    const { title, entry, initial } = this.draft.value;
    const changed = draftOf((await this.adviser.withEntry(documentOf(this.draft.value).text, name)) ?? "");
    const heaps = changed && changed.initial !== normal(initial) ? { initial: changed.initial } : {};
    this.draft.set({ entry: name, ...(title === entry ? { title: name } : {}), ...heaps });
    this.run();
  }

  /** Describes a family of classes as another structure, with the initial heaps for it. */
  async structure(family: number, candidate: number): Promise<void> {
    const changed = draftOf((await this.adviser.withStructure(documentOf(this.draft.value).text, family, candidate)) ?? "");
    if (!changed) return;
    const { grammars, initial, options } = changed;
    this.draft.set({ grammars, initial, options });
    this.run();
  }

  async #ask(): Promise<void> {
    const asked = ++this.#asked;
    const found = this.draft.value.analysis === "heap" ? await this.adviser.suggest(documentOf(this.draft.value).text) : null;
    if (asked === this.#asked) this.show(found);
  }
}
