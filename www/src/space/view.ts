/** A state space or a proof on its canvas: panning, zooming, pointing, and the keyboard. */
import { h, icon } from "../dom";
import { texts } from "../text/language";
import { Camera, type Size } from "./camera";
import type { SpaceChart } from "./chart";
import { type Emphasis, Painter, type Palette, paletteOf, radius } from "./paint";

const t = texts({
  en: {
    keys: (name: string) => `${name}. Arrow keys go along the edges, plus and minus zoom, 0 shows everything.`,
    zoomIn: "Zoom in (+)", zoomOut: "Zoom out (−)", fit: "Show everything (0)",
  },
  de: {
    keys: (name: string) => `${name}. Pfeiltasten gehen an den Kanten entlang, Plus und Minus ändern die Größe, 0 zeigt alles.`,
    zoomIn: "Vergrößern (+)", zoomOut: "Verkleinern (−)", fit: "Alles zeigen (0)",
  },
});

const nothing: ReadonlySet<number> = new Set();

export interface SpaceOptions {
  /** Begins the ids of its elements, if the page wants to name them. */
  name?: string;
  /** What it is a picture of, in words. */
  label: string;
  /** Hears of the state that is chosen, or that the ground was clicked. */
  select: (state: number | null) => void;
  /** Hears of the state that is pointed at. */
  hover?: (state: number | null) => void;
  /** Where its colours are set, if not on the page as a whole. */
  colours?: Element;
}

/** Above this many milliseconds a frame is too slow to follow the pointer: its picture is moved instead. */
const slow = 28;

export class SpaceView {
  /** The drawing with its buttons. */
  readonly element = h("div", { className: "stage" });
  /** What it says about how much it shows. */
  readonly count = h("p", { className: "count" });
  /** What it says while there is nothing to show. */
  readonly empty = h("p", { className: "hint empty", hidden: true });
  /** Its buttons; whoever shows it may add more. */
  readonly tools = h("div", { className: "space-tools" });
  readonly #canvas = h("canvas", { tabIndex: 0 });
  readonly #context: CanvasRenderingContext2D;
  readonly #tip = h("div", { className: "tip", hidden: true });
  readonly #live = h("p", { className: "sr-only", aria: { live: "polite" } });
  readonly #camera = new Camera();
  #screen: Size = { width: 1, height: 1 };
  #palette: Palette;
  #painter: Painter | null = null;
  #emphasis: Emphasis = { selected: null, hovered: null, marked: nothing, runStates: nothing, runEdges: nothing };
  #pointers = new Map<number, [number, number]>();
  #moved = 0;
  #scheduled = false;
  #untouched = true;
  #missed: number | null = null;
  /** What was brought into view last, unless one has looked elsewhere since: it stays in view when the drawing is resized. */
  #revealed: number | null = null;
  /** The last whole picture with its camera, to be moved about while a gesture is under way. */
  #picture: { image: HTMLCanvasElement; x: number; y: number; scale: number; cost: number } | null = null;
  #gesture = 0;

  constructor(private readonly options: SpaceOptions) {
    this.#canvas.setAttribute("role", "application");
    this.#canvas.setAttribute("aria-roledescription", options.label);
    this.#canvas.setAttribute("aria-label", t.keys(options.label));
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
    );
    if (options.name) {
      this.element.id = `${options.name}-stage`;
      this.#canvas.id = `${options.name}-canvas`;
      this.count.id = `${options.name}-count`;
      this.empty.id = `${options.name}-empty`;
    }
    this.element.append(this.#canvas, this.count, this.empty, this.tools, this.#tip, this.#live);
    const context = this.#canvas.getContext("2d", { alpha: false });
    if (!context) throw new Error("this browser has no canvas");
    this.#context = context;
    this.#palette = this.#colours();
    new ResizeObserver(() => this.#resize()).observe(this.element);
    this.#listen();
  }

  get chart(): SpaceChart | null {
    return this.#painter?.chart ?? null;
  }

  /** Shows another state space. */
  show(chart: SpaceChart | null): void {
    this.#painter = chart ? new Painter(chart) : null;
    this.#emphasis = { selected: null, hovered: null, marked: nothing, runStates: nothing, runEdges: nothing };
    this.#picture = null;
    this.home();
  }

  emphasise(change: Partial<Emphasis>): void {
    this.#emphasis = { ...this.#emphasis, ...change };
    this.#picture = null;
    this.#draw();
  }

  /** The colours have changed. */
  recolour(): void {
    this.#palette = this.#colours();
    this.#picture = null;
    this.#draw();
  }

  #colours(): Palette {
    return paletteOf(this.options.colours ?? document.documentElement);
  }

