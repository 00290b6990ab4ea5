/** The fields and buttons for what is selected in the drawing of a monitor. Elements stay when values change, so that no click and no focus is lost. */
import { coded, h, smallButton } from "../dom";
import type { Acceptance, MonitorEdit, WrittenMonitor } from "../engine/engine";
import { acceptances, type MonitorPart, statesOf, unused } from "../monitors";
import { alsoDeleted, edgeName, stateName, t } from "./monitorTexts";
import { NameField } from "./nameField";

/** What is done to the monitors, and what is selected then. */
export type MonitorStep = readonly [edit: MonitorEdit, then: MonitorPart | null];

/** What the form does to its monitor. */
export interface MonitorActions {
  /** The position of the monitor in its text. */
  readonly monitor: number;
  /** Once earlier edits are done, `make` says what to do; settled when that is shown. */
  edit(make: () => MonitorStep | null): Promise<void>;
  /** What is wrong with a guard; an empty text if nothing is. */
  check(edge: number, guard: string): Promise<string>;
  /** A guard in words; null if it has errors. */
  readOut(guard: string): Promise<string | null>;
}

/** Milliseconds without a change after which a guard is checked. */
const patience = 250;

export class MonitorForm {
  readonly element = h("div", { className: "drawn-form", aria: { role: "group" } });
  readonly #hint = h("p", { className: "quiet" }, t.hint);
  readonly #name = new NameField(
    (name) => (!name ? t.noName : name !== this.#state && statesOf(this.#monitor).includes(name) ? t.taken : ""),
    (name) => this.#rename(name),
  );
  readonly #makeInitial = smallButton(t.makeInitial, () => void this.#atState((state) => [{ of: "setInitial", monitor: this.actions.monitor, state }, { state }]));
  readonly #accepts = acceptances.map((kind) => ({ kind, box: h("input", { type: "checkbox" }) }));
  readonly #edgeTo = smallButton(t.edgeTo, () => this.#openTargets(Boolean(this.#targets.hidden)));
  readonly #targets = h("div", { className: "drawn-targets", hidden: true, aria: { role: "group" } });
  readonly #guard = h("input", { className: "guard", spellcheck: false, placeholder: t.always });
  readonly #words = h("p", { className: "words quiet" });
  readonly #guardProblem = h("p", { className: "problem", hidden: true });
  readonly #remove = smallButton(t.delete, () => void this.#removePart());
  readonly #stateFields: HTMLElement;
  readonly #edgeFields: HTMLElement;
  readonly #newState = smallButton(t.newState, () => void this.addState());
  #monitor!: WrittenMonitor;
  #part: MonitorPart | null = null;
  /** How many boxes were changed and are not written yet. Meanwhile they stay as they are. */
  #accepting = 0;
  #timer = 0;

