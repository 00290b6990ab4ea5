/** The chain of calls that leads to a component. */
import type { ComponentSummary } from "../engine/engine";

/** A component of the chain, and the line of the call that enters it. */
export interface Crumb {
  component: number;
  line: number | null;
}

/** `Class.method` without its class. */
export const methodOf = (procedure: string): string => procedure.slice(procedure.lastIndexOf(".") + 1);

/** The shortest chain of calls from the entry procedure to a component. */
export function trailTo(components: readonly ComponentSummary[], component: number): Crumb[] {
  const trail: Crumb[] = [];
  const seen = new Set<number>();
  let at: number | null = component;
  while (at !== null && components[at] && !seen.has(at)) {
    seen.add(at);
    const caller: ComponentSummary["caller"] | undefined = components[at]?.caller;
    trail.unshift({ component: at, line: caller?.line ?? null });
    at = caller?.component ?? null;
  }
  return trail;
}

/** `main`, `traverse:28`: the procedure, and where it was called. */
export function crumbText(components: readonly ComponentSummary[], { component, line }: Crumb): string {
  const method = methodOf(components[component]?.procedure ?? "");
  return line === null ? method : `${method}:${line}`;
}
