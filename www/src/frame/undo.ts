/** The undo history of the edited task: every change can be undone, whatever made it. */
import type { Store } from "../store";
import type { Draft } from "../task";
import { texts } from "../text/language";

const t = texts({
  en: {
    entry: "edit the entry method", grammars: "edit the grammars", initial: "edit the initial heaps", monitors: "edit the monitors", boxes: "edit the boxes", options: "change the options",
    text: (name: string) => `edit ${name}`, addFile: "add a file", removeFile: "remove a file", rename: "rename a file",
    property: (id: string) => `edit property ${id}`, addProperty: "add a property", removeProperty: "remove a property", renameMonitor: "rename a monitor", task: "change the task",
  },
  de: {
    entry: "Einstiegsmethode bearbeiten", grammars: "Grammatiken bearbeiten", initial: "Anfangsheaps bearbeiten", monitors: "Monitore bearbeiten", boxes: "Boxen bearbeiten", options: "Optionen ändern",
    text: (name) => `${name} bearbeiten`, addFile: "Datei hinzufügen", removeFile: "Datei entfernen", rename: "Datei umbenennen",
    property: (id) => `Eigenschaft ${id} bearbeiten`, addProperty: "Eigenschaft hinzufügen", removeProperty: "Eigenschaft entfernen", renameMonitor: "Monitor umbenennen", task: "Aufgabe ändern",
  },
});

/** The kind of a change. Changes of one kind in quick succession are one step, unless the kind is single. */
interface Change {
  kind: string;
  name: string;
  single?: boolean;
}

export interface Step extends Change {
  before: Draft;
  after: Draft;
}

/** Milliseconds after which the next key press starts a new step. */
const pause = 1500;
const most = 200;

export function changeOf(before: Draft, after: Draft): Change {
  const lists = { file: [before.files, after.files, t.addFile, t.removeFile], property: [before.properties, after.properties, t.addProperty, t.removeProperty] } as const;
  for (const [kind, [old, now, added, removed]] of Object.entries(lists)) {
    if (old.length !== now.length) return { kind, name: old.length < now.length ? added : removed, single: true };
  }
  const file = after.files.findIndex(({ text }, i) => text !== before.files[i]?.text);
  if (file >= 0) return { kind: `text ${file}`, name: t.text(after.files[file]?.name ?? "") };
  if (after.files.some(({ name }, i) => name !== before.files[i]?.name)) return { kind: "rename", name: t.rename, single: true };
  const property = after.properties.findIndex(({ id, ltl, monitor }, i) => {
    const old = before.properties[i];
    return id !== old?.id || ltl !== old.ltl || monitor !== old.monitor;
  });
  if (property >= 0 && before.monitors !== after.monitors) return { kind: "rename", name: t.renameMonitor, single: true };
  if (property >= 0) return { kind: `property ${property}`, name: t.property(after.properties[property]?.id ?? "") };
  for (const part of ["entry", "grammars", "initial", "monitors", "boxes"] as const) if (before[part] !== after[part]) return { kind: part, name: t[part] };
  return before.options === after.options ? { kind: "task", name: t.task, single: true } : { kind: "options", name: t.options };
}

export class Undo {
  #past: Step[] = [];
  #future: Step[] = [];
  #last = -Infinity;
  /** The kind of the current change; null is not recorded. */
  #under: Change | null | undefined;

  constructor(
    private readonly draft: Store<Draft>,
    private readonly now: () => number = () => performance.now(),
  ) {
    draft.watch((after, before) => {
      if (after !== before) this.#changed(before, after);
    });
  }

  /** The step that undo would revert. */
  get past(): Step | null {
    return this.#past.at(-1) ?? null;
  }

  /** The step that redo would apply. */
  get future(): Step | null {
    return this.#future.at(-1) ?? null;
  }

  /** Makes a change that is a step of its own. */
  step(kind: string, name: string, next: Draft): void {
    this.#set(next, { kind, name, single: true });
  }

  /** Starts with a draft that has no history. */
  begin(next: Draft): void {
    this.#past = [];
    this.#future = [];
    this.#set(next, null);
  }

  undo(): Step | null {
    const step = this.#past.pop() ?? null;
    if (step) this.#move(step, step.before, this.#future);
    return step;
  }

  redo(): Step | null {
    const step = this.#future.pop() ?? null;
    if (step) this.#move(step, step.after, this.#past);
    return step;
  }

  #move(step: Step, draft: Draft, to: Step[]): void {
    to.push(step);
    this.#last = -Infinity;
    this.#set(draft, null);
  }

  #set(draft: Draft, change: Change | null): void {
    this.#under = change;
    this.draft.set(draft);
    this.#under = undefined;
  }

  #changed(before: Draft, after: Draft): void {
    if (this.#under === null) return;
    const change = this.#under ?? changeOf(before, after);
    const last = this.past;
    const soon = this.now() - this.#last < pause;
    this.#last = this.now();
    this.#future = [];
    if (soon && last && !last.single && !change.single && last.kind === change.kind) Object.assign(last, change, { after });
    else this.#past = [...this.#past, { ...change, before, after }].slice(-most);
  }
}
