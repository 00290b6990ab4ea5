/** Notes about a drawing, each with its actions. */
import { h } from "../dom";

export class Note {
  readonly element: HTMLElement;
  readonly #text = h("span", {});

  constructor(name: string, ...buttons: HTMLButtonElement[]) {
    this.element = h("p", { className: "note", hidden: true, dataset: { note: name } }, this.#text, ...buttons);
  }

  /** Shows this text, or hides the note. */
  say(text: string | null): void {
    this.element.hidden = text === null;
    this.#text.textContent = text ?? "";
  }
}

export function noteButton(text: string, press: () => void, label = text): HTMLButtonElement {
  const button = h("button", { type: "button", className: "small", title: label === text ? "" : label }, text);
  if (label !== text) button.setAttribute("aria-label", label);
  button.addEventListener("click", press);
  return button;
}
