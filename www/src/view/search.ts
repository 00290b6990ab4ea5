/** How a proof is sought in large blocks: predicate abstraction round by round, or property-directed reachability frame by frame. */
import type { Outcome } from "../client";
import { h } from "../dom";
import type { FrameEvent, FramesView, Hotspot, PathFormulaView, Picture, PredicateView, RefinementOptions, RefinementView, RoundView, Scene, SearchPlace } from "../engine/engine";
import type { Linking } from "../linking";
import { counted, figure, type Noun, texts } from "../text/language";
import { Chosen } from "./chosen";
import { clauseOf, framesAfter } from "./frames";
import { Player, registerPlayer } from "./player";
import { type SearchMoment, momentsOf } from "./rounds";
import { RuleNotes } from "./ruleNotes";
import { sceneElement } from "./scene";
import { endText, figuresText, placeName, refinementOf } from "./searches";
import { Stage } from "./stage";
import { unlessStopped } from "./stopped";
import type { Drawing, TableData, View } from "./view";

const t = texts({
  en: {
    title: "Search", rule: "What this means, and why it is sound", stage: "Abstract reachability graph. Plus and minus zoom, 0 shows everything.", none: "Nothing has run yet.",
    large: "The program is too large for this view.", searching: "Searching again, to show how …",
    engine: "Which search is shown", refinement: "Predicate abstraction", frames: "Frames (PDR)",
    small: "Small blocks", smallHelp: "Every statement is a block of its own, as without large blocks", cartesian: "Cartesian", cartesianHelp: "Regions are conjunctions of predicates; without this, they are any sets of valuations",
    step: (at: string, last: string) => `Step ${at} of ${last}`,
    lead: "This search runs by itself, from the beginning, whatever gave the verdict.",
    regions: ["region", "regions"] as Noun, covered: (count: string) => `${count} covered by a region found before`, steps: ["block", "blocks"] as Noun,
    round: (number: string) => `Graph ${number}`, cut: "only the first regions are drawn",
    graph: (known: string) => `what can be reached, as far as ${known} can tell`, nothingKnown: "what can be reached if nothing is known about the variables", predicates: ["predicate", "predicates"] as Noun,
    noPath: "No path leads to the failure",
    path: (steps: string) => `A path of ${steps} leads to the failure. Does a run take it? As a formula:`,
    core: "No run does: the marked conditions contradict each other.", taken: "The solver found values for it: a run takes this path.",
    learned: (count: string) => `To exclude this path, the next graph gets ${count} more, from weakest preconditions along it:`,
    condition: "if", changes: "then", nothing: "nothing changes", always: "always", long: "a formula too long to be written",
    contradicts: "contradicts", at: (place: string) => `at ${place}:`,
    formula: "The path as a formula", newOnes: "New predicates",
    never: "not reached", place: "Place", frame: (level: string) => `within ${level}`, frameHelp: (blocks: string) => `What holds in all runs of at most ${blocks}`, ever: "for ever", framesOf: "What holds within so many blocks, by place",
    level: (level: string, blocks: string) => `Frame ${level}: are there failing runs of at most ${blocks}?`,
    learnedClause: (place: string, blocks: string) => `New clause, ${place}: without it a failure would be near, and it holds in all runs of at most ${blocks}.`,
    pushed: (place: string, blocks: string) => `The clause, ${place}, also holds in all runs of at most ${blocks}.`,
    refined: "The predicates allow a path that no run takes. New ones exclude it.",
    inductive: (level: string) => `Nothing is left behind in frame ${level}: its clauses hold after every further block, too. They are a proof.`,
    failsAfter: (blocks: string) => `A run of ${blocks} fails.`,
    begin: "Nothing is known yet.",
    back: "Step back in the search", forth: "Step forward in the search", play: "Play the search, or pause",
    regionColumns: ["Region", "Place", "What is known", "Leads to"], frameColumns: ["Clause", "Place", "What holds", "Within blocks"], or: " or ", ways: "many cases",
  },
  de: {
    title: "Suche", rule: "Was das bedeutet, und warum es korrekt ist", stage: "Abstrakter Erreichbarkeitsgraph. Plus und Minus ändern die Größe, 0 zeigt alles.", none: "Es wurde noch nichts geprüft.",
    large: "Das Programm ist zu groß für diese Ansicht.", searching: "Es wird noch einmal gesucht, um es zu zeigen …",
    engine: "Welche Suche gezeigt wird", refinement: "Prädikatabstraktion", frames: "Frames (PDR)",
    small: "Kleine Blöcke", smallHelp: "Jede Anweisung ist ein eigener Block, wie ohne große Blöcke", cartesian: "Kartesisch", cartesianHelp: "Regionen sind Konjunktionen von Prädikaten; sonst beliebige Mengen von Belegungen",
    step: (at, last) => `Schritt ${at} von ${last}`,
    lead: "Diese Suche läuft für sich, von Anfang an, gleich woher das Urteil kommt.",
    regions: ["Region", "Regionen"], covered: (count) => `${count} von einer früheren Region überdeckt`, steps: ["Block", "Blöcken"],
    round: (number) => `Graph ${number}`, cut: "nur die ersten Regionen sind gezeichnet",
    graph: (known) => `was erreichbar ist; bekannt: ${known}`, nothingKnown: "was erreichbar ist, wenn über die Variablen nichts bekannt ist", predicates: ["Prädikat", "Prädikate"],
    noPath: "Kein Pfad führt zum Fehler",
    path: (steps) => `Ein Pfad aus ${steps} führt zum Fehler. Nimmt ihn ein Lauf? Als Formel:`,
    core: "Kein Lauf nimmt ihn: Die markierten Bedingungen widersprechen einander.", taken: "Der Solver fand Werte dafür: Ein Lauf nimmt diesen Pfad.",
    learned: (count) => `Damit dieser Pfad ausgeschlossen ist, hat der nächste Graph ${count} mehr, aus schwächsten Vorbedingungen entlang des Pfads:`,
    condition: "wenn", changes: "dann", nothing: "nichts ändert sich", always: "immer", long: "eine Formel, zu lang zum Schreiben",
    contradicts: "widerspricht", at: (place) => `bei ${place}:`,
    formula: "Der Pfad als Formel", newOnes: "Neue Prädikate",
    never: "nicht erreicht", place: "Ort", frame: (level) => `bis ${level}`, frameHelp: (blocks) => `Was in allen Läufen aus höchstens ${blocks} gilt`, ever: "für immer", framesOf: "Was bis zu so vielen Blöcken gilt, nach Orten",
    level: (level, blocks) => `Frame ${level}: Gibt es fehlschlagende Läufe aus höchstens ${blocks}?`,
    learnedClause: (place, blocks) => `Neue Klausel, ${place}: Ohne sie wäre ein Fehler nah, und sie gilt in allen Läufen aus höchstens ${blocks}.`,
    pushed: (place, blocks) => `Die Klausel, ${place}, gilt auch in allen Läufen aus höchstens ${blocks}.`,
    refined: "Die Prädikate erlauben einen Pfad, den kein Lauf nimmt. Neue schließen ihn aus.",
    inductive: (level) => `In Frame ${level} bleibt nichts zurück: Seine Klauseln gelten auch nach jedem weiteren Block. Sie sind ein Beweis.`,
    failsAfter: (blocks) => `Ein Lauf aus ${blocks} schlägt fehl.`,
    begin: "Noch ist nichts bekannt.",
    back: "In der Suche einen Schritt zurück", forth: "In der Suche einen Schritt vor", play: "Die Suche abspielen oder anhalten",
    regionColumns: ["Region", "Ort", "Was bekannt ist", "Führt zu"], frameColumns: ["Klausel", "Ort", "Was gilt", "Bis Blöcke"], or: " oder ", ways: "viele Fälle",
  },
});

