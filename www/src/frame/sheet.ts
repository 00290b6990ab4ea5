/** The sheet of keys: all commands with shortcuts, by topic. */
import { h, iconButton } from "../dom";
import { texts } from "../text/language";
import { allCommands, keySigns, register } from "./commands";
import { manualLinks } from "./manual";

const t = texts({
  en: {
    title: "Help and keys", group: "Help", close: "Close", lead: "In editors and fields, keys without Ctrl type text. Esc, then Tab, leaves an editor.",
    drawing: "In a drawing", along: "Move between nodes", open: "Open or close a group or a call", larger: "Zoom in or out", all: "Show everything",
    steps: "In a counterexample", play: "Play or pause", step: "Step back or forward", ends: "First or last step",
  },
  de: {
    title: "Hilfe und Tasten", group: "Hilfe", close: "Schließen", lead: "In Editoren und Feldern schreiben Tasten ohne Strg Text. Esc, dann Tab verlässt einen Editor.",
    drawing: "In einer Zeichnung", along: "Zwischen Knoten wechseln", open: "Gruppe oder Aufruf öffnen oder schließen", larger: "Vergrößern oder verkleinern", all: "Alles zeigen",
    steps: "In einem Gegenbeispiel", play: "Abspielen oder anhalten", step: "Einen Schritt zurück oder vor", ends: "Erster oder letzter Schritt",
  },
});

interface Row {
  title: string;
  keys: readonly string[];
}

/** Keys that work only where the focus is and are not commands of the page. */
const local: readonly (readonly [group: string, rows: readonly Row[]])[] = [
  [t.drawing, [
    { title: t.along, keys: ["ArrowLeft", "ArrowUp", "ArrowDown", "ArrowRight"] },
    { title: t.open, keys: ["Enter"] }, { title: t.larger, keys: ["+", "-"] }, { title: t.all, keys: ["0"] },
  ]],
  [t.steps, [{ title: t.play, keys: [" "] }, { title: t.step, keys: ["ArrowUp", "ArrowDown"] }, { title: t.ends, keys: ["Home", "End"] }]],
];

export class Sheet {
  readonly #groups = h("div", { className: "groups" });
  readonly #dialog = h("dialog", { id: "sheet", className: "sheet", aria: { labelledby: "sheet-title" } },
    h("header", {}, h("h2", { id: "sheet-title" }, t.title), iconButton("remove", t.close, () => this.#dialog.close())),
    manualLinks(), this.#groups, h("p", { className: "quiet" }, t.lead));

  constructor() {
    document.body.append(this.#dialog);
    register({ id: "sheet", title: t.title, group: t.group, keys: ["?"], run: () => this.open() });
    this.#dialog.addEventListener("click", (event) => {
      if (event.target === this.#dialog) this.#dialog.close();
    });
  }

  open(): void {
    const listed = allCommands().flatMap(({ group, title, keys = [] }) => (keys.length ? [{ group, title, keys }] : []));
    const groups = [...new Set(listed.map(({ group }) => group))].map((group) => [group, listed.filter((row) => row.group === group)] as const);
    this.#groups.replaceChildren(...[...groups, ...local].map(([group, rows]) =>
      h("section", {}, h("h3", {}, group), h("dl", {}, ...rows.flatMap(({ title, keys }) => [h("dt", {}, title), h("dd", {}, ...keys.map(keySigns))])))));
    this.#dialog.showModal();
  }
}
