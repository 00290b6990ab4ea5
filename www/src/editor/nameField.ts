/** A field for a name, which says what is wrong with it; a name with which nothing is wrong is given when the field is left. */
import { h } from "../dom";

export class NameField {
  readonly input = h("input", { spellcheck: false });
  readonly problem = h("p", { className: "problem", hidden: true, aria: { role: "status" } });
  #shown = "";

  /** `wrong` says what is wrong with a name; an empty text if nothing is. */
  constructor(wrong: (name: string) => string, give: (name: string) => void) {
    this.input.addEventListener("input", () => this.#say(wrong(this.#name)));
    this.input.addEventListener("change", () => {
      if (!wrong(this.#name) && this.#name !== this.#shown) give(this.#name);
    });
  }

  /** Shows the name of something; what is being typed for the same name stays. */
  show(name: string): void {
    if (name === this.#shown && this.input === document.activeElement) return;
    this.#shown = this.input.value = name;
    this.#say("");
  }

  /** Selects the name, so that what is typed replaces it. */
  select(): void {
    this.input.focus();
    this.input.select();
  }

  get #name(): string {
    return this.input.value.trim();
  }

  #say(problem: string): void {
    this.problem.textContent = problem;
    this.problem.hidden = !problem;
    this.input.ariaInvalid = String(problem !== "");
  }
}
