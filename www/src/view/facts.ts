/** The location of a state, its propositions, and its neighbours. */
import { h } from "../dom";
import type { Linking } from "../linking";
import { edgeKindNames, type SpaceChart } from "../space/chart";
import { figure, texts } from "../text/language";

const t = texts({
  en: {
    location: "Location", before: "before", holds: "Propositions", to: "Successors", from: "Predecessors",
    unread: "not evaluated", end: "none", start: "none: the run starts here", more: (count: string) => `and ${count} more`,
  },
  de: {
    location: "Ort", before: "vor", holds: "Aussagen", to: "Nachfolger", from: "Vorgänger",
    unread: "nicht ausgewertet", end: "keine", start: "keine: Hier beginnt der Lauf", more: (count) => `und ${count} weitere`,
  },
});

/** Maximum number of listed neighbours; the rest are counted. */
const most = 40;

export function factsOf(chart: SpaceChart, state: number, linking: Linking): HTMLElement[] {
  const { file, line } = chart.place(state);
  const labels = chart.labels(state);
  const fact = (name: string, ...content: (Node | string)[]): HTMLElement[] => [h("dt", {}, name), h("dd", {}, ...content)];
  const place = h("button", { type: "button", className: "place" }, `${file}:${line}`);
  place.addEventListener("click", () => linking.pin({ line: { file, line } }));
  return [
    ...fact(t.location, h("span", {}, chart.procedure(state)), ` · ${t.before} `, place),
    ...(labels?.length ? fact(t.holds, ...labels.map((label) => h("code", { className: "chip" }, label))) : []),
    ...(labels === null && chart.holds ? fact(t.holds, h("span", { className: "quiet" }, t.unread)) : []),
    ...fact(t.to, edges(chart, chart.outgoing(state), true, linking)),
    ...fact(t.from, edges(chart, chart.incoming(state), false, linking)),
  ];
}

function edges(chart: SpaceChart, all: Uint32Array, forward: boolean, linking: Linking): HTMLElement {
  if (all.length === 0) return h("span", { className: "quiet" }, forward ? t.end : t.start);
  const list = h("ul", { className: "edges" });
  for (const edge of all.slice(0, most)) {
    const other = forward ? chart.target(edge) : chart.source(edge);
    const link = h("button", { type: "button" }, h("b", {}, String(other)), h("span", {}, chart.operation(edge) || edgeKindNames[chart.edgeKind(edge)]));
    link.addEventListener("click", () => linking.pin({ state: other }));
    list.append(h("li", {}, link));
  }
  if (all.length > most) list.append(h("li", { className: "quiet" }, t.more(figure.format(all.length - most))));
  return list;
}
