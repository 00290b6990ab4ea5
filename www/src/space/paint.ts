/** Paints a state space on a canvas: only what is seen, and only as much of it as can be told apart. */
import type { Camera, Size } from "./camera";
import type { EdgeKindName, SpaceChart, StateKindName } from "./chart";

/** Radius of a state in the drawing; the engine's layout reckons with it. */
export const radius = 14;

export interface Emphasis {
  selected: number | null;
  hovered: number | null;
  /** States at the selected line. */
  marked: ReadonlySet<number>;
  /** The failing run. */
  runStates: ReadonlySet<number>;
  runEdges: ReadonlySet<number>;
}

export interface Palette {
  ground: string;
  panel: string;
  ink: string;
  faint: string;
  edge: string;
  call: string;
  accent: string;
  onAccent: string;
  satisfied: string;
  satisfiedTint: string;
  violated: string;
  violatedTint: string;
  unknown: string;
  unknownTint: string;
  mark: string;
  markEdge: string;
  font: string;
}

/** The colours of the theme in force. */
export function paletteOf(element: Element): Palette {
  const style = getComputedStyle(element);
  const get = (name: string): string => style.getPropertyValue(name).trim();
  return {
    ground: get("--canvas"),
    panel: get("--panel"),
    ink: get("--ink"),
    faint: get("--ink-3"),
    edge: get("--edge"),
    call: get("--call"),
    accent: get("--accent"),
    onAccent: get("--on-accent"),
    satisfied: get("--satisfied"),
    satisfiedTint: get("--satisfied-tint"),
    violated: get("--violated"),
    violatedTint: get("--violated-tint"),
    unknown: get("--unknown"),
    unknownTint: get("--unknown-tint"),
    mark: get("--mark"),
    markEdge: get("--mark-edge"),
    font: get("--mono"),
  };
}

/** A path of several thousand curves takes longer to stroke than its pieces. */
const batch = 400;

export class Painter {
  /** Left, top, right and bottom of every edge. */
  readonly #bounds: Float32Array;

  constructor(readonly chart: SpaceChart) {
    const { routeStarts, routePoints } = chart.data;
    this.#bounds = new Float32Array(4 * chart.edgeCount);
    for (let edge = 0; edge < chart.edgeCount; edge++) {
      let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
      for (let p = routeStarts[edge]!; p < routeStarts[edge + 1]!; p++) {
        left = Math.min(left, routePoints[2 * p]!);
        right = Math.max(right, routePoints[2 * p]!);
        top = Math.min(top, routePoints[2 * p + 1]!);
        bottom = Math.max(bottom, routePoints[2 * p + 1]!);
      }
      if (left > right) {
        // A loop, or a call that leads from component to component.
        const [source, target] = [chart.source(edge), chart.target(edge)];
        left = Math.min(chart.x(source), chart.x(target));
        right = Math.max(chart.x(source), chart.x(target)) + 3 * radius;
        top = Math.min(chart.y(source), chart.y(target)) - radius;
        bottom = Math.max(chart.y(source), chart.y(target)) + radius;
      }
      this.#bounds.set([left, top, right, bottom], 4 * edge);
    }
  }

  paint(context: CanvasRenderingContext2D, camera: Camera, screen: Size, palette: Palette, emphasis: Emphasis): void {
    const { scale } = camera;
    context.fillStyle = palette.ground;
    context.fillRect(0, 0, screen.width, screen.height);
    context.save();
    context.scale(scale, scale);
    context.translate(-camera.x, -camera.y);
    const [left, top] = camera.toDrawing(0, 0);
    const [right, bottom] = camera.toDrawing(screen.width, screen.height);
    const seen = { left: left - radius, top: top - radius, right: right + radius, bottom: bottom + radius };

    this.#paintEdges(context, scale, seen, palette, emphasis);
    this.#paintStates(context, scale, seen, palette, emphasis);
    context.restore();
  }

