/** The visible part of a drawing, and whether the user has chosen it. */
import { Camera, type Size } from "./camera";
import type { SpaceChart } from "./chart";
import type { Place } from "./gestures";
import { anchorOf } from "./motion";

/** The height in pixels of the line of text above the drawing. */
const counted = 18;

export class Viewport {
  readonly camera = new Camera();
  size: Size = { width: 1, height: 1 };
  /** The initial view, until the user moves. */
  #untouched = true;
  /** The state last brought into view, unless the user has moved since: it stays in view when the drawing is resized. */
  #revealed: number | null = null;
  /** The state to bring into view when the drawing has a size. */
  #missed: number | null = null;

  /** `covered`: number of pixels covered at the bottom. `hasSize`: whether there is a screen, as its tab is open. */
  constructor(private readonly covered: () => number, private readonly hasSize: () => boolean) {}

  /** The initial view: everything if it is legible, otherwise the initial state and its surroundings. */
  home(chart: SpaceChart | null): void {
    this.#untouched = true;
    this.#revealed = null;
    if (!chart) return;
    const { box } = chart;
    this.#whole(chart);
    if (this.camera.scale < (chart.nodeCount <= 2000 ? 0.5 : 0.05)) {
      this.camera.scale = Math.min(0.85, Math.max(0.6, (this.size.width - 60) / box.width));
      this.camera.centre(box.left + box.width / 2, 0, this.size);
      if (box.width * this.camera.scale > this.size.width) this.camera.centre(chart.nodeX(0), 0, this.size);
      this.camera.y = box.top - (30 + counted) / this.camera.scale;
    }
  }

  fit(chart: SpaceChart): void {
    this.#whole(chart);
    this.#moved();
  }

  /** Zooms about the centre; a revealed state stays revealed. */
  zoom(factor: number): void {
    this.#untouched = false;
    this.camera.zoom(factor, this.size.width / 2, this.size.height / 2);
  }

  zoomAt(factor: number, at: Place): void {
    this.camera.zoom(factor, ...at);
    this.#moved();
  }

  pan(dx: number, dy: number): void {
    this.camera.pan(dx, dy);
    this.#moved();
  }

  /** Brings a state, or its group, into view. Returns whether it could. */
  reveal(chart: SpaceChart, state: number): boolean {
    const node = chart.nodeOf(state);
    if (node === null) return false;
    // While its tab is closed the drawing has no size; this is repeated when the tab opens.
    this.#missed = this.hasSize() ? null : state;
    if (this.#missed !== null) return false;
    const [atX, atY] = [chart.nodeX(node), chart.nodeY(node)];
    if (this.camera.scale < 0.3) {
      this.camera.scale = 0.8;
      this.camera.centre(atX, atY, this.size);
    }
    // No further than needed: the view should not jump.
    const [x, y] = this.camera.toScreen(atX, atY);
    const outside = (at: number, length: number, margin: number): number =>
      at < margin ? margin - at : at > length - margin ? length - margin - at : 0;
    const dx = outside(x, this.size.width, Math.min(60, this.size.width / 4));
    const { height } = this.#free;
    const dy = outside(y - counted, height - counted, Math.min(24, height / 4));
    if (dx || dy) {
      this.#untouched = false;
      // If it is far away the view jumps anyway; then the state is centred.
      const far = Math.abs(dx) > this.size.width / 2 || Math.abs(dy) > this.size.height / 2;
      if (far) this.camera.centre(atX, atY, this.size);
      else this.camera.pan(dx, dy);
    }
    this.#revealed = state;
    return true;
  }

  resize(size: Size, chart: SpaceChart | null): void {
    this.size = size;
    const untouched = this.#untouched;
    if (untouched) this.home(chart);
    const state = this.#missed ?? (untouched ? null : this.#revealed);
    if (chart && state !== null) this.reveal(chart, state);
    this.#untouched = untouched;
  }

  /** Another drawing of the same states: a state in view, preferably the chosen one, stays where it is. Returns the camera before. */
  follow(before: SpaceChart, after: SpaceChart, chosen: number | null): Camera {
    const then = Object.assign(new Camera(), this.camera);
    const anchor = this.#untouched ? null : anchorOf(before, after, then, this.size, chosen);
    if (anchor === null) this.home(after);
    else this.camera.move(after.x(anchor), after.y(anchor), then.toScreen(before.x(anchor), before.y(anchor)));
    return then;
  }

  #moved(): void {
    this.#untouched = false;
    this.#revealed = null;
  }

  /** Fits the whole drawing below the text line. */
  #whole(chart: SpaceChart): void {
    const { width, height } = this.#free;
    this.camera.fit(chart.box, { width, height: height - counted }, 30);
    this.camera.pan(0, counted);
  }

  /** The part of the screen that is not covered. */
  get #free(): Size {
    const { width, height } = this.size;
    return { width, height: Math.max(height / 2, height - this.covered()) };
  }
}
