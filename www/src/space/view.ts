/** An interactive drawing of a graph: pans, zooms, selects. */
import { h, icon } from "../dom";
import type { Language } from "../frame/settings";
import { language } from "../text/language";
import type { SpaceChart } from "./chart";
import { listen, type Place } from "./gestures";
import { canMove, Motion } from "./motion";
import { type Emphasis, noEmphasis, Painter, type Veil } from "./paint";
import { Surface } from "./surface";
import { Tip } from "./tip";
import { Viewport } from "./viewport";

const tables = {
  en: {
    keys: (name: string) => `${name}. Arrow keys, j and k move along the edges; Enter opens and closes groups, plus and minus zoom, 0 shows everything.`,
    zoomIn: "Zoom in (+)", zoomOut: "Zoom out (−)", fit: "Show everything (0)", home: "Go to the initial state (Home)",
  },
  de: {
    keys: (name: string) => `${name}. Pfeiltasten, j und k folgen den Kanten; die Eingabetaste öffnet und schließt Gruppen, Plus und Minus ändern die Größe, 0 zeigt alles.`,
    zoomIn: "Vergrößern (+)", zoomOut: "Verkleinern (−)", fit: "Alles zeigen (0)", home: "Zum Anfangszustand (Pos1)",
  },
};

export interface SpaceOptions {
  /** Prefix for the ids of its elements, if they need any. */
  name?: string;
  /** A description of the picture. */
  label: string;
  /** Called with the selected state (for a group the one found first), or null for a click on the background. */
  select: (state: number | null) => void;
  /** Called with the hovered state. */
  hover?: (state: number | null) => void;
  /** Called with a state whose group should be opened or closed. */
  unfold?: (state: number) => void;
  /** Number of pixels covered at the bottom. */
  covered?: () => number;
  /** The element that defines its colours, if not the page as a whole. */
  colours?: Element;
  /** Its language, if not that of the page. */
  language?: Language;
}

const arrows: Record<string, "ArrowUp" | "ArrowDown" | "ArrowLeft" | "ArrowRight"> = {
  ArrowUp: "ArrowUp", ArrowDown: "ArrowDown", ArrowLeft: "ArrowLeft", ArrowRight: "ArrowRight", k: "ArrowUp", j: "ArrowDown",
};

export class SpaceView {
  /** The drawing with its buttons. */
  readonly element = h("div", { className: "stage" });
  /** The text with the numbers of shown states and edges. */
  readonly count = h("p", { className: "count" });
  /** The text shown while there is nothing to show. */
  readonly empty = h("p", { className: "hint empty", hidden: true });
  /** Its buttons; the owner may add more. */
  readonly tools = h("div", { className: "stage-tools" });
  readonly canvas: HTMLCanvasElement;
  readonly #viewport: Viewport;
  readonly #surface: Surface;
  readonly #tip: Tip;
  readonly #live = h("p", { className: "sr-only", aria: { live: "polite" } });
  #emphasis = noEmphasis;
  /** Nothing can be selected in a frozen graph, nor in one that grows. */
  #mode: "selectable" | "frozen" | "growing" = "selectable";

