/** The nodes of a component's picture: their descriptions, and navigation between them. */
import type { ComponentSummary, Hotspot, Link, PortKind, PortView, Role, RsmView, Scene } from "../engine/engine";
import { counted, figure, type Noun, texts } from "../text/language";

const t = texts({
  en: {
    kinds: { entry: "Entry", exit: "Exit", exception: "Uncaught exception", fault: "Null dereference", failed: "Failure", call: "Call", return: "Return" } as Record<PortKind, string>,
    port: (kind: string, line: number, state: number) => `${kind}, line ${line}: state ${state}`, more: (others: string) => ` and ${others} more`,
    call: (line: number, procedure: string, what: string) => `Line ${line}: call of ${procedure}, ${what}`, open: "open",
    component: (number: number) => `component ${number}`, whole: (procedure: string, what: string) => `Component ${procedure}, ${what}`,
    components: ["component", "components"] as Noun, states: ["state", "states"] as Noun,
  },
  de: {
    kinds: { entry: "Eingang", exit: "Ausgang", exception: "Unbehandelte Ausnahme", fault: "Null-Dereferenzierung", failed: "Fehler", call: "Aufruf", return: "Rückkehr" },
    port: (kind, line, state) => `${kind}, Zeile ${line}: Zustand ${state}`, more: (others) => ` und ${others} weitere`,
    call: (line, procedure, what) => `Zeile ${line}: Aufruf von ${procedure}, ${what}`, open: "offen",
    component: (number) => `Komponente ${number}`, whole: (procedure, what) => `Komponente ${procedure}, ${what}`,
    components: ["Komponente", "Komponenten"] as Noun, states: ["Zustand", "Zustände"] as Noun,
  },
});

export const kindNames = t.kinds;

/** A node keeps its key while boxes are opened and closed. */
export function keyOf(link: Link): string {
  if (link.to === "call") return `call ${link.callees.map(({ path }) => path).join(" ")}`;
  return `${link.to} ${link.number}`;
}

/** The components whose frames are in a picture, in the order in which they are drawn: the component itself, and those inside of open calls. */
export function framesOf(component: number, { hotspots }: Pick<Scene, "hotspots">): number[] {
  const open = hotspots.flatMap(({ link }) => (link.to === "call" ? link.callees.filter((callee) => callee.open) : []));
  const within = (outer: string): number[] =>
    open.filter(({ path }) => path.slice(0, Math.max(0, path.lastIndexOf("/"))) === outer).flatMap((callee) => [callee.component, ...within(callee.path)]);
  return [component, ...within("")];
}

const roles: Partial<Record<Role, PortKind>> = { initial: "entry", final: "exit", exception: "exception", nullDereference: "fault", failed: "failed", call: "call", return: "return" };

/** Descriptions of the nodes in the pictures of a recursive state machine. */
export class Places {
  /** The ports by the first of their states, as pictures name them. */
  readonly #ports = new Map<number, PortView[]>();

  constructor(private readonly components: readonly ComponentSummary[], rsm: RsmView) {
    for (const port of rsm.components.flatMap(({ ports }) => ports)) {
      const first = port.states[0] ?? -1;
      this.#ports.set(first, [...(this.#ports.get(first) ?? []), port]);
    }
  }

  /** The port at a node; a state may have two, such as an entry that calls at once. */
  port({ at, link }: Hotspot, { shapes }: Scene): PortView | null {
    if (link.to !== "state") return null;
    const ports = this.#ports.get(link.number) ?? [];
    const drawn = shapes.find((shape) => shape.shape === "circle" && shape.at[0] === at[0] && shape.at[1] === at[1]);
    return ports.find(({ kind }) => drawn && roles[drawn.role] === kind) ?? ports[0] ?? null;
  }

  /** A node in words. */
  name(place: Hotspot, scene: Scene): string {
    const { link, line } = place;
    if (link.to === "call") {
      const [first] = link.callees;
      const what = first && link.callees.length === 1 ? t.component(first.component) : counted(link.callees.length, t.components);
      const open = link.callees.some((callee) => callee.open) ? `, ${t.open}` : "";
      return t.call(line ?? 0, this.components[first?.component ?? -1]?.procedure ?? "", what + open);
    }
    if (link.to === "component") {
      const same = this.alike(link.number, scene);
      const states = same.reduce((sum, component) => sum + (this.components[component]?.states ?? 0), 0);
      const many = same.length > 1 ? `${counted(same.length, t.components)}, ` : "";
      return t.whole(this.components[link.number]?.procedure ?? "", many + counted(states, t.states));
    }
    const port = this.port(place, scene);
    if (!port) return place.name;
    const others = port.states.length > 1 ? t.more(figure.format(port.states.length - 1)) : "";
    return t.port(t.kinds[port.kind], port.line, link.number) + others;
  }

  /** The components of a box in the overview: if there are many, all of a procedure. */
  alike(component: number, { hotspots }: Scene): number[] {
    const procedure = this.components[component]?.procedure;
    const boxes = hotspots.filter(({ link }) => link.to === "component" && this.components[link.number]?.procedure === procedure);
    if (boxes.length !== 1) return [component];
    return this.components.flatMap((other, number) => (other.procedure === procedure ? [number] : []));
  }
}

export type Arrow = "ArrowUp" | "ArrowDown" | "ArrowLeft" | "ArrowRight";

/** The next node in a direction: near, and ahead rather than to the side. */
export function neighbour(places: readonly Pick<Hotspot, "at">[], from: number, key: Arrow): number | null {
  const [x, y] = places[from]?.at ?? [0, 0];
  const sideways = key === "ArrowLeft" || key === "ArrowRight";
  const sign = key === "ArrowRight" || key === "ArrowDown" ? 1 : -1;
  let best: number | null = null;
  let least = Infinity;
  places.forEach(({ at }, i) => {
    const ahead = sign * (sideways ? at[0] - x : at[1] - y);
    const aside = Math.abs(sideways ? at[1] - y : at[0] - x);
    if (i !== from && ahead > 1 && ahead + 2 * aside < least) [best, least] = [i, ahead + 2 * aside];
  });
  return best;
}
