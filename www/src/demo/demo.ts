/** `<hrglass-demo>`: a task with its result, step by step, inside any page. */
import { Stopped } from "../client";
import { coded, h } from "../dom";
import type { Rendered, Report } from "../engine/engine";
import { keysOf } from "../share/viewpoint";
import { nothingSelected } from "../store";
import { sprite } from "./icons";
import { type OptionName, optionNames, optionsOf, type Options, type PaneName, stepOf } from "./options";
import { type Host, type Pane, type Place, placesOn, type World } from "./pane";
import { ComponentsPane } from "./panes/components";
import { ExplainPane } from "./panes/explain";
import { HeapPane } from "./panes/heap";
import { ProofPane } from "./panes/proof";
import { RunPane } from "./panes/run";
import { SourcePane } from "./panes/source";
import { SpacePane } from "./panes/space";
import { VerdictPane } from "./panes/verdict";
import { Player } from "./player";
import { isCrash, pool } from "./pool";
import { namedTask, resultOf } from "./run";
import { styleSheets } from "./sheets";
import { filesOf, NoTask, titleOf, withFile } from "./task";
import { messageText } from "../text/message";
import { type DemoTexts, textsIn } from "./text";
import { specialOf } from "../view/words";
import type { DemoElement, DoneDetail, StepDetail, VerdictDetail } from "./types";
import { judgementNamed, spotOf, walkOf } from "./walk";

const paneOf: Record<PaneName, new (host: Host) => Pane> = {
  source: SourcePane, verdict: VerdictPane, heap: HeapPane, space: SpacePane, run: RunPane, components: ComponentsPane, proof: ProofPane, explain: ExplainPane,
};

type Message = { kind: "quiet" | "busy" | "error"; text: string; details?: Rendered[] } | null;

export class HrglassDemo extends HTMLElement implements DemoElement, Host {
  static readonly observedAttributes: readonly OptionName[] = optionNames;

