/** The open task: opens tasks, undoes that, and keeps the draft for the next visit. */
import { byId } from "../dom";
import type { TaskEditor } from "../editor/panel";
import type { Viewpoint } from "../share/viewpoint";
import type { Store } from "../store";
import { type Draft, emptyDraft, restored, sameTask, storedDraft, storeDraft } from "../task";
import { texts } from "../text/language";
import { presentationOf } from "../presentation";
import { register } from "./commands";
import { notify } from "./notices";
import { StoredList } from "./storedList";
import { booleanStarter, cStarter } from "./starter";
import { type Step, Undo } from "./undo";

const t = texts({
  en: {
    untitled: "Untitled task", group: "Task", newBoolean: "New boolean program", newC: "New C program", back: "Back to the former task", backTo: (title: string) => `Back to “${title}”`, followed: (title: string) => `“${title}” was opened from a link. Your own draft is kept.`, undo: "Undo", redo: "Redo", undoOf: (name: string) => `Undo: ${name}`, redoOf: (name: string) => `Redo: ${name}`,
    open: (title: string) => `open “${title}”`, replaced: (title: string) => `Your draft “${title}” was replaced.`,
  },
  de: {
    untitled: "Aufgabe ohne Titel", group: "Aufgabe", newBoolean: "Neues boolesches Programm", newC: "Neues C-Programm", back: "Zurück zur vorigen Aufgabe", backTo: (title) => `Zurück zu „${title}“`, followed: (title) => `„${title}“ wurde aus einem Link geöffnet. Ihr eigener Entwurf bleibt erhalten.`, undo: "Rückgängig", redo: "Wiederholen", undoOf: (name) => `Rückgängig: ${name}`, redoOf: (name) => `Wiederholen: ${name}`,
    open: (title) => `„${title}“ öffnen`, replaced: (title) => `Ihr Entwurf „${title}“ wurde ersetzt.`,
  },
});

/** An edited draft, kept even when it is replaced. */
export interface KeptDraft {
  id: string;
  /** Milliseconds since 1970. */
  at: number;
  draft: Draft;
}

function keptDraft(value: unknown): KeptDraft | null {
  const { id, at, draft } = (value ?? {}) as Record<string, unknown>;
  const read = restored(draft);
  return typeof id === "string" && typeof at === "number" && read ? { id, at, draft: read } : null;
}

/** Milliseconds without a change after which the draft is stored. */
const patience = 300;

/** A name for a draft that no other tab uses. */
const newId = (): string => `${performance.timeOrigin} ${performance.now()}`;

export const titleOf = (draft: Draft): string => presentationOf(draft).title || t.untitled;

export class Tasks {
  readonly #undo: Undo;
  /** Edited drafts of all tabs. */
  readonly drafts = new StoredList<KeptDraft>("hrglass.drafts", { items: 10, characters: 1_000_000 }, keptDraft);
  /** Tasks that can always be opened again. */
  #library: readonly Draft[] = [];
  /** The task as it was opened, if known. */
  #opened: Draft | null = emptyDraft;
  #id = "";
  #unsaved = 0;

  /** The tasks to which back and forward lead, as they were left, and the number of the open one. */
  readonly #places: Draft[] = [];
  #here = 0;

  /** `run` verifies the task, which may be `resumed` from before the page was loaded; before that, `look` is called with the viewpoint. */
  constructor(
    private readonly draft: Store<Draft>,
    private readonly editor: TaskEditor,
    private readonly run: (resumed: boolean) => void,
    private readonly look: (viewpoint: Viewpoint) => void,
  ) {
    this.#undo = new Undo(draft);
    this.#listen();
  }

  /** The examples of the library: replacing one of them loses nothing. */
  set library(drafts: readonly Draft[]) {
    this.#library = drafts;
  }

  /** Continues with the draft of the last visit; false if there is none. */
  resume(): boolean {
    const draft = storedDraft();
    if (draft) this.#begin(draft, null, undefined, true);
    return draft !== null;
  }

  /** Starts with a task that has no history. */
  begin(draft: Draft, viewpoint?: Viewpoint): void {
    this.#begin(draft, draft, viewpoint);
  }

