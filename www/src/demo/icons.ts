/** The icons of a demo: a shadow root cannot use those in the document of the page. */
import { s } from "../dom";

type Part = ["path", string, string] | ["circle", number, number, number, string];

const icons: Record<string, Part[]> = {
  satisfied: [["circle", 10, 10, 9, "fill"], ["path", "M5.8 10.4l2.8 2.8 5.6-6.2", "sign"]],
  violated: [["path", "M6.3 1h7.4L19 6.3v7.4L13.7 19H6.3L1 13.7V6.3z", "fill"], ["path", "M6.7 6.7l6.6 6.6M13.3 6.7l-6.6 6.6", "sign"]],
  suspected: [["path", "M10 .8L19.2 10 10 19.2.8 10z", "fill"], ["path", "M10 5.6v5.2M10 14v.2", "sign"]],
  unknown: [["path", "M4 1.6h12A2.4 2.4 0 0 1 18.4 4v12a2.4 2.4 0 0 1-2.4 2.4H4A2.4 2.4 0 0 1 1.6 16V4A2.4 2.4 0 0 1 4 1.6z", "fill"], ["path", "M7.6 8a2.4 2.4 0 1 1 3.6 2c-.8.5-1.2.9-1.2 1.7M10 14v.2", "sign"]],
  plus: [["path", "M10 4v12M4 10h12", "line"]],
  minus: [["path", "M4 10h12", "line"]],
  fit: [["path", "M3 7V3h4M13 3h4v4M17 13v4h-4M7 17H3v-4", "line"]],
  home: [["path", "M3.5 9.5L10 3.6l6.5 5.9M5.4 8.4v7.6h9.2V8.4", "line"]],
  run: [["path", "M6 3.6v12.8L16.4 10z", "solid"]],
  pause: [["path", "M5 4h3.4v12H5zM11.6 4H15v12h-3.4z", "solid"]],
  first: [["path", "M15.5 4L8 10l7.5 6zM4.6 4h2v12h-2z", "solid"]],
  previous: [["path", "M14 4l-8 6 8 6z", "solid"]],
  next: [["path", "M6 4l8 6-8 6z", "solid"]],
  last: [["path", "M4.5 4l7.5 6-7.5 6zM13.4 4h2v12h-2z", "solid"]],
  open: [["path", "M11.5 3.5h5v5M16.5 3.5l-7 7M14 11.5v4a1 1 0 0 1-1 1H4.5a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1h4", "line"]],
};

const drawn = (part: Part): SVGElement =>
  part[0] === "path" ? s("path", { d: part[1], class: part[2] }) : s("circle", { cx: part[1], cy: part[2], r: part[3], class: part[4] });

/** The symbols that `icon` of `dom.ts` refers to. */
export function sprite(): SVGSVGElement {
  const symbols = Object.entries(icons).map(([name, parts]) => s("symbol", { id: `i-${name}`, viewBox: "0 0 20 20" }, ...parts.map(drawn)));
  return s("svg", { class: "sprite", "aria-hidden": "true" }, ...symbols);
}