  constructor(private readonly options: SpaceOptions) {
    const t = tables[options.language ?? language];
    this.#viewport = new Viewport(() => options.covered?.() ?? 0, () => this.canvas.clientWidth > 0);
    this.#surface = new Surface(this.#viewport, options.colours ?? document.documentElement);
    this.#tip = new Tip(this.#viewport);
    this.canvas = this.#surface.canvas;
    this.canvas.setAttribute("role", "application");
    this.canvas.setAttribute("aria-roledescription", options.label);
    this.canvas.setAttribute("aria-label", t.keys(options.label));
    const button = (name: string, label: string, act: () => void): HTMLButtonElement => {
      const id = options.name ? `${options.name}-${name}` : "";
      const made = h("button", { type: "button", id, className: "icon-button", title: label, aria: { label } }, icon(name));
      made.addEventListener("click", act);
      return made;
    };
    this.tools.append(
      button("plus", t.zoomIn, () => this.zoom(1.3)),
      button("minus", t.zoomOut, () => this.zoom(1 / 1.3)),
      button("fit", t.fit, () => this.fit()),
      button("home", t.home, () => this.home()),
    );
    if (options.name) {
      this.element.id = `${options.name}-stage`;
      this.canvas.id = `${options.name}-canvas`;
      this.count.id = `${options.name}-count`;
      this.empty.id = `${options.name}-empty`;
    }
    this.element.append(this.canvas, this.count, this.empty, this.tools, this.#tip.element, this.#live);
    new ResizeObserver(() => this.#resize()).observe(this.element);
    listen(this.canvas, {
      pan: (dx, dy) => {
        this.#viewport.pan(dx, dy);
        this.#surface.gesture();
      },
      zoom: (factor, at) => {
        this.#viewport.zoomAt(factor, at);
        this.#surface.gesture();
      },
      hover: (at) => this.#hover(at && this.#nodeAt(at)),
      click: (at) => this.#choose(this.#nodeAt(at)),
      double: (at) => this.#double(at),
    });
    this.canvas.addEventListener("keydown", (event) => this.#key(event));
  }

  get chart(): SpaceChart | null {
    return this.#surface.painter?.chart ?? null;
  }

  /** Shows another graph. */
  show(chart: SpaceChart | null): void {
    this.#emphasis = noEmphasis;
    this.#mode = "selectable";
    this.#surface.show(chart ? new Painter(chart) : null);
    this.home();
  }

  /** Shows the same graph, grown or drawn differently: keeps the view and the emphasis. */
  change(chart: SpaceChart): void {
    const before = this.chart;
    if (!before) return this.show(chart);
    const painter = new Painter(chart);
    painter.emphasise(this.#emphasis);
    this.#mode = "selectable";
    this.#surface.show(painter);
    this.#hover(null);
    const then = this.#viewport.follow(before, chart, this.#emphasis.selected);
    if (canMove(chart)) this.#surface.move(new Motion(before, chart, then, this.#viewport.camera));
  }

  /** Shows a growing graph: nothing moves, and nothing can be selected. */
  grow(chart: SpaceChart): void {
    if (this.#mode === "growing") this.#surface.show(new Painter(chart));
    else this.show(chart);
    this.freeze();
    this.#mode = "growing";
  }

  /** Disables selection until another graph is shown. */
  freeze(): void {
    this.#hover(null);
    if (this.#mode === "selectable") this.#mode = "frozen";
  }

  emphasise(change: Partial<Emphasis>): void {
    this.#emphasis = { ...this.#emphasis, ...change };
    this.#surface.painter?.emphasise(this.#emphasis);
    this.#surface.repaint();
  }

  /** Draws nodes and links with these shades until another graph is shown; without them, plainly. */
  veil(nodes: Veil, links: Veil = null): void {
    const { painter } = this.#surface;
    if (!painter) return;
    painter.nodeVeil = nodes;
    painter.linkVeil = links;
    this.#surface.repaint();
  }

  /** Announces a change to screen readers. */
  announce(text: string): void {
    this.#live.textContent = text;
  }

  /** Called when the colours have changed. */
  recolour(): void {
    this.#surface.recolour();
  }

  /** The initial view: everything if it is legible, otherwise the initial state and its surroundings. */
  home(): void {
    this.#viewport.home(this.chart);
    this.#surface.draw();
  }

  fit(): void {
    if (!this.chart) return;
    this.#viewport.fit(this.chart);
    this.#surface.draw();
  }

  zoom(factor: number): void {
    this.#viewport.zoom(factor);
    this.#surface.draw();
  }

  /** Brings a state, or its group, into view. */
  reveal(state: number): void {
    if (this.chart && this.#viewport.reveal(this.chart, state)) this.#surface.draw();
  }

  #resize(): void {
    const { clientWidth: width, clientHeight: height } = this.element;
    if (!width || !height) return;
    this.#viewport.resize({ width, height }, this.chart);
    this.#surface.resize();
  }

  #nodeAt([x, y]: Place): number | null {
    if (this.#mode !== "selectable") return null;
    const { camera } = this.#viewport;
    return this.#surface.painter?.nodeAt(...camera.toDrawing(x, y), 7 / camera.scale) ?? null;
  }

  /** The representative state of a node: the selected one, if the node contains it. */
  #stateAt(node: number): number {
    const { selected } = this.#emphasis;
    return selected !== null && this.chart?.nodeOf(selected) === node ? selected : (this.chart?.stateAt(node) ?? 0);
  }

  #choose(node: number | null): void {
    if (this.#mode === "selectable") this.options.select(node === null ? null : this.#stateAt(node));
  }

  #double(at: Place): void {
    const node = this.#nodeAt(at);
    if (node !== null && this.options.unfold && this.#surface.painter?.isGroup(node)) return this.options.unfold(this.#stateAt(node));
    this.#viewport.zoomAt(1.8, at);
    this.#surface.gesture();
  }

  #hover(node: number | null): void {
    this.canvas.classList.toggle("pointing", node !== null);
    this.#tip.show(this.chart, node);
    const state = node === null ? null : this.#stateAt(node);
    if (state === this.#emphasis.hovered) return;
    this.emphasise({ hovered: state });
    this.options.hover?.(state);
  }

  /** The next visible node in this direction, or the first node without a selection. */
  #next(chart: SpaceChart, key: string): number | null {
    const direction = arrows[key];
    const from = this.#emphasis.selected === null ? null : chart.nodeOf(this.#emphasis.selected);
    const next = !direction || from === null ? 0 : chart.neighbour(from, direction);
    return next !== null && next < chart.nodeCount && !this.#surface.painter?.isHidden(next) ? next : null;
  }

  #key(event: KeyboardEvent): void {
    const chart = this.chart;
    // The page has already handled it.
    if (!chart || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (arrows[event.key]) {
      const next = this.#mode === "selectable" ? this.#next(chart, event.key) : null;
      if (next !== null) {
        this.#choose(next);
        this.announce(chart.nodeWords(next));
      }
    } else if (event.key === "Enter" && this.options.unfold) {
      if (this.#emphasis.selected !== null && this.#mode === "selectable") this.options.unfold(this.#emphasis.selected);
    } else if (event.key === "+" || event.key === "=") this.zoom(1.25);
    else if (event.key === "-") this.zoom(0.8);
    else if (event.key === "0" || event.key === "f") this.fit();
    else if (event.key === "Home") this.home();
    else return;
    event.preventDefault();
  }
}
