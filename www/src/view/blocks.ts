/** The control-flow automaton of a program and how it becomes large blocks, one rule at a time. */
import type { Outcome } from "../client";
import { h } from "../dom";
import type { Hotspot, Picture, ReductionEdgeView, ReductionStepView, ReductionView, Scene } from "../engine/engine";
import type { Linking } from "../linking";
import { counted, figure, type Noun, texts } from "../text/language";
import { Chosen } from "./chosen";
import { Player, registerPlayer } from "./player";
import { RuleNotes } from "./ruleNotes";
import { sceneElement } from "./scene";
import { placeName } from "./searches";
import { Stage } from "./stage";
import { unlessStopped } from "./stopped";
import type { Drawing, TableData, View } from "./view";

const t = texts({
  en: {
    title: "Blocks", rule: "The rule, and why it is sound", stage: "Control-flow automaton. Plus and minus zoom, 0 shows everything.", none: "Nothing has run yet.",
    large: "The control-flow automaton is too large to be drawn.", drawing: "Drawing the automaton …",
    which: "What is shown", steps: "Step by step", result: "Large blocks", card: "Selected edge",
    step: (at: string, last: string) => `Step ${at} of ${last}`,
    locations: ["location", "locations"] as Noun, edges: ["edge", "edges"] as Noun, ways: ["step of the program", "steps of the program"] as Noun, paths: ["path", "paths"] as Noun,
    sizes: (locations: string, edges: string) => `${locations}, ${edges}`,
    start: "The automaton of the program, with the functions that it calls: an edge for every statement and every side of a test.",
    sequence: (place: string) => `Sequence: only one edge leads to ${place}. It is put before each edge that leaves there, and the location disappears.`,
    choice: (count: string, from: string, to: string) => `Choice: ${count} edges from ${from} to ${to} become one.`,
    advancedSequence: (place: string) => `Advanced sequence: every edge to ${place} is put before each edge that leaves there, and the location disappears.`,
    done: "No rule applies any more. What is left are the start, the loops and the ends: every edge is a large block, all ways through acyclic code at once.",
    many: "2³² or more paths", of: (rule: string) => `Made by ${rule} of`, rules: { sequence: "sequence", choice: "choice" },
    command: "What it does", back: "Step back in the reduction", forth: "Step forward in the reduction", play: "Play the reduction, or pause",
    columns: ["Edge", "From", "To", "Steps", "Paths", "What it does"], caption: (step: string) => `Edges of the automaton after step ${step}`,
  },
  de: {
    title: "Blöcke", rule: "Die Regel, und warum sie korrekt ist", stage: "Kontrollflussautomat. Plus und Minus ändern die Größe, 0 zeigt alles.", none: "Es wurde noch nichts geprüft.",
    large: "Der Kontrollflussautomat ist zu groß für eine Zeichnung.", drawing: "Der Automat wird gezeichnet …",
    which: "Was gezeigt wird", steps: "Schritt für Schritt", result: "Große Blöcke", card: "Gewählte Kante",
    step: (at, last) => `Schritt ${at} von ${last}`,
    locations: ["Ort", "Orte"], edges: ["Kante", "Kanten"], ways: ["Schritt des Programms", "Schritte des Programms"], paths: ["Pfad", "Pfade"],
    sizes: (locations, edges) => `${locations}, ${edges}`,
    start: "Der Automat des Programms mit den aufgerufenen Funktionen: eine Kante für jede Anweisung und jede Seite eines Tests.",
    sequence: (place) => `Sequenz: Nur eine Kante führt zu ${place}. Sie wird vor jede Kante gesetzt, die dort beginnt, und der Ort verschwindet.`,
    choice: (count, from, to) => `Auswahl: ${count} Kanten von ${from} nach ${to} werden zu einer.`,
    advancedSequence: (place) => `Erweiterte Sequenz: Jede Kante zu ${place} wird vor jede Kante gesetzt, die dort beginnt, und der Ort verschwindet.`,
    done: "Keine Regel ist mehr anwendbar. Übrig sind Anfang, Schleifen und Enden: Jede Kante ist ein großer Block, alle Wege durch zyklenfreien Code auf einmal.",
    many: "2³² oder mehr Pfade", of: (rule) => `Entstanden durch ${rule} aus`, rules: { sequence: "Sequenz", choice: "Auswahl" },
    command: "Was sie tut", back: "In der Reduktion einen Schritt zurück", forth: "In der Reduktion einen Schritt vor", play: "Die Reduktion abspielen oder anhalten",
    columns: ["Kante", "Von", "Nach", "Schritte", "Pfade", "Was sie tut"], caption: (step) => `Kanten des Automaten nach Schritt ${step}`,
  },
});

/** So many parts of an edge are listed. */
const most = 12;
const limitless = 2 ** 32 - 1;

