/** Runs of this and earlier visits, and replaced drafts: each can be opened again. */
import type { Outcome } from "../client";
import { h, icon } from "../dom";
import type { Verdict } from "../engine/engine";
import { strategyName, strategyOf } from "../strategy";
import { type Draft, draftOf, type TaskDocument } from "../task";
import { language, texts } from "../text/language";
import { milliseconds, shownJudgements } from "../view/verdict";
import { verdictWords } from "../view/words";
import { register } from "./commands";
import { barPopover } from "./popover";
import { StoredList } from "./storedList";
import { type Tasks, titleOf } from "./tasks";

const t = texts({
  en: { title: "History", group: "Task", runs: "Runs", drafts: "Edited drafts", none: "Nothing has run yet.", clear: "Clear", more: (count: number) => `and ${count} more`, clearRuns: "Delete all runs and drafts" },
  de: { title: "Verlauf", group: "Aufgabe", runs: "Läufe", drafts: "Bearbeitete Entwürfe", none: "Es wurde noch nichts geprüft.", clear: "Leeren", more: (count) => `und ${count} weitere`, clearRuns: "Alle Läufe und Entwürfe löschen" },
});

/** A stored run. */
export interface KeptRun {
  id: string;
  /** Milliseconds since 1970. */
  at: number;
  /** The task document that was run. */
  task: string;
  verdicts: [name: string, verdict: Verdict][];
  milliseconds: number;
}

/** Maximum number of verdicts shown; the rest are counted. */
const mostVerdicts = 8;

const isVerdict = (value: unknown): value is [string, Verdict] =>
  Array.isArray(value) && typeof value[0] === "string" && Object.hasOwn(verdictWords, String(value[1]));

/** Reads a stored run; null if it is invalid. */
export function keptRun(value: unknown): KeptRun | null {
  const { id, at, task, verdicts, milliseconds: time } = (value ?? {}) as Record<string, unknown>;
  if (typeof id !== "string" || typeof at !== "number" || typeof task !== "string" || typeof time !== "number" || !Array.isArray(verdicts)) return null;
  return { id, at, task, verdicts: verdicts.filter(isVerdict), milliseconds: time };
}

const sameDay = (a: Date, b: Date): boolean => a.toDateString() === b.toDateString();

/** The time of day, with the date if it is not today. */
export function when(at: number, now: Date = new Date()): string {
  const date = new Date(at);
  const time: Intl.DateTimeFormatOptions = { hour: "2-digit", minute: "2-digit" };
  return date.toLocaleString(language, sameDay(date, now) ? time : { day: "numeric", month: "short", ...time });
}

export class RunHistory {
  readonly #runs = new StoredList<KeptRun>("hrglass.runs", { items: 30, characters: 1_500_000 }, keptRun);
  /** Opens the history. */
  readonly button: HTMLButtonElement;
  readonly #popover: HTMLElement;

  constructor(private readonly tasks: Tasks) {
    const { button, popover } = barPopover("history", "history", t.title, () => this.#draw());
    this.button = button;
    this.#popover = popover;
    document.body.append(popover);
    register({ id: "history", title: t.title, group: t.group, run: () => popover.showPopover() });
  }

  /** Keeps an outcome; the same run again is the same entry. */
  add(document: TaskDocument, { report, milliseconds: time }: Outcome): void {
    const verdicts = shownJudgements(report).map(({ name, judgement }): [string, Verdict] => [name, judgement.verdict]);
    const same = this.#runs.all().find(({ task, verdicts: others }) => task === document.text && JSON.stringify(others) === JSON.stringify(verdicts));
    const at = Date.now();
    this.#runs.put({ id: same?.id ?? `${performance.timeOrigin} ${performance.now()}`, at, task: document.text, verdicts, milliseconds: time });
  }

  #draw(): void {
    const runs = this.#runs.all().flatMap((run) => this.#run(run) ?? []);
    const drafts = this.tasks.drafts.all().map(({ at, draft }) => this.#entry(draft, when(at), null));
    const clear = h("button", { type: "button", className: "small", title: t.clearRuns, disabled: !runs.length && !drafts.length }, t.clear);
    clear.addEventListener("click", () => {
      this.#runs.clear();
      this.tasks.drafts.clear();
      this.#draw();
    });
    const section = (title: string, entries: HTMLElement[]): HTMLElement | null =>
      entries.length ? h("section", {}, h("h3", {}, title), h("ul", {}, ...entries)) : null;
    const first = [...runs, ...drafts][0]?.querySelector("button");
    if (first) first.autofocus = true;
    this.#popover.replaceChildren(
      h("div", { className: "head" }, h("h2", {}, t.title), clear),
      h("div", { className: "entries" },
        ...[section(t.runs, runs), section(t.drafts, drafts)].filter((part) => part !== null),
        runs.length || drafts.length ? "" : h("p", { className: "hint" }, t.none)),
    );
  }

  #run({ at, task, verdicts, milliseconds: time }: KeptRun): HTMLElement | null {
    const draft = draftOf(task);
    if (!draft) return null;
    const strategy = strategyName(strategyOf(draft));
    const icons = verdicts.slice(0, mostVerdicts).map(([name, verdict]) => {
      const words = `${name}: ${verdictWords[verdict]}`;
      return h("span", { className: "seal", dataset: { verdict }, title: words, aria: { role: "img", label: words } }, icon(verdict));
    });
    const more = verdicts.length - icons.length;
    const row = h("span", { className: "verdicts" }, ...icons, more > 0 ? h("span", { className: "quiet" }, t.more(more)) : null);
    return this.#entry(draft, `${when(at)} · ${strategy} · ${milliseconds(time)}`, row);
  }

  #entry(draft: Draft, note: string, verdicts: HTMLElement | null): HTMLElement {
    const open = h("button", { type: "button" }, h("span", { className: "title" }, titleOf(draft)), verdicts, h("span", { className: "note" }, note));
    open.addEventListener("click", () => {
      this.#popover.hidePopover();
      this.tasks.open(draft);
    });
    return h("li", {}, open);
  }
}
