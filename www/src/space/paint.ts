/** Paints nodes and links on a canvas: only what is visible, and only in as much detail as can be distinguished. */
import type { Camera, Size } from "./camera";
import { type EdgeKindName, groupSize, type SpaceChart, type StateKindName } from "./chart";
import { entryArrow, type Look, looksOf, outline, type Palette, radius, sheetOutline } from "./look";

/** The emphasised states and edges of the chart. */
export interface Emphasis {
  selected: number | null;
  hovered: number | null;
  /** States at the selected line. */
  marked: ReadonlySet<number>;
  /** The matches of the search. */
  hits: ReadonlySet<number>;
  /** The failing run. */
  runStates: ReadonlySet<number>;
  runEdges: ReadonlySet<number>;
  /** The edges along which something gets smaller. */
  decreasing: ReadonlySet<number>;
  /** The path to a state. */
  pathStates: ReadonlySet<number>;
  pathEdges: ReadonlySet<number>;
}

/** Smaller than this on the screen, in pixels, numbers are illegible and left out. */
const smallest = 6.5;

/** The size of a number that fits into a state. */
const numberSize = (text: string): number => (text.length < 3 ? 14 : text.length === 3 ? 11.5 : 9);

const nothing: ReadonlySet<number> = new Set();
export const noEmphasis: Emphasis = {
  selected: null, hovered: null, marked: nothing, hits: nothing, runStates: nothing, runEdges: nothing, decreasing: nothing, pathStates: nothing, pathEdges: nothing,
};

/** How a node or link is drawn: `open` ones are light and dashed, because they are unfinished. */
export type Shade = "plain" | "open" | "hidden";

/** Shades for all nodes, or all links. */
export type Veil = ((number: number) => Shade) | null;

/** Stroking a path of several thousand curves is slower than stroking it in pieces. */
const batch = 400;

/** Opacity of the highlighter. */
const penAlpha = 0.35;

interface Seen {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export class Painter {
  /** The positions of the nodes, during an animation the current ones. */
  positions: Float32Array;
  /** During an animation links are straight. */
  moving = false;
  nodeVeil: Veil = null;
  linkVeil: Veil = null;
  /** Left, top, right and bottom of every link. */
  readonly #bounds: Float32Array;
  readonly #isGroup: Uint8Array;
  /** The line shared by all states of a group, or 0. */
  readonly #lines: Uint32Array;
  #emphasis = noEmphasis;
  #nodes = noEmphasis;

  constructor(readonly chart: SpaceChart) {
    this.positions = chart.data.positions;
    this.#isGroup = Uint8Array.from({ length: chart.nodeCount }, (_, node) => Number(chart.isGroup(node)));
    this.#lines = Uint32Array.from({ length: chart.nodeCount }, (_, node) => (this.isGroup(node) ? commonLine(chart, node) : 0));
    const { routeStarts, routePoints } = chart.data;
    this.#bounds = new Float32Array(4 * chart.linkCount);
    for (let link = 0; link < chart.linkCount; link++) {
      let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
      for (let p = routeStarts[link]!; p < routeStarts[link + 1]!; p++) {
        left = Math.min(left, routePoints[2 * p]!);
        right = Math.max(right, routePoints[2 * p]!);
        top = Math.min(top, routePoints[2 * p + 1]!);
        bottom = Math.max(bottom, routePoints[2 * p + 1]!);
      }
      if (left > right) {
        // A loop, or a call that leads from component to component.
        const [source, target] = chart.linkEnds(link);
        left = Math.min(chart.nodeX(source), chart.nodeX(target));
        right = Math.max(chart.nodeX(source), chart.nodeX(target)) + 3 * radius;
        top = Math.min(chart.nodeY(source), chart.nodeY(target)) - radius;
        bottom = Math.max(chart.nodeY(source), chart.nodeY(target)) + radius;
      }
      this.#bounds.set([left, top, right, bottom], 4 * link);
    }
  }

  /** Sets what is emphasised. */
  emphasise(emphasis: Emphasis): void {
    const { chart } = this;
    const [last, lastNodes] = [this.#emphasis, this.#nodes];
    const node = (state: number | null): number | null => (state === null ? null : chart.nodeOf(state));
    const changed = (key: "marked" | "hits" | "runStates" | "runEdges" | "decreasing" | "pathStates" | "pathEdges", drawn: (n: number) => number | null): ReadonlySet<number> =>
      emphasis[key] === last[key] ? lastNodes[key] : new Set([...emphasis[key]].map(drawn).filter((n) => n !== null));
    const nodeOf = (state: number): number | null => chart.nodeOf(state);
    const linkOf = (edge: number): number | null => chart.linkOf(edge);
    this.#nodes = {
      selected: node(emphasis.selected), hovered: node(emphasis.hovered),
      marked: changed("marked", nodeOf), hits: changed("hits", nodeOf),
      runStates: changed("runStates", nodeOf), runEdges: changed("runEdges", linkOf),
      decreasing: changed("decreasing", linkOf),
      pathStates: changed("pathStates", nodeOf), pathEdges: changed("pathEdges", linkOf),
    };
    this.#emphasis = emphasis;
  }

