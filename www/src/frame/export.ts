/** Exports the open view, or the whole result, as a file or to the clipboard. */
import type { Outcome } from "../client";
import { download, h, icon } from "../dom";
import { texts } from "../text/language";
import type { Drawing, View } from "../view/view";
import { type Command, register } from "./commands";
import { notify } from "./notices";
import { png, TooLarge } from "./png";
import { barPopover, moveInMenu } from "./popover";

const t = texts({
  en: {
    menu: "Export", group: "Export", picture: "Picture", whole: "Whole result",
    svg: "for the web and for drawing programs", png: "for slides and messages", dot: "for Graphviz", json: "the data behind the picture", tikz: "for LaTeX",
    result: "all verdicts, as printed by the command line",
    save: (format: string) => `Save as ${format}`, copy: (format: string) => `Copy as ${format}`,
    savePicture: (format: string, view: string) => `Export the picture as ${format}: ${view}`,
    copyPicture: (format: string, view: string) => `Copy the picture as ${format}: ${view}`,
    saveResult: "Export the result as JSON", copyResult: "Copy the result as JSON",
    nothingRan: "There is nothing to export because nothing has run.",
    noPicture: (view: string) => `“${view}” has no picture at the moment.`,
    copied: (format: string) => `Copied as ${format}.`,
    notCopied: "The browser does not let this page write to the clipboard.", saveInstead: "Save as a file",
    failed: (format: string) => `The picture could not be exported as ${format}.`,
    tooLarge: "The picture is too large for a PNG. SVG and TikZ have no limit.",
    coarse: "The picture is large, so the PNG has a lower resolution than usual.",
  },
  de: {
    menu: "Exportieren", group: "Exportieren", picture: "Bild", whole: "Gesamtes Ergebnis",
    svg: "für das Web und für Zeichenprogramme", png: "für Folien und Nachrichten", dot: "für Graphviz", json: "die Daten hinter dem Bild", tikz: "für LaTeX",
    result: "alle Urteile, wie die Kommandozeile sie ausgibt",
    save: (format) => `Als ${format} speichern`, copy: (format) => `Als ${format} kopieren`,
    savePicture: (format, view) => `Bild als ${format} exportieren: ${view}`,
    copyPicture: (format, view) => `Bild als ${format} kopieren: ${view}`,
    saveResult: "Ergebnis als JSON exportieren", copyResult: "Ergebnis als JSON kopieren",
    nothingRan: "Es gibt nichts zu exportieren, da noch nichts geprüft wurde.",
    noPicture: (view) => `„${view}“ hat im Moment kein Bild.`,
    copied: (format) => `Als ${format} kopiert.`,
    notCopied: "Der Browser lässt diese Seite nicht in die Zwischenablage schreiben.", saveInstead: "Als Datei speichern",
    failed: (format) => `Das Bild ließ sich nicht als ${format} exportieren.`,
    tooLarge: "Das Bild ist zu groß für ein PNG. SVG und TikZ haben keine Grenze.",
    coarse: "Das Bild ist groß, daher hat das PNG eine geringere Auflösung als sonst.",
  },
});

interface Format {
  /** The engine's name; pixels are rendered here from the SVG. */
  id: "svg" | "png" | "dot" | "json" | "tikz";
  name: string;
  ending: string;
  type: string;
}

const json: Format = { id: "json", name: "JSON", ending: "json", type: "application/json" };
const formats: readonly Format[] = [
  { id: "svg", name: "SVG", ending: "svg", type: "image/svg+xml" },
  { id: "png", name: "PNG", ending: "png", type: "image/png" },
  { id: "dot", name: "DOT", ending: "dot", type: "text/vnd.graphviz" },
  json,
  { id: "tikz", name: "TikZ", ending: "tex", type: "application/x-tex" },
];
const isText = ({ id }: Format): boolean => id !== "png";

/** What can be exported: a text, or for pixels the picture itself. */
interface File {
  format: Format;
  name: string;
  content: () => Promise<BlobPart | null>;
}

const save = ({ format, name }: File, content: BlobPart): void => download(`${name}.${format.ending}`, format.type, content);

/** Creates a file and processes it; reports any failure. */
async function make(file: File, use: (content: BlobPart) => void | Promise<void>): Promise<void> {
  try {
    const content = await file.content();
    if (content === null) throw new Error("the engine gives no picture");
    await use(content);
  } catch (error) {
    notify({ text: error instanceof TooLarge ? t.tooLarge : t.failed(file.format.name) });
  }
}

const saved = (file: File): Promise<void> => make(file, (content) => save(file, content));

