/** The visible part of a drawing and its scale. */
import type { Box } from "./chart";

export interface Size {
  width: number;
  height: number;
}

const smallest = 0.0004;
const largest = 4;

export class Camera {
  /** The point of the drawing at the upper left corner of the screen. */
  x = 0;
  y = 0;
  /** Pixels on the screen for each unit of the drawing. */
  scale = 1;

  toScreen(x: number, y: number): [number, number] {
    return [(x - this.x) * this.scale, (y - this.y) * this.scale];
  }

  toDrawing(x: number, y: number): [number, number] {
    return [x / this.scale + this.x, y / this.scale + this.y];
  }

  pan(dx: number, dy: number): void {
    this.x -= dx / this.scale;
    this.y -= dy / this.scale;
  }

  /** Zooms about this point of the screen. */
  zoom(factor: number, atX: number, atY: number): void {
    const [x, y] = this.toDrawing(atX, atY);
    this.scale = Math.min(largest, Math.max(smallest, this.scale * factor));
    this.move(x, y, [atX, atY]);
  }

  /** Shows everything, centred, at most at scale 1. */
  fit(drawing: Box, screen: Size, margin: number): void {
    const scale = Math.min(
      (screen.width - 2 * margin) / Math.max(drawing.width, 1),
      (screen.height - 2 * margin) / Math.max(drawing.height, 1),
    );
    this.scale = Math.min(1.25, Math.max(smallest, scale));
    this.x = drawing.left + drawing.width / 2 - screen.width / 2 / this.scale;
    this.y = drawing.top + drawing.height / 2 - screen.height / 2 / this.scale;
  }

  /** Moves a point of the drawing to a point of the screen. */
  move(x: number, y: number, [atX, atY]: readonly [number, number]): void {
    this.x = x - atX / this.scale;
    this.y = y - atY / this.scale;
  }

  /** Centres a point of the drawing. */
  centre(x: number, y: number, screen: Size): void {
    this.move(x, y, [screen.width / 2, screen.height / 2]);
  }
}
