/** Importing and exporting tasks: links, files, folders. */
import type { Engine } from "../client";
import { byId } from "../dom";
import type { ImportedTask, NamedText } from "../engine/engine";
import { notify } from "../frame/notices";
import { type Draft, documentName, draftOf } from "../task";
import { texts } from "../text/language";
import { messageText } from "../text/message";
import { type Shared, showShare } from "./dialog";
import { programDraft, chosenTexts, droppedTexts, pastedText, Refused } from "./files";
import { type Viewpoint, viewpointOf } from "./viewpoint";

const t = texts({
  en: {
    link: "This link cannot be opened", files: "These files are not a task",
    many: "More than 400 files: drop only the folder of the program.", large: "More than 2 MB of text: drop only the folder of the program.",
    unread: (why: string) => `The files could not be read. (${why})`, drop: "Drop a program, a folder of Java files, a task or a settings file",
    empty: "There is no text in them.", binary: "They are not text.", program: "This text is no program",
    noProgram: "Paste a whole class, a program in C, a boolean program or a task.", opened: (title: string) => `New task: ${title}`,
  },
  de: {
    link: "Dieser Link lässt sich nicht öffnen", files: "Diese Dateien sind keine Aufgabe",
    many: "Mehr als 400 Dateien: Legen Sie nur den Ordner des Programms ab.", large: "Mehr als 2 MB Text: Legen Sie nur den Ordner des Programms ab.",
    unread: (why: string) => `Die Dateien ließen sich nicht lesen. (${why})`, drop: "Programm, Ordner mit Java-Dateien, Aufgabe oder Einstellungsdatei hier ablegen",
    empty: "Sie enthalten keinen Text.", binary: "Sie sind kein Text.", program: "Dieser Text ist kein Programm",
    noProgram: "Fügen Sie eine ganze Klasse, ein C-Programm, ein boolesches Programm oder eine Aufgabe ein.", opened: (title) => `Neue Aufgabe: ${title}`,
  },
});

/** What sharing needs from the rest of the page. */
interface Host {
  /** The edited task document, in a form that can be shared. */
  document(): string;
  /** The viewpoint, as keys of a link. */
  keys(): Record<string, string>;
  /** Loads a task into the editors, runs it, and shows the viewpoint. With words that `announce` it, the way back is offered. */
  open(draft: Draft, viewpoint?: Viewpoint, announce?: string): void;
  /** The same for the task of a link. */
  follow(draft: Draft, viewpoint: Viewpoint): void;
  /** Whether the program would be another one if something were pasted into its editor now. */
  isReplaced(): boolean;
  /** Replaces the text of the program. */
  replace(text: string): void;
  /** Reports why something could not be opened. */
  refuse(headline: string, detail: string): void;
}

export class Sharing {
  /** The fragment for the open task. */
  #own = "";

  constructor(
    private readonly engine: Engine,
    private readonly host: Host,
  ) {
    addEventListener("hashchange", () => {
      // Back and forward lead to tasks that are known already.
      if (location.hash !== this.#own && history.state === null) void this.openAddress();
    });
    this.#listenDrop();
    this.#listenPaste();
    byId<HTMLInputElement>("task-open").addEventListener("change", (event) => {
      const field = event.target as HTMLInputElement;
      const files = [...(field.files ?? [])];
      field.value = "";
      byId("examples").hidePopover();
      if (files.length) void this.#take(() => chosenTexts(files));
    });
  }

  /** Whether the address of the page contains a task. */
  get isAddressed(): boolean {
    return /^#v\d/.test(location.hash);
  }

  /** Opens the task in the address of the page, if there is one. */
  async openAddress(): Promise<boolean> {
    if (!this.isAddressed) return false;
    const answer = await this.engine.decodeLink(location.hash);
    if (!answer) return false;
    if ("error" in answer) {
      this.host.refuse(t.link, messageText(answer.error));
      return false;
    }
    const draft = draftOf(answer.task);
    // The engine has checked that it is a document.
    if (draft) this.host.follow(draft, viewpointOf(answer.view));
    this.#own = location.hash;
    return draft !== null;
  }

  /** The task has changed: its address is no longer valid, and the next visit continues with the draft. */
  outdated(): void {
    if (!this.#own || location.hash !== this.#own) return;
    this.#own = "";
    history.replaceState(history.state, "", location.pathname + location.search);
  }

  /** The address at which the open task opens as it is seen now; null if it is too large for a link. */
  async address(): Promise<string | null> {
    const link = await this.engine.encodeLink(this.host.document(), this.host.keys());
    return link && "fragment" in link ? new URL(link.fragment, location.href).href : null;
  }

  /** Writes the link into the address bar and shows it. */
  async share(): Promise<void> {
    const task = this.host.document();
    const view = this.host.keys();
    const link = await this.engine.encodeLink(task, view);
    if (!link) return;
    if ("fragment" in link) {
      this.#own = link.fragment;
      history.replaceState(history.state, "", link.fragment);
    }
    const shared: Shared = { link, view, task, settings: () => this.engine.exportSettings(task) };
    showShare(shared);
  }

  async #take(read: () => Promise<NamedText[]>): Promise<void> {
    let files: NamedText[];
    try {
      files = await read();
    } catch (error) {
      const reason = error instanceof Refused ? t[error.why] : t.unread(String(error));
      return this.host.refuse(t.files, reason);
    }
    await this.program(files);
  }

  /** Opens the task that is made of files. */
  async program(files: NamedText[]): Promise<void> {
    const draft = programDraft(files);
    if (draft) return this.#opened(draft);
    const gathered = files.length ? await this.engine.importFiles(files) : null;
    if (!gathered) return;
    this.#open(gathered, files);
  }

  #opened(draft: Draft): void {
    this.host.open(draft, undefined, t.opened(draft.title));
  }