  constructor(private readonly actions: MonitorActions) {
    this.#stateFields = h("div", { className: "drawn-fields" },
      h("label", {}, h("span", {}, t.name), this.#name.input), this.#name.problem,
      h("div", { className: "drawn-row" }, ...this.#accepts.map(({ kind, box }) => h("label", { title: t.legend[kind] }, box, t.accepts[kind]))));
    this.#edgeFields = h("div", { className: "drawn-fields" }, h("label", {}, h("span", {}, t.guard), this.#guard), this.#guardProblem, this.#words);
    this.element.append(this.#hint, this.#stateFields, this.#edgeFields, h("div", { className: "drawn-row" }, this.#newState, this.#edgeTo, this.#makeInitial, this.#remove), this.#targets);
    this.#guard.addEventListener("input", () => this.#checkGuard());
    this.#guard.addEventListener("change", () => this.#setGuard());
    for (const { kind, box } of this.#accepts) box.addEventListener("change", () => void this.#accept(kind, box.checked));
    this.#targets.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      this.#openTargets(false);
      this.#edgeTo.focus();
    });
  }

  /** Shows a part of a monitor. */
  show(monitor: WrittenMonitor, part: MonitorPart | null): void {
    const isOther = JSON.stringify(part) !== JSON.stringify(this.#part);
    [this.#monitor, this.#part] = [monitor, part];
    const state = this.#state;
    const edge = part && "edge" in part ? monitor.edges[part.edge] : undefined;
    this.#hint.hidden = part !== null;
    this.#stateFields.hidden = state === null;
    this.#edgeFields.hidden = !edge;
    this.#newState.hidden = edge !== undefined;
    this.#edgeTo.hidden = this.#makeInitial.hidden = state === null;
    this.#remove.hidden = part === null;
    this.element.ariaLabel = state !== null ? stateName(monitor, state) : edge ? edgeName(edge) : monitor.name;
    if (isOther) this.#openTargets(false);
    if (state !== null) this.#showState(state, isOther);
    if (edge && part && "edge" in part) this.#showEdge(part.edge, edge.guard ?? "", isOther);
  }

  /** Adds a state with an edge to it, since a state exists by its edges; its name can be typed then. Without another one, the edge leaves the selected state, or the initial one. */
  async addState(other?: string): Promise<void> {
    await this.actions.edit(() => {
      const [from, to] = [other ?? this.#state ?? this.#monitor.initial, unused(t.fresh, statesOf(this.#monitor))];
      return [{ of: "addEdge", monitor: this.actions.monitor, from, to }, { state: to }];
    });
    this.#name.select();
  }

  /** Adds an edge, whose guard can be typed then. */
  async addEdge(from: string, to: string): Promise<void> {
    await this.actions.edit(() => [{ of: "addEdge", monitor: this.actions.monitor, from, to }, { edge: this.#monitor.edges.length }]);
    this.#guard.focus();
    this.#guard.select();
  }

  /** Deletes what is selected. */
  async #removePart(): Promise<void> {
    const { monitor } = this.actions;
    await this.actions.edit(() => {
      const part = this.#part;
      if (!part) return null;
      return ["state" in part ? { of: "removeState", monitor, state: part.state } : { of: "removeEdge", monitor, edge: part.edge }, null];
    });
    this.#newState.focus();
  }

  /** The selected state, if a state is selected. */
  get #state(): string | null {
    return this.#part && "state" in this.#part ? this.#part.state : null;
  }

  #atState(make: (state: string) => MonitorStep): Promise<void> {
    return this.actions.edit(() => (this.#state === null ? null : make(this.#state)));
  }

  #showState(state: string, isOther: boolean): void {
    const { initial } = this.#monitor;
    this.#name.show(state);
    this.#makeInitial.disabled = state === initial;
    if (!this.#accepting) for (const { kind, box } of this.#accepts) box.checked = this.#monitor[kind].includes(state);
    const { edges = 0, lost = [] } = this.#monitor.states.find(({ name }) => name === state) ?? {};
    this.#remove.disabled = state === initial;
    this.#remove.title = state === initial ? t.stays : "";
    this.#remove.textContent = [t.delete, state === initial ? "" : alsoDeleted(edges, lost)].join(" ").trim();
    const targets = statesOf(this.#monitor).map((to) => smallButton(to, () => void this.addEdge(state, to)));
    const kept = this.#targets.contains(document.activeElement) && !isOther;
    if (!kept) this.#targets.replaceChildren(...targets, smallButton(t.another, () => void this.addState(state)));
    this.#targets.ariaLabel = t.edgeTargets(state);
  }

  #showEdge(edge: number, guard: string, isOther: boolean): void {
    if (isOther || this.#guard !== document.activeElement) this.#guard.value = guard;
    this.#remove.disabled = false;
    this.#remove.title = "";
    this.#remove.textContent = [t.delete, alsoDeleted(0, this.#monitor.edges[edge]?.lost ?? [])].join(" ").trim();
    this.#checkGuard();
  }

  #openTargets(open: boolean): void {
    this.#targets.hidden = !open;
    this.#edgeTo.ariaExpanded = String(open);
    if (open) this.#targets.querySelector("button")?.focus();
  }

  #rename(name: string): void {
    // The field is left for another state, which may be selected before the edit is made.
    const state = this.#state;
    if (state !== null) void this.actions.edit(() => [{ of: "renameState", monitor: this.actions.monitor, state, name }, { state: name }]);
  }

  async #accept(kind: Acceptance, accepts: boolean): Promise<void> {
    this.#accepting++;
    await this.#atState((state) => [{ of: "setAcceptance", monitor: this.actions.monitor, state, kind, accepts }, { state }]);
    if (--this.#accepting === 0 && this.#state !== null) this.#showState(this.#state, false);
  }

  #setGuard(): void {
    const part = this.#part;
    if (!part || !("edge" in part)) return;
    const guard = this.#guard.value.trim() || null;
    if (guard === this.#monitor.edges[part.edge]?.guard) return;
    void this.actions.edit(() => [{ of: "setGuard", monitor: this.actions.monitor, edge: part.edge, guard }, part]);
  }

  /** Says what the guard in the field means, or what is wrong with it. */
  #checkGuard(): void {
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => void this.#sayGuard(), patience);
  }

  async #sayGuard(): Promise<void> {
    const part = this.#part;
    const guard = this.#guard.value.trim();
    if (!part || !("edge" in part)) return;
    const [problem, words] = guard ? await Promise.all([this.actions.check(part.edge, guard), this.actions.readOut(guard)]) : ["", null];
    if (guard !== this.#guard.value.trim() || part !== this.#part) return;
    this.#guardProblem.replaceChildren(...coded(problem));
    this.#guardProblem.hidden = !problem;
    this.#guard.ariaInvalid = String(problem !== "");
    this.#words.replaceChildren(...coded(problem ? "" : (words ?? "")));
  }
}
