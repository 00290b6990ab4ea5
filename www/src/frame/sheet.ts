/** The sheet of keys: every command that has some, by what it is about. */
import { h, iconButton } from "../dom";
import { texts } from "../text/language";
import { allCommands, keySigns, register } from "./commands";

const t = texts({
  en: { title: "Keyboard shortcuts", group: "Help", close: "Close", lead: "In editors and fields, keys without Ctrl write letters. Esc, then Tab, leaves an editor." },
  de: { title: "Tastenkürzel", group: "Hilfe", close: "Schließen", lead: "In Editoren und Feldern schreiben Tasten ohne Strg Buchstaben. Esc, dann Tab verlässt einen Editor." },
});

export class Sheet {
  readonly #groups = h("div", { className: "groups" });
  readonly #dialog = h("dialog", { id: "sheet", className: "sheet", aria: { labelledby: "sheet-title" } },
    h("header", {}, h("h2", { id: "sheet-title" }, t.title), iconButton("remove", t.close, () => this.#dialog.close())),
    this.#groups, h("p", { className: "quiet" }, t.lead));

  constructor() {
    document.body.append(this.#dialog);
    register({ id: "sheet", title: t.title, group: t.group, keys: ["?"], run: () => this.open() });
    this.#dialog.addEventListener("click", (event) => {
      if (event.target === this.#dialog) this.#dialog.close();
    });
  }

  open(): void {
    const listed = allCommands().filter(({ keys }) => keys?.length);
    const groups = [...new Set(listed.map(({ group }) => group))].map((group) => {
      const rows = listed.filter((command) => command.group === group).flatMap(({ title, keys = [] }) => [
        h("dt", {}, title),
        h("dd", {}, ...keys.map(keySigns)),
      ]);
      return h("section", {}, h("h3", {}, group), h("dl", {}, ...rows));
    });
    this.#groups.replaceChildren(...groups);
    this.#dialog.showModal();
  }
}