  /** The first look: everything if it can be read then, else the initial state and what follows. */
  home(): void {
    const chart = this.chart;
    this.#untouched = true;
    this.#revealed = null;
    if (!chart) return this.#draw();
    const drawing = this.#drawing(chart);
    this.#camera.fit(drawing, this.#screen, 30);
    if (this.#camera.scale < (chart.stateCount <= 2000 ? 0.5 : 0.05)) {
      this.#camera.scale = Math.min(0.85, Math.max(0.6, (this.#screen.width - 60) / drawing.width));
      this.#camera.centre(drawing.width / 2, 0, this.#screen);
      if (drawing.width * this.#camera.scale > this.#screen.width) this.#camera.centre(chart.x(0), 0, this.#screen);
      this.#camera.y = -30 / this.#camera.scale;
    }
    this.#draw();
  }

  fit(): void {
    const chart = this.chart;
    if (!chart) return;
    this.#camera.fit(this.#drawing(chart), this.#screen, 30);
    this.#untouched = false;
    this.#revealed = null;
    this.#draw();
  }

  zoom(factor: number): void {
    this.#untouched = false;
    this.#camera.zoom(factor, this.#screen.width / 2, this.#screen.height / 2);
    this.#draw();
  }

  /** Brings a state into view if it is not. */
  reveal(state: number): void {
    const chart = this.chart;
    // While its tab is closed the drawing has no size; it comes into view when the tab is opened.
    if (!chart || state >= chart.stateCount) return;
    this.#missed = this.#canvas.clientWidth === 0 ? state : null;
    if (this.#missed !== null) return;
    if (this.#camera.scale < 0.3) {
      this.#camera.scale = 0.8;
      this.#camera.centre(chart.x(state), chart.y(state), this.#screen);
    }
    // No farther than needed: what one looks at should not jump.
    const [x, y] = this.#camera.toScreen(chart.x(state), chart.y(state));
    const outside = (at: number, length: number, margin: number): number =>
      at < margin ? margin - at : at > length - margin ? length - margin - at : 0;
    const dx = outside(x, this.#screen.width, Math.min(60, this.#screen.width / 4));
    const dy = outside(y, this.#screen.height, Math.min(24, this.#screen.height / 4));
    if (dx || dy) {
      this.#untouched = false;
      // From far away it is a jump anyway; then what is around the state counts.
      const far = Math.abs(dx) > this.#screen.width / 2 || Math.abs(dy) > this.#screen.height / 2;
      if (far) this.#camera.centre(chart.x(state), chart.y(state), this.#screen);
      else this.#camera.pan(dx, dy);
    }
    this.#draw();
    this.#revealed = state;
  }

  #drawing(chart: SpaceChart): Size {
    return { width: chart.data.size[0] ?? 1, height: chart.data.size[1] ?? 1 };
  }

  #resize(): void {
    const { clientWidth: width, clientHeight: height } = this.element;
    if (!width || !height) return;
    const ratio = window.devicePixelRatio || 1;
    this.#canvas.width = Math.round(width * ratio);
    this.#canvas.height = Math.round(height * ratio);
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
    requestAnimationFrame(() => {
      this.#scheduled = false;
      this.#frame();
    });
  }

  #frame(): void {
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
    const start = performance.now();
    this.#painter.paint(this.#context, this.#camera, this.#screen, this.#palette, this.#emphasis);
    const cost = performance.now() - start;
    if (cost > slow) this.#keepPicture(cost);
    else this.#picture = null;
  }

  #keepPicture(cost: number): void {
    const image = this.#picture?.image ?? document.createElement("canvas");
    image.width = this.#canvas.width;
    image.height = this.#canvas.height;
    image.getContext("2d", { alpha: false })?.drawImage(this.#canvas, 0, 0);
    this.#picture = { image, x: this.#camera.x, y: this.#camera.y, scale: this.#camera.scale, cost };
  }

  #movePicture(picture: { image: HTMLCanvasElement; x: number; y: number; scale: number }): void {
    const [x, y] = this.#camera.toScreen(picture.x, picture.y);
    const factor = this.#camera.scale / picture.scale;
    this.#context.fillStyle = this.#palette.ground;
    this.#context.fillRect(0, 0, this.#screen.width, this.#screen.height);
    this.#context.drawImage(picture.image, x, y, this.#screen.width * factor, this.#screen.height * factor);
  }

  /** A gesture goes on; shortly after its last sign the picture is painted anew. */
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

