/** The guided tour: callouts beside what they explain. They block nothing and take no focus. */
import { byId, h, iconButton } from "../dom";
import { texts } from "../text/language";
import { register } from "./commands";
import { settings } from "./settings";

const t = texts({
  en: {
    group: "Help", title: "Start the tour", close: "End the tour", next: "Next", back: "Back", done: "Done", step: (n: number, of: number) => `${n} of ${of}`,
    program: ["A program and its properties", "This is the task: a Java program, temporal properties, and a grammar for the shapes of its heaps. Edit it and press Ctrl-Enter. Click a line to find all states at it."],
    verdict: ["The verdict", "Every property, and memory safety, is satisfied, violated, suspected or unknown, for all inputs of any size. Click a violated property to see its failing run."],
    space: ["The state space", "All states that the program can reach, with abstract heaps. Click one to see its heap, its line and its place in the proof. Arrow keys follow the edges."],
    heap: ["The heap", "The heap of the selected state: objects are circles, pointers are arrows, and a box stands for a whole structure, such as a list of any length."],
    proof: ["Proof and counterexample", "Why a property holds, assertion by assertion, or the run on which it fails, step by step. Every step shows its state, its line and its heap."],
    examples: ["More tasks", "Open an example here, or a task of your own. Ctrl-K finds every command, ? lists the keys; this tour is in the menu on the right."],
  },
  de: {
    group: "Hilfe", title: "Rundgang beginnen", close: "Rundgang beenden", next: "Weiter", back: "Zurück", done: "Fertig", step: (n, of) => `${n} von ${of}`,
    program: ["Ein Programm und seine Eigenschaften", "Das ist die Aufgabe: ein Java-Programm, temporale Eigenschaften und eine Grammatik für die Formen seiner Heaps. Ändern Sie etwas und drücken Sie Strg-Enter. Ein Klick auf eine Zeile findet alle Zustände dort."],
    verdict: ["Das Urteil", "Jede Eigenschaft und die Speichersicherheit ist erfüllt, verletzt, unter Verdacht oder unbekannt, und zwar für alle Eingaben jeder Größe. Ein Klick auf eine verletzte Eigenschaft zeigt ihren fehlschlagenden Lauf."],
    space: ["Der Zustandsraum", "Alle Zustände, die das Programm erreichen kann, mit abstrakten Heaps. Ein Klick auf einen zeigt seinen Heap, seine Zeile und seinen Platz im Beweis. Pfeiltasten folgen den Kanten."],
    heap: ["Der Heap", "Der Heap des gewählten Zustands: Objekte sind Kreise, Zeiger sind Pfeile, und ein Kasten steht für eine ganze Struktur, etwa eine Liste beliebiger Länge."],
    proof: ["Beweis und Gegenbeispiel", "Warum eine Eigenschaft gilt, Behauptung für Behauptung, oder der Lauf, auf dem sie verletzt ist, Schritt für Schritt. Jeder Schritt zeigt Zustand, Zeile und Heap."],
    examples: ["Weitere Aufgaben", "Öffnen Sie hier ein Beispiel oder eine eigene Aufgabe. Strg-K findet jeden Befehl, ? nennt die Tasten; diesen Rundgang gibt es im Menü rechts."],
  },
});

interface Stop {
  text: string[];
  /** The element that it explains, once it is shown. */
  target: () => HTMLElement;
  /** On a phone only one of the panes is visible. */
  pane: "task" | "result";
  show?: string;
}

interface Stage {
  choosePane: (pane: string) => void;
  show: (view: string) => void;
}

const dockOf = (view: string): HTMLElement => byId(`panel-${view}`).closest<HTMLElement>(".dock") ?? byId("docks");

const stops: readonly Stop[] = [
  { text: t.program, target: () => byId("task-pane"), pane: "task" },
  { text: t.verdict, target: () => byId("verdict"), pane: "result" },
  { text: t.space, target: () => dockOf("space"), pane: "result", show: "space" },
  { text: t.heap, target: () => dockOf("heap"), pane: "result", show: "heap" },
  { text: t.proof, target: () => dockOf("run"), pane: "result", show: "run" },
  { text: t.examples, target: () => byId("examples-button"), pane: "task" },
];

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

const gap = 14;
const margin = 10;