const isAlways = (condition: string | null | undefined): boolean => ["", "1", "true"].includes(condition ?? "…");

type Engine = "refinement" | "frames";

export class SearchView implements View {
  readonly id = "search";
  readonly title = t.title;
  readonly home = "main";
  readonly analyses = ["blocks"] as const;
  readonly element = h("div");
  readonly #stage = new Stage({ id: "search-stage", label: t.stage, className: "drawing", around: [68, 20] });
  readonly #chosen = new Chosen("search-choose", () => this.#forget());
  readonly #engines = { refinement: this.#choice("refinement"), frames: this.#choice("frames") };
  readonly #small = this.#option("small", t.small, t.smallHelp);
  readonly #cartesian = this.#option("cartesian", t.cartesian, t.cartesianHelp);
  readonly #count = h("p", { id: "search-count", className: "quiet" });
  readonly #said = h("p", { id: "search-said", className: "said" });
  readonly #notes = new RuleNotes(t.rule);
  readonly #table = h("div", { id: "search-frames", className: "frames", tabIndex: 0, hidden: true, aria: { role: "region", label: t.framesOf } });
  readonly #card = h("section", { id: "search-card", className: "card", hidden: true, tabIndex: 0, aria: { label: t.formula } });
  readonly #player: Player;
  #outcome: Outcome | null = null;
  #engine: Engine = "refinement";
  #refinement: RefinementView | null = null;
  #frames: FramesView | null = null;
  #moments: SearchMoment[] = [];
  #at = 0;
  /** The round that is drawn. */
  #drawn: number | null = null;
  #open = false;
  #wanted = 0;

