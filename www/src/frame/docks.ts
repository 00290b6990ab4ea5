/** Two docks for views, each with tabs: views are moved apart to see them side by side. */
import type { Outcome } from "../client";
import { byId, h, iconButton, tabs } from "../dom";
import type { AnalysisName } from "../engine/engine";
import type { Linking, Seen } from "../linking";
import { texts } from "../text/language";
import type { Drawing, View } from "../view/view";
import { register } from "./commands";
import { exportMenu, type Exports, registerExports, registerResultExport } from "./export";
import { barPopover, moveInMenu } from "./popover";
import { type Dock, settings, use } from "./settings";
import { ViewTable } from "./viewTable";

const t = texts({
  en: {
    views: "Views of the result", more: "More", side: "Second pane", move: "Move this view to the other pane", group: "View",
    table: "As a table", words: { table: "Table", move: "Move" }, asTable: (view: string) => `Show as table: ${view}`, asGraph: (view: string) => `Show as picture: ${view}`,
  },
  de: {
    views: "Ansichten des Ergebnisses", more: "Mehr", side: "Zweiter Bereich", move: "Diese Ansicht in den anderen Bereich verschieben", group: "Ansicht",
    table: "Als Tabelle", words: { table: "Tabelle", move: "Verschieben" }, asTable: (view) => `Als Tabelle zeigen: ${view}`, asGraph: (view) => `Als Bild zeigen: ${view}`,
  },
});

const names: Dock[] = ["main", "side"];

/** Milliseconds after the last change of the selection before a view's table is requested again. */
const patience = 120;

class Place {
  readonly list = h("div", { className: "tabs", aria: { role: "tablist" } });
  readonly #panels = h("div", { className: "panels" });
  readonly #select: (name: string) => void;
  readonly views: View[] = [];
  open: View | null = null;
  #analysis: AnalysisName = "heap";
  readonly #table: ViewTable;
  readonly #more: ReturnType<typeof barPopover>;
  readonly #tableButton = iconButton("table", t.table, () => this.#asTable(!this.#isTable));
  #seen: Seen;
  #timer = 0;

  constructor(name: Dock, label: string, linking: Linking, outcome: () => Outcome | null, move: (view: View) => void, private readonly changed: () => void) {
    this.list.setAttribute("aria-label", label);
    this.list.id = `${name === "main" ? "view" : "side"}-tabs`;
    this.#select = tabs(this.list, (id) => this.#opened(id));
    this.#table = new ViewTable(linking);
    const pinned = linking.pinned;
    this.#seen = { pinned, preview: null, before: pinned };
    this.#tableButton.id = `table-${name}`;
    this.#tableButton.dataset["word"] = t.words.table;
    this.#more = barPopover(`more-${name}`, "down", t.more, (popover) => this.#drawMore(popover));
    this.#more.button.className = "more";
    this.#more.button.prepend(t.more);
    this.#more.popover.addEventListener("keydown", (event) => moveInMenu(event, this.#more.popover));
    const moveButton = iconButton("swap", t.move, () => {
      if (this.open) move(this.open);
    });
    moveButton.dataset["word"] = t.words.move;
    const exports: Exports = { outcome, view: () => this.open };
    byId(`dock-${name}`).replaceChildren(
      h("header", { className: "dock-head" }, this.list, this.#more.button, this.#more.popover, h("div", { className: "dock-tools" }, this.#tableButton, exportMenu(`export-${name}`, exports), moveButton)),
      this.#panels);
    this.#panels.addEventListener("redrawn", () => this.refresh());
    const title = (): string => (this.#isTable ? t.asGraph : t.asTable)(this.open?.title ?? "");
    register({
      id: `table.${name}`, group: t.group, get title() { return title(); },
      possible: () => this.open?.tableData !== undefined, run: () => this.#asTable(!this.#isTable),
    });
    registerExports(name, exports);
  }

  get #isTable(): boolean {
    return this.open?.element.classList.contains("as-table") ?? false;
  }

  #asTable(table: boolean): void {
    this.open?.element.classList.toggle("as-table", table);
    this.refresh();
  }

  /** Keeps the table in step with the view. */
  refresh(): void {
    const view = this.open;
    this.changed();
    this.#tableButton.hidden = !view?.tableData;
    this.#tableButton.setAttribute("aria-pressed", String(this.#isTable));
    if (!view?.tableData || !this.#isTable) return;
    if (this.#table.element.parentElement !== view.element) view.element.append(this.#table.element);
    this.#table.show(view.tableData(), this.#seen);
  }

  /** The views under *More*. */
  get #special(): View[] {
    return this.views.filter((view) => view.isSpecial && !settings.value.used.includes(view.id) && this.#applies(view));
  }

  #drawMore(popover: HTMLElement): void {
    const items = this.#special.map(({ id, title }) => {
      const item = h("button", { type: "button", dataset: { view: id }, aria: { role: "menuitem" } }, title);
      item.addEventListener("click", () => {
        popover.hidePopover();
        this.use(id);
        this.list.querySelector<HTMLElement>(`[data-tab="${id}"]`)?.focus();
      });
      return item;
    });
    popover.replaceChildren(h("div", { className: "menu", aria: { role: "menu", label: t.more } }, ...items));
  }