  isGroup(node: number): boolean {
    return this.#isGroup[node] === 1;
  }

  /** How far a node reaches to the sides. */
  reach(node: number): number {
    return this.isGroup(node) ? groupSize[0] / 2 : radius;
  }

  isHidden(node: number): boolean {
    return this.nodeVeil?.(node) === "hidden";
  }

  /** The status of an assertion is not shown before it is settled. */
  #kind(node: number): StateKindName {
    const kind = this.chart.nodeKind(node);
    return this.chart.isProof && kind !== "initial" && this.nodeVeil?.(node) === "open" ? "open" : kind;
  }

  x(node: number): number {
    return this.positions[2 * node]!;
  }

  y(node: number): number {
    return this.positions[2 * node + 1]!;
  }

  /** The node at a point of the drawing, or the nearest within `tolerance`. */
  nodeAt(x: number, y: number, tolerance: number): number | null {
    let best: number | null = null;
    let nearest = Infinity;
    for (let node = 0; node < this.chart.nodeCount; node++) {
      const [dx, dy] = [Math.abs(this.x(node) - x), Math.abs(this.y(node) - y)];
      const [wide, high] = this.isGroup(node) ? [groupSize[0] / 2, groupSize[1] / 2] : [radius + 2, radius + 2];
      if (dx > Math.max(wide, tolerance) || dy > Math.max(high, tolerance)) continue;
      const distance = dx * dx + dy * dy;
      if (distance < nearest && !this.isHidden(node)) [best, nearest] = [node, distance];
    }
    return best;
  }

  paint(context: CanvasRenderingContext2D, camera: Camera, screen: Size, palette: Palette): void {
    const { scale } = camera;
    context.fillStyle = palette.ground;
    context.fillRect(0, 0, screen.width, screen.height);
    context.save();
    context.scale(scale, scale);
    context.translate(-camera.x, -camera.y);
    const [left, top] = camera.toDrawing(0, 0);
    const [right, bottom] = camera.toDrawing(screen.width, screen.height);
    const room = groupSize[0] / 2;
    const seen = { left: left - room, top: top - room, right: right + room, bottom: bottom + room };
    this.#paintLinks(context, scale, seen, palette);
    this.#paintNodes(context, scale, seen, palette);
    context.restore();
  }

  /** Whether a link may be visible; during an animation, whether both ends are. */
  #inSight(link: number, seen: Seen): boolean {
    const { links } = this.chart.data;
    if (this.moving) {
      const [source, target] = [links[2 * link]!, links[2 * link + 1]!];
      const [ax, ay, bx, by] = [this.x(source), this.y(source), this.x(target), this.y(target)];
      return Math.max(ax, bx) > seen.left && Math.min(ax, bx) < seen.right && Math.max(ay, by) > seen.top && Math.min(ay, by) < seen.bottom;
    }
    const [bounds, b] = [this.#bounds, 4 * link];
    return bounds[b]! <= seen.right && bounds[b + 2]! >= seen.left && bounds[b + 1]! <= seen.bottom && bounds[b + 3]! >= seen.top;
  }

