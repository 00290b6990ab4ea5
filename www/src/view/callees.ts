/** The menu of a call with several callees: each can be opened in its box or shown by itself. */
import { h, icon } from "../dom";
import type { ComponentSummary } from "../engine/engine";
import { counted, type Noun, texts } from "../text/language";

const t = texts({
  en: {
    title: "Components", component: (number: number, procedure: string) => `Component ${number}: ${procedure}`, states: ["state", "states"] as Noun,
    into: (number: number) => `Go to component ${number}`,
  },
  de: {
    title: "Komponenten", component: (number, procedure) => `Komponente ${number}: ${procedure}`, states: ["Zustand", "Zustände"] as Noun,
    into: (number) => `In Komponente ${number} gehen`,
  },
});

export interface Choice {
  component: number;
  /** Whether it is open in the picture; null if it cannot be. */
  open: boolean | null;
}

/** Pixels to the edge of the window. */
const margin = 8;

export class CalleeMenu {
  readonly element = h("div", { id: "components-callees", popover: "auto", className: "popover callees", aria: { role: "dialog", label: t.title } });

  constructor() {
    this.element.addEventListener("keydown", (event) => {
      const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      const rows = [...this.element.querySelectorAll("li")];
      const at = rows.findIndex((row) => row.contains(document.activeElement));
      if (!move || at < 0) return;
      event.preventDefault();
      rows[(at + move + rows.length) % rows.length]?.querySelector("button")?.focus();
    });
    document.body.append(this.element);
  }

  close(): void {
    this.element.hidePopover();
  }

  /** Opens the menu below an element. `toggle` opens or closes a callee in place, `into` goes to its component. */
  ask(place: Element, components: readonly ComponentSummary[], choices: readonly Choice[], toggle: (position: number) => void, into: (position: number) => void): void {
    const rows = choices.map(({ component, open }, position) => {
      const { procedure = "", states = 0 } = components[component] ?? {};
      const text = [h("span", {}, t.component(component, procedure)), h("span", { className: "quiet" }, counted(states, t.states))];
      const first = h("button", { type: "button" }, ...text);
      if (open !== null) first.setAttribute("aria-pressed", String(open));
      first.addEventListener("click", () => {
        if (open === null) return into(position);
        first.setAttribute("aria-pressed", String(first.getAttribute("aria-pressed") !== "true"));
        toggle(position);
      });
      const second = h("button", { type: "button", className: "icon-button", title: t.into(component), aria: { label: t.into(component) } }, icon("into"));
      second.addEventListener("click", () => into(position));
      return h("li", {}, first, open === null ? null : second);
    });
    this.element.replaceChildren(h("ul", {}, ...rows));
    const { left, top, bottom, width } = place.getBoundingClientRect();
    this.element.showPopover();
    const { offsetWidth, offsetHeight, style } = this.element;
    const below = bottom + 6;
    const above = top - 6 - offsetHeight;
    style.left = `${Math.max(margin, Math.min(left + width / 2 - offsetWidth / 2, innerWidth - offsetWidth - margin))}px`;
    style.top = `${below + offsetHeight + margin <= innerHeight || above < margin ? Math.min(below, innerHeight - offsetHeight - margin) : above}px`;
    this.element.querySelector<HTMLElement>("[aria-pressed=true], button")?.focus();
  }
}
