/**
 * A code editor. Its text is shown at once, and can be edited as soon as CodeMirror has arrived. That is half of the page's scripts,
 * and the first verdict does not wait for it.
 */
import { h } from "../dom";
import type { NotationNames, TextChange, TextRange } from "../engine/engine";
import type { CodeMirror } from "./codemirror";

export type CodeLanguage = "java" | "json" | "boolean" | "c";

export interface EditorSettings {
  label: string;
  language: CodeLanguage;
  onChange: (text: string) => void;
  /** Where definitions and formulas of separation logic are completed: everywhere, or in the strings of JSON that are such. */
  notation?: "text" | "strings";
  /** Called with the line to which the user moves by pointer or keyboard. */
  onLine?: (line: number) => void;
  /** Called with the position in the text to which the user moves. */
  onCursor?: (position: number) => void;
}

/** A problem at a position in the text; lines and columns count from 1. */
export interface Problem {
  line: number;
  column: number;
  endLine: number;
  endColumn: number;
  severity: "error" | "warning" | "info";
  message: string;
}

/** A remark at the end of a line, which is no part of the text. */
export interface Note {
  line: number;
  text: string;
  help: string;
}

/** Lines to mark; null: none. */
export interface Marks {
  selected: number | null;
  /** Whether the selected one is where a property fails. */
  fails: boolean;
  /** The line of what the pointer is over. */
  pointed: number | null;
}

type Module = typeof import("./codemirror");
let arrive: (module: Module) => void;
const arrival = new Promise<Module>((resolve) => (arrive = resolve));

/** Fetches CodeMirror for all editors. */
export const fetchCodeMirror = async (): Promise<void> => arrive(await import("./codemirror"));

// In a shadow root, CodeMirror's style sheets are allowed without inline styles.
const sheet = new CSSStyleSheet();
sheet.replaceSync(`
  :host { display: flex; flex-direction: column; min-height: 0 }
  pre { margin: 0; padding: 10px 14px 10px 48px; font: var(--code-size)/1.6 var(--mono); overflow: auto; flex: 1; box-sizing: border-box }
`);

/** Calls made before CodeMirror has arrived take effect when it does. */
export class CodeEditor {
  readonly element = h("div", { className: "code" });
  readonly #plain: HTMLElement;
  readonly #mirror: Promise<CodeMirror>;
  #arrived: CodeMirror | null = null;

  constructor(settings: EditorSettings) {
    const root = this.element.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [sheet];
    this.#plain = h("pre", { tabIndex: 0, aria: { role: "textbox", multiline: "true", readonly: "true", label: settings.label } });
    root.append(this.#plain);
    this.#mirror = arrival.then(({ CodeMirror }) => {
      this.#plain.remove();
      return (this.#arrived = new CodeMirror(root, settings));
    });
  }

  /** Shows the document `key` with this text, with the history and cursor it had last; a change made elsewhere becomes part of the history. */
  show(key: string, text: string): void {
    if (this.#plain.isConnected) this.#plain.textContent = text;
    this.#then((mirror) => mirror.show(key, text));
  }

  /** Forgets all documents; the next ones may be in another language. */
  clear(language?: CodeLanguage): void {
    this.#then((mirror) => mirror.clear(language));
  }

  problems(problems: Problem[]): void {
    this.#then((mirror) => mirror.problems(problems));
  }

  /** Shows these remarks until the text changes. */
  notes(notes: Note[]): void {
    this.#then((mirror) => mirror.notes(notes));
  }

  /** The names that definitions and formulas can use from now on. */
  names(names: NotationNames): void {
    this.#then((mirror) => mirror.names(names));
  }

  /** Marks lines, and scrolls to the selected one if it is another one than before. */
  mark(marks: Marks): void {
    this.#then((mirror) => mirror.mark(marks));
  }

  /** Changes the text at once, as one step of its history; before CodeMirror has arrived, nothing can be edited. */
  edit(changes: readonly TextChange[]): void {
    this.#arrived?.edit(changes);
  }

  /** Marks parts of the text, and scrolls to the first one if `reveal` says so. */
  markRanges(ranges: readonly TextRange[], reveal: boolean): void {
    this.#then((mirror) => mirror.markRanges(ranges, reveal));
  }

  /** Moves the cursor to a position. */
  goTo(line: number, column: number): void {
    this.#then((mirror) => mirror.goTo(line, column));
  }

  /** Whether nothing of the text would be left if something were pasted now. */
  get isReplaced(): boolean {
    return this.#arrived?.isReplaced ?? false;
  }

  /** Selects the whole text, so that what is typed or pasted replaces it. */
  selectAll(): void {
    this.#then((mirror) => mirror.selectAll());
  }

  #then(action: (mirror: CodeMirror) => void): void {
    void this.#mirror.then(action);
  }
}