  /** Opens the task that is made of a pasted text; what is no program becomes the text of the editor into which it was pasted. */
  async #paste(text: string, intoEditor: boolean): Promise<void> {
    let name: string | null;
    try {
      name = await this.engine.nameOf(pastedText(text));
    } catch (error) {
      return this.host.refuse(t.program, error instanceof Refused ? t[error.why] : t.unread(String(error)));
    }
    if (name !== null) await this.program([{ name, text }]);
    else if (intoEditor) this.host.replace(text);
    else this.host.refuse(t.program, t.noProgram);
  }

  #open(gathered: ImportedTask, files: readonly NamedText[]): void {
    // A task document with errors is best corrected in the editor.
    const alone = files.length === 1 ? draftOf(files[0]?.text ?? "") : null;
    const draft = gathered.task ? draftOf(gathered.task) : alone?.files.length ? alone : null;
    const errors = gathered.diagnostics.filter(({ severity }) => severity === "error");
    if (!draft) return this.host.refuse(t.files, errors.map((error) => messageText(error)).join(" · "));
    this.#opened(draft);
    if (!gathered.task) return;
    for (const text of [...gathered.notes, ...gathered.diagnostics.filter(({ file }) => file !== documentName).map((diagnostic) => messageText(diagnostic))].slice(0, 3)) notify({ text });
  }

  /** What is pasted outside of texts is opened, as is what replaces the whole program. */
  #listenPaste(): void {
    addEventListener("paste", (event) => {
      const { clipboardData } = event;
      const path = event.composedPath();
      const isText = path.some((element) => element instanceof HTMLElement && (element.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(element.tagName)));
      const inProgram = isText && path.includes(byId("program-editor"));
      if (!clipboardData || document.querySelector("dialog[open]") || (isText && !(inProgram && this.host.isReplaced()))) return;
      const files = [...clipboardData.files];
      const text = clipboardData.getData("text/plain");
      if (!files.length && !text.trim()) return;
      event.preventDefault();
      event.stopPropagation();
      void (files.length ? this.#take(() => chosenTexts(files)) : this.#paste(text, inProgram));
    }, { capture: true });
  }

  #listenDrop(): void {
    const holdsFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes("Files") ?? false;
    let depth = 0;
    const show = (shown: boolean): void => {
      if (shown) document.documentElement.dataset["drop"] = t.drop;
      else delete document.documentElement.dataset["drop"];
    };
    addEventListener("dragenter", (event) => {
      if (holdsFiles(event)) show(++depth > 0);
    });
    addEventListener("dragleave", (event) => {
      if (holdsFiles(event)) show((depth = Math.max(0, depth - 1)) > 0);
    });
    addEventListener("dragover", (event) => {
      if (holdsFiles(event)) event.preventDefault();
    });
    addEventListener("drop", (event) => {
      depth = 0;
      show(false);
      const { dataTransfer } = event;
      if (!dataTransfer || !holdsFiles(event)) return;
      event.preventDefault();
      void this.#take(() => droppedTexts(dataTransfer));
    }, { capture: true });
  }
}