  /** Opens a view, which has a tab from now on. */
  use(id: string): void {
    use(id);
    this.#showTabs();
    this.select(id);
  }

  #applies({ analyses }: View): boolean {
    return analyses?.includes(this.#analysis) !== false;
  }

  #showTabs(): void {
    const special = this.#special;
    this.views.forEach((view, i) => ((this.list.children[i] as HTMLElement).hidden = !this.#applies(view) || special.includes(view)));
    this.#more.button.hidden = !special.length;
  }

  /** The titles of views may depend on the result, and not every view has something to show of every result. */
  adapt(analysis: AnalysisName): void {
    this.#analysis = analysis;
    this.views.forEach(({ title, element }, i) => {
      this.list.children[i]!.textContent = title;
      element.setAttribute("aria-label", title);
    });
    this.#showTabs();
    const first = this.views.find((view) => this.#applies(view));
    if (first && !(this.open && this.#applies(this.open))) this.select(first.id);
  }

  mark(seen: Seen): void {
    this.#seen = seen;
    if (!this.#isTable) return;
    this.#table.mark(seen);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.refresh(), patience) as unknown as number;
  }

  add(view: View, order: (view: View) => number): void {
    const tab = h("button", { type: "button", dataset: { tab: view.id }, aria: { role: "tab", controls: `panel-${view.id}` } }, view.title);
    const at = this.views.findIndex((other) => order(other) > order(view));
    const place = at < 0 ? this.views.length : at;
    this.list.insertBefore(tab, this.list.children[place] ?? null);
    this.#panels.append(view.element);
    this.views.splice(place, 0, view);
    this.#showTabs();
    this.select(view.id);
  }

  remove(view: View): void {
    const at = this.views.indexOf(view);
    this.views.splice(at, 1);
    this.list.children[at]?.remove();
    this.#showTabs();
    if (this.open !== view) return;
    this.open = null;
    const special = this.#special;
    const next = this.views.slice(0, Math.max(1, at)).reverse().find((other) => !special.includes(other)) ?? this.views[0];
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
    this.refresh();
  }
}

export class Docks {
  readonly #places: Record<Dock, Place>;

  /** `changed` is called whenever another view is open or shows something else. */
  constructor(private readonly views: readonly View[], linking: Linking, private readonly outcome: () => Outcome | null, changed: () => void) {
    const move = (view: View): void => this.move(view.id);
    this.#places = { main: new Place("main", t.views, linking, outcome, move, changed), side: new Place("side", t.side, linking, outcome, move, changed) };
    registerResultExport(outcome);
    linking.watch((seen) => names.forEach((name) => this.#places[name].mark(seen)));
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

  /** Called when there is another result, or more of it. */
  refresh(): void {
    const now = this.outcome();
    const analysis = now?.report.analysis ?? "heap";
    byId("docks").dataset["analysis"] = analysis;
    for (const name of names) {
      this.#places[name].adapt(analysis);
      this.#places[name].refresh();
    }
  }

  /** Opens a view in its dock, and shows the dock if it was hidden. */
  show(id: string): void {
    const place = this.#placeOf(id);
    if (place === this.#places.side && settings.value.sideHidden) settings.set({ sideHidden: false });
    place?.use(id);
  }

  isOpen(id: string): boolean {
    return this.#placeOf(id)?.open?.id === id;
  }

  /** The open views. */
  get open(): string[] {
    return names.flatMap((name) => this.#places[name].open?.id ?? []);
  }

  /** The pictures of the open views. */
  get drawings(): { title: string; drawing: Drawing }[] {
    return names.flatMap((name) => {
      const { open } = this.#places[name];
      const drawing = open?.drawing?.();
      return open && drawing ? [{ title: open.title, drawing }] : [];
    });
  }

  /** The view open in the main dock. */
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