/** Which edges exist after so many steps. */
export function edgesAfter({ initial, steps }: Pick<ReductionView, "initial" | "steps">, count: number): Set<number> {
  const exists = new Set(Array.from({ length: initial }, (_, edge) => edge));
  for (const { removed, added } of steps.slice(0, count)) {
    removed.forEach((edge) => exists.delete(edge));
    added.forEach((edge) => exists.add(edge));
  }
  return exists;
}

export class BlocksView implements View {
  readonly id = "blocks";
  readonly title = t.title;
  readonly home = "main";
  readonly analyses = ["blocks"] as const;
  readonly element = h("div");
  readonly #stage = new Stage({ id: "blocks-stage", label: t.stage, className: "drawing", around: [68, 20] });
  readonly #chosen = new Chosen("blocks-choose", () => this.#forget());
  readonly #count = h("p", { id: "blocks-count", className: "quiet" });
  readonly #said = h("p", { id: "blocks-said", className: "said" });
  readonly #notes = new RuleNotes(t.rule);
  readonly #card = h("section", { id: "blocks-card", className: "card", hidden: true, tabIndex: 0, aria: { label: t.card } });
  readonly #player: Player;
  readonly #choices = { steps: this.#choice("steps"), result: this.#choice("result") };
  #outcome: Outcome | null = null;
  #view: ReductionView | null = null;
  #scene: Scene | null = null;
  #step = 0;
  #anew = false;
  #open = false;
  #wanted = 0;

