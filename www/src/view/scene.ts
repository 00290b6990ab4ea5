/** Draws a scene of the engine as SVG elements of the page. */
import type { Answering } from "../client";
import { s } from "../dom";
import type { Change, HeapView, Hotspot, Picture, Point, RunPlace, Scene, Shape } from "../engine/engine";
import { rawness } from "./collections";
import { numberOf } from "./parts";

const margin = 14;

/** The shapes of a picture; null if there is none. */
export async function sceneOf(from: Answering, picture: Picture): Promise<Scene | null> {
  const text = await from.ask({ of: "picture", picture, format: "scene" });
  return text === null ? null : (JSON.parse(text) as Scene);
}

/** The picture of a heap, compared with another heap if one is given; along a run, objects keep their numbers and places. */
export const pictureOf = ({ heap, before }: { heap: number; before: number | null }, along: RunPlace | null): Picture => ({
  ...(before === null ? { of: "heap", number: heap } : { of: "heapDiff", number: heap, before }), ...(along ? { along } : {}), ...rawness(),
});

/** The path of a line: straight between two points, quadratic through the middles of more. */
export function pathData(points: Point[]): string {
  const [first, ...rest] = points;
  if (!first) return "";
  const at = (p: Point): string => `${p[0].toFixed(1)} ${p[1].toFixed(1)}`;
  let d = `M${at(first)}`;
  rest.forEach((p, i) => {
    const next = rest[i + 1];
    if (!next) d += i === 0 || rest.length === 1 ? `L${at(p)}` : "";
    else if (i + 2 < rest.length) d += `Q${at(p)} ${at([(p[0] + next[0]) / 2, (p[1] + next[1]) / 2])}`;
    else d += `Q${at(p)} ${at(next)}`;
  });
  return d;
}

/** Additions and removals are not shown by colour alone. */
const signs: Record<Change, string> = { added: "+", removed: "−" };

/** A shape with the symbol of its change. */
function drawChanged(shape: Shape, heads: string, change: Change | undefined): SVGElement[] {
  if (!change) return [draw(shape, heads)];
  const labels = shape.shape === "text" && shape.role === "selector";
  const element = draw(labels ? { ...shape, text: `${signs[change]} ${shape.text}` } : shape, heads, change);
  element.classList.add(change);
  // Values of variables show the old value.
  const isValue = shape.shape === "box" && /^(constant|open)$/.test(shape.role);
  if ((shape.shape !== "circle" && shape.shape !== "box") || isValue) return [element];
  const [right, up] = shape.shape === "circle" ? [shape.radius * 0.85, shape.radius * 0.85] : [shape.size[0] / 2, shape.size[1] / 2];
  const [x, y] = [shape.at[0] + right, shape.at[1] - up];
  return [element, s("circle", { class: `change ${change}`, cx: x, cy: y, r: 6 }), s("text", { class: `change ${change}`, x, y, "text-anchor": "middle" }, signs[change])];
}

function draw(shape: Shape, heads: string, change?: Change): SVGElement {
  switch (shape.shape) {
    case "circle": {
      const [cx, cy] = shape.at;
      return titled(s("circle", { class: shape.role, cx, cy, r: shape.radius }), shape.title);
    }
    case "box": {
      const [width, height] = shape.size;
      const [x, y] = [shape.at[0] - width / 2, shape.at[1] - height / 2];
      return titled(s("rect", { class: shape.role, x, y, width, height, rx: shape.corner }), shape.title);
    }
    case "line": {
      const path = s("path", { class: shape.role, d: pathData(shape.points) });
      if (shape.arrow) path.setAttribute("marker-end", `url(#${heads}-${change ?? headOf[shape.role] ?? "flag"})`);
      return path;
    }
    case "text": {
      const [x, y] = shape.at;
      return s("text", { class: shape.role, x, y, "text-anchor": shape.anchor }, shape.text);
    }
  }
}

function titled<E extends SVGElement>(element: E, title: string | null): E {
  if (title !== null) element.append(s("title", {}, title));
  return element;
}

const arrowhead = (heads: string, name: string): SVGMarkerElement =>
  s(
    "marker",
    { id: `${heads}-${name}`, class: `head ${name}`, viewBox: "0 0 10 10", refX: 9, refY: 5, markerWidth: 7, markerHeight: 7, orient: "auto" },
    s("path", { d: "M0 1 10 5 0 9z" }),
  );

/** The arrowheads of lines that are not flags. */
const headOf: Record<string, string> = { selector: "selector", step: "selector", call: "call", nullDereference: "danger", failed: "danger", summary: "selector", covered: "selector" };

