/** An interactive drawing of a graph: pans, zooms, selects. */
import { h, icon } from "../dom";
import { texts } from "../text/language";
import { Camera, type Size } from "./camera";
import type { SpaceChart } from "./chart";
import { listen, type Place } from "./gestures";
import { type Palette, paletteOf, radius } from "./look";
import { anchorOf, canMove, Motion } from "./motion";
import { type Emphasis, noEmphasis, Painter, type Veil } from "./paint";

const t = texts({
  en: {
    keys: (name: string) => `${name}. Arrow keys, j and k move along the edges; Enter opens and closes groups, plus and minus zoom, 0 shows everything.`,
    zoomIn: "Zoom in (+)", zoomOut: "Zoom out (−)", fit: "Show everything (0)", home: "Go to the initial state (Home)",
  },
  de: {
    keys: (name: string) => `${name}. Pfeiltasten, j und k folgen den Kanten; die Eingabetaste öffnet und schließt Gruppen, Plus und Minus ändern die Größe, 0 zeigt alles.`,
    zoomIn: "Vergrößern (+)", zoomOut: "Verkleinern (−)", fit: "Alles zeigen (0)", home: "Zum Anfangszustand (Pos1)",
  },
});

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
}

/** Height in pixels of the line that says how much is shown. */
const counted = 18;

/** Above this many milliseconds per frame, the picture is moved instead of repainted. */
const slow = 28;

const arrows: Record<string, "ArrowUp" | "ArrowDown" | "ArrowLeft" | "ArrowRight"> = {
  ArrowUp: "ArrowUp", ArrowDown: "ArrowDown", ArrowLeft: "ArrowLeft", ArrowRight: "ArrowRight", k: "ArrowUp", j: "ArrowDown",
};

export class SpaceView {
  /** The drawing with its buttons. */
  readonly element = h("div", { className: "stage" });
  /** The text that says how much is shown. */
  readonly count = h("p", { className: "count" });
  /** The text shown while there is nothing to show. */
  readonly empty = h("p", { className: "hint empty", hidden: true });
  /** Its buttons; the owner may add more. */
  readonly tools = h("div", { className: "stage-tools" });
  readonly canvas = h("canvas", { tabIndex: 0 });
  readonly #context: CanvasRenderingContext2D;
  readonly #tip = h("div", { className: "tip", hidden: true });
  readonly #live = h("p", { className: "sr-only", aria: { live: "polite" } });
  readonly #camera = new Camera();
  #screen: Size = { width: 1, height: 1 };
  #palette: Palette;
  #painter: Painter | null = null;
  #motion: Motion | null = null;
  #emphasis = noEmphasis;
  /** Read-only: nothing can be selected. */
  #inert = false;
  #growing = false;
  #scheduled = false;
  #untouched = true;
  #missed: number | null = null;
  /** The state last brought into view, unless the user has moved since: it stays in view when the drawing is resized. */
  #revealed: number | null = null;
  /** The last complete picture with its camera, moved during a gesture. */
  #picture: { image: HTMLCanvasElement; x: number; y: number; scale: number; cost: number } | null = null;
  #gesture = 0;

