/** Starts and stops runs of the edited task, and reports their progress. */
import { type Beside, Crashed, type Engine, NotLoaded, type OnProgress, type Outcome, Stopped } from "./client";
import { byId } from "./dom";
import { Drawing } from "./drawing";
import type { Batch } from "./engine/engine";
import type { Heard } from "./protocol";
import type { Store } from "./store";
import { type Draft, documentOf, type TaskDocument } from "./task";
import { texts } from "./text/language";
import type { VerdictView } from "./view/verdict";

const t = texts({
  en: {
    stopped: "Stopped",
    kept: "The last result is still shown below.",
    none: "There is no result of this task yet.",
    noEngine: "The engine could not be loaded", reload: (why: string) => `Reload the page to try again. (${why})`,
    again: "Not run again", slow: "The last run took more than three seconds. Press Run to repeat it.",
    crashed: "The engine crashed",
    defect: (reason: string) => `This is a bug in the engine, not in your task, which is unchanged. A new engine is ready. (${reason})`,
  },
  de: {
    stopped: "Angehalten",
    kept: "Das letzte Ergebnis wird unten noch gezeigt.",
    none: "Zu dieser Aufgabe gibt es noch kein Ergebnis.",
    noEngine: "Die Engine konnte nicht geladen werden", reload: (why: string) => `Laden Sie die Seite neu, um es noch einmal zu versuchen. (${why})`,
    again: "Nicht erneut geprüft", slow: "Die letzte Prüfung dauerte länger als drei Sekunden. „Prüfen“ wiederholt sie.",
    crashed: "Die Engine ist abgestürzt",
    defect: (reason: string) => `Das ist ein Fehler der Engine, nicht Ihrer Aufgabe; diese ist unverändert. Eine neue Engine ist bereit. (${reason})`,
  },
});

/** A shorter run should not flicker. */
const patience = 150;

/** Milliseconds before the states found so far are shown, which changes the page more. */
const morePatience = 300;

/** Milliseconds after which a run is not repeated without being asked for. */
const slow = 3000;
const slowKey = "hrglass.slow";

/** What took long in this tab; without storage, nothing did. */
function slowTask(task?: string | null): string | null {
  try {
    if (task === null) sessionStorage.removeItem(slowKey);
    else if (task !== undefined) sessionStorage.setItem(slowKey, task);
    return sessionStorage.getItem(slowKey);
  } catch {
    return null;
  }
}

export class Running {
  #number = 0;
  #under = false;
  #beside = false;
  /** The options that overrode the task's own in the last run. */
  #options: Record<string, unknown> = {};

  /** `done` receives every outcome, with the document that was run and whether it is still that of the last verdict; `found` receives what a long run has found so far, and null when that is obsolete; `forget` is called when the edited task has no result. */
  constructor(
    private readonly engine: Engine,
    private readonly draft: Store<Draft>,
    private readonly verdicts: VerdictView,
    private readonly done: (document: TaskDocument, outcome: Outcome, keep: boolean) => void,
    private readonly found: (batch: Batch | null) => void,
    private readonly forget: () => void,
  ) {}

  readonly drawing = new Drawing(() => this.engine, () => this.#offerStop(), () => void this.again({}));

  /** Whether there is a run or a drawing to stop. */
  get underWay(): boolean {
    return this.#under || this.#beside || this.drawing.isShown;
  }

  /** Runs the task; `keep` says whether it is still that of the last verdict, `options` override the task's own. */
  async start(keep = true, options: Record<string, unknown> = {}): Promise<void> {
    this.#options = options;
    const own = this.draft.value;
    const document = documentOf({ ...own, options: { ...own.options, ...options } });
    const mine = ++this.#number;
    const start = performance.now();
    let progress: Heard | null = null;
    const waiting: Batch[] = [];
    // What is shown is of the same task, or dimmed until there is something of the new one.
    let isKept = true;
    const timer = setInterval(() => {
      const elapsed = performance.now() - start;
      if (mine === this.#number && elapsed > morePatience && waiting.length) {
        if (!keep && isKept) {
          isKept = false;
          this.forget();
        }
        waiting.splice(0).forEach(this.found);
      }
      if (mine === this.#number && elapsed > slow) slowTask(document.text);
      if (elapsed > patience) this.verdicts.running(progress, elapsed / 1000, isKept);
    }, 100);
    this.#say(true);
    this.found(null);
    if (!keep) byId("workbench").toggleAttribute("data-stale", true);
    if (slowTask() !== document.text) slowTask(null);
    try {
      const outcome = await this.engine.run(
        document.text,
        (heard) => {
          progress = heard;
        },
        (batch) => void waiting.push(batch),
      );
      if (mine === this.#number) this.done(document, outcome, keep);
    } catch (error) {
      if (mine === this.#number) {
        this.found(null);
        this.#failed(error, keep);
      }
    } finally {
      clearInterval(timer);
      if (mine === this.#number) this.#say(false);
    }
  }

  /** Whether the edited task took long when it was last run in this tab, if it ever ended. */
  get isSlow(): boolean {
    return slowTask() === documentOf(this.draft.value).text;
  }

  /** Instead of a run, says how to start it. */
  offer(): void {
    this.engine.rest();
    this.verdicts.message("idle", t.again, t.slow);
  }

  /** Repeats the last run with these options. */
  again(options: Record<string, unknown>): Promise<void> {
    return this.start(true, { ...this.#options, ...options });
  }

  /** Runs the task of an outcome with the other analysis of heaps. */
  async other(outcome: Outcome, heard: OnProgress): Promise<Beside | null> {
    this.#beside = true;
    this.#offerStop();
    try {
      return await this.engine.other(outcome, heard);
    } finally {
      this.#beside = false;
      this.#offerStop();
    }
  }

  /** Stops the run, or, if there is none, the drawing. */
  stop(): void {
    if (this.#under || this.#beside) this.engine.stop();
    else this.drawing.stop();
  }

  #say(underWay: boolean): void {
    this.#under = underWay;
    this.#offerStop();
  }

  #offerStop(): void {
    byId("stop").hidden = !this.underWay;
  }

  notLoaded(error: Error): void {
    this.verdicts.message("crashed", t.noEngine, t.reload(error.message));
  }

  #failed(error: unknown, keep: boolean): void {
    if (!keep) this.forget();
    if (error instanceof Stopped) return this.verdicts.message("stopped", t.stopped, keep ? t.kept : t.none, keep);
    if (error instanceof NotLoaded) return this.notLoaded(error);
    const reason = error instanceof Crashed ? error.message : String(error);
    this.verdicts.message("crashed", t.crashed, t.defect(reason.slice(0, 300)), keep);
  }
}