  /**
   * Replaces the open task by another, which can be undone. Without a viewpoint, the task's own is used. With words that `announce` it, the
   * way back is offered even if nothing would be lost.
   */
  open(next: Draft, viewpoint?: Viewpoint, announce?: string): void {
    const before = this.draft.value;
    const edited = this.#isEdited(before);
    this.#save();
    this.#arrive(next);
    this.#undo.step("open", t.open(titleOf(next)), next);
    const step = this.#undo.past;
    this.#id = "";
    this.#opened = next;
    this.#opens(next, viewpoint);
    const back = (): void => (this.#undo.past === step ? this.#back() : this.open(before));
    if (announce !== undefined) notify({ text: announce, actions: [{ title: t.back, run: back }] });
    else if (edited) notify({ text: t.replaced(titleOf(before)), actions: [{ title: t.undo, run: back }] });
  }

  /** Opens the task of a link beside the own draft, to which a message leads back. */
  follow(next: Draft, viewpoint: Viewpoint): void {
    const { value } = this.draft;
    const own = value === emptyDraft ? storedDraft() : value;
    this.open(next, viewpoint);
    if (!this.#isLibrary(next)) this.drafts.put({ id: (this.#id = newId()), at: Date.now(), draft: next });
    if (own && this.#isEdited(own)) notify({ text: t.followed(titleOf(next)), stays: true, actions: [{ title: t.backTo(titleOf(own)), run: () => this.open(own) }] });
  }

  /** Makes a task one to which back and forward lead. A link that was followed has a place already. */
  #arrive(next: Draft): void {
    if (this.#places.length) this.#places[this.#here++] = this.draft.value;
    this.#places.splice(this.#here, Infinity, next);
    const state = { load: performance.timeOrigin, place: this.#here };
    if (history.state === null) history.replaceState(state, "");
    else history.pushState(state, "", location.pathname + location.search);
  }

  /** Opens the task of a place, as it was left. */
  #return({ load, place }: { load?: unknown; place?: unknown }): void {
    const next = load === performance.timeOrigin && typeof place === "number" ? this.#places[place] : undefined;
    if (!next) return;
    this.#save();
    this.#places[this.#here] = this.draft.value;
    this.#here = place as number;
    this.#undo.step("open", t.open(titleOf(next)), next);
    this.#id = "";
    this.#opened = next;
    this.#opens(next);
  }

  #begin(draft: Draft, opened: Draft | null, viewpoint?: Viewpoint, resumed = false): void {
    this.#undo.begin(draft);
    // Unchanged: another tab may have a newer draft for the next visit.
    clearTimeout(this.#unsaved);
    this.#unsaved = 0;
    storeDraft(draft, false);
    this.#opened = opened;
    this.#id = this.drafts.all().find((kept) => sameTask(kept.draft, draft))?.id ?? "";
    this.#places[0] = draft;
    history.replaceState({ load: performance.timeOrigin, place: 0 }, "");
    this.#opens(draft, viewpoint, resumed);
  }

  #opens(draft: Draft, viewpoint = presentationOf(draft).view, resumed = false): void {
    this.editor.open();
    this.look(viewpoint);
    this.run(resumed);
  }

  #isLibrary(draft: Draft): boolean {
    return this.#library.some((other) => sameTask(other, draft));
  }

  #isEdited(draft: Draft): boolean {
    return !(this.#opened && sameTask(this.#opened, draft)) && !this.#isLibrary(draft);
  }

  #back(): void {
    this.#moved(this.#undo.undo());
  }

  #moved(step: Step | null): void {
    if (!step) return;
    if (step.kind !== "open") return this.editor.refresh();
    this.#id = "";
    this.#opened = null;
    this.#opens(this.draft.value);
  }

  /** Stores the draft for the next visit, and among the drafts if it was edited. */
  #save(): void {
    if (!this.#unsaved) return;
    clearTimeout(this.#unsaved);
    this.#unsaved = 0;
    const draft = this.draft.value;
    storeDraft(draft, true);
    if (!this.#isEdited(draft)) return;
    // The time of loading distinguishes tabs; the time of the first edit distinguishes the tasks of a tab.
    this.#id ||= newId();
    this.drafts.put({ id: this.#id, at: Date.now(), draft });
  }

  #listen(): void {
    const undo = this.#undo;
    const undoes = (step: Step | null, plain: string, named: (name: string) => string): string => (step ? named(step.name) : plain);
    register(
      { id: "task.new.boolean", title: t.newBoolean, group: t.group, run: () => this.open(booleanStarter) },
      { id: "task.new.c", title: t.newC, group: t.group, run: () => this.open(cStarter) },
      { id: "task.undo", get title() { return undoes(undo.past, t.undo, t.undoOf); }, group: t.group, keys: ["Ctrl+z"], possible: () => undo.past !== null, run: () => this.#back() },
      {
        id: "task.redo", get title() { return undoes(undo.future, t.redo, t.redoOf); }, group: t.group, keys: ["Ctrl+Shift+z", "Ctrl+y"],
        possible: () => undo.future !== null, run: () => this.#moved(undo.redo()),
      },
    );
    this.draft.watch((now, before) => {
      if (now === before) return;
      const title = titleOf(now);
      byId("task-title").textContent = title;
      document.title = `${title} · hrglass`;
      clearTimeout(this.#unsaved);
      this.#unsaved = window.setTimeout(() => this.#save(), patience);
    });
    addEventListener("popstate", ({ state }: PopStateEvent) => this.#return((state ?? {}) as object));
    addEventListener("pagehide", () => this.#save());
  }
}
