/** The share dialog: a link to exactly what is shown, the command line, and the task as files. */
import { download, h, icon } from "../dom";
import type { EncodedLink, ExportedSettings } from "../engine/engine";
import { notify } from "../frame/notices";
import { figure, texts } from "../text/language";

const t = texts({
  en: {
    title: "Share", close: "Close", link: "Link", copy: "Copy", copied: "Copied.",
    lead: "The link contains the whole task and what you are looking at. Nothing is uploaded: everything is in the part after the #.",
    letters: (count: string) => `${count} characters`,
    command: "Command line", embed: "In a web page or slides",
    files: "As files", task: "Task (JSON)", settings: "Settings file", lost: "Limitations of the settings file:",
    cannot: "This task does not fit into a link",
    select: "Your browser does not allow pages to copy. The text is selected: press Ctrl-C.",
  },
  de: {
    title: "Teilen", close: "Schließen", link: "Link", copy: "Kopieren", copied: "Kopiert.",
    lead: "Der Link enthält die ganze Aufgabe und das, was Sie gerade ansehen. Nichts wird hochgeladen: Alles steht im Teil nach dem #.",
    letters: (count: string) => `${count} Zeichen`,
    command: "Kommandozeile", embed: "In einer Webseite oder in Folien",
    files: "Als Dateien", task: "Aufgabe (JSON)", settings: "Einstellungsdatei", lost: "Einschränkungen der Einstellungsdatei:",
    cannot: "Diese Aufgabe passt in keinen Link",
    select: "Ihr Browser erlaubt Seiten das Kopieren nicht. Der Text ist ausgewählt: Drücken Sie Strg-C.",
  },
});

export interface Shared {
  link: EncodedLink;
  /** The viewpoint, as keys of the link. */
  view: Readonly<Record<string, string>>;
  /** The task document. */
  task: string;
  settings: () => Promise<ExportedSettings | null>;
}

/** Quoted for a POSIX shell. */
const quoted = (text: string): string => `'${text.replace(/'/g, "'\\''")}'`;

/** A text to copy; without permission to copy, the text is selected instead. */
function copyable(label: string, text: string, note: string): HTMLElement {
  const field = h("input", { readOnly: true, value: text, spellcheck: false, aria: { label } });
  field.addEventListener("focus", () => field.select());
  const button = h("button", { type: "button", className: "small" }, t.copy);
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(text);
      notify({ text: t.copied });
    } catch {
      field.focus();
      notify({ text: t.select });
    }
  });
  return h("div", { className: "copyable" }, h("h3", {}, label, h("span", { className: "quiet" }, note)), h("div", {}, field, button));
}

function sections({ link, view, task, settings }: Shared): HTMLElement[] {
  const save = h("button", { type: "button", className: "small" }, t.task);
  save.addEventListener("click", () => download("task.json", "application/json", task));
  const saveSettings = h("button", { type: "button", className: "small" }, t.settings);
  const remarks = h("ul", { className: "remarks" });
  saveSettings.addEventListener("click", async () => {
    const answer = await settings();
    if (!answer) return;
    if ("error" in answer) return remarks.replaceChildren(h("li", {}, answer.error.message));
    download("task.attestor", "text/plain", answer.text);
    for (const file of answer.files) download(file.name, "text/plain", file.text);
    remarks.replaceChildren(...(answer.lost.length ? [h("li", {}, t.lost), ...answer.lost.map((line) => h("li", {}, line))] : []));
  });
  const files = h("div", { className: "copyable" }, h("h3", {}, t.files), h("p", {}, save, saveSettings), remarks);
  if ("error" in link) {
    const { message, suggestion } = link.error;
    return [h("p", { className: "problem" }, `${t.cannot}: ${message}`, suggestion ? h("span", {}, ` ${suggestion}`) : null), files];
  }
  const { fragment, warning } = link;
  const page = new URL(fragment, document.baseURI).href;
  const { property, strategy } = view;
  const judgement = property ? `&judgement=${encodeURIComponent(strategy ? `${property}:${strategy}` : property)}` : "";
  const frame = `<iframe src="${new URL(`embed.html${fragment}${judgement}`, document.baseURI).href.replace(/&/g, "&amp;")}" width="960" height="540" title="hrglass"></iframe>`;
  return [
    copyable(t.link, page, t.letters(figure.format(page.length))),
    ...(warning ? [h("p", { className: "problem" }, warning)] : []),
    copyable(t.command, `hrglass check ${quoted(fragment)}`, ""),
    copyable(t.embed, frame, ""),
    files,
  ];
}

/** Opens the dialog; the focus returns when it is closed. */
export function showShare(shared: Shared): void {
  const close = h("button", { type: "button", className: "icon-button", title: t.close, aria: { label: t.close } }, icon("remove"));
  const dialog = h("dialog", { className: "share", aria: { label: t.title } },
    h("header", {}, h("h2", {}, t.title), close),
    h("p", { className: "lead" }, t.lead),
    ...sections(shared));
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  document.body.append(dialog);
  dialog.showModal();
  dialog.querySelector("input")?.focus();
}
