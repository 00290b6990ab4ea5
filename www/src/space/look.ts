/** How nodes look: colours of the theme, and a shape for every kind. */
import { groupSize, type StateKindName } from "./chart";

/** Radius of a state in the drawing, as in the engine's layout. */
export const radius = 14;

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

/** The colours of the current theme. */
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
    unknown: get("--suspected"),
    unknownTint: get("--suspected-tint"),
    mark: get("--mark"),
    markEdge: get("--mark-edge"),
    font: get("--mono"),
  };
}

export interface Look {
  fill: string;
  stroke: string;
  text: string;
  /** Below this scale a state is only a dot. */
  dot: string;
  width: number;
}

/** The appearance of each kind, without emphasis. */
export function looksOf(palette: Palette): Record<StateKindName, Look> {
  const inner: Look = { fill: palette.panel, stroke: palette.faint, text: palette.ink, dot: palette.faint, width: 1.4 };
  const initial = { ...inner, stroke: palette.ink, dot: palette.ink, width: 2.2 };
  const good = { ...inner, fill: palette.satisfiedTint, stroke: palette.satisfied, dot: palette.satisfied, width: 1.8 };
  const bad = { ...inner, fill: palette.violatedTint, stroke: palette.violated, dot: palette.violated, width: 2 };
  const exception = { ...inner, fill: palette.unknownTint, stroke: palette.unknown, dot: palette.unknown, width: 2 };
  const handedOn = { ...inner, stroke: palette.call, dot: palette.call, width: 1.8 };
  return { initial, final: good, nullDereference: bad, exception, failed: bad, inner, proved: good, refuted: bad, handedOn, open: inner };
}

/** States of different kinds differ in shape, not only in colour. */
export function outline(context: CanvasRenderingContext2D, kind: StateKindName, x: number, y: number): void {
  switch (kind) {
    case "final":
    case "proved":
      context.roundRect(x - 13, y - 13, 26, 26, 6);
      break;
    case "nullDereference":
    case "refuted":
      polygon(context, x, y, 8, Math.PI / 8, 15);
      break;
    case "failed":
      polygon(context, x, y, 3, Math.PI / 2, 19);
      break;
    case "exception":
    case "handedOn":
      polygon(context, x, y, 4, 0, 17);
      break;
    default:
      context.arc(x, y, radius - 1, 0, 2 * Math.PI);
  }
}

/** Half the width and height of the front sheet of a group; the sheets behind it take the rest of its space. */
const [sheetX, sheetY] = [groupSize[0] / 2 - 3, groupSize[1] / 2 - 3];

/** A group is a stack of sheets: `sheet` 0 is in front. */
export function sheetOutline(context: CanvasRenderingContext2D, sheet: number, x: number, y: number): void {
  const [left, top] = [x - sheetX - 2.5 + 3 * sheet, y - sheetY + 2.5 - 3 * sheet];
  context.roundRect(left, top, 2 * sheetX - 1, 2 * sheetY - 1, 8);
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

export function entryArrow(context: CanvasRenderingContext2D, x: number, y: number): void {
  context.beginPath();
  context.moveTo(x - 16, y);
  context.lineTo(x - 3, y);
  context.moveTo(x - 8, y - 4.5);
  context.lineTo(x - 2, y);
  context.lineTo(x - 8, y + 4.5);
  context.stroke();
}
