/** Two places for views, each with tabs: what one wants to see side by side is moved apart. */
import { byId, h, icon, tabs } from "../dom";
import { texts } from "../text/language";
import type { View } from "../view/view";
import { type Dock, settings } from "./settings";

const t = texts({
  en: { views: "Views of the result", side: "Second pane", move: "Move this view to the other pane" },
  de: { views: "Ansichten des Ergebnisses", side: "Zweiter Bereich", move: "Diese Ansicht in den anderen Bereich verschieben" },
});

const names: Dock[] = ["main", "side"];

class Place {
  readonly list = h("div", { className: "tabs", aria: { role: "tablist" } });
  readonly #panels = h("div", { className: "panels" });
  readonly #select: (name: string) => void;
  readonly views: View[] = [];
  open: View | null = null;

  constructor(name: Dock, label: string, move: (view: View) => void) {
    this.list.setAttribute("aria-label", label);
    this.list.id = `${name === "main" ? "view" : "side"}-tabs`;
    this.#select = tabs(this.list, (id) => this.#opened(id));
    const moveButton = h("button", { type: "button", className: "icon-button move", title: t.move, aria: { label: t.move } }, icon("swap"));
    moveButton.addEventListener("click", () => {
      if (this.open) move(this.open);
    });
    byId(`dock-${name}`).replaceChildren(h("header", { className: "dock-head" }, this.list, moveButton), this.#panels);
  }

  add(view: View, order: (view: View) => number): void {
    const tab = h("button", { type: "button", dataset: { tab: view.id }, aria: { role: "tab", controls: `panel-${view.id}` } }, view.title);
    const at = this.views.findIndex((other) => order(other) > order(view));
    const place = at < 0 ? this.views.length : at;
    this.list.insertBefore(tab, this.list.children[place] ?? null);
    this.#panels.append(view.element);
    this.views.splice(place, 0, view);
    this.select(view.id);
  }

  remove(view: View): void {
    const at = this.views.indexOf(view);
    this.views.splice(at, 1);
    this.list.children[at]?.remove();
    if (this.open !== view) return;
    this.open = null;
    const next = this.views[Math.max(0, at - 1)];
    if (next) this.select(next.id);
  }

  select(id: string): void {
    this.#select(id);
  }

  #opened(id: string): void {
    for (const view of this.views) view.element.hidden = view.id !== id;
    const before = this.open;
    this.open = this.views.find((view) => view.id === id) ?? null;
    if (before && before !== this.open) before.opened?.(false);
    this.open?.opened?.(true);
  }
}

export class Docks {
  readonly #places: Record<Dock, Place>;

  /** `changed` hears when another view is open. */
  constructor(private readonly views: readonly View[]) {
    this.#places = {
      main: new Place("main", t.views, (view) => this.move(view.id)),
      side: new Place("side", t.side, (view) => this.move(view.id)),
    };
    for (const view of views) {
      view.element.id = `panel-${view.id}`;
      view.element.classList.add("panel");
      view.element.setAttribute("role", "tabpanel");
      view.element.setAttribute("aria-label", view.title);
      this.#places[this.#home(view)].add(view, this.#order);
    }
    for (const name of names) {
      const first = this.#places[name].views[0];
      if (first) this.#places[name].select(first.id);
    }
    this.#showEmpty();
  }

  readonly #order = (view: View): number => this.views.indexOf(view);
  readonly #home = (view: View): Dock => settings.value.docks[view.id] ?? view.home;
  readonly #placeOf = (id: string): Place | undefined => names.map((name) => this.#places[name]).find(({ views }) => views.some((view) => view.id === id));

  /** Opens a view in its dock; a dock that was hidden is shown. */
  show(id: string): void {
    const place = this.#placeOf(id);
    if (place === this.#places.side && settings.value.sideHidden) settings.set({ sideHidden: false });
    place?.select(id);
  }

  isOpen(id: string): boolean {
    return this.#placeOf(id)?.open?.id === id;
  }

  /** The views that are open. */
  get open(): string[] {
    return names.flatMap((name) => this.#places[name].open?.id ?? []);
  }

  /** The view that is open in the main dock. */
  get main(): string | null {
    return this.#places.main.open?.id ?? null;
  }

  /** Moves a view to the other dock. */
  move(id: string): void {
    const view = this.views.find((candidate) => candidate.id === id);
    const from = this.#placeOf(id);
    if (!view || !from) return;
    const target: Dock = from === this.#places.main ? "side" : "main";
    settings.set({ docks: { ...settings.value.docks, [id]: target }, ...(target === "side" ? { sideHidden: false } : {}) });
    from.remove(view);
    this.#places[target].add(view, this.#order);
    this.#showEmpty();
    this.#places[target].list.querySelector<HTMLElement>(`[data-tab="${id}"]`)?.focus();
  }

  /** Moves every view back to where it belongs. */
  reset(): void {
    settings.set({ docks: {} });
    for (const view of this.views) {
      const from = this.#placeOf(view.id);
      if (!from || from === this.#places[view.home]) continue;
      from.remove(view);
      this.#places[view.home].add(view, this.#order);
    }
    this.#showEmpty();
  }

  #showEmpty(): void {
    for (const name of names) byId("docks").dataset[name] = this.#places[name].views.length ? "" : "empty";
  }
}
