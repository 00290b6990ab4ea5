/** Steps through a sequence: buttons, a slider, automatic playback. Only its view knows what the steps are. */
import { h, icon, iconButton } from "../dom";
import { type Command, register } from "../frame/commands";
import { figure, texts } from "../text/language";

const t = texts({
  en: {
    first: "First step", previous: "Previous step", next: "Next step", last: "Last step", play: "Play", pause: "Pause",
    speed: "Speed",
  },
  de: {
    first: "Erster Schritt", previous: "Voriger Schritt", next: "Nächster Schritt", last: "Letzter Schritt", play: "Abspielen", pause: "Anhalten",
    speed: "Geschwindigkeit",
  },
});

/** Milliseconds per step at normal speed. */
const pace = 1000;
const speeds = [0.5, 1, 2];

/** Number of players so far: the ticks of each need their own id. */
let players = 0;

export interface PlayerOptions {
  /** What is played, in words. */
  label: string;
  /** `Step 3 of 17`; both count from 0. */
  numbered(at: number, last: number): string;
  /** Requests a step; the view responds with [`Player.show`]. */
  go(at: number): void;
}

/** Commands that step back and forth in a view, and play, with the same keys in every view; `title` names the steps. */
export function registerPlayer(view: string, group: string, title: Record<"back" | "forth" | "play", string>, player: Player, possible: () => boolean): void {
  const command = (name: "back" | "forth" | "play", run: () => void, keys: string[] = []): Command => ({ id: `${view}.${name}`, title: title[name], group, keys, possible, run });
  register(command("back", () => player.move(-1), ["["]), command("forth", () => player.move(1), ["]"]), command("play", () => player.toggle()));
}

/** The next step during playback; null at the end. */
export function following(at: number | null, last: number, again: number | null): number | null {
  if (at === null) return 0;
  return at < last ? at + 1 : again;
}

export class Player {
  readonly element: HTMLElement;
  readonly #count = h("span", { className: "position" });
  readonly #live = h("p", { className: "sr-only", aria: { live: "polite" } });
  readonly #slider = h("input", { type: "range", min: "0", step: "1" });
  /** Ticks on the slider. */
  readonly #ticks = h("datalist", { id: `ticks-${players++}` });
  readonly #speed = h("select", { title: t.speed, aria: { label: t.speed } },
    ...speeds.map((speed) => h("option", { value: String(speed), selected: speed === 1 }, `${figure.format(speed)}×`)));
  readonly #play: HTMLButtonElement;
  readonly #back: HTMLButtonElement[];
  readonly #forth: HTMLButtonElement[];
  #at: number | null = null;
  #last = 0;
  #again: number | null = null;
  #timer = 0;
  /** The position reached by playback: moving elsewhere stops it. */
  #expected: number | null = null;

  constructor(private readonly options: PlayerOptions) {
    this.#play = iconButton("run", t.play, () => this.toggle());
    this.#back = [iconButton("first", t.first, () => this.go(0)), iconButton("previous", t.previous, () => this.move(-1))];
    this.#forth = [iconButton("next", t.next, () => this.move(1)), iconButton("last", t.last, () => this.go(this.#last))];
    this.#slider.setAttribute("aria-label", options.label);
    this.#slider.setAttribute("list", this.#ticks.id);
    this.#slider.addEventListener("input", () => this.go(Number(this.#slider.value)));
    this.element = h("div", { className: "toolbar player", aria: { role: "group", label: options.label } },
      h("div", { className: "buttons" }, ...this.#back, this.#play, ...this.#forth), this.#slider, this.#ticks, this.#count, this.#speed, this.#live);
  }

  /** Loads another sequence, up to and including step `last`, at position `at`; at its end, playback continues at `again` if given; `marked` steps have a tick. */
  load(last: number, again: number | null = null, at: number | null = null, marked: Iterable<number> = []): void {
    this.pause();
    this.#at = at;
    this.#last = last;
    this.#again = again;
    this.#slider.max = String(last);
    this.#ticks.replaceChildren(...Array.from(marked, (step) => h("option", { value: String(step) })));
    this.#live.textContent = "";
    this.#show("");
  }

  /** Shows the current step, or null for none; `words` describe it. */
  show(at: number | null, words: string): void {
    if (this.playing && at !== this.#expected) this.pause();
    if (at === this.#at) return;
    this.#at = at;
    this.#show(words);
    // Screen readers should not announce each step during playback.
    this.#live.textContent = at === null || this.playing ? "" : `${this.options.numbered(at, this.#last)}. ${words}`;
  }

  #show(words: string): void {
    const at = this.#at;
    const numbered = at === null ? "" : this.options.numbered(at, this.#last);
    this.#count.textContent = numbered;
    this.#slider.value = String(at ?? 0);
    this.#slider.setAttribute("aria-valuetext", `${numbered}. ${words}`);
    this.#slider.disabled = this.#play.disabled = this.#last === 0;
    for (const button of this.#back) button.disabled = at === null || at === 0;
    for (const button of this.#forth) button.disabled = at === this.#last;
  }

  get playing(): boolean {
    return this.#timer !== 0;
  }

  /** Goes to a step selected by the user. */
  go(at: number): void {
    this.pause();
    this.options.go(Math.min(Math.max(at, 0), this.#last));
  }

  move(by: number): void {
    this.go((this.#at ?? (by > 0 ? -1 : this.#last + 1)) + by);
  }

  toggle(): void {
    if (this.playing) return this.pause();
    if (this.#last === 0) return;
    this.#sign("pause", t.pause);
    this.#step(following(this.#at, this.#last, this.#again) ?? 0);
  }

  pause(): void {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#sign("run", t.play);
  }

  #step(at: number): void {
    this.#expected = at;
    this.#timer = window.setTimeout(() => {
      const next = following(this.#at, this.#last, this.#again);
      if (next === null) this.pause();
      else this.#step(next);
    }, pace / Number(this.#speed.value));
    this.options.go(at);
  }

  /** Handles a key pressed in the view, unless the focused element uses it. */
  key(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target as Element;
    if (target instanceof HTMLSelectElement) return;
    if (event.key === " ") {
      if (target instanceof HTMLButtonElement) return;
      event.preventDefault();
      return this.toggle();
    }
    const move = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    const place = { Home: 0, End: this.#last }[event.key];
    if ((move === undefined && place === undefined) || target === this.#slider) return;
    event.preventDefault();
    if (move !== undefined) this.move(move);
    else if (place !== undefined) this.go(place);
  }

  #sign(name: string, label: string): void {
    if (this.#play.title === label) return;
    this.#play.replaceChildren(icon(name));
    this.#play.title = label;
    this.#play.setAttribute("aria-label", label);
  }
}