  #paintEdges(context: CanvasRenderingContext2D, scale: number, seen: Box, palette: Palette, emphasis: Emphasis): void {
    const { chart } = this;
    const rough = scale < 0.22;
    const arrows = scale > 0.34;
    const byKind: Record<EdgeKindName, number[]> = { step: [], summary: [], call: [], return: [], stutter: [] };
    const near: number[] = [];
    const calls: number[] = [];
    const failing: number[] = [];
    const bounds = this.#bounds;
    for (let edge = 0; edge < chart.edgeCount; edge++) {
      const b = 4 * edge;
      if (bounds[b]! > seen.right || bounds[b + 2]! < seen.left) continue;
      if (bounds[b + 1]! > seen.bottom || bounds[b + 3]! < seen.top) continue;
      const isNear = chart.source(edge) === emphasis.selected || chart.target(edge) === emphasis.selected;
      const between = chart.crosses(edge);
      if (emphasis.runEdges.has(edge)) failing.push(edge);
      else if (between && isNear) calls.push(edge);
      else if (between) continue;
      else if (isNear) near.push(edge);
      else byKind[chart.edgeKind(edge)].push(edge);
    }
    const width = Math.max(1.25, 0.7 / scale);
    const dimmed = emphasis.runEdges.size > 0 ? 0.55 : 1;
    context.lineCap = "round";
    context.lineJoin = "round";
    for (const kind of ["stutter", "step", "summary"] as const) {
      if (kind === "stutter" && rough) continue;
      context.globalAlpha = (rough ? 0.5 : 1) * dimmed;
      context.strokeStyle = palette.edge;
      context.lineWidth = kind === "summary" ? width * 2.4 : width;
      this.#stroke(context, byKind[kind], rough, arrows);
    }
    // Calls lead across the whole drawing: only those of the selected state are shown.
    context.globalAlpha = 1;
    context.strokeStyle = palette.call;
    context.lineWidth = width * 1.3;
    context.setLineDash([6 / Math.min(scale, 1), 4 / Math.min(scale, 1)]);
    this.#stroke(context, calls, rough, arrows);
    context.setLineDash([]);
    context.strokeStyle = palette.accent;
    context.lineWidth = width * 1.6;
    this.#stroke(context, near, rough, arrows);
    context.strokeStyle = palette.violated;
    context.lineWidth = Math.max(2.6, 1.8 / scale);
    this.#stroke(context, failing, rough, arrows);
    if (scale > 1.05) this.#paintOperations(context, [...near, ...failing], palette);
  }

  #stroke(context: CanvasRenderingContext2D, edges: number[], rough: boolean, arrows: boolean): void {
    for (let start = 0; start < edges.length; start += batch) {
      context.beginPath();
      for (const edge of edges.slice(start, start + batch)) this.#trace(context, edge, rough);
      context.stroke();
    }
    if (!arrows || edges.length === 0) return;
    context.fillStyle = context.strokeStyle;
    context.beginPath();
    for (const edge of edges) this.#arrow(context, edge);
    context.fill();
  }

  #trace(context: CanvasRenderingContext2D, edge: number, rough: boolean): void {
    const { routeStarts, routePoints } = this.chart.data;
    const [first, end] = [routeStarts[edge]!, routeStarts[edge + 1]!];
    if (this.chart.crosses(edge)) {
      const [source, target] = [this.chart.source(edge), this.chart.target(edge)];
      context.moveTo(this.chart.x(source), this.chart.y(source));
      context.lineTo(this.chart.x(target), this.chart.y(target));
      return;
    }
    if (first === end) {
      const state = this.chart.source(edge);
      const [x, y] = [this.chart.x(state) + radius + 3, this.chart.y(state)];
      context.moveTo(x - 4, y - 6);
      context.bezierCurveTo(x + 10, y - 14, x + 10, y + 14, x - 4, y + 6);
      return;
    }
    const x = (p: number): number => routePoints[2 * p]!;
    const y = (p: number): number => routePoints[2 * p + 1]!;
    context.moveTo(x(first), y(first));
    if (rough || end - first === 2) {
      for (let p = first + 1; p < end; p++) context.lineTo(x(p), y(p));
      return;
    }
    // Quadratic curves through the middles of the pieces, as in the engine's own pictures.
    for (let p = first + 1; p < end - 2; p++) {
      context.quadraticCurveTo(x(p), y(p), (x(p) + x(p + 1)) / 2, (y(p) + y(p + 1)) / 2);
    }
    context.quadraticCurveTo(x(end - 2), y(end - 2), x(end - 1), y(end - 1));
  }

  #arrow(context: CanvasRenderingContext2D, edge: number): void {
    const { routeStarts, routePoints } = this.chart.data;
    const [first, end] = [routeStarts[edge]!, routeStarts[edge + 1]!];
    const [source, target] = [this.chart.source(edge), this.chart.target(edge)];
    if (source === target) return this.#loopArrow(context, edge);
    const straight = end - first < 2;
    const [tx, ty] = [this.chart.x(target), this.chart.y(target)];
    const [bx, by] = straight
      ? [this.chart.x(source), this.chart.y(source)]
      : [routePoints[2 * end - 4]!, routePoints[2 * end - 3]!];
    const angle = Math.atan2(ty - by, tx - bx);
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    const [x, y] = [tx - cos * (radius + 1.5), ty - sin * (radius + 1.5)];
    context.moveTo(x, y);
    context.lineTo(x - cos * 8 - sin * 3.8, y - sin * 8 + cos * 3.8);
    context.lineTo(x - cos * 8 + sin * 3.8, y - sin * 8 - cos * 3.8);
    context.closePath();
  }

  #loopArrow(context: CanvasRenderingContext2D, edge: number): void {
    const state = this.chart.source(edge);
    const [x, y] = [this.chart.x(state) + radius - 1, this.chart.y(state) + 6];
    context.moveTo(x, y);
    context.lineTo(x + 7, y - 3.4);
    context.lineTo(x + 5.6, y + 3.4);
    context.closePath();
  }

  #paintOperations(context: CanvasRenderingContext2D, edges: number[], palette: Palette): void {
    const { routeStarts, routePoints } = this.chart.data;
    context.font = `10px ${palette.font}`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.lineWidth = 4;
    for (const edge of edges) {
      const [first, end] = [routeStarts[edge]!, routeStarts[edge + 1]!];
      if (end - first < 2) continue;
      const middle = (first + end) >> 1;
      const x = (routePoints[2 * middle]! + routePoints[2 * middle - 2]!) / 2;
      const y = (routePoints[2 * middle + 1]! + routePoints[2 * middle - 1]!) / 2;
      const text = shortened(this.chart.operation(edge));
      context.strokeStyle = palette.ground;
      context.strokeText(text, x, y);
      context.fillStyle = palette.ink;
      context.fillText(text, x, y);
    }
  }

  #paintStates(context: CanvasRenderingContext2D, scale: number, seen: Box, palette: Palette, emphasis: Emphasis): void {
    const { chart } = this;
    const labelled = radius * scale >= 7.5;
    const dots = radius * scale < 2.2;
    const size = dots ? Math.max(radius, 1.1 / scale) : radius;
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.font = `500 11px ${palette.font}`;
    context.lineWidth = Math.max(1.4, 0.8 / scale);
    for (let state = 0; state < chart.stateCount; state++) {
      const [x, y] = [chart.x(state), chart.y(state)];
      if (x < seen.left || x > seen.right || y < seen.top || y > seen.bottom) continue;
      const kind = chart.kind(state);
      const look = this.#look(state, kind, palette, emphasis);
      if (dots) {
        context.fillStyle = look.dot;
        context.fillRect(x - size, y - size, 2 * size, 2 * size);
        continue;
      }
      context.fillStyle = look.fill;
      context.strokeStyle = look.stroke;
      context.lineWidth = Math.max(look.width, 0.8 / scale);
      context.beginPath();
      outline(context, kind, x, y);
      context.fill();
      if (kind === "open") context.setLineDash([3, 3]);
      context.stroke();
      context.setLineDash([]);
      if ((kind === "final" || kind === "proved") && scale > 0.3) {
        context.lineWidth = 1;
        context.beginPath();
        context.roundRect(x - 10, y - 10, 20, 20, 4);
        context.stroke();
      }
      if (kind === "initial" && scale > 0.2) entryArrow(context, x, y);
      if (labelled) {
        context.fillStyle = look.text;
        context.fillText(String(chart.line(state)), x, y + 0.5);
      }
    }
    for (const state of [emphasis.hovered, emphasis.selected]) {
      if (state === null || state >= chart.stateCount) continue;
      context.strokeStyle = palette.accent;
      context.globalAlpha = state === emphasis.selected ? 1 : 0.5;
      context.lineWidth = Math.max(2, 1.6 / scale);
      context.beginPath();
      context.arc(chart.x(state), chart.y(state), Math.max(radius + 5, 5 / scale), 0, 2 * Math.PI);
      context.stroke();
      context.globalAlpha = 1;
    }
  }

  #look(state: number, kind: StateKindName, palette: Palette, emphasis: Emphasis): Look {
    if (state === emphasis.selected) {
      return { fill: palette.accent, stroke: palette.accent, text: palette.onAccent, dot: palette.accent, width: 1.6 };
    }
    const look: Look = { fill: palette.panel, stroke: palette.faint, text: palette.ink, dot: palette.faint, width: 1.4 };
    if (kind === "initial") Object.assign(look, { stroke: palette.ink, dot: palette.ink, width: 2.2 });
    if (kind === "final" || kind === "proved") {
      Object.assign(look, { fill: palette.satisfiedTint, stroke: palette.satisfied, dot: palette.satisfied, width: 1.8 });
    }
    if (kind === "nullDereference" || kind === "refuted") {
      Object.assign(look, { fill: palette.violatedTint, stroke: palette.violated, dot: palette.violated, width: 2 });
    }
    if (kind === "exception") {
      Object.assign(look, { fill: palette.unknownTint, stroke: palette.unknown, dot: palette.unknown, width: 2 });
    }
    if (kind === "handedOn") Object.assign(look, { stroke: palette.call, dot: palette.call, width: 1.8 });
    if (emphasis.marked.has(state)) Object.assign(look, { fill: palette.mark, stroke: palette.markEdge, dot: palette.markEdge });
    if (emphasis.runStates.has(state)) Object.assign(look, { stroke: palette.violated, dot: palette.violated, width: 2.4 });
    return look;
  }
}

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