  constructor(private readonly options: SpaceOptions) {
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
    this.element.append(this.canvas, this.count, this.empty, this.tools, this.#tip, this.#live);
    const context = this.canvas.getContext("2d", { alpha: false });
    if (!context) throw new Error("this browser has no canvas");
    this.#context = context;
    this.#palette = this.#colours();
    new ResizeObserver(() => this.#resize()).observe(this.element);
    listen(this.canvas, {
      pan: (dx, dy) => {
        this.#camera.pan(dx, dy);
        this.#gesturing();
      },
      zoom: (factor, at) => {
        this.#camera.zoom(factor, ...at);
        this.#gesturing();
      },
      hover: (at) => this.#hover(at && this.#nodeAt(at)),
      click: (at) => this.#choose(this.#nodeAt(at)),
      double: (at) => this.#double(at),
    });
    this.canvas.addEventListener("keydown", (event) => this.#key(event));
  }

  get chart(): SpaceChart | null {
    return this.#painter?.chart ?? null;
  }

  /** Shows another graph. */
  show(chart: SpaceChart | null): void {
    this.#painter = chart ? new Painter(chart) : null;
    this.#motion = null;
    this.#emphasis = noEmphasis;
    this.#inert = this.#growing = false;
    this.#picture = null;
    this.home();
  }

  /** Shows the same graph, grown or drawn differently: keeps the view and the emphasis. */
  change(chart: SpaceChart): void {
    const before = this.chart;
    if (!before) return this.show(chart);
    const painter = new Painter(chart);
    painter.emphasise(this.#emphasis);
    this.#painter = painter;
    this.#motion = null;
    this.#picture = null;
    this.#inert = this.#growing = false;
    this.#hover(null);
    const then = Object.assign(new Camera(), this.#camera);
    const chosen = this.#emphasis.selected;
    const anchor = this.#untouched ? null : anchorOf(before, chart, then, this.#screen, chosen);
    if (anchor === null) this.home();
    else this.#camera.move(chart.x(anchor), chart.y(anchor), then.toScreen(before.x(anchor), before.y(anchor)));
    if (canMove(chart)) this.#motion = new Motion(before, chart, then, this.#camera);
    this.#draw();
  }

  /** Shows a growing graph: nothing moves, and nothing can be selected. */
  grow(chart: SpaceChart): void {
    if (this.#growing) this.#painter = new Painter(chart);
    else this.show(chart);
    this.#picture = null;
    this.freeze();
    this.#growing = true;
    this.#draw();
  }

  /** Disables selection until another graph is shown. */
  freeze(): void {
    this.#hover(null);
    this.#inert = true;
  }

  emphasise(change: Partial<Emphasis>): void {
    this.#emphasis = { ...this.#emphasis, ...change };
    this.#painter?.emphasise(this.#emphasis);
    this.#picture = null;
    this.#draw();
  }

  /** Draws nodes and links with these shades until another graph is shown; without them, plainly. */
  veil(nodes: Veil, links: Veil = null): void {
    if (!this.#painter) return;
    this.#painter.nodeVeil = nodes;
    this.#painter.linkVeil = links;
    this.#picture = null;
    this.#draw();
  }

  /** Announces a change to screen readers. */
  announce(text: string): void {
    this.#live.textContent = text;
  }

  /** Called when the colours have changed. */
  recolour(): void {
    this.#palette = this.#colours();
    this.#picture = null;
    this.#draw();
  }

  #colours(): Palette {
    return paletteOf(this.options.colours ?? document.documentElement);
  }

  /** The initial view: everything if it is legible, otherwise the initial state and its surroundings. */
  home(): void {
    const chart = this.chart;
    this.#untouched = true;
    this.#revealed = null;
    if (!chart) return this.#draw();
    const { box } = chart;
    this.#whole(chart);
    if (this.#camera.scale < (chart.nodeCount <= 2000 ? 0.5 : 0.05)) {
      this.#camera.scale = Math.min(0.85, Math.max(0.6, (this.#screen.width - 60) / box.width));
      this.#camera.centre(box.left + box.width / 2, 0, this.#screen);
      if (box.width * this.#camera.scale > this.#screen.width) this.#camera.centre(chart.nodeX(0), 0, this.#screen);
      this.#camera.y = box.top - (30 + counted) / this.#camera.scale;
    }
    this.#draw();
  }

  fit(): void {
    if (!this.chart) return;
    this.#whole(this.chart);
    this.#untouched = false;
    this.#revealed = null;
    this.#draw();
  }

  /** Fits the whole drawing below the text line. */
  #whole(chart: SpaceChart): void {
    const { width, height } = this.#free;
    this.#camera.fit(chart.box, { width, height: height - counted }, 30);
    this.#camera.pan(0, counted);
  }

  zoom(factor: number): void {
    this.#untouched = false;
    this.#camera.zoom(factor, this.#screen.width / 2, this.#screen.height / 2);
    this.#draw();
  }

  /** Brings a state, or its group, into view. */
  reveal(state: number): void {
    const chart = this.chart;
    const node = chart?.nodeOf(state) ?? null;
    if (!chart || node === null) return;
    // While its tab is closed the drawing has no size; this is repeated when the tab opens.
    this.#missed = this.canvas.clientWidth === 0 ? state : null;
    if (this.#missed !== null) return;
    const [atX, atY] = [chart.nodeX(node), chart.nodeY(node)];
    if (this.#camera.scale < 0.3) {
      this.#camera.scale = 0.8;
      this.#camera.centre(atX, atY, this.#screen);
    }
    // No further than needed: the view should not jump.
    const [x, y] = this.#camera.toScreen(atX, atY);
    const outside = (at: number, length: number, margin: number): number =>
      at < margin ? margin - at : at > length - margin ? length - margin - at : 0;
    const dx = outside(x, this.#screen.width, Math.min(60, this.#screen.width / 4));
    const { height } = this.#free;
    const dy = outside(y - counted, height - counted, Math.min(24, height / 4));
    if (dx || dy) {
      this.#untouched = false;
      // If it is far away the view jumps anyway; then the state is centred.
      const far = Math.abs(dx) > this.#screen.width / 2 || Math.abs(dy) > this.#screen.height / 2;
      if (far) this.#camera.centre(atX, atY, this.#screen);
      else this.#camera.pan(dx, dy);
    }
    this.#draw();
    this.#revealed = state;
  }

  /** The part of the screen that is not covered. */
  get #free(): Size {
    const { width, height } = this.#screen;
    return { width, height: Math.max(height / 2, height - (this.options.covered?.() ?? 0)) };
  }

  #resize(): void {
    const { clientWidth: width, clientHeight: height } = this.element;
    if (!width || !height) return;
    const ratio = window.devicePixelRatio || 1;
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    this.#screen = { width, height };
    this.#picture = null;
    const untouched = this.#untouched;
    if (untouched) this.home();
    else this.#draw();
    const state = this.#missed ?? (untouched ? null : this.#revealed);
    if (state !== null) this.reveal(state);
    this.#untouched = untouched;
  }

  #draw(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    requestAnimationFrame((time) => {
      this.#scheduled = false;
      this.#frame(time);
    });
  }

  #frame(time: number): void {
    const ratio = window.devicePixelRatio || 1;
    this.#context.setTransform(ratio, 0, 0, ratio, 0, 0);
    if (!this.#painter) {
      this.#context.fillStyle = this.#palette.ground;
      this.#context.fillRect(0, 0, this.#screen.width, this.#screen.height);
      return;
    }
    if (this.#gesture && this.#picture && this.#picture.cost > slow) {
      this.#movePicture(this.#picture);
      return;
    }
    this.#move(this.#painter, time);
    const start = performance.now();
    this.#painter.paint(this.#context, this.#camera, this.#screen, this.#palette);
    const cost = performance.now() - start;
    if (cost > slow) this.#keepPicture(cost);
    else this.#picture = null;
  }

  #move(painter: Painter, time: number): void {
    if (this.#motion?.step(time)) this.#motion = null;
    painter.moving = this.#motion !== null;
    painter.positions = this.#motion?.positions ?? painter.chart.data.positions;
    if (this.#motion) this.#draw();
  }

  #keepPicture(cost: number): void {
    const image = this.#picture?.image ?? document.createElement("canvas");
    image.width = this.canvas.width;
    image.height = this.canvas.height;
    image.getContext("2d", { alpha: false })?.drawImage(this.canvas, 0, 0);
    this.#picture = { image, x: this.#camera.x, y: this.#camera.y, scale: this.#camera.scale, cost };
  }

  #movePicture(picture: { image: HTMLCanvasElement; x: number; y: number; scale: number }): void {
    const [x, y] = this.#camera.toScreen(picture.x, picture.y);
    const factor = this.#camera.scale / picture.scale;
    this.#context.fillStyle = this.#palette.ground;
    this.#context.fillRect(0, 0, this.#screen.width, this.#screen.height);
    this.#context.drawImage(picture.image, x, y, this.#screen.width * factor, this.#screen.height * factor);
  }

  /** Continues a gesture; shortly after its last event the picture is repainted. */
  #gesturing(): void {
    this.#untouched = false;
    this.#revealed = null;
    clearTimeout(this.#gesture);
    this.#gesture = window.setTimeout(() => {
      this.#gesture = 0;
      this.#draw();
    }, 90);
    this.#draw();
  }

  #nodeAt([x, y]: Place): number | null {
    if (this.#inert) return null;
    return this.#painter?.nodeAt(...this.#camera.toDrawing(x, y), 7 / this.#camera.scale) ?? null;
  }

  /** The representative state of a node: the selected one, if the node contains it. */
  #stateAt(node: number): number {
    const { selected } = this.#emphasis;
    return selected !== null && this.chart?.nodeOf(selected) === node ? selected : (this.chart?.stateAt(node) ?? 0);
  }

  #choose(node: number | null): void {
    if (!this.#inert) this.options.select(node === null ? null : this.#stateAt(node));
  }

  #double(at: Place): void {
    const node = this.#nodeAt(at);
    if (node !== null && this.options.unfold && this.#painter?.isGroup(node)) return this.options.unfold(this.#stateAt(node));
    this.#camera.zoom(1.8, ...at);
    this.#gesturing();
  }

  #hover(node: number | null): void {
    this.canvas.classList.toggle("pointing", node !== null);
    const chart = this.chart;
    this.#tip.hidden = node === null || !chart;
    if (node !== null && chart) {
      this.#tip.textContent = chart.nodeWords(node);
      const [x, y] = this.#camera.toScreen(chart.nodeX(node), chart.nodeY(node));
      const left = Math.min(Math.max(x, 90), this.#screen.width - 90);
      this.#tip.style.transform = `translate(${left}px, ${y - radius * this.#camera.scale - 10}px) translate(-50%, -100%)`;
    }
    const state = node === null ? null : this.#stateAt(node);
    if (state === this.#emphasis.hovered) return;
    this.emphasise({ hovered: state });
    this.options.hover?.(state);
  }

  /** The node in this direction that there is. */
  #next(chart: SpaceChart, key: string): number | null {
    const direction = arrows[key];
    const from = this.#emphasis.selected === null ? null : chart.nodeOf(this.#emphasis.selected);
    const next = !direction || from === null ? 0 : chart.neighbour(from, direction);
    return next !== null && next < chart.nodeCount && !this.#painter?.isHidden(next) ? next : null;
  }

  #key(event: KeyboardEvent): void {
    const chart = this.chart;
    // The page has already handled it.
    if (!chart || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (arrows[event.key]) {
      const next = this.#inert ? null : this.#next(chart, event.key);
      if (next !== null) {
        this.#choose(next);
        this.announce(chart.nodeWords(next));
      }
    } else if (event.key === "Enter" && this.options.unfold) {
      if (this.#emphasis.selected !== null && !this.#inert) this.options.unfold(this.#emphasis.selected);
    } else if (event.key === "+" || event.key === "=") this.zoom(1.25);
    else if (event.key === "-") this.zoom(0.8);
    else if (event.key === "0" || event.key === "f") this.fit();
    else if (event.key === "Home") this.home();
    else return;
    event.preventDefault();
  }
}
