/** The list of properties: name and formula, or name and monitor, one row each. */
import { byId, coded, h, icon } from "../dom";
import { type Hint, hintsOf } from "./hints";
import type { Names } from "../engine/engine";
import { formulaLink } from "../frame/manual";
import { explained } from "../frame/terms";
import { Sentences, type Wording } from "./sentences";
import { type Draft, documentOf, isBoolean, type PropertyText } from "../task";
import { texts } from "../text/language";
import { t as page } from "../text/page";

const t = texts({
  en: {
    add: "Add this property", remove: "Remove", formula: "a formula, such as F {terminated}",
    booleanFormula: "a formula, such as G !{at(ERROR)}", blocksFormula: "a formula, such as G !{i > 10}", byFormula: "Formula", byMonitor: "Monitors",
    byCheck: "Checks",
    checks: {
      "unreach-call": "no call of reach_error, no label ERROR, no failing assertion", "no-division-by-zero": "no division by zero",
      "no-invalid-shift": "no shift by a distance out of range", "no-index-out-of-bounds": "no index that an array does not have",
      "no-overflow": "no overflow of signed numbers", "valid-deref": "no dereference of null, of a pointer without a value, or of memory that is gone",
      "valid-free": "only what was allocated is freed, and only once", "valid-memtrack": "no memory is lost", "valid-memcleanup": "all memory is freed at the end",
    },
    nameOf: (number: number) => `Name of property ${number}`, formulaOf: (number: number) => `Formula of property ${number}`,
    kindOf: (number: number) => `Formula or monitor of property ${number}`, removeOf: (id: string) => `Remove property ${id}`,
  },
  de: {
    add: "Diese Eigenschaft hinzufügen", remove: "Entfernen", formula: "eine Formel wie F {terminated}",
    booleanFormula: "eine Formel wie G !{at(ERROR)}", blocksFormula: "eine Formel wie G !{i > 10}", byFormula: "Formel", byMonitor: "Monitore",
    byCheck: "Prüfungen",
    checks: {
      "unreach-call": "kein Aufruf von reach_error, keine Marke ERROR, keine fehlschlagende Zusicherung", "no-division-by-zero": "keine Division durch null",
      "no-invalid-shift": "kein Schieben um eine unerlaubte Weite", "no-index-out-of-bounds": "kein Index, den ein Feld nicht hat",
      "no-overflow": "kein Überlauf von Zahlen mit Vorzeichen", "valid-deref": "keine Dereferenzierung von null, von Zeigern ohne Wert oder von Speicher, den es nicht mehr gibt",
      "valid-free": "nur was angefordert wurde, wird freigegeben, und nur einmal", "valid-memtrack": "kein Speicher geht verloren", "valid-memcleanup": "am Ende ist aller Speicher freigegeben",
    },
    nameOf: (number) => `Name der Eigenschaft ${number}`, formulaOf: (number) => `Formel der Eigenschaft ${number}`,
    kindOf: (number) => `Formel oder Monitor der Eigenschaft ${number}`, removeOf: (id) => `Eigenschaft ${id} entfernen`,
  },
});

type Check = keyof typeof t.checks;
const memoryChecks = ["valid-deref", "valid-free", "valid-memtrack", "valid-memcleanup"] as const;
const isAboutMemory = (check: string): boolean => memoryChecks.some((own) => own === check);
/** The checks of an analysis of programs in C. */
const checksOf: Partial<Record<string, readonly Check[]>> = {
  blocks: (Object.keys(t.checks) as Check[]).filter((check) => !isAboutMemory(check)),
  forest: [...memoryChecks, "unreach-call"],
  heap: [...memoryChecks, "unreach-call"],
};
/** Milliseconds without a change after which a formula is read out. */
const patience = 300;

const isCheck = (name: string): name is Check => name in t.checks;

export class PropertiesEditor {
  readonly #list = byId("properties-list");
  readonly #hints = byId("properties-hints");
  #properties: PropertyText[] = [];
  #boolean = false;
  /** Properties of some analyses may be these checks. */
  #checks: readonly Check[] = [];
  /** Whether formulas are about heaps. */
  #isOfHeaps = true;
  /** Whether they may also be formulas. */
  #hasFormulas = true;
  /** The formulas of the hints. */
  #hinted = "";
  /** The latest request; earlier answers are dropped. */
  #asked = 0;
  /** The monitors that can be selected. */
  #monitors: readonly string[] = [];

  readonly #sentences: Sentences;
  /** The task that the properties belong to. */
  #subject: Draft | null = null;

