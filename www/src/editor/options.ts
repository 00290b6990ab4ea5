/** The options as a form. What has its default is not written into the task. */
import { byId, h } from "../dom";
import { strategies } from "../strategy";

interface Option {
  key: string;
  name: string;
  help: string;
}
type Field =
  | (Option & { kind: "flag"; default: boolean })
  | (Option & { kind: "number"; placeholder: string })
  | (Option & { kind: "choice"; choices: [string, string][] });

const fields: Field[] = [
  { key: "strategy", kind: "choice", name: "Strategy", help: "How formulas are checked across calls.",
    choices: strategies.map(({ value, name, help }) => [value, `${name}: ${help}`]) },
  { key: "search", kind: "choice", name: "Search", help: "The order in which states are explored.",
    choices: [["depthFirst", "depth first"], ["breadthFirst", "breadth first: short runs"]] },
  { key: "garbageCollection", kind: "flag", name: "Garbage collection", help: "Remove what no variable reaches.", default: true },
  { key: "chainAbstraction", kind: "flag", name: "Abstract at merge points only", help: "Otherwise after every step.", default: true },
  { key: "admissibleAbstraction", kind: "flag", name: "Admissible abstraction", help: "Objects with variables stay concrete.", default: false },
  { key: "admissibleConstants", kind: "flag", name: "… constants count as variables", help: "Only with admissible abstraction.", default: false },
  { key: "admissibleMarkings", kind: "flag", name: "… markings count as variables", help: "Only with admissible abstraction.", default: false },
  { key: "admissibleFull", kind: "flag", name: "… materialise fully", help: "All selectors of all variables, in every state.", default: false },
  { key: "postProcessing", kind: "flag", name: "… merge final states", help: "After a full abstraction.", default: false },
  { key: "ruleCollapsing", kind: "flag", name: "Collapsed rules", help: "Abstract with merged external vertices too.", default: true },
  { key: "canonical", kind: "flag", name: "Canonical states", help: "Keep every state in canonical form.", default: false },
  { key: "maxStates", kind: "number", name: "Most states", help: "Then the verdict is unknown.", placeholder: "1000000" },
  { key: "maxHeap", kind: "number", name: "Most vertices of a heap", help: "Then the verdict is unknown.", placeholder: "500" },
  { key: "seconds", kind: "number", name: "Most seconds", help: "Then the verdict is unknown.", placeholder: "no limit" },
];

export class OptionsEditor {
  readonly #form = byId("options-form");
  #options: Record<string, unknown> = {};

  constructor(private readonly change: (options: Record<string, unknown>) => void) {}

  show(options: Record<string, unknown>): void {
    this.#options = { ...options };
    this.#form.replaceChildren(...fields.map((field) => this.#row(field)));
  }

  #set(key: string, value: unknown): void {
    if (value === undefined) delete this.#options[key];
    else this.#options[key] = value;
    this.change({ ...this.#options });
  }

  #row(field: Field): HTMLElement {
    const text = h("span", { className: "text" }, h("span", { className: "name" }, field.name), h("span", { className: "help" }, field.help));
    const row = h("label", { className: `option ${field.kind}` });
    const given = this.#options[field.key];
    switch (field.kind) {
      case "flag": {
        const box = h("input", { type: "checkbox", checked: typeof given === "boolean" ? given : field.default });
        box.addEventListener("change", () => this.#set(field.key, box.checked === field.default ? undefined : box.checked));
        row.append(box, text);
        break;
      }
      case "number": {
        const box = h("input", { type: "number", min: "1", step: "1", placeholder: field.placeholder, value: typeof given === "number" ? String(given) : "" });
        box.addEventListener("input", () => {
          const value = box.valueAsNumber;
          this.#set(field.key, Number.isInteger(value) && value > 0 ? value : undefined);
        });
        row.append(text, box);
        break;
      }
      case "choice": {
        const known = field.choices.some(([value]) => value === given);
        const more: [string, string][] = typeof given === "string" && !known ? [[given, given]] : [];
        const choices = [...field.choices, ...more].map(([value, name]) => h("option", { value, selected: value === given }, name));
        const box = h("select", {}, ...choices);
        box.addEventListener("change", () => this.#set(field.key, box.selectedIndex === 0 ? undefined : box.value));
        row.append(text, box);
        break;
      }
    }
    return row;
  }
}