  readonly frame = h("div", { className: "demo", tabIndex: 0 });
  t: DemoTexts = textsIn("");
  readonly #panes = h("div", { className: "panes" });
  readonly #message = h("div", { className: "message", hidden: true });
  readonly #fallback = h("slot", { hidden: true });
  readonly #dark = matchMedia("(prefers-color-scheme: dark)");
  readonly #paper = matchMedia("print");
  readonly #seen = new IntersectionObserver((entries) => {
    if (entries.some(({ isIntersecting }) => isIntersecting) && !this.#begun) void this.run();
  });
  #options: Options = optionsOf(() => null);
  #all: Pane[] = [];
  #player: Player | null = null;
  /** The task with its edits; null until it has been found. */
  #task: string | null = null;
  #edited = false;
  #begun = false;
  #stop: AbortController | null = null;
  #world: World | null = null;
  #place: Place | null = null;
  /** The step to show as soon as there are any; 0 stands for the last. */
  #wanted = 1;

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = styleSheets();
    this.frame.setAttribute("role", "group");
    this.frame.setAttribute("part", "demo");
    this.#panes.setAttribute("part", "panes");
    this.#message.setAttribute("role", "status");
    root.append(sprite(), this.frame, this.#fallback);
    this.frame.addEventListener("keydown", (event) => this.#key(event));
  }

  get steps(): number {
    return this.#world?.places.length ?? 0;
  }

  get step(): number {
    return this.#place?.number === null || !this.#place ? 0 : this.#place.number + 1;
  }

  get report(): Report | null {
    return this.#world?.report ?? null;
  }

  get readonly(): boolean {
    return this.#options.readonly;
  }

  get controls(): Options["controls"] {
    return this.#options.controls;
  }

  connectedCallback(): void {
    this.#read();
    this.#wanted = this.#options.step;
    this.#build();
    this.#dark.addEventListener("change", this.#colour);
    this.#paper.addEventListener("change", this.#colour);
    this.#seen.observe(this);
  }

  disconnectedCallback(): void {
    this.#seen.disconnect();
    this.#dark.removeEventListener("change", this.#colour);
    this.#paper.removeEventListener("change", this.#colour);
    this.#player?.pause();
    // Decks detach slides and attach them again; a demo that stays detached is stopped.
    queueMicrotask(() => {
      if (this.isConnected) return;
      this.#stop?.abort();
      for (const pane of this.#all) pane.close?.();
    });
  }

  attributeChangedCallback(name: OptionName, before: string | null, now: string | null): void {
    if (!this.isConnected || before === now) return;
    this.#read();
    if (name === "step") {
      if (stepOf(now) !== this.step) this.goTo(stepOf(now) || "last");
    } else if (name === "theme") this.#colour();
    else if (name === "judgement") this.#choose(this.#world && judgementNamed(this.#world.report, this.#options.judgement));
    else if (name === "task") this.#restart();
    else {
      this.#build();
      // Other steps: those of the exploration, or of the walk.
      if (this.#world && this.#explains !== (this.#world.moments !== null)) void this.run();
    }
  }

  goTo(step: number | "last"): void {
    const number = step === "last" ? this.steps : Math.trunc(step);
    if (!this.#world) this.#wanted = step === "last" ? 0 : Math.max(1, number || 1);
    else if (this.steps && !Number.isNaN(number)) this.#go(Math.min(Math.max(number, 1), this.steps) - 1);
  }

  async set(task: string | object): Promise<void> {
    this.#forget();
    this.#task = typeof task === "string" ? task : JSON.stringify(task);
    this.#wanted = 1;
    this.#program();
    await this.run();
  }

  async run(): Promise<void> {
    this.#begun = true;
    this.#wanted = this.step || this.#wanted;
    this.#stop?.abort();
    const stop = (this.#stop = new AbortController());
    this.#edited = false;
    this.#say({ kind: "busy", text: this.t.loading });
    try {
      if (this.#task === null) {
        const task = await this.#found(stop.signal);
        if (stop.signal.aborted) return;
        this.#task = task;
        this.#program();
      }
      const world = await resultOf(this.#task, this.#options.judgement, this.#all, this.t, stop.signal, ({ states }) => {
        if (!stop.signal.aborted) this.#say({ kind: "busy", text: `${this.t.running} · ${this.t.states(this.t.number(states))}` });
      });
      if (stop.signal.aborted) return;
      this.#stop = null;
      this.#show(world);
    } catch (error) {
      if (this.#stop !== stop) return;
      this.#stop = null;
      this.#failed(error);
    }
  }

  look(state: number): void {
    const world = this.#world;
    if (!world?.chart || state >= world.chart.stateCount) return;
    const number = world.places.findIndex(({ step }) => step.state === state);
    if (number >= 0) this.#go(number);
    else {
      const step = spotOf(world.chart, state);
      this.#put({ number: null, step, from: step });
    }
  }

  choose(judgement: number): void {
    this.#choose(judgement);
  }

  edit(file: number, text: string): void {
    if (this.#task === null) return;
    this.#task = withFile(this.#task, file, text);
    this.#edited = true;
    this.#say({ kind: "quiet", text: this.t.edited });
  }

  #read(): void {
    this.#options = optionsOf((name) => this.getAttribute(name));
    this.t = textsIn(this.#options.lang || (this.closest("[lang]")?.getAttribute("lang") ?? ""));
  }

  get #explains(): boolean {
    return this.#options.panes.includes("explain");
  }

  /** Builds the requested panes and controls, with the current result. */
  #build(): void {
    for (const pane of this.#all) pane.close?.();
    this.#player?.pause();
    const { panes, controls, playground, lang } = this.#options;
    if (lang) this.frame.lang = lang;
    this.#all = panes.map((name) => new paneOf[name](this));
    const rows: HTMLElement[] = [];
    let row: HTMLElement | null = null;
    for (const { name, element } of this.#all) {
      const section = h("section", { className: `pane pane-${name}`, aria: { label: this.t[name] } }, element);
      section.setAttribute("part", `pane ${name}`);
      if (name === "verdict" || !row) rows.push((row = h("div", { className: "row-of-panes" })));
      row.append(section);
      if (name === "verdict") row = null;
    }
    this.#panes.replaceChildren(...rows);
    this.#player = new Player(this.t, controls, playground !== "", {
      goTo: (number) => this.#go(Math.min(number, this.steps - 1)),
      run: () => void this.run(),
      stop: () => this.#halt(),
      open: () => void this.#open(),
    });
    this.frame.replaceChildren(this.#panes, this.#message, this.#player.element);
    this.#colour();
    if (!this.#begun) this.#say({ kind: "quiet", text: this.t.waiting });
    this.#program();
    const [world, place] = [this.#world, this.#place];
    if (world) this.#each((pane) => pane.show?.(world));
    if (place) this.#put(place, false);
  }

  #each(act: (pane: Pane) => void): void {
    this.#all.forEach(act);
  }

  readonly #colour = (): void => {
    const { theme } = this.#options;
    const dark = theme === "auto" ? this.#dark.matches : theme === "dark";
    // Print on white.
    this.frame.dataset["theme"] = dark && !this.#paper.matches ? "dark" : "light";
    this.#each((pane) => pane.recolour?.());
  };

  #program(): void {
    const title = this.#task === null ? "" : titleOf(this.#task, this.t.language);
    this.frame.setAttribute("aria-label", title ? `${this.t.demo}: ${title}` : this.t.demo);
    if (this.#task === null) return;
    const files = filesOf(this.#task);
    this.#each((pane) => pane.program?.(files));
  }

  /** The task of the attribute, or the one inside the element. */
  async #found(signal: AbortSignal): Promise<string> {
    const { task } = this.#options;
    if (task) return namedTask(task, this.t, signal);
    const inside = this.querySelector('script[type="application/json"]')?.textContent?.trim();
    if (!inside) throw new NoTask(this.t.noTask);
    return inside;
  }

  /** Sets another task; runs it when it comes into view, or at once if the last one has run. */
  #restart(): void {
    this.#forget();
    this.#wanted = this.#options.step;
    if (this.#begun) void this.run();
  }

  #forget(): void {
    this.#stop?.abort();
    this.#stop = null;
    this.#task = null;
    this.#world = null;
    this.#place = null;
    this.#each((pane) => pane.show?.(null));
    this.#player?.show(0, 0, "", "");
  }

  #show(world: World): void {
    const { report } = world;
    const ran = report.exploration !== null;
    const errors = report.diagnostics.filter(({ severity }) => severity === "error");
    this.#world = ran ? world : null;
    this.#place = null;
    this.#say(ran ? null : { kind: "error", text: this.t.nothingRan, details: errors });
    this.#each((pane) => pane.show?.(this.#world));
    this.#player?.show(0, 0, "", "");
    const verdicts: VerdictDetail[] = report.properties.map((property) => {
      const { id, strategy, verdict } = property;
      return { id, strategy, verdict, assumptions: specialOf(property).map(({ words }) => words) };
    });
    this.#announce("done", { steps: this.steps, verdicts, error: ran ? null : errors[0] ? errors[0].message : this.t.nothingRan });
    if (ran) this.#first();
  }

  /** The requested step, or the last one if there are fewer. */
  #first(): void {
    if (!this.steps) return;
    const wanted = this.#wanted || this.steps;
    this.#go(Math.min(wanted, this.steps) - 1);
  }

  #choose(judgement: number | null): void {
    const world = this.#world;
    if (!world || judgement === world.judgement) return;
    const walk = walkOf(world.report, judgement, world.chart);
    this.#world = { ...world, judgement, walk, places: world.moments ? world.places : placesOn(walk) };
    this.#place = null;
    const chosen = this.#world;
    this.#each((pane) => pane.show?.(chosen));
    this.#wanted = 1;
    this.#first();
  }

  #go(number: number): void {
    const place = this.#world?.places[number];
    if (place) this.#put(place);
  }

  #put(place: Place, tell = true): void {
    this.#place = place;
    this.#each((pane) => pane.at?.(place));
    const { number, step, from } = place;
    const where = `${from.method.slice(from.method.lastIndexOf(".") + 1)}:${from.line}`;
    this.#player?.show(number ?? -1, this.steps, where, from === step ? "" : from.operation);
    if (number !== null && this.getAttribute("step") !== String(number + 1)) this.setAttribute("step", String(number + 1));
    if (tell) this.#announce("step", { step: this.step, steps: this.steps, state: step.id, line: step.line });
  }

  #announce(name: "step", detail: StepDetail): void;
  #announce(name: "done", detail: DoneDetail): void;
  #announce(name: string, detail: StepDetail | DoneDetail): void {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }

  #halt(): void {
    this.#stop?.abort();
    this.#failed(new Stopped());
  }

  #failed(error: unknown): void {
    const stopped = error instanceof Stopped;
    const text = stopped ? this.t.stopped : error instanceof NoTask ? error.message
      : `${this.t.crashed} (${(error instanceof Error ? error.message : String(error)).slice(0, 300)})`;
    this.#edited = true;
    this.#say({ kind: stopped ? "quiet" : "error", text });
    // The picture for browsers without scripts is better than none.
    if (isCrash(error) && !this.#world) this.#fallback.hidden = false;
    if (!stopped) this.#announce("done", { steps: this.steps, verdicts: [], error: text });
  }

  /** Shows a message about the run; null clears it. */
  #say(message: Message): void {
    const running = this.#stop !== null;
    this.#fallback.hidden = true;
    this.#message.hidden = message === null;
    this.#message.dataset["kind"] = message?.kind ?? "";
    const details = (message?.details ?? []).slice(0, 20).map((diagnostic) =>
      h("li", {}, diagnostic.file && diagnostic.line ? h("b", {}, `${diagnostic.file}:${diagnostic.line} `) : null, ...coded(messageText(diagnostic))));
    this.#message.replaceChildren(h("p", {}, message?.text ?? ""), ...(details.length ? [h("ul", {}, ...details)] : []));
    this.frame.classList.toggle("stale", message !== null && this.#world !== null);
    this.frame.setAttribute("aria-busy", String(running));
    this.#player?.state(this.#edited, running);
  }

  /** What is shown, as the keys of a link. */
  #viewpoint(): Record<string, string> {
    const [world, place] = [this.#world, this.#place];
    if (!world || !place) return {};
    const isRun = world.walk.fails && !world.moments;
    const run = isRun ? { judgement: world.judgement, step: place.number } : {};
    return keysOf([isRun ? "run" : world.moments ? "explain" : "space", "heap"], { ...nothingSelected, ...run, state: place.step.state }, world.chart, world.report);
  }

  async #open(): Promise<void> {
    if (this.#task === null) return;
    const link = await pool.encode(this.#task, this.#viewpoint(), this.t.language).catch(() => null);
    if (!link) return this.#say({ kind: "error", text: this.t.noLinks });
    if ("error" in link) {
      return this.#say({ kind: "error", text: messageText(link.error) });
    }
    const address = new URL(this.#options.playground, document.baseURI);
    if (!/^https?:$/.test(address.protocol)) return;
    address.hash = link.fragment;
    open(address, "_blank", "noopener");
  }

  /** Keys belong to the demo while the focus is inside it; those used here do not reach the surrounding deck. */
  #key(event: KeyboardEvent): void {
    const target = event.composedPath()[0] as Element;
    const typing = target instanceof HTMLTextAreaElement;
    const mine = event.defaultPrevented || (typing ? this.#typed(event, target) : this.#stepped(event, target));
    if (mine || typing) event.stopPropagation();
  }

  #typed(event: KeyboardEvent, target: HTMLElement): boolean {
    if (event.key === "Escape") target.blur();
    else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      void this.run();
    }
    return true;
  }

  #stepped(event: KeyboardEvent, target: Element): boolean {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    // Space and Enter activate the focused element.
    if (event.key === " " || event.key === "Enter") return target !== this.frame;
    const at = this.#place?.number ?? 0;
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: this.steps - 1 }[event.key];
    if (to === undefined) return false;
    event.preventDefault();
    this.#player?.pause();
    if (this.steps) this.#go(Math.min(Math.max(to, 0), this.steps - 1));
    return true;
  }
}