/** A position beside the target for a callout of this size, without covering the target; null if there is no room. */
export function beside(target: Box, size: Pick<Box, "width" | "height">, window: Pick<Box, "width" | "height">): Pick<Box, "left" | "top"> | null {
  const within = (value: number, length: number, whole: number): number => Math.max(margin, Math.min(value, whole - margin - length));
  const top = within(target.top + Math.min(40, target.height / 2), size.height, window.height);
  const left = within(target.left, size.width, window.width);
  const right = target.left + target.width + gap;
  const below = target.top + target.height + gap;
  const fitsBelow = below + size.height + margin <= window.height;
  if (fitsBelow && target.height < size.height / 2) return { left, top: below };
  if (right + size.width + margin <= window.width) return { left: right, top };
  if (target.left - gap - size.width >= margin) return { left: target.left - gap - size.width, top };
  if (fitsBelow) return { left, top: below };
  if (target.top - gap - size.height >= margin) return { left, top: target.top - gap - size.height };
  return null;
}

export class Tour {
  readonly #title = h("h2", { id: "tour-title" });
  readonly #text = h("p", { id: "tour-text" });
  readonly #count = h("span", { className: "quiet" });
  readonly #back = h("button", { type: "button", className: "small" }, t.back);
  readonly #next = h("button", { type: "button", className: "small strong" }, t.next);
  readonly #callout = h("section", { id: "tour", className: "tour", hidden: true, aria: { role: "dialog", labelledby: "tour-title", describedby: "tour-text" } },
    h("div", { aria: { live: "polite" } }, this.#title, this.#text),
    h("footer", {}, this.#count, this.#back, this.#next), iconButton("remove", t.close, () => this.end()));
  #at = 0;
  /** The element that had the focus when the tour was started. */
  #from: HTMLElement | null = null;

  constructor(private readonly stage: Stage) {
    byId("workbench").before(this.#callout);
    this.#back.addEventListener("click", () => this.#go(this.#at - 1));
    this.#next.addEventListener("click", () => this.#go(this.#at + 1));
    this.#callout.addEventListener("keydown", (event) => {
      const move = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!move || this.#at + move < 0) return;
      event.preventDefault();
      this.#go(this.#at + move);
    });
    register(
      { id: "tour.end", title: t.close, group: t.group, keys: ["Escape"], possible: () => this.#open, run: () => this.end() },
      { id: "tour", title: t.title, group: t.group, run: () => this.start() },
    );
    addEventListener("resize", () => this.#place());
  }

  get #open(): boolean {
    return !this.#callout.hidden;
  }

  /** Starts on request. */
  start(): void {
    this.#from = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    this.#callout.hidden = false;
    this.#go(0);
    this.#next.focus();
  }

  end(): void {
    const inside = this.#callout.contains(document.activeElement);
    this.#callout.hidden = true;
    this.#light(null);
    delete document.body.dataset["tour"];
    if (inside) (this.#from ?? byId("examples-button")).focus();
  }

  #go(number: number): void {
    const stop = stops[number];
    if (!stop) return this.end();
    this.#at = number;
    this.stage.choosePane(stop.pane);
    if (stop.pane === "task" && number === 0) settings.set({ taskHidden: false });
    if (stop.show) this.stage.show(stop.show);
    [this.#title.textContent, this.#text.textContent] = [stop.text[0] ?? "", stop.text[1] ?? ""];
    this.#count.textContent = t.step(number + 1, stops.length);
    this.#back.disabled = number === 0;
    this.#next.textContent = number === stops.length - 1 ? t.done : t.next;
    this.#light(stop.target());
    this.#place();
  }

  #light(target: HTMLElement | null): void {
    for (const lit of document.querySelectorAll(".tour-target")) lit.classList.remove("tour-target");
    target?.classList.add("tour-target");
  }

  /** Places it beside its target, or, if there is no room, at the bottom, and the page makes room for it. */
  #place(): void {
    const stop = stops[this.#at];
    if (!this.#open || !stop) return;
    delete document.body.dataset["tour"];
    // One pane fills a phone, so there is no room beside it.
    const phone = innerWidth <= 760;
    const { width, height } = this.#callout.getBoundingClientRect();
    const place = phone ? null : beside(stop.target().getBoundingClientRect(), { width, height }, { width: innerWidth, height: innerHeight });
    if (place) {
      this.#callout.style.left = `${place.left}px`;
      this.#callout.style.top = `${place.top}px`;
    } else {
      document.body.dataset["tour"] = "bottom";
      this.#callout.style.removeProperty("left");
      this.#callout.style.removeProperty("top");
      document.body.style.setProperty("--tour-height", `${this.#callout.offsetHeight}px`);
      stop.target().scrollIntoView({ block: "start" });
    }
  }
}
