/** The canvas on which a graph is painted, once per frame at most. */
import { h } from "../dom";
import { type Palette, paletteOf } from "./look";
import type { Motion } from "./motion";
import type { Painter } from "./paint";
import { Snapshot } from "./snapshot";
import type { Viewport } from "./viewport";

/** Above this many milliseconds per frame, the picture is moved instead of repainted. */
const slow = 28;

export class Surface {
  readonly canvas = h("canvas", { tabIndex: 0 });
  readonly #context: CanvasRenderingContext2D;
  readonly #snapshot = new Snapshot();
  #palette: Palette;
  #painter: Painter | null = null;
  #motion: Motion | null = null;
  #scheduled = false;
  /** The timer that ends a gesture; 0 without one. */
  #gesture = 0;

  /** `colours`: the element that defines them. */
  constructor(private readonly viewport: Viewport, private readonly colours: Element) {
    const context = this.canvas.getContext("2d", { alpha: false });
    if (!context) throw new Error("this browser has no canvas");
    this.#context = context;
    this.#palette = paletteOf(colours);
  }

  get painter(): Painter | null {
    return this.#painter;
  }

  /** Paints another graph. */
  show(painter: Painter | null): void {
    this.#painter = painter;
    this.#motion = null;
    this.repaint();
  }

  /** Moves the nodes of the graph to their positions. */
  move(motion: Motion): void {
    this.#motion = motion;
    this.draw();
  }

  /** Called when the colours have changed. */
  recolour(): void {
    this.#palette = paletteOf(this.colours);
    this.repaint();
  }

  /** Called when the size of the viewport has changed. */
  resize(): void {
    const { width, height } = this.viewport.size;
    const ratio = window.devicePixelRatio || 1;
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    this.repaint();
  }

  /** Continues a gesture; shortly after its last event the picture is repainted. */
  gesture(): void {
    clearTimeout(this.#gesture);
    this.#gesture = window.setTimeout(() => {
      this.#gesture = 0;
      this.draw();
    }, 90);
    this.draw();
  }

  /** Paints in the next frame what looks different now. */
  repaint(): void {
    this.#snapshot.drop();
    this.draw();
  }

  /** Paints in the next frame; only the view may have changed. */
  draw(): void {
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
    const { camera, size } = this.viewport;
    if (!this.#painter) return this.#clear();
    if (this.#gesture && this.#snapshot.exists) {
      this.#clear();
      this.#snapshot.paint(this.#context, camera, size);
      return;
    }
    this.#advance(this.#painter, time);
    const start = performance.now();
    this.#painter.paint(this.#context, camera, size, this.#palette);
    if (performance.now() - start > slow) this.#snapshot.take(this.canvas, camera);
    else this.#snapshot.drop();
  }

  #clear(): void {
    const { width, height } = this.viewport.size;
    this.#context.fillStyle = this.#palette.ground;
    this.#context.fillRect(0, 0, width, height);
  }

  #advance(painter: Painter, time: number): void {
    if (this.#motion?.step(time)) this.#motion = null;
    painter.moving = this.#motion !== null;
    painter.positions = this.#motion?.positions ?? painter.chart.data.positions;
    if (this.#motion) this.draw();
  }
}
