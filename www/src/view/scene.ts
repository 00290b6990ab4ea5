/** Draws a scene of the engine as SVG elements of the page. */
import { s } from "../dom";
import type { Point, Scene, Shape } from "../engine/hrglass";

const margin = 14;

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

function draw(shape: Shape): SVGElement {
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
      if (shape.arrow) path.setAttribute("marker-end", `url(#head-${shape.role === "selector" ? "selector" : "flag"})`);
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

const arrowhead = (name: string): SVGMarkerElement =>
  s(
    "marker",
    { id: `head-${name}`, class: `head ${name}`, viewBox: "0 0 10 10", refX: 9, refY: 5, markerWidth: 7, markerHeight: 7, orient: "auto" },
    s("path", { d: "M0 1 10 5 0 9z" }),
  );

/** Smaller than this, a picture is scrolled rather than shrunk. */
const smallest = 0.7;

/** The picture, no larger than life; it shrinks to its frame as long as it can be read. */
export function sceneElement(scene: Scene): SVGSVGElement {
  const [width, height] = [scene.size[0] + 2 * margin, scene.size[1] + 2 * margin];
  const box = `${-margin} ${-margin} ${width} ${height}`;
  const svg = s("svg", { class: "scene", viewBox: box, width, height, role: "img", "aria-label": scene.description });
  svg.style.minWidth = `${smallest * width}px`;
  svg.append(s("defs", {}, arrowhead("selector"), arrowhead("flag")), ...scene.shapes.map(draw));
  return svg;
}