  /** `names` returns the names that formulas about a task document can use; null if it cannot be read. */
  constructor(
    private readonly change: (properties: PropertyText[]) => void,
    private readonly names: (document: string) => Promise<Names | null>,
    private readonly wording: Wording,
  ) {
    this.#sentences = new Sentences(wording, (formula) => this.#add(formula));
    byId("property-add").addEventListener("click", () => {
      const check = this.#unused();
      if (check === undefined) this.#add("");
      else this.#addCheck(check);
    });
  }

  show(draft: Draft): void {
    this.#properties = draft.properties.map((property) => ({ ...property }));
    this.#boolean = isBoolean(draft);
    const isOfHeaps = draft.analysis === "heap";
    this.#checks = isOfHeaps && draft.language !== "c" ? [] : (checksOf[draft.analysis] ?? []);
    this.#isOfHeaps = isOfHeaps;
    this.#hasFormulas = draft.analysis !== "forest";
    const lead = !this.#hasFormulas ? page.propertiesLeadForest : isOfHeaps && this.#checks.length ? page.propertiesLeadMemory : this.#checks.length ? page.propertiesLeadBlocks : this.#boolean ? page.propertiesLeadBoolean : page.propertiesLead;
    byId("properties-lead").replaceChildren(...explained(lead));
    byId("properties-hints-title").textContent = this.#checks.length ? page.hintsOfChecks : page.hints;
    byId("properties-hints-lead").replaceChildren(this.#checks.length ? page.hintsOfChecksLead : page.hintsLead, " ", formulaLink());
    this.#subject = draft;
    void this.hints(draft);
    this.#draw();
  }

  /** Updates the formula examples. While the task cannot be read, the previous ones stay. */
  async hints(draft: Draft): Promise<void> {
    void this.#sentences.show(draft);
    const asked = ++this.#asked;
    const names = await this.names(documentOf(draft).text);
    if (asked !== this.#asked || (!names && this.#hinted)) return;
    const checks = this.#checks.map((check): Hint => [check, t.checks[check]]);
    const formulas = checks.length && !this.#isOfHeaps ? [] : hintsOf(draft, names ?? { nonterminals: [], variables: [], labels: [] });
    const hints = [...checks, ...formulas];
    const key = hints.map(([ltl]) => ltl).join("\n");
    if (key === this.#hinted) return;
    this.#hinted = key;
    this.#hints.replaceChildren(...hints.map((hint) => this.#hint(hint)));
  }

  /** Updates the monitors that can be selected. The rest of the rows stays, as someone may be typing there. */
  monitors(names: readonly string[]): void {
    if (names.join("\n") === this.#monitors.join("\n")) return;
    this.#monitors = names;
    this.#properties.forEach((property, i) => {
      const row = this.#list.children[i];
      const [id, formula] = [row?.querySelector<HTMLInputElement>(".id"), row?.querySelector<HTMLTextAreaElement>(".formula")];
      if (!row || !id || !formula) return;
      row.querySelector(".kind")?.remove();
      const kind = this.#kind(property, i, id, formula);
      kind?.setAttribute("aria-invalid", formula.getAttribute("aria-invalid") ?? "false");
      if (kind) id.after(kind);
    });
  }

  /** Adds a property that a monitor must find no run. */
  addMonitor(monitor: string): void {
    this.#push({ ltl: "", monitor });
  }

  /** Marks the rows that have problems. */
  problems(messages: Map<number, string>): void {
    [...this.#list.children].forEach((row, i) => {
      const message = messages.get(i);
      const note = row.querySelector<HTMLElement>(".problem");
      for (const field of row.querySelectorAll(".formula, .kind")) field.setAttribute("aria-invalid", String(message !== undefined));
      if (note) [note.textContent, note.hidden] = [message ?? "", message === undefined];
    });
  }

  focus(item: number, column: number): void {
    const row = this.#list.children[item];
    const field = row?.querySelector<HTMLTextAreaElement>(".formula");
    if (!field || field.hidden) return row?.querySelector<HTMLElement>(".kind")?.focus();
    field.focus();
    field.setSelectionRange(column - 1, column - 1);
  }

  #hint([ltl, meaning]: Hint): HTMLElement {
    const button = h("button", { type: "button", title: t.add }, h("code", {}, ltl), h("span", {}, meaning));
    button.addEventListener("click", () => (isCheck(ltl) ? this.#addCheck(ltl) : this.#add(ltl)));
    return h("li", {}, button);
  }

  /** Adds a property under a name that is not taken. */
  #push(property: Omit<PropertyText, "id">): void {
    let n = this.#properties.length + 1;
    while (this.#properties.some(({ id }) => id === `F${n}`)) n++;
    this.#properties.push({ id: `F${n}`, ...property });
    this.#draw();
    this.change(this.#properties);
  }

  #add(ltl: string): void {
    this.#push({ ltl });
    this.focus(this.#properties.length - 1, ltl.length + 1);
  }

  /** A check that is not among the properties. */
  #unused = (): string | undefined => this.#checks.find((check) => !this.#properties.some((property) => property.check === check));

  #addCheck(check: string): void {
    if (this.#properties.some((property) => property.check === check)) return;
    this.#properties.push({ id: check, ltl: "", check });
    this.#draw();
    this.change(this.#properties);
  }

  #draw(): void {
    this.#list.replaceChildren(...this.#properties.map((property, i) => this.#row(property, i)));
  }

  #row(property: PropertyText, i: number): HTMLElement {
    const id = h("input", { className: "id", value: property.id, spellcheck: false, aria: { label: t.nameOf(i + 1) } });
    const formula = h("textarea", {
      className: "formula", value: property.ltl, rows: 1, spellcheck: false, placeholder: this.#checks.length && !this.#isOfHeaps ? t.blocksFormula : this.#boolean ? t.booleanFormula : t.formula,
      hidden: (property.monitor !== undefined || property.check !== undefined) && !property.ltl, aria: { label: t.formulaOf(i + 1) },
    });
    const kind = this.#kind(property, i, id, formula);
    const remove = h("button", { type: "button", className: "icon-button", title: t.remove, aria: { label: t.removeOf(property.id) } }, icon("remove"));
    id.addEventListener("input", () => {
      property.id = id.value;
      this.change(this.#properties);
    });
    formula.addEventListener("input", () => {
      property.ltl = formula.value;
      this.change(this.#properties);
    });
    // A formula is one line; Enter does not insert a line break.
    formula.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) event.preventDefault();
    });
    remove.addEventListener("click", () => {
      this.#properties.splice(i, 1);
      this.#draw();
      this.change(this.#properties);
    });
    const words = h("p", { className: "words", hidden: true });
    let wait = 0;
    formula.addEventListener("input", () => {
      clearTimeout(wait);
      wait = window.setTimeout(() => void this.#read(formula, words), patience);
    });
    void this.#read(formula, words);
    return h("li", {}, id, kind, formula, remove, words, h("p", { className: "problem", hidden: true }));
  }

  /** Says a formula in words, below it. */
  async #read(formula: HTMLTextAreaElement, words: HTMLElement): Promise<void> {
    const { value, hidden } = formula;
    const subject = this.#subject;
    const said = subject && value.trim() && !hidden ? await this.wording.readOut(value, subject.analysis, subject.language) : null;
    if (formula.value !== value) return;
    words.replaceChildren(...coded(said ?? ""));
    words.hidden = said === null;
  }

  /** The choice between a formula, monitors and checks, if there are any. The formula stays in its field in case the user returns to it. A
   * property that is called as what it checks is renamed with it. */
  #kind(property: PropertyText, i: number, id: HTMLInputElement, formula: HTMLTextAreaElement): HTMLElement | null {
    const { monitor, check } = property;
    const names = monitor === undefined || this.#monitors.includes(monitor) ? this.#monitors : [...this.#monitors, monitor];
    const known: readonly string[] = this.#checks;
    const all = check === undefined || known.includes(check) ? known : [...known, check];
    if (names.length === 0 && all.length === 0) return null;
    const said = (name: string): string => (isCheck(name) ? `${name}: ${t.checks[name]}` : name);
    const group = (label: string, options: HTMLElement[]): HTMLElement[] => (options.length === 0 ? [] : [h("optgroup", { label }, ...options)]);
    const box = h("select", { className: "kind", aria: { label: t.kindOf(i + 1) } },
      ...group(t.byCheck, all.map((name) => h("option", { value: `check ${name}`, selected: name === check }, said(name)))),
      h("option", { value: "formula", selected: monitor === undefined && check === undefined }, t.byFormula),
      ...group(t.byMonitor, names.map((name) => h("option", { value: `monitor ${name}`, selected: name === monitor }, name))));
    box.addEventListener("change", () => {
      const chosen = box.selectedIndex;
      const named = property.id === property.check;
      delete property.monitor;
      delete property.check;
      const [asked, watched] = [all[chosen], names[chosen - all.length - 1]];
      if (asked !== undefined) property.check = asked;
      if (watched !== undefined) property.monitor = watched;
      if (named && asked !== undefined) property.id = id.value = asked;
      property.ltl = chosen === all.length ? formula.value : "";
      formula.hidden = chosen !== all.length;
      this.change(this.#properties);
    });
    return box;
  }
}