  constructor(private readonly linking: Linking) {
    this.#player = new Player({
      label: t.title,
      numbered: (at, last) => t.step(figure.format(at), figure.format(last)),
      go: (step) => void this.#go(step),
    });
    this.element.addEventListener("keydown", (event) => {
      if (!(event.target as Element).closest(".stage-tools, [role=region]")) this.#player.key(event);
    });
    this.element.append(
      h("div", { className: "bars" },
        h("header", { className: "toolbar" },
          h("div", { className: "choice", aria: { role: "group", label: t.which } }, this.#choices.steps, this.#choices.result), this.#chosen.element, this.#count),
        this.#player.element),
      this.#said, this.#notes.element, this.#stage.element, this.#card);
    registerPlayer(this.id, t.title, t, this.#player, () => this.#open && this.#view !== null && !this.#anew);
    this.show(null);
  }

  show(outcome: Outcome | null): void {
    this.#outcome = outcome?.report.analysis === "blocks" ? outcome : null;
    this.#chosen.load(this.#outcome);
    this.#forget();
  }

  opened(open: boolean): void {
    this.#open = open;
    if (!open) this.#player.pause();
    else if (!this.#view) void this.#load();
  }

  drawing(): Drawing | null {
    const picture = this.#picture;
    return picture && this.#view ? { picture, name: `blocks-${this.#step}` } : null;
  }

  tableData(): TableData | null {
    const view = this.#view;
    if (!view) return null;
    const edges = [...edgesAfter(view, this.#step)];
    const place = (number: number): string => this.#place(number);
    return {
      caption: t.caption(figure.format(this.#step)),
      columns: t.columns,
      count: edges.length,
      cells: (row) => {
        const edge = view.edges[edges[row] ?? 0];
        return edge ? [edges[row] ?? 0, place(edge.source), place(edge.target), edge.steps, this.#paths(edge), edge.command || "…"] : [];
      },
      part: (row) => this.#lineOf(view.edges[edges[row] ?? 0]?.source),
      chosen: () => null,
    };
  }

  get #picture(): Picture | null {
    const property = this.#chosen.number;
    return property === null ? null : { of: "reduction", property, step: this.#step, anew: this.#anew };
  }

  #choice(which: "steps" | "result"): HTMLButtonElement {
    const button = h("button", { type: "button", className: "small", aria: { pressed: String(which === "steps") } }, t[which]);
    button.addEventListener("click", () => this.#mode(which === "result"));
    return button;
  }

  #mode(anew: boolean): void {
    this.#anew = anew;
    this.#choices.steps.setAttribute("aria-pressed", String(!anew));
    this.#choices.result.setAttribute("aria-pressed", String(anew));
    if (!this.#view) return;
    this.#player.pause();
    void this.#go(anew ? this.#view.steps.length : this.#step, true);
  }

  #forget(): void {
    this.#view = this.#scene = null;
    this.#step = 0;
    this.#card.hidden = true;
    this.#player.load(0, null, 0);
    this.#count.textContent = this.#said.textContent = "";
    this.#player.element.hidden = this.#said.hidden = true;
    this.#notes.show([]);
    this.#say(t.none);
    void this.#load();
  }

  #say(text: string): void {
    this.#stage.show(h("p", { className: "hint" }, text));
  }

  async #load(): Promise<void> {
    const picture = this.#picture;
    if (!this.#open || !this.#outcome || !picture) return;
    const wanted = ++this.#wanted;
    this.#say(t.drawing);
    const text = await this.#outcome.ask({ of: "picture", picture, format: "json" });
    if (wanted !== this.#wanted) return;
    if (text === null) return this.#say(unlessStopped(this.#outcome, t.large));
    this.#view = JSON.parse(text) as ReductionView;
    const last = this.#view.steps.length;
    this.#player.load(last, null, 0);
    await this.#go(this.#anew ? last : 0, true);
  }

  async #go(step: number, fresh = false): Promise<void> {
    const view = this.#view;
    if (!view || !this.#outcome) return;
    this.#step = step;
    this.#card.hidden = true;
    const words = this.#words(view, step);
    this.#player.show(step, words);
    this.#player.element.hidden = this.#anew;
    this.#said.hidden = false;
    this.#said.textContent = words;
    this.#notes.show(step && !this.#anew ? [view.steps[step - 1]!.rule] : []);
    const edges = [...edgesAfter(view, step)];
    const locations = new Set(edges.flatMap((edge) => [view.edges[edge]!.source, view.edges[edge]!.target]));
    this.#count.textContent = t.sizes(counted(locations.size, t.locations), counted(edges.length, t.edges));
    const wanted = ++this.#wanted;
    const text = await this.#outcome.ask({ of: "picture", picture: this.#picture!, format: "scene" });
    if (wanted !== this.#wanted) return;
    if (text === null) return this.#say(unlessStopped(this.#outcome, t.large));
    this.#scene = JSON.parse(text) as Scene;
    this.#stage.show(sceneElement(this.#scene, (spot) => this.#follow(spot)), !fresh);
    // A large automaton is scrolled to its start.
    if (fresh) this.#stage.centre(this.#stage.stage.querySelector("circle.initial"));
    this.element.dispatchEvent(new Event("redrawn", { bubbles: true }));
  }

  #words(view: ReductionView, at: number): string {
    if (at === 0) return t.start;
    const step = view.steps[at - 1]!;
    if (at === view.steps.length && this.#anew) return t.done;
    const said = this.#rule(view, step);
    return at === view.steps.length ? `${said} ${t.done}` : said;
  }

  #rule(view: ReductionView, { rule, location, removed, added }: ReductionStepView): string {
    if (rule !== "choice") return t[rule](this.#place(location ?? 0));
    const edge = view.edges[added[0] ?? 0]!;
    return t.choice(figure.format(removed.length), this.#place(edge.source), this.#place(edge.target));
  }

  #place(number: number): string {
    const place = this.#view?.locations[number];
    return place ? placeName(place) : "";
  }

  #paths = ({ paths }: ReductionEdgeView): string => (paths >= limitless ? t.many : figure.format(paths));

  #lineOf(location: number | undefined): { line: { file: string; line: number } } | null {
    const place = this.#view?.locations[location ?? -1];
    return place ? { line: { file: place.file, line: place.line } } : null;
  }

  #follow({ link }: Hotspot): void {
    const part = link.to === "place" ? this.#lineOf(link.number) : null;
    if (part) return this.linking.pin(part);
    if (link.to === "block") this.#choose(link.number);
  }

  /** Shows what an edge does and of which edges it was made. */
  #choose(number: number): void {
    const edge = this.#view?.edges[number];
    if (!edge || !this.#view) return;
    for (const element of this.#stage.stage.querySelectorAll<SVGElement>(".hotspot")) {
      element.classList.toggle("selected", element.dataset["link"] === `block ${number}`);
    }
    const paths = edge.paths >= limitless ? t.many : counted(edge.paths, t.paths);
    const parts = edge.parts ?? [];
    const part = (other: number): HTMLElement => {
      const { command, steps } = this.#view!.edges[other]!;
      const button = h("button", { type: "button", className: "small" }, h("code", {}, command.length > 60 || !command ? counted(steps, t.ways) : command));
      button.addEventListener("click", () => this.#choose(other));
      return button;
    };
    const rule = edge.isChoice ? t.rules.choice : t.rules.sequence;
    this.#card.replaceChildren(
      h("header", {}, h("h2", {}, `${this.#place(edge.source)} → ${this.#place(edge.target)}`), h("span", { className: "quiet" }, `${counted(edge.steps, t.ways)}, ${paths}`)),
      ...(edge.command ? [h("p", { className: "rests" }, h("span", { className: "quiet" }, t.command), h("code", { className: "command" }, edge.command))] : []),
      ...(parts.length ? [h("p", { className: "rests" }, h("span", { className: "quiet" }, t.of(rule)), ...parts.slice(0, most).map(part), parts.length > most ? "…" : null)] : []));
    this.#card.hidden = false;
    const line = this.#lineOf(edge.source);
    if (line) this.linking.pin(line);
  }
}