  #paintLinks(context: CanvasRenderingContext2D, scale: number, seen: Seen, palette: Palette): void {
    const { chart } = this;
    const { links } = chart.data;
    const { selected, runEdges, decreasing, pathEdges } = this.#nodes;
    const rough = scale < 0.22;
    const arrows = scale > 0.34;
    const byKind: Record<EdgeKindName, number[]> = { step: [], summary: [], call: [], return: [], stutter: [] };
    const [near, calls, failing, way, open, smaller]: [number[], number[], number[], number[], number[], number[]] = [[], [], [], [], [], []];
    for (let link = 0; link < chart.linkCount; link++) {
      if (!this.#inSight(link, seen)) continue;
      const shade = this.linkVeil?.(link) ?? "plain";
      if (shade === "hidden") continue;
      const isNear = selected !== null && (links[2 * link] === selected || links[2 * link + 1] === selected);
      const between = chart.crosses(link);
      if (pathEdges.has(link)) way.push(link);
      if (runEdges.has(link)) failing.push(link);
      else if (between) isNear && calls.push(link);
      else if (shade === "open") open.push(link);
      else if (decreasing.has(link)) smaller.push(link);
      else if (isNear) near.push(link);
      else byKind[chart.linkKind(link)].push(link);
    }
    const width = Math.max(1.25, 0.7 / scale);
    const dimmed = runEdges.size > 0 ? 0.55 : 1;
    context.lineCap = "round";
    context.lineJoin = "round";
    // Like a broad highlighter, under which the links remain visible.
    context.globalAlpha = penAlpha;
    context.strokeStyle = palette.accent;
    context.lineWidth = Math.max(10, 6 / scale);
    this.#stroke(context, way, rough, false);
    // Calls with a route are part of the drawing.
    for (const kind of ["stutter", "return", "call", "step", "summary"] as const) {
      if (kind === "stutter" && rough) continue;
      context.globalAlpha = (rough ? 0.5 : 1) * dimmed;
      context.strokeStyle = kind === "call" || kind === "return" ? palette.call : palette.edge;
      context.lineWidth = kind === "summary" ? width * 2.4 : width;
      this.#stroke(context, byKind[kind], rough, arrows);
    }
    context.globalAlpha = 0.6;
    context.strokeStyle = palette.edge;
    context.lineWidth = width;
    context.setLineDash([4, 4]);
    this.#stroke(context, open, rough, arrows);
    // Calls lead across the whole drawing: only those of the selected state are shown.
    context.globalAlpha = 1;
    context.strokeStyle = palette.call;
    context.lineWidth = width * 1.3;
    context.setLineDash([6 / Math.min(scale, 1), 4 / Math.min(scale, 1)]);
    this.#stroke(context, calls, rough, arrows);
    context.strokeStyle = palette.satisfied;
    context.lineWidth = width * 1.6;
    context.setLineDash([7, 3]);
    this.#stroke(context, smaller, rough, arrows);
    context.setLineDash([]);
    context.strokeStyle = palette.accent;
    this.#stroke(context, near, rough, arrows);
    context.strokeStyle = palette.violated;
    context.lineWidth = Math.max(2.6, 1.8 / scale);
    this.#stroke(context, failing, rough, arrows);
    if (scale <= 1.05 || this.moving) return;
    const all = chart.isProof ? [...byKind.step, ...byKind.summary, ...smaller] : [];
    this.#paintOperations(context, [...new Set([...near, ...way, ...failing, ...all])], palette);
  }