  #stateAt(x: number, y: number): number | null {
    const chart = this.chart;
    if (!chart) return null;
    const [wx, wy] = this.#camera.toDrawing(x, y);
    const reach = Math.max(radius + 2, 7 / this.#camera.scale);
    let best: number | null = null;
    let nearest = reach * reach;
    for (let state = 0; state < chart.stateCount; state++) {
      const distance = (chart.x(state) - wx) ** 2 + (chart.y(state) - wy) ** 2;
      if (distance < nearest) [best, nearest] = [state, distance];
    }
    return best;
  }

  #listen(): void {
    const at = (event: MouseEvent): [number, number] => {
      const box = this.#canvas.getBoundingClientRect();
      // Slides are scaled as a whole.
      const scale = this.#canvas.clientWidth / box.width || 1;
      return [(event.clientX - box.left) * scale, (event.clientY - box.top) * scale];
    };
    const canvas = this.#canvas;
    canvas.addEventListener("pointerdown", (event) => {
      canvas.setPointerCapture(event.pointerId);
      if (this.#pointers.size === 0) this.#moved = 0;
      this.#pointers.set(event.pointerId, at(event));
      this.#hover(null);
    });
    canvas.addEventListener("pointermove", (event) => {
      const now = at(event);
      const before = this.#pointers.get(event.pointerId);
      if (!before) {
        this.#hover(event.pointerType === "touch" ? null : this.#stateAt(...now));
        return;
      }
      this.#drag(event.pointerId, before, now);
    });
    const release = (event: PointerEvent): void => {
      const known = this.#pointers.delete(event.pointerId);
      if (known && event.type === "pointerup" && this.#pointers.size === 0 && this.#moved < 5) {
        this.options.select(this.#stateAt(...at(event)));
      }
    };
    canvas.addEventListener("pointerup", release);
    canvas.addEventListener("pointercancel", release);
    canvas.addEventListener("pointerleave", () => this.#hover(null));
    canvas.addEventListener("dblclick", (event) => {
      this.#camera.zoom(1.8, ...at(event));
      this.#gesturing();
    });
    canvas.addEventListener(
      "wheel",
      (event) => {
        event.preventDefault();
        const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
        this.#camera.zoom(Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.0016)), ...at(event));
        this.#gesturing();
      },
      { passive: false },
    );
    canvas.addEventListener("keydown", (event) => this.#key(event));
  }

  #drag(pointer: number, before: [number, number], now: [number, number]): void {
    const others = [...this.#pointers.entries()].filter(([id]) => id !== pointer);
    this.#pointers.set(pointer, now);
    const [dx, dy] = [now[0] - before[0], now[1] - before[1]];
    this.#moved += Math.abs(dx) + Math.abs(dy);
    const other = others[0]?.[1];
    if (other) {
      const distance = (p: [number, number]): number => Math.hypot(p[0] - other[0], p[1] - other[1]);
      const middle = (p: [number, number]): [number, number] => [(p[0] + other[0]) / 2, (p[1] + other[1]) / 2];
      this.#camera.pan(middle(now)[0] - middle(before)[0], middle(now)[1] - middle(before)[1]);
      this.#camera.zoom(distance(now) / Math.max(distance(before), 1), ...middle(now));
    } else {
      this.#camera.pan(dx, dy);
    }
    this.#gesturing();
  }

  #hover(state: number | null): void {
    this.#canvas.classList.toggle("pointing", state !== null);
    const chart = this.chart;
    if (state === null || !chart) {
      this.#tip.hidden = true;
    } else {
      this.#tip.textContent = chart.words(state);
      this.#tip.hidden = false;
      const [x, y] = this.#camera.toScreen(chart.x(state), chart.y(state));
      const left = Math.min(Math.max(x, 90), this.#screen.width - 90);
      this.#tip.style.transform = `translate(${left}px, ${y - radius * this.#camera.scale - 10}px) translate(-50%, -100%)`;
    }
    if (state === this.#emphasis.hovered) return;
    this.emphasise({ hovered: state });
    this.options.hover?.(state);
  }

  #key(event: KeyboardEvent): void {
    const chart = this.chart;
    if (!chart || event.ctrlKey || event.metaKey || event.altKey) return;
    switch (event.key) {
      case "ArrowUp":
      case "ArrowDown":
      case "ArrowLeft":
      case "ArrowRight": {
        const from = this.#emphasis.selected;
        const next = from === null ? 0 : chart.neighbour(from, event.key);
        if (next !== null && next < chart.stateCount) {
          this.options.select(next);
          this.#live.textContent = chart.words(next);
        }
        break;
      }
      case "+":
      case "=":
        this.zoom(1.25);
        break;
      case "-":
        this.zoom(0.8);
        break;
      case "0":
      case "f":
        this.fit();
        break;
      default:
        return;
    }
    event.preventDefault();
  }
}