  constructor(private readonly linking: Linking) {
    this.#player = new Player({
      label: t.title,
      numbered: (at, last) => t.step(figure.format(at + 1), figure.format(last + 1)),
      go: (step) => void this.#go(step),
    });
    this.element.addEventListener("keydown", (event) => {
      if (!(event.target as Element).closest(".stage-tools, [role=region]")) this.#player.key(event);
    });
    this.element.append(
      h("div", { className: "bars" },
        h("header", { className: "toolbar" },
          h("div", { className: "choice", aria: { role: "group", label: t.engine } }, this.#engines.refinement, this.#engines.frames),
          this.#small, this.#cartesian, this.#chosen.element, this.#count),
        this.#player.element),
      this.#said, this.#notes.element, this.#stage.element, this.#table, this.#card);
    registerPlayer(this.id, t.title, t, this.#player, () => this.#open && this.#last > 0);
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
    else if (!this.#refinement && !this.#frames) void this.#load();
  }

  drawing(): Drawing | null {
    const moment = this.#moments[this.#at];
    return moment && this.#refinement ? { picture: this.#picture(moment.round), name: `round-${moment.round + 1}` } : null;
  }

  tableData(): TableData | null {
    return this.#refinement ? this.#regionTable(this.#refinement) : this.#frames ? this.#clauseTable(this.#frames) : null;
  }

  get #last(): number {
    return this.#frames ? this.#frames.events.length - 1 : this.#moments.length - 1;
  }

  #choice(engine: Engine): HTMLButtonElement {
    const button = h("button", { type: "button", className: "small", aria: { pressed: String(engine === "refinement") } }, t[engine]);
    button.addEventListener("click", () => {
      this.#engine = engine;
      for (const [name, other] of Object.entries(this.#engines)) other.setAttribute("aria-pressed", String(name === engine));
      this.#forget();
    });
    return button;
  }

  #option(id: string, text: string, title: string): HTMLButtonElement {
    const button = h("button", { type: "button", id: `search-${id}`, className: "small", title, aria: { pressed: "false" } }, text);
    button.addEventListener("click", () => {
      button.setAttribute("aria-pressed", String(button.getAttribute("aria-pressed") !== "true"));
      this.#forget();
    });
    return button;
  }

  #forget(): void {
    this.#refinement = this.#frames = this.#drawn = null;
    this.#moments = [];
    this.#at = 0;
    this.#player.load(0, null, 0);
    this.#player.element.hidden = this.#said.hidden = this.#card.hidden = true;
    this.#count.textContent = this.#said.textContent = "";
    this.#notes.show([]);
    this.#small.hidden = this.#cartesian.hidden = this.#engine === "frames";
    this.#say(t.none);
    void this.#load();
  }

  #say(text: string): void {
    this.#table.hidden = true;
    this.#stage.element.hidden = false;
    this.#stage.show(h("p", { className: "hint" }, text));
  }

  get #options(): RefinementOptions {
    const isPressed = (button: HTMLElement): boolean => button.getAttribute("aria-pressed") === "true";
    return { small: isPressed(this.#small), cartesian: isPressed(this.#cartesian) };
  }

  #picture(step: number): Picture {
    return { of: "round", property: this.#chosen.number ?? 0, step, ...this.#options };
  }

  async #load(): Promise<void> {
    const [outcome, property] = [this.#outcome, this.#chosen.number];
    if (!this.#open || !outcome || property === null) return;
    const wanted = ++this.#wanted;
    this.#say(t.searching);
    const [frames, refinement] = await (this.#engine === "frames" ? Promise.all([outcome.ask({ of: "frames", property }), null]) : Promise.all([null, refinementOf(outcome, property, this.#options)]));
    if (wanted !== this.#wanted) return;
    this.#frames = frames === null ? null : (JSON.parse(frames) as FramesView);
    this.#refinement = refinement?.view ?? null;
    this.#moments = this.#refinement ? momentsOf(this.#refinement) : [];
    const figures = (this.#frames ?? this.#refinement)?.figures;
    if (!figures) return this.#say(unlessStopped(outcome, t.large));
    this.#count.textContent = figuresText(figures);
    this.#count.title = t.lead;
    this.#player.element.hidden = this.#said.hidden = false;
    const marked = this.#moments.flatMap(({ stage }, i) => (stage === "graph" ? [i] : []));
    this.#player.load(Math.max(0, this.#last), null, null, marked);
    await this.#go(0);
  }

  async #go(at: number): Promise<void> {
    this.#at = at;
    if (this.#frames) this.#showFrames(this.#frames, at);
    else if (this.#refinement) await this.#showRound(this.#refinement, at);
    this.element.dispatchEvent(new Event("redrawn", { bubbles: true }));
  }

  async #showRound(view: RefinementView, at: number): Promise<void> {
    const moment = this.#moments[at];
    const round = view.rounds[moment?.round ?? 0];
    if (!moment || !round || !this.#outcome) return this.#say(endText(view.end));
    const words = this.#roundWords(view, round, moment);
    this.#player.show(at, words);
    this.#said.textContent = words;
    this.#notes.show([moment.stage]);
    this.#formula(view, round, moment);
    this.#table.hidden = true;
    this.#stage.element.hidden = false;
    if (this.#drawn !== moment.round) {
      const wanted = ++this.#wanted;
      const text = await this.#outcome.ask({ of: "picture", picture: this.#picture(moment.round), format: "scene" });
      if (wanted !== this.#wanted) return;
      if (text === null) return this.#say(unlessStopped(this.#outcome, t.large));
      this.#stage.show(sceneElement(JSON.parse(text) as Scene, (spot) => this.#follow(view, round, spot)));
      this.#stage.centre(this.#stage.stage.querySelector("rect.initial"));
      this.#drawn = moment.round;
    }
    this.#stage.stage.classList.toggle("without-path", moment.stage === "graph" && round.path.length > 0);
  }

  #roundWords(view: RefinementView, round: RoundView, { round: number, stage }: SearchMoment): string {
    const last = number === view.rounds.length - 1;
    const end = last ? ` ${endText(view.end)}` : "";
    switch (stage) {
      case "graph": {
        const count = view.rounds.slice(0, number).reduce((sum, { predicates }) => sum + predicates.length, 0);
        const covered = round.edges.filter((edge) => edge.isCovered).length;
        const size = [counted(round.nodes.length, t.regions), covered ? t.covered(figure.format(covered)) : "", round.isCutShort ? t.cut : ""].filter(Boolean).join(", ");
        const what = count ? t.graph(counted(count, t.predicates)) : t.nothingKnown;
        return `${t.round(figure.format(number + 1))}: ${what}. ${size}.${round.path.length ? "" : ` ${t.noPath}.${end}`}`;
      }
      case "path":
        return t.path(counted(round.path.length, t.steps)) + (last && view.end.kind !== "proved" ? end : "");
      case "core":
        return t.core + (round.predicates.length ? "" : end);
      case "predicates":
        return t.learned(counted(round.predicates.length, t.predicates)) + (last ? end : "");
    }
  }

  /** The path as a formula, with what contradicts itself, and the new predicates. */
  #formula({ places }: RefinementView, round: RoundView, { stage }: SearchMoment): void {
    this.#card.hidden = stage === "graph";
    const name = (place: number): string => this.#place(places, place);
    if (stage === "predicates") {
      this.#card.replaceChildren(h("h2", {}, t.newOnes), h("ul", { className: "claims" }, ...round.predicates.map(({ place, text }) => this.#predicate(name(place), text))));
      return;
    }
    const marked = stage === "core";
    const step = ({ source, target, condition, changes, isNeeded }: PathFormulaView): HTMLElement => {
      const assigned = changes.flatMap(([variable, value], i) => [i ? ", " : "", h("code", {}, `${variable} = ${value ?? "…"}`)]);
      return h("li", { className: marked && isNeeded ? "needed" : "" },
        h("span", { className: "quiet" }, `${name(source)} → ${name(target)}`),
        h("span", {}, ...(isAlways(condition) ? [t.always] : [`${t.condition} `, condition === undefined || condition === null ? t.long : h("code", {}, condition)]),
          marked && isNeeded ? h("b", { className: "chip" }, t.contradicts) : null),
        h("span", {}, `${t.changes} `, ...(assigned.length ? assigned : [t.nothing])));
    };
    this.#card.replaceChildren(h("h2", {}, t.formula), h("ol", { className: "formula" }, ...round.path.map(step)));
  }

  #predicate(place: string, text: string | null | undefined): HTMLElement {
    return h("li", {}, h("span", { className: "quiet" }, `${t.at(place)} `), text ? h("code", {}, text) : t.long);
  }

  #showFrames(view: FramesView, at: number): void {
    const event = view.events[at];
    const words = event ? this.#eventWords(view, event) : t.begin;
    const whole = at === view.events.length - 1 && event?.kind !== "inductive" && event?.kind !== "fails" ? `${words} ${endText(view.end)}` : words;
    this.#player.show(at, whole);
    this.#said.textContent = whole;
    this.#notes.show(event ? [event.kind] : []);
    const { top, levels, inductive } = framesAfter(view, at + 1);
    const changed = clauseOf(event);
    const clause = (number: number): HTMLElement => {
      const text = view.clauses[number]?.text;
      const isNever = text === "0" || text === "false";
      return h("li", { className: number === changed ? "changed" : "" }, isNever ? t.never : text ? h("code", {}, text) : t.long);
    };
    const used = [...new Set(view.clauses.map(({ place }) => place))].sort((a, b) => a - b);
    const numbers = Array.from({ length: top }, (_, i) => i + 1);
    // A clause stands in the last frame for which it is known to hold.
    const cell = (place: number, level: number): HTMLElement => {
      const own = [...levels].filter(([number, known]) => view.clauses[number]?.place === place && (known === level || (level === top && known > top)));
      return h("td", { className: inductive !== null && level >= inductive ? "ever" : "" }, own.length ? h("ul", {}, ...own.map(([number]) => clause(number))) : null);
    };
    const table = h("table", {},
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t.place), ...numbers.map((level) =>
        h("th", { scope: "col", title: t.frameHelp(counted(level, t.steps)) }, t.frame(figure.format(level)), inductive === level ? h("b", { className: "chip" }, t.ever) : null)))),
      h("tbody", {}, ...used.map((place) => h("tr", {}, h("th", { scope: "row" }, this.#place(view.places, place)), ...numbers.map((level) => cell(place, level))))));
    this.#table.replaceChildren(table);
    this.#table.hidden = false;
    this.#stage.element.hidden = true;
    this.#card.hidden = event?.kind !== "refined";
    if (event?.kind === "refined") {
      const one = ({ place, text }: PredicateView): HTMLElement => this.#predicate(this.#place(view.places, place), text);
      this.#card.replaceChildren(h("h2", {}, t.newOnes), h("ul", { className: "claims" }, ...event.predicates.map(one)));
    }
    this.#table.querySelector(".changed")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  #eventWords(view: FramesView, event: FrameEvent): string {
    const place = (clause: number): string => this.#place(view.places, view.clauses[clause]?.place ?? 0);
    switch (event.kind) {
      case "level":
        return t.level(figure.format(event.level), counted(event.level, t.steps));
      case "learned":
        return t.learnedClause(place(event.clause), counted(event.level, t.steps));
      case "pushed":
        return t.pushed(place(event.clause), counted(event.level, t.steps));
      case "refined":
        return t.refined;
      case "inductive":
        return t.inductive(figure.format(event.level));
      case "fails":
        return t.failsAfter(counted(event.blocks, t.steps));
    }
  }

  #place(places: readonly SearchPlace[], number: number): string {
    const place = places[number];
    return place ? placeName(place) : "";
  }

  #follow({ places }: RefinementView, round: RoundView, { link }: Hotspot): void {
    const place = link.to === "place" ? places[round.nodes[link.number]?.place ?? -1] : undefined;
    if (place) this.linking.pin({ line: { file: place.file, line: place.line } });
  }

  #regionTable(view: RefinementView): TableData {
    const number = this.#moments[this.#at]?.round ?? 0;
    const { nodes, edges } = view.rounds[number] ?? { nodes: [], edges: [] };
    return {
      caption: t.round(figure.format(number + 1)),
      columns: t.regionColumns,
      count: nodes.length,
      cells: (row) => {
        const node = nodes[row];
        if (!node) return [];
        const cases = node.cases?.map((one) => one.join(" && ")).join(t.or) ?? t.ways;
        const targets = edges.flatMap(({ source, target }) => (source === row ? [target] : []));
        return [row, this.#place(view.places, node.place), cases, [...new Set(targets)].join(", ")];
      },
      part: (row) => {
        const place = view.places[nodes[row]?.place ?? -1];
        return place ? { line: { file: place.file, line: place.line } } : null;
      },
      chosen: () => null,
    };
  }

  #clauseTable(view: FramesView): TableData {
    const rows = [...framesAfter(view, this.#at + 1).levels].sort(([a], [b]) => a - b);
    return {
      caption: t.framesOf,
      columns: t.frameColumns,
      count: rows.length,
      cells: (row) => {
        const [number, level] = rows[row] ?? [0, 0];
        const clause = view.clauses[number];
        return clause ? [number, this.#place(view.places, clause.place), clause.text ?? t.long, level] : [];
      },
      part: (row) => {
        const place = view.places[view.clauses[rows[row]?.[0] ?? 0]?.place ?? -1];
        return place ? { line: { file: place.file, line: place.line } } : null;
      },
      chosen: () => null,
    };
  }
}