const copied = (file: File): Promise<void> =>
  make(file, async (content) => {
    try {
      await navigator.clipboard.writeText(String(content));
      notify({ text: t.copied(file.format.name) });
    } catch {
      notify({ text: t.notCopied, actions: [{ title: t.saveInstead, run: () => save(file, content) }] });
    }
  });

function pictureFile({ picture, name }: Drawing, outcome: Outcome, format: Format): File {
  const { id } = format;
  if (id !== "png") return { format, name, content: () => outcome.ask({ of: "picture", picture, format: id }) };
  const content = async (): Promise<Blob | null> => {
    const svg = await outcome.ask({ of: "picture", picture, format: "svg" });
    const image = svg === null ? null : await png(svg);
    if (image?.coarse) notify({ text: t.coarse });
    return image?.pixels ?? null;
  };
  return { format, name, content };
}

function resultFile(outcome: Outcome): File {
  // The command line ends it with a line break.
  return { format: json, name: "result", content: () => Promise.resolve(`${outcome.json}\n`) };
}

/** What can be exported. */
export interface Exports {
  outcome: () => Outcome | null;
  view: () => View | null;
}

function fileOf({ outcome, view }: Exports, format: Format): File | null {
  const [ran, drawing] = [outcome(), view()?.drawing?.()];
  return ran && drawing ? pictureFile(drawing, ran, format) : null;
}

/** The button for the header of a dock, with its menu. */
export function exportMenu(id: string, exports: Exports): HTMLElement {
  const { button, popover } = barPopover(id, "save", t.menu, (menu) => draw(menu));
  button.dataset["word"] = t.menu;
  const item = (label: string, file: File | null, act: (file: File) => Promise<void>, ...content: (Node | string)[]): HTMLElement => {
    const element = h("button", { type: "button", disabled: !file, tabIndex: -1, title: label, aria: { role: "menuitem", label } }, ...content);
    element.addEventListener("click", () => {
      popover.hidePopover();
      if (file) void act(file);
    });
    return element;
  };
  const row = (format: Format, file: File | null, use: string): HTMLElement =>
    h("div", { className: "export-row", aria: { role: "none" } },
      item(t.save(format.name), file, saved, h("b", {}, format.name), h("span", {}, use)),
      isText(format) ? item(t.copy(format.name), file, copied, icon("copy")) : null);

  function draw(menu: HTMLElement): void {
    const [outcome, view] = [exports.outcome(), exports.view()];
    const title = view?.title ?? "";
    const files = formats.map((format) => ({ format, file: fileOf(exports, format) }));
    const reason = !outcome ? t.nothingRan : files.every(({ file }) => !file) ? t.noPicture(title) : "";
    const result = outcome && resultFile(outcome);
    menu.replaceChildren(
      reason ? h("p", { className: "about reason" }, reason) : "",
      h("div", { className: "menu", aria: { role: "menu", label: t.menu } },
        h("h3", { aria: { role: "presentation" } }, view ? `${t.picture}: ${title}` : t.picture),
        ...files.map(({ format, file }) => row(format, file, t[format.id])),
        h("hr"),
        h("h3", { aria: { role: "presentation" } }, t.whole),
        row(json, result, t.result)));
  }

  popover.classList.add("export");
  popover.addEventListener("keydown", (event) => moveInMenu(event, popover));
  popover.addEventListener("toggle", (event) => {
    if ((event as ToggleEvent).newState === "open") popover.querySelector<HTMLElement>("button:enabled")?.focus();
  });
  document.body.append(popover);
  return button;
}

/** The same in the palette. */
export function registerExports(name: string, exports: Exports): void {
  const command = (act: string, format: Format, title: (format: string, view: string) => string, run: (file: File) => Promise<void>): Command => ({
    id: `export.${name}.${act}.${format.id}`, group: t.group,
    get title() { return title(format.name, exports.view()?.title ?? ""); },
    possible: () => fileOf(exports, format) !== null,
    run: () => {
      const file = fileOf(exports, format);
      if (file) void run(file);
    },
  });
  register(
    ...formats.map((format) => command("save", format, t.savePicture, saved)),
    ...formats.filter(isText).map((format) => command("copy", format, t.copyPicture, copied)),
  );
}

export function registerResultExport(outcome: () => Outcome | null): void {
  const command = (id: string, title: string, run: (file: File) => Promise<void>): Command => ({
    id, title, group: t.group, possible: () => outcome() !== null,
    run: () => {
      const ran = outcome();
      if (ran) void run(resultFile(ran));
    },
  });
  register(command("export.result.save", t.saveResult, saved), command("export.result.copy", t.copyResult, copied));
}
