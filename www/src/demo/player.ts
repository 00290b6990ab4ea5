/** The controls below the panes: stepping, running, and opening the playground. */
import { h, icon } from "../dom";
import type { Controls } from "./options";
import type { DemoTexts } from "./text";

export interface PlayerActions {
  goTo(number: number): void;
  run(): void;
  stop(): void;
  open(): void;
}

/** Milliseconds for which a step is shown while playing. */
const pace = 1300;

export class Player {
  readonly element: HTMLElement;
  readonly #count = h("span", { className: "count-of-steps" });
  readonly #where = h("span", { className: "where" });
  readonly #live = h("p", { className: "sr-only", aria: { live: "polite" } });
  readonly #back: HTMLButtonElement[];
  readonly #forth: HTMLButtonElement[];
  readonly #play: HTMLButtonElement;
  readonly #run: HTMLButtonElement;
  readonly #stop: HTMLButtonElement;
  #steps = 0;
  #at = 0;
  #timer = 0;

  constructor(private readonly t: DemoTexts, controls: Controls, opens: boolean, private readonly actions: PlayerActions) {
    const button = (name: string, label: string, act: () => void): HTMLButtonElement => {
      const made = h("button", { type: "button", className: "icon-button", title: label, aria: { label } }, icon(name));
      made.addEventListener("click", act);
      return made;
    };
    const [first, previous] = [button("first", t.first, () => this.#go(0)), button("previous", t.previous, () => this.#go(this.#at - 1))];
    const [next, last] = [button("next", t.next, () => this.#go(this.#at + 1)), button("last", t.last, () => this.#go(this.#steps - 1))];
    this.#play = button("run", t.play, () => this.#toggle());
    this.#run = h("button", { type: "button", className: "small", hidden: true }, icon("run"), t.runTask);
    this.#run.addEventListener("click", () => actions.run());
    this.#stop = h("button", { type: "button", className: "small", hidden: true }, icon("pause"), t.stop);
    this.#stop.addEventListener("click", () => actions.stop());
    const open = h("button", { type: "button", className: "small open", title: t.openHelp }, icon("open"), t.open);
    open.addEventListener("click", () => actions.open());
    this.#back = [first, previous];
    this.#forth = [next, last];
    const full = controls === "full";
    const stepping = full ? [first, previous, this.#play, next, last] : [previous, next];
    this.element = h("footer", { className: "controls", hidden: controls === "none" },
      h("div", { className: "buttons" }, ...stepping), this.#count, this.#where, this.#live,
      this.#run, this.#stop, full && opens ? open : null);
    this.show(0, 0, "", "");
  }

  /** Shows the current position; `at` counts from 0 and is -1 for a state that is not a step. */
  show(at: number, steps: number, where: string, operation: string): void {
    this.#at = at;
    this.#steps = steps;
    this.#count.textContent = steps ? this.t.stepOf(at + 1, steps) : "";
    if (at < 0) this.#count.textContent = "";
    this.#where.textContent = where;
    for (const button of this.#back) button.disabled = !steps || at === 0;
    for (const button of this.#forth) button.disabled = !steps || at === steps - 1;
    this.#play.disabled = steps < 2;
    // Screen readers should not announce each step during playback.
    this.#live.textContent = steps && !this.#timer && at >= 0 ? this.t.spoken(at + 1, steps, where, operation) : "";
    if (at === steps - 1) this.pause();
  }

  /** Shows whether the task was edited and whether it is running. */
  state(edited: boolean, running: boolean): void {
    this.#run.hidden = !edited || running;
    this.#stop.hidden = !running;
  }

  pause(): void {
    clearInterval(this.#timer);
    this.#timer = 0;
    this.#sign("run", this.t.play);
  }

  #toggle(): void {
    if (this.#timer) return this.pause();
    if (this.#at >= this.#steps - 1) this.actions.goTo(0);
    this.#timer = window.setInterval(() => this.actions.goTo(this.#at + 1), pace);
    this.#sign("pause", this.t.pause);
  }

  #sign(name: string, label: string): void {
    this.#play.replaceChildren(icon(name));
    this.#play.title = label;
    this.#play.setAttribute("aria-label", label);
  }

  #go(number: number): void {
    this.pause();
    if (this.#steps) this.actions.goTo(Math.min(Math.max(number, 0), this.#steps - 1));
  }
}
