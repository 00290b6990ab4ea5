/** The fields and buttons for what is selected in the drawing of a monitor. Elements stay when values change, so that no click and no focus is lost. */
import { coded, h, smallButton } from "../dom";
import {
  type Acceptance, acceptances, edgesAt, type MonitorPart, renamed, statesLost, statesOf, unused, withAcceptance, withEdge, withGuard, withInitial, withoutEdges, withoutState, type WrittenMonitor,
} from "../monitors";
import type { TextChange } from "../jsonText";
import { alsoDeleted, edgeName, stateName, t } from "./monitorTexts";
import { NameField } from "./nameField";

/** What the form does to its monitor. */
export interface MonitorActions {
  /** Changes the text, and then selects a part. */
  edit(changes: TextChange[], then: MonitorPart | null): void;
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
    (name) => this.#atState((state) => this.actions.edit(renamed(this.#monitor, state, name), { state: name })),
  );
  readonly #makeInitial = smallButton(t.makeInitial, () => this.#atState((state) => this.actions.edit(withInitial(this.#monitor, state), { state })));
  readonly #accepts = acceptances.map((kind) => ({ kind, box: h("input", { type: "checkbox" }) }));
  readonly #edgeTo = smallButton(t.edgeTo, () => this.#openTargets(Boolean(this.#targets.hidden)));
  readonly #targets = h("div", { className: "drawn-targets", hidden: true, aria: { role: "group" } });
  readonly #guard = h("input", { className: "guard", spellcheck: false, placeholder: t.always });
  readonly #words = h("p", { className: "words quiet" });
  readonly #guardProblem = h("p", { className: "problem", hidden: true });
  readonly #remove = smallButton(t.delete, () => this.#removePart());
  readonly #stateFields: HTMLElement;
  readonly #edgeFields: HTMLElement;
  readonly #newState = smallButton(t.newState, () => this.addState(this.#state ?? this.#monitor.initial));
  #text = "";
  #monitor!: WrittenMonitor;
  #part: MonitorPart | null = null;
  #timer = 0;

  constructor(private readonly actions: MonitorActions) {
    this.#stateFields = h("div", { className: "drawn-fields" },
      h("label", {}, h("span", {}, t.name), this.#name.input), this.#name.problem,
      h("div", { className: "drawn-row" }, ...this.#accepts.map(({ kind, box }) => h("label", { title: t.legend[kind] }, box, t.accepts[kind]))));
    this.#edgeFields = h("div", { className: "drawn-fields" }, h("label", {}, h("span", {}, t.guard), this.#guard), this.#guardProblem, this.#words);
    this.element.append(this.#hint, this.#stateFields, this.#edgeFields, h("div", { className: "drawn-row" }, this.#newState, this.#edgeTo, this.#makeInitial, this.#remove), this.#targets);
    this.#guard.addEventListener("input", () => this.#checkGuard());
    this.#guard.addEventListener("change", () => this.#setGuard());
    for (const { kind, box } of this.#accepts) box.addEventListener("change", () => this.#accept(kind, box.checked));
    this.#targets.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      this.#openTargets(false);
      this.#edgeTo.focus();
    });
  }

  /** Shows a part of a monitor; the text is what it is written in. */
  show(text: string, monitor: WrittenMonitor, part: MonitorPart | null): void {
    const isOther = JSON.stringify(part) !== JSON.stringify(this.#part);
    [this.#text, this.#monitor, this.#part] = [text, monitor, part];
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

  /** Adds a state with an edge to it, since a state exists by its edges; its name can be typed at once. */
  addState(from: string): void {
    const state = unused(t.fresh, statesOf(this.#monitor));
    this.addEdge({ from, to: state }, { state });
  }

  /** Adds an edge, whose guard can be typed at once; or selects something else. */
  addEdge({ from, to }: { from: string; to: string }, then: MonitorPart = { edge: this.#monitor.edges.length }): void {
    this.actions.edit(withEdge(this.#text, this.#monitor, { from, to, guard: null }), then);
    if ("state" in then) return this.#name.select();
    this.#guard.focus();
    this.#guard.select();
  }

  /** Deletes what is selected. */
  #removePart(): void {
    const part = this.#part;
    if (!part) return;
    const changes = "state" in part ? withoutState(this.#text, this.#monitor, part.state) : withoutEdges(this.#text, this.#monitor, new Set([part.edge]));
    this.actions.edit(changes, null);
    this.#newState.focus();
  }

  /** The selected state, if a state is selected. */
  get #state(): string | null {
    return this.#part && "state" in this.#part ? this.#part.state : null;
  }

  #atState(act: (state: string) => void): void {
    if (this.#state !== null) act(this.#state);
  }

  #showState(state: string, isOther: boolean): void {
    const { initial } = this.#monitor;
    this.#name.show(state);
    this.#makeInitial.disabled = state === initial;
    for (const { kind, box } of this.#accepts) box.checked = this.#monitor[kind].includes(state);
    const edges = edgesAt(this.#monitor, state);
    const lost = statesLost(this.#monitor, new Set(edges)).filter((other) => other !== state);
    this.#remove.disabled = state === initial;
    this.#remove.title = state === initial ? t.stays : "";
    this.#remove.textContent = [t.delete, state === initial ? "" : alsoDeleted(edges.length, lost)].join(" ").trim();
    const targets = statesOf(this.#monitor).map((to) => smallButton(to, () => this.addEdge({ from: state, to })));
    const kept = this.#targets.contains(document.activeElement) && !isOther;
    if (!kept) this.#targets.replaceChildren(...targets, smallButton(t.another, () => this.addState(state)));
    this.#targets.ariaLabel = t.edgeTargets(state);
  }

  #showEdge(edge: number, guard: string, isOther: boolean): void {
    if (isOther || this.#guard !== document.activeElement) this.#guard.value = guard;
    this.#remove.disabled = false;
    this.#remove.title = "";
    this.#remove.textContent = [t.delete, alsoDeleted(0, statesLost(this.#monitor, new Set([edge])))].join(" ").trim();
    this.#checkGuard();
  }

  #openTargets(open: boolean): void {
    this.#targets.hidden = !open;
    this.#edgeTo.ariaExpanded = String(open);
    if (open) this.#targets.querySelector("button")?.focus();
  }

  #accept(kind: Acceptance, accepts: boolean): void {
    this.#atState((state) => this.actions.edit(withAcceptance(this.#text, this.#monitor, state, kind, accepts), { state }));
  }

  #setGuard(): void {
    const part = this.#part;
    if (!part || !("edge" in part)) return;
    const guard = this.#guard.value.trim() || null;
    if (guard !== this.#monitor.edges[part.edge]?.guard) this.actions.edit(withGuard(this.#text, this.#monitor, part.edge, guard), part);
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