interface Look {
  fill: string;
  stroke: string;
  text: string;
  dot: string;
  width: number;
}

/** States of different kinds differ in shape, not only in colour. */
function outline(context: CanvasRenderingContext2D, kind: StateKindName, x: number, y: number): void {
  switch (kind) {
    case "final":
    case "proved":
      context.roundRect(x - 13, y - 13, 26, 26, 6);
      break;
    case "nullDereference":
    case "refuted":
      polygon(context, x, y, 8, Math.PI / 8, 15);
      break;
    case "exception":
    case "handedOn":
      polygon(context, x, y, 4, 0, 17);
      break;
    default:
      context.arc(x, y, radius - 1, 0, 2 * Math.PI);
  }
}

function polygon(context: CanvasRenderingContext2D, x: number, y: number, corners: number, turn: number, r: number): void {
  for (let i = 0; i < corners; i++) {
    const angle = turn + (i * 2 * Math.PI) / corners;
    const point = [x + r * Math.cos(angle), y + r * Math.sin(angle)] as const;
    if (i === 0) context.moveTo(...point);
    else context.lineTo(...point);
  }
  context.closePath();
}

function entryArrow(context: CanvasRenderingContext2D, x: number, y: number): void {
  context.beginPath();
  context.moveTo(x - radius - 16, y);
  context.lineTo(x - radius - 3, y);
  context.moveTo(x - radius - 8, y - 4.5);
  context.lineTo(x - radius - 2, y);
  context.lineTo(x - radius - 8, y + 4.5);
  context.stroke();
}

const shortened = (text: string): string => (text.length > 36 ? `${text.slice(0, 35)}…` : text);
