/** The program, editable, with the line that has led to the current step. */
import { h } from "../../dom";
import { highlighted } from "../highlight";
import { type Host, type Pane, type Place, revealIn } from "../pane";
import type { SourceFile } from "../task";

export class SourcePane implements Pane {
  readonly name = "source";
  readonly element = h("div", { className: "source" });
  readonly #tabs = h("div", { className: "files" });
  readonly #code = h("div", { className: "code" });
  readonly #lines = h("pre", { className: "lines" });
  readonly #text = h("textarea", { className: "text", spellcheck: false, autocapitalize: "off", wrap: "off" });
  readonly #scroll = h("div", { className: "scroller" }, this.#code);
  #files: SourceFile[] = [];
  #shown = 0;
  #place: Place | null = null;

  constructor(private readonly host: Host) {
    this.#tabs.setAttribute("role", "group");
    this.#tabs.setAttribute("aria-label", host.t.file);
    this.#code.append(this.#lines);
    if (host.readonly) {
      this.#scroll.tabIndex = 0;
      this.#scroll.setAttribute("role", "group");
    } else {
      this.#lines.setAttribute("aria-hidden", "true");
      this.#code.append(this.#text);
      this.#text.addEventListener("input", () => this.#edit());
    }
    this.element.append(this.#tabs, this.#scroll);
  }

  program(files: SourceFile[]): void {
    this.#files = files.map((file) => ({ ...file }));
    this.#shown = Math.min(this.#shown, Math.max(0, files.length - 1));
    this.#draw();
  }

  at(place: Place | null): void {
    this.#place = place;
    const file = place ? this.#files.findIndex(({ name }) => name === place.from.file) : -1;
    if (file >= 0 && file !== this.#shown) {
      this.#shown = file;
      this.#draw();
    } else this.#mark();
  }

  #edit(): void {
    const file = this.#files[this.#shown];
    if (!file) return;
    file.text = this.#text.value;
    this.#drawLines(file);
    this.host.edit(this.#shown, file.text);
  }

  #draw(): void {
    const file = this.#files[this.#shown];
    this.#tabs.hidden = this.#files.length < 2;
    this.#tabs.replaceChildren(...this.#files.map(({ name }, i) => {
      const tab = h("button", { type: "button", aria: { pressed: String(i === this.#shown) } }, name);
      tab.addEventListener("click", () => {
        this.#shown = i;
        this.#draw();
      });
      return tab;
    }));
    const text = file?.text ?? "";
    (this.host.readonly ? this.#scroll : this.#text).setAttribute("aria-label", this.host.t.program(file?.name ?? ""));
    if (this.#text.value !== text) this.#text.value = text;
    this.#drawLines(file);
    this.#mark();
  }

  #drawLines(file: SourceFile | undefined): void {
    const rows = highlighted((file?.text ?? "").replace(/\n$/, ""), file?.language ?? "").map((pieces, i) =>
      h("div", { className: "row" },
        h("span", { className: "number", ariaHidden: "true" }, String(i + 1)),
        h("code", {}, ...pieces.map(({ token, text }) => (token === "plain" ? text : h("span", { className: token }, text))), "\n")));
    this.#lines.replaceChildren(...rows);
  }

  #mark(): void {
    const from = this.#place?.from;
    const here = from && this.#files[this.#shown]?.name === from.file ? from.line : 0;
    [...this.#lines.children].forEach((row, i) => {
      row.classList.toggle("current", i + 1 === here);
      if (i + 1 === here) {
        row.setAttribute("aria-current", "location");
        revealIn(this.#scroll, row as HTMLElement);
      } else row.removeAttribute("aria-current");
    });
  }
}
