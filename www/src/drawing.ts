/** What the engine draws or evaluates for the views after a run: it has one budget, shows how long it has taken, and can be stopped like a run. */
import { type Engine, NotLoaded, type Waiting } from "./client";
import { byId, h } from "./dom";
import { notify } from "./frame/notices";
import { figure, texts } from "./text/language";

const t = texts({
  en: {
    of: {
      chart: "Drawing the state space", labels: "Evaluating propositions", proof: "Drawing the proof", components: "Drawing the components", component: "Drawing the component",
      contracts: "Drawing the contracts", picture: "Creating the picture",
    } as Partial<Record<Waiting["of"], string>>,
    other: "Drawing", since: (seconds: string, most: string) => `${seconds} of at most ${most} s`, states: (some: string) => `${some} states`,
    stopped: "Drawing was stopped. Run the task again to draw the rest.", again: "Run again",
    failed: (why: string) => `Not everything could be drawn: ${why}. Run the task again to draw the rest; if that does not help, reload the page.`,
    missing: "a part of the engine could not be fetched", crashed: "the engine crashed",
    used: (seconds: string) => `Drawing was stopped after ${seconds} seconds. Run the task again to draw the rest.`,
  },
  de: {
    of: {
      chart: "Der Zustandsraum wird gezeichnet", labels: "Aussagen werden ausgewertet", proof: "Der Beweis wird gezeichnet", components: "Die Komponenten werden gezeichnet",
      component: "Die Komponente wird gezeichnet", contracts: "Die Verträge werden gezeichnet", picture: "Das Bild wird erzeugt",
    },
    other: "Es wird gezeichnet", since: (seconds, most) => `${seconds} von höchstens ${most} s`, states: (some) => `${some} Zustände`,
    stopped: "Das Zeichnen wurde angehalten. Für den Rest muss die Aufgabe erneut geprüft werden.", again: "Erneut prüfen",
    failed: (why) => `Nicht alles konnte gezeichnet werden: ${why}. Für den Rest muss die Aufgabe erneut geprüft werden; hilft das nicht, laden Sie die Seite neu.`,
    missing: "ein Teil der Engine konnte nicht geladen werden", crashed: "die Engine ist abgestürzt",
    used: (seconds) => `Das Zeichnen wurde nach ${seconds} Sekunden angehalten. Für den Rest muss die Aufgabe erneut geprüft werden.`,
  },
});

/** Milliseconds after which it is shown: anything shorter should not flicker. */
const patience = 500;
/** Seconds for one drawing. */
const budget = 60;

export class Drawing {
  readonly #what = h("span");
  readonly #since = h("span", { aria: { hidden: "true" } });
  readonly #element = byId("drawing");
  #timer: number | null = null;
  /** What the page waits for, and since when. */
  #request: number | null = null;
  #start = 0;
  /** Since when the page waits for labels, which yield to everything else. */
  #labels: number | null = null;
  /** The waiting that the page last announced. */
  #announced: Waiting["of"] | null = null;

  /** Why nothing more is drawn, if the page has said so. */
  #failure: Error | null = null;

  /** `shown` is called with whether it has taken long enough to be stoppable; `again` runs the task again. */
  constructor(private readonly engine: () => Engine, private readonly shown: () => void, private readonly again: () => void) {
    this.#element.append(this.#what, " ", this.#since);
  }

  /** Whether it has taken long enough to be stoppable. */
  get isShown(): boolean {
    return this.#announced !== null;
  }

  /** Called when the page waits for something else. */
  waits(): void {
    const { waiting, failure } = this.engine();
    if (failure !== this.#failure) this.#fails(failure);
    if (waiting?.request === this.#request) return;
    this.#request = waiting?.request ?? null;
    this.#start = performance.now();
    if (waiting?.of === "labels") this.#start = this.#labels ??= this.#start;
    if (waiting) {
      this.#timer ??= window.setInterval(() => this.#tick(), 250);
      return;
    }
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = this.#labels = null;
    this.#show(null);
  }

  stop(): void {
    this.#stop(t.stopped);
  }

  #tick(): void {
    const { waiting } = this.engine();
    const elapsed = performance.now() - this.#start;
    if (!waiting || elapsed < patience) return;
    this.#show(waiting.of);
    if (elapsed > 1000 * budget) return this.#stop(t.used(figure.format(budget)));
    const what = `${t.of[waiting.of] ?? t.other} …`;
    // Screen readers announce it when it changes.
    if (this.#what.textContent !== what) this.#what.textContent = what;
    const since = t.since(figure.format(Math.floor(elapsed / 1000)), figure.format(budget));
    this.#since.textContent = waiting.of === "labels" ? `${t.states(figure.format(waiting.labelled))}, ${since}` : since;
  }

  #stop(text: string): void {
    // Everything else is available without labels, and the state space mentions that they are
    // missing.
    if (this.#announced === "labels") return this.engine().stopLabels();
    this.engine().stopDrawing();
    this.#offer(text);
  }

  #fails(failure: Error | null): void {
    this.#failure = failure;
    if (failure) this.#offer(t.failed(failure instanceof NotLoaded ? t.missing : t.crashed));
  }

  #offer(text: string): void {
    notify({ text, stays: true, actions: [{ title: t.again, run: this.again }] });
  }

  #show(what: Waiting["of"] | null): void {
    if (what === this.#announced) return;
    this.#announced = what;
    this.#element.hidden = what === null;
    this.shown();
  }
}
