/** The options as a form. Options with their default value are not written into the task. */
import { byId, h } from "../dom";
import { settings, use } from "../frame/settings";
import { texts } from "../text/language";
import { analysisField, type Field, fieldsOf } from "./fields";

const t = texts({ en: { more: "More options" }, de: { more: "Weitere Optionen" } });

/** What most people need. */
const usual = ["maxStates", "seconds", "learnBoxes"];

export class OptionsEditor {
  readonly #form = byId("options-form");
  #options: Record<string, unknown> = {};

  constructor(private readonly change: (options: Record<string, unknown>) => void, private readonly choose: (analysis: string) => void) {}

  /** Shows the options that apply to the analysis, and the choice of it; the others keep their values. */
  show(options: Record<string, unknown>, analysis: string, language: string): void {
    this.#options = { ...options };
    const [first, more] = [fieldsOf(analysis).filter(({ key }) => usual.includes(key)), fieldsOf(analysis).filter(({ key }) => !usual.includes(key))];
    const rows = (fields: readonly Field[]): HTMLElement[] => fields.map((field) => this.#row(field));
    const folded = h("details", { open: settings.value.used.includes("options"), hidden: !more.length }, h("summary", {}, t.more), ...rows(more));
    folded.addEventListener("toggle", () => {
      if (folded.open) use("options");
    });
    this.#form.replaceChildren(...this.#analysis(analysis, language), ...rows(first), folded);
  }

  #analysis(analysis: string, language: string): HTMLElement[] {
    const field = analysisField(language);
    if (!field) return [];
    const box = h("select", { id: "option-analysis" }, ...field.choices.map(([value, name]) => h("option", { value, selected: value === analysis }, name)));
    box.addEventListener("change", () => this.choose(box.value));
    return [h("label", { className: "option choice" }, h("span", { className: "text" }, h("span", { className: "name" }, field.name), h("span", { className: "help" }, field.help)), box)];
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
        const box = h("select", { id: `option-${field.key}` }, ...choices);
        box.addEventListener("change", () => this.#set(field.key, box.selectedIndex === 0 ? undefined : box.value));
        row.append(text, box);
        break;
      }
    }
    return row;
  }
}
