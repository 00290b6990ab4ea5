/** The last complete picture of a drawing that takes long to paint: moved during a gesture instead of repainted. */
import { Camera, type Size } from "./camera";

export class Snapshot {
  /** The camera of the picture. */
  readonly #camera = new Camera();
  #image: HTMLCanvasElement | null = null;

  get exists(): boolean {
    return this.#image !== null;
  }

  take(canvas: HTMLCanvasElement, camera: Camera): void {
    this.#image ??= document.createElement("canvas");
    this.#image.width = canvas.width;
    this.#image.height = canvas.height;
    this.#image.getContext("2d", { alpha: false })?.drawImage(canvas, 0, 0);
    Object.assign(this.#camera, camera);
  }

  drop(): void {
    this.#image = null;
  }

  /** Paints it where it belongs for this camera. */
  paint(context: CanvasRenderingContext2D, camera: Camera, { width, height }: Size): void {
    if (!this.#image) return;
    const [x, y] = camera.toScreen(this.#camera.x, this.#camera.y);
    const factor = camera.scale / this.#camera.scale;
    context.drawImage(this.#image, x, y, width * factor, height * factor);
  }
}