  #stroke(context: CanvasRenderingContext2D, links: number[], rough: boolean, arrows: boolean): void {
    for (let start = 0; start < links.length; start += batch) {
      context.beginPath();
      for (const link of links.slice(start, start + batch)) this.#trace(context, link, rough);
      context.stroke();
    }
    if (!arrows || links.length === 0) return;
    context.fillStyle = context.strokeStyle;
    context.beginPath();
    for (const link of links) this.#arrow(context, link);
    context.fill();
  }

  #trace(context: CanvasRenderingContext2D, link: number, rough: boolean): void {
    const { routeStarts, routePoints, links } = this.chart.data;
    const [first, end] = [routeStarts[link]!, routeStarts[link + 1]!];
    const [source, target] = [links[2 * link]!, links[2 * link + 1]!];
    if (source !== target && (this.moving || first === end)) {
      context.moveTo(this.x(source), this.y(source));
      context.lineTo(this.x(target), this.y(target));
      return;
    }
    if (first === end) {
      const [x, y] = [this.x(source) + this.reach(source) + 3, this.y(source)];
      context.moveTo(x - 4, y - 6);
      context.bezierCurveTo(x + 10, y - 14, x + 10, y + 14, x - 4, y + 6);
      return;
    }
    context.moveTo(routePoints[2 * first]!, routePoints[2 * first + 1]!);
    if (rough || end - first === 2) {
      for (let p = first + 1; p < end; p++) context.lineTo(routePoints[2 * p]!, routePoints[2 * p + 1]!);
      return;
    }
    // Quadratic curves through the middles of the pieces, as in the engine's own pictures.
    for (let p = first + 1; p < end - 2; p++) {
      const [x, y] = [routePoints[2 * p]!, routePoints[2 * p + 1]!];
      context.quadraticCurveTo(x, y, (x + routePoints[2 * p + 2]!) / 2, (y + routePoints[2 * p + 3]!) / 2);
    }
    context.quadraticCurveTo(routePoints[2 * end - 4]!, routePoints[2 * end - 3]!, routePoints[2 * end - 2]!, routePoints[2 * end - 1]!);
  }

  #arrow(context: CanvasRenderingContext2D, link: number): void {
    const { routeStarts, routePoints } = this.chart.data;
    const [first, end] = [routeStarts[link]!, routeStarts[link + 1]!];
    const [source, target] = this.chart.linkEnds(link);
    if (source === target) return this.#loopArrow(context, source);
    const straight = this.moving || end - first < 2;
    const [tx, ty] = [this.x(target), this.y(target)];
    const [bx, by] = straight ? [this.x(source), this.y(source)] : [routePoints[2 * end - 4]!, routePoints[2 * end - 3]!];
    const angle = Math.atan2(ty - by, tx - bx);
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    const away = this.isGroup(target) ? Math.min(groupSize[0] / 2 / Math.abs(cos), groupSize[1] / 2 / Math.abs(sin)) : radius + 1.5;
    const [x, y] = [tx - cos * away, ty - sin * away];
    context.moveTo(x, y);
    context.lineTo(x - cos * 8 - sin * 3.8, y - sin * 8 + cos * 3.8);
    context.lineTo(x - cos * 8 + sin * 3.8, y - sin * 8 - cos * 3.8);
    context.closePath();
  }

  #loopArrow(context: CanvasRenderingContext2D, node: number): void {
    const [x, y] = [this.x(node) + this.reach(node) - 1, this.y(node) + 6];
    context.moveTo(x, y);
    context.lineTo(x + 7, y - 3.4);
    context.lineTo(x + 5.6, y + 3.4);
    context.closePath();
  }

  #paintOperations(context: CanvasRenderingContext2D, links: number[], palette: Palette): void {
    const { routeStarts, routePoints } = this.chart.data;
    context.font = `10px ${palette.font}`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.lineWidth = 4;
    const written: [x: number, y: number, width: number][] = [];
    for (const link of links) {
      const [first, end] = [routeStarts[link]!, routeStarts[link + 1]!];
      if (end - first < 2) continue;
      const middle = (first + end) >> 1;
      const x = (routePoints[2 * middle]! + routePoints[2 * middle - 2]!) / 2;
      const y = (routePoints[2 * middle + 1]! + routePoints[2 * middle - 1]!) / 2;
      const text = shortened(this.chart.linkOperation(link));
      const { width } = context.measureText(text);
      // Overlapping texts are illegible.
      if (written.some(([atX, atY, other]) => Math.abs(atY - y) < 11 && Math.abs(atX - x) < (other + width) / 2)) continue;
      written.push([x, y, width]);
      context.strokeStyle = palette.ground;
      context.strokeText(text, x, y);
      context.fillStyle = palette.ink;
      context.fillText(text, x, y);
    }
  }

  #paintNodes(context: CanvasRenderingContext2D, scale: number, seen: Seen, palette: Palette): void {
    const { chart } = this;
    const { marked, hits, runStates, pathStates, selected } = this.#nodes;
    const looks = looksOf(palette);
    const dots = radius * scale < 2.2;
    const size = dots ? Math.max(radius, 1.1 / scale) : radius;
    context.textAlign = "center";
    context.textBaseline = "middle";
    for (let node = 0; node < chart.nodeCount; node++) {
      const [x, y] = [this.x(node), this.y(node)];
      if (x < seen.left || x > seen.right || y < seen.top || y > seen.bottom) continue;
      const shade = this.nodeVeil?.(node) ?? "plain";
      if (shade === "hidden") continue;
      const kind = this.#kind(node);
      let look: Look = looks[kind];
      if (marked.has(node)) look = { ...look, fill: palette.mark, stroke: palette.markEdge, dot: palette.markEdge };
      if (hits.has(node)) look = { ...look, fill: palette.mark, stroke: palette.markEdge, dot: palette.markEdge, width: 3 };
      if (pathStates.has(node)) look = { ...look, dot: palette.accent };
      if (runStates.has(node)) look = { ...look, stroke: palette.violated, dot: palette.violated, width: 2.4 };
      if (node === selected) look = { fill: palette.accent, stroke: palette.accent, text: palette.onAccent, dot: palette.accent, width: 1.6 };
      if (pathStates.has(node) && !dots) this.#paintPen(context, node, scale, palette);
      context.globalAlpha = shade === "open" && !chart.isProof ? 0.6 : 1;
      if (dots) {
        const [wide, high] = this.isGroup(node) ? [groupSize[0] / 2, groupSize[1] / 2] : [size, size];
        context.fillStyle = look.dot;
        context.fillRect(x - wide, y - high, 2 * wide, 2 * high);
        continue;
      }
      context.fillStyle = look.fill;
      context.strokeStyle = look.stroke;
      context.lineWidth = Math.max(look.width, 0.8 / scale);
      context.setLineDash(shade === "open" || kind === "open" ? [3, 3] : []);
      if (this.isGroup(node)) this.#paintGroup(context, node, scale, palette, look);
      else this.#paintState(context, node, scale, palette, look);
    }
    context.setLineDash([]);
    context.globalAlpha = 1;
    this.#paintRings(context, scale, palette);
  }

  #paintPen(context: CanvasRenderingContext2D, node: number, scale: number, palette: Palette): void {
    context.globalAlpha = penAlpha;
    context.fillStyle = palette.accent;
    context.beginPath();
    const [x, y] = [this.x(node), this.y(node)];
    const [wide, high] = [groupSize[0] / 2 + 6, groupSize[1] / 2 + 6];
    if (this.isGroup(node)) context.roundRect(x - wide, y - high, 2 * wide, 2 * high, 15);
    else context.arc(x, y, Math.max(radius + 7, 7 / scale), 0, 2 * Math.PI);
    context.fill();
  }

  #paintState(context: CanvasRenderingContext2D, node: number, scale: number, palette: Palette, look: Look): void {
    const [x, y] = [this.x(node), this.y(node)];
    const kind = this.#kind(node);
    context.beginPath();
    outline(context, kind, x, y);
    context.fill();
    context.stroke();
    if ((kind === "final" || kind === "proved") && scale > 0.3) {
      context.lineWidth = 1;
      context.beginPath();
      context.roundRect(x - 10, y - 10, 20, 20, 4);
      context.stroke();
    }
    if (kind === "initial" && scale > 0.2) entryArrow(context, x - radius, y);
    const text = String(this.chart.line(this.chart.stateAt(node)));
    const size = numberSize(text);
    if (size * scale < smallest) return;
    context.fillStyle = look.text;
    context.font = `500 ${size}px ${palette.font}`;
    context.fillText(text, x, y + 0.5);
  }

  #paintGroup(context: CanvasRenderingContext2D, node: number, scale: number, palette: Palette, look: Look): void {
    const [x, y] = [this.x(node), this.y(node)];
    context.fillStyle = palette.panel;
    for (const sheet of scale > 0.2 ? [2, 1, 0] : [0]) {
      context.beginPath();
      sheetOutline(context, sheet, x, y);
      if (sheet === 0) context.fillStyle = look.fill;
      context.fill();
      context.stroke();
    }
    if (this.chart.nodeKind(node) === "initial" && scale > 0.2) entryArrow(context, x - groupSize[0] / 2, y);
    context.fillStyle = look.text;
    const [line, count] = [this.#lines[node]!, `×${this.chart.size(node)}`];
    const write = (text: string, size: number, dy: number): void => {
      if (size * scale < smallest) return;
      context.font = `500 ${size}px ${palette.font}`;
      context.fillText(text, x - 3, y + dy);
    };
    if (line) write(String(line), 13, -3.5);
    write(count, line ? 10 : 12, line ? 8.5 : 3);
  }

  /** Rings around the selected and the hovered node. */
  #paintRings(context: CanvasRenderingContext2D, scale: number, palette: Palette): void {
    const { hovered, selected } = this.#nodes;
    for (const node of [hovered, selected]) {
      if (node === null || this.isHidden(node)) continue;
      context.strokeStyle = palette.accent;
      context.globalAlpha = node === selected ? 1 : 0.5;
      context.lineWidth = Math.max(2, 1.6 / scale);
      context.beginPath();
      const [x, y] = [this.x(node), this.y(node)];
      const [wide, high] = [groupSize[0] / 2 + 4, groupSize[1] / 2 + 4];
      if (this.isGroup(node)) context.roundRect(x - wide, y - high, 2 * wide, 2 * high, 13);
      else context.arc(x, y, Math.max(radius + 5, 5 / scale), 0, 2 * Math.PI);
      context.stroke();
      context.globalAlpha = 1;
    }
  }
}

function commonLine(chart: SpaceChart, node: number): number {
  const line = chart.line(chart.stateAt(node));
  return chart.members(node).every((state) => chart.line(state) === line) ? line : 0;
}

const shortened = (text: string): string => (text.length > 36 ? `${text.slice(0, 35)}…` : text);
