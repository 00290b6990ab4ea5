/** The words beside the node under the pointer. */
import { h } from "../dom";
import type { SpaceChart } from "./chart";
import { radius } from "./look";
import type { Viewport } from "./viewport";

export class Tip {
  readonly element = h("div", { className: "tip", hidden: true });

  constructor(private readonly viewport: Viewport) {}

  /** Describes a node, or nothing. */
  show(chart: SpaceChart | null, node: number | null): void {
    this.element.hidden = node === null || !chart;
    if (node === null || !chart) return;
    const { camera, size } = this.viewport;
    this.element.textContent = chart.nodeWords(node);
    const [x, y] = camera.toScreen(chart.nodeX(node), chart.nodeY(node));
    const left = Math.min(Math.max(x, 90), size.width - 90);
    this.element.style.transform = `translate(${left}px, ${y - radius * camera.scale - 10}px) translate(-50%, -100%)`;
  }
}