/** Smaller than this, a picture is scrolled rather than shrunk; those that are pointed at stay larger. */
const smallest = { seen: 0.7, pointedAt: 0.9 };

/** Number of pictures so far: each names its own arrowheads, because those of a hidden picture are not drawn. */
let pictures = 0;

/** The picture, at most at scale 1; it shrinks to its frame while it is legible. `follow` receives selected links. */
export function sceneElement(scene: Scene, follow?: (place: Hotspot) => void): SVGSVGElement {
  const [width, height] = [scene.size[0] + 2 * margin, scene.size[1] + 2 * margin];
  const box = `${-margin} ${-margin} ${width} ${height}`;
  const role = follow ? "group" : "img";
  const svg = s("svg", { class: "scene", viewBox: box, width, height, role, "aria-label": scene.description });
  svg.style.minWidth = `${(follow ? smallest.pointedAt : smallest.seen) * width}px`;
  const heads = `head-${pictures++}`;
  svg.append(s("defs", {}, ...["selector", "flag", "call", "danger", ...(scene.changes ? ["added", "removed"] : [])].map((name) => arrowhead(heads, name))));
  const changes = new Map(scene.changes?.map(({ shape, change }) => [shape, change]));
  svg.append(...scene.shapes.flatMap((shape, i) => drawChanged(shape, heads, changes.get(i))));
  if (follow) svg.append(...scene.hotspots.map((place) => hotspot(place, cornerOf(scene, place), () => follow(place))));
  return svg;
}

/** A hotspot has the same corners as the shape below it. */
function cornerOf({ shapes }: Scene, { at, size }: Hotspot): number {
  const box = shapes.find((shape) => shape.shape === "box" && shape.at[0] === at[0] && shape.at[1] === at[1]);
  return box?.shape === "box" ? box.corner : Math.min(...size) / 2;
}

function hotspot(place: Hotspot, corner: number, follow: () => void): SVGElement {
  const [width, height] = place.size;
  const [x, y] = [place.at[0] - width / 2, place.at[1] - height / 2];
  const area = s("rect", { x, y, width, height, rx: corner });
  const link = place.link.to === "call" ? "call" : `${place.link.to} ${place.link.number}`;
  const element = s("g", { class: "hotspot", role: "button", tabindex: 0, "aria-label": place.name, "data-link": link }, titled(area, place.name));
  element.addEventListener("click", follow);
  element.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    follow();
  });
  return element;
}

/** The picture of a heap with the numbers of its objects, by which words name them. */
export function numbered(picture: SVGSVGElement, { hotspots }: Scene, heap: HeapView): SVGSVGElement {
  const texts = hotspots.flatMap(({ at: [x, y], link }) => {
    if (link.to !== "vertex") return [];
    const number = heap.vertices[link.number]?.kind === "object" ? numberOf(heap, link.number) : null;
    return number === null ? [] : [s("text", { class: "number", x, y, "text-anchor": "middle" }, number)];
  });
  const places = picture.querySelector(".hotspot");
  if (places) places.before(...texts);
  else picture.append(...texts);
  return picture;
}

/** What stays free between shapes and the frame of a picture. */
const beside = 14;

/**
 * Scrolls a picture, no further than necessary, to all that is drawn or, if that does not fit into its frame, to what has changed. The layout of
 * heaps along a run is that of the whole run, of which a step may use any part.
 */
export function reveal(frame: HTMLElement, picture: SVGSVGElement): void {
  const outer = frame.getBoundingClientRect();
  const placesOf = (shapes: string): DOMRect[] => [...picture.querySelectorAll(shapes)].map((shape) => shape.getBoundingClientRect());
  const [drawn, changed] = [placesOf(":scope > :not(defs)"), placesOf(":scope > :is(.added, .removed)")];
  const distance = (first: "left" | "top", last: "right" | "bottom"): number => {
    /** How far the ends of these places are from those of the frame. */
    const ends = (places: DOMRect[]): [start: number, end: number] => [
      Math.min(...places.map((place) => place[first])) - beside - outer[first], Math.max(...places.map((place) => place[last])) + beside - outer[last],
    ];
    const whole = ends(drawn);
    const [start, end] = whole[0] < whole[1] && changed.length ? ends(changed) : whole;
    // What is larger than the frame fills it.
    return Math.max(Math.min(start, end), Math.min(0, Math.max(start, end)));
  };
  frame.scrollBy(distance("left", "right"), distance("top", "bottom"));
}
