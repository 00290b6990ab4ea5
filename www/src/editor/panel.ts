/** The task editor: its tabs, its files, and the list of problems. */
import { byId, h, icon, tabs } from "../dom";
import type { EditedMonitors, EditedRules, GrammarPictures, InitialPictures, MonitorEdit, MonitorPictures, Names, Rendered, RuleEdit, TextChange } from "../engine/engine";
import { type Line, type Store } from "../store";
import { documentOf, type Draft, hasHeaps, isBoolean, type Place, type Section, type SourceText } from "../task";
import type { Finding } from "../view/diagnostics";
import { wholeMessage } from "../view/diagnostics";
import type { LineNote } from "../view/notes";
import { texts } from "../text/language";
import { t as page } from "../text/page";
import { CodeEditor, type Problem } from "./code";
import { fitting } from "../strategy";
import { InitialDrawing } from "./initialDrawing";
import { MonitorDrawing } from "./monitorDrawing";
import { OptionsEditor } from "./options";
import { PropertiesEditor } from "./properties";
import { RuleDrawing } from "./ruleDrawing";
import type { Wording } from "./sentences";

const t = texts({
  en: {
    program: "Program text", grammars: "Grammars, as JSON", initial: "Initial heaps, as JSON", monitors: "Monitors, as JSON", boxes: "Boxes, as definitions", openFile: "Open; double-click or F2 to rename",
    remove: (name: string) => `Remove ${name}`, add: "Add a file", fileName: "File name",
  },
  de: {
    program: "Programmtext", grammars: "Grammatiken als JSON", initial: "Anfangsheaps als JSON", monitors: "Monitore als JSON", boxes: "Boxen als Definitionen", openFile: "Öffnen; Doppelklick oder F2 zum Umbenennen",
    remove: (name) => `${name} entfernen`, add: "Datei hinzufügen", fileName: "Dateiname",
  },
});

const sections: Section[] = ["program", "properties", "monitors", "grammar", "initial", "definitions", "options"];
/** Sections that tasks without heaps do not have. */
const ofHeaps: readonly Section[] = ["grammar", "initial"];

/** Letters for which the field of the entry method has room at least. */
const shortestEntry = 12;

/** An example of a monitor: a place is reached at most once. */
const monitorsForm = (place: string): string => `[{
  "name": "again",
  "initial": "none", "target": ["twice"],
  "edges": [
   {"from": "none", "to": "none"},
   {"from": "none", "to": "once", "guard": "${place}"},
   {"from": "once", "to": "once"},
   {"from": "once", "to": "twice", "guard": "${place}"}
  ]
}]`;

/** What the engine draws of a text that is being edited, and how it changes the text. */
export interface Pictures {
  monitorPictures(text: string, analysis: string, programLanguage: string): Promise<MonitorPictures | null>;
  grammarPictures(text: string, task: string): Promise<GrammarPictures | null>;
  initialPictures(task: string): Promise<InitialPictures | null>;
  editMonitors(text: string, edit: MonitorEdit): Promise<EditedMonitors | null>;
  editRules(text: string, edit: RuleEdit): Promise<EditedRules | null>;
}

/** The text as editors hold it, in which drawings count positions. */
const inEditor = (text: string): string => text.replace(/\r\n?/g, "\n");

/** A text with changes, which do not overlap. */
const changed = (text: string, changes: readonly TextChange[]): string =>
  [...changes].sort((a, b) => b.from - a.from || b.to - a.to).reduce((now, { from, to, insert }) => now.slice(0, from) + insert + now.slice(to), text);

export class TaskEditor {
  readonly #choose: (name: string) => void;
  readonly #program: CodeEditor;
  readonly #grammar: CodeEditor;
  readonly #initial: CodeEditor;
  readonly #monitors: CodeEditor;
  readonly #boxes: CodeEditor;
  readonly #monitorDrawing: MonitorDrawing;
  readonly #ruleDrawing: RuleDrawing;
  readonly #initialDrawing: InitialDrawing;
  readonly #properties: PropertiesEditor;
  readonly #options: OptionsEditor;
  readonly #entry = byId<HTMLInputElement>("entry");
  #section: Section = "program";
  #file = 0;
  #findings: readonly Finding[] = [];
  #notes: LineNote[] = [];

  /**
   * `cards` stand above the grammar and the initial heaps; `onLine` is called with the source line to which the user moves; `names` returns the names
   * that formulas about a task document can use.
   */
  constructor(
    private readonly draft: Store<Draft>,
    private readonly cards: HTMLElement,
    private readonly onLine: (line: Line) => void,
    names: (document: string) => Promise<Names | null>,
    wording: Wording & Pictures,
  ) {
    this.#choose = tabs(byId("editor-tabs"), (name) => {
      for (const section of sections) {
        if (section === name) this.#section = section;
        byId(`panel-${section}`).hidden = section !== name;
      }
      // Cards stand above what they write.
      if (name === "grammar") byId("grammar-drawn").before(this.cards);
      if (name === "initial") byId("initial-drawn").before(this.cards);
      // Classes that definitions leave out are those of the program.
      if (name === "grammar") this.#ruleDrawing?.show(inEditor(this.draft.value.grammars));
      // They use names from the other editors.
      if (name === "properties") void this.#properties?.hints(this.draft.value);
    });
    this.#program = new CodeEditor({
      label: t.program,
      language: "java",
      onChange: (text) => this.#edit(text),
      onLine: (line) => {
        const file = this.draft.value.files[this.#file];
        if (file) this.onLine({ file: file.name, line });
      },
    });
    byId("program-editor").append(this.#program.element);
    // Where nothing is drawn below the text, a click leads to its end.
    byId("program-below").addEventListener("click", ({ target, currentTarget }) => {
      if (target === currentTarget) this.#program.goTo(Infinity, Infinity);
    });
    this.#grammar = new CodeEditor({ label: t.grammars, language: "json", notation: "strings", onChange: (grammars) => {
      draft.set({ grammars });
      this.#ruleDrawing.show(grammars);
    }, onCursor: (position) => this.#ruleDrawing.cursor(position) });
    byId("grammar-editor").append(this.#grammar.element);
    this.#ruleDrawing = new RuleDrawing({
      edit: (changes) => this.#grammar.edit(changes),
      mark: (ranges, reveal) => this.#grammar.markRanges(ranges, reveal),
      pictures: (text) => wording.grammarPictures(text, documentOf(this.draft.value).text),
      edited: (text, edit) => wording.editRules(text, edit),
    });
    byId("grammar-drawn").append(this.#ruleDrawing.element);
    this.#initial = new CodeEditor({ label: t.initial, language: "json", notation: "strings", onChange: (initial) => draft.set({ initial }) });
    byId("initial-editor").append(this.#initial.element);
    this.#initialDrawing = new InitialDrawing(() => wording.initialPictures(documentOf(this.draft.value).text));
    byId("initial-drawn").append(this.#initialDrawing.beside);
    byId("program-below").append(this.#initialDrawing.below);
    draft.watch(() => this.#drawInitial());
    this.#monitors = new CodeEditor({
      label: t.monitors,
      language: "json",
      onChange: (monitors) => {
        draft.set({ monitors });
        this.#monitorDrawing.show(monitors);
      },
      onCursor: (position) => this.#monitorDrawing.cursor(position),
    });
    byId("monitors-editor").append(this.#monitors.element);
    this.#monitorDrawing = new MonitorDrawing({
      edit: (changes) => this.#monitors.edit(changes),
      rename: (changes, name, former) => this.#renameMonitor(changes, name, former),
      mark: (ranges, reveal) => this.#monitors.markRanges(ranges, reveal),
      pictures: (text) => wording.monitorPictures(text, this.draft.value.analysis, this.draft.value.language),
      edited: (text, edit) => wording.editMonitors(text, edit),
      named: (names) => this.#properties.monitors(names),
      readOut: (guard) => wording.readOut(guard, this.draft.value.analysis, this.draft.value.language),
      isUsed: (name) => this.draft.value.properties.some(({ monitor }) => monitor === name),
      use: (monitor) => this.#properties.addMonitor(monitor),
    });
    byId("monitors-drawn").append(this.#monitorDrawing.element);
    this.#boxes = new CodeEditor({ label: t.boxes, language: "c", notation: "text", onChange: (boxes) => draft.set({ boxes }) });
    byId("definitions-editor").append(this.#boxes.element);
    this.#properties = new PropertiesEditor((properties) => {
      this.draft.set({ properties: properties.map((property) => ({ ...property })) });
      this.#monitorDrawing.refreshUse();
      this.#count();
    }, async (document) => {
      const found = await names(document);
      const notation = found?.notation;
      if (notation) [this.#grammar, this.#initial, this.#boxes].forEach((editor) => editor.names(notation));
      return found;
    }, wording);
    this.#options = new OptionsEditor((options) => this.draft.set({ options }), (analysis) => {
      this.draft.set({ analysis, options: fitting(this.draft.value.options, analysis) });
      if (this.#foreign.includes(this.#section)) this.#choose("program");
      this.refresh();
    });
    this.#entry.addEventListener("input", () => {
      this.#entry.size = Math.max(shortestEntry, this.#entry.value.length);
      this.draft.set({ entry: this.#entry.value.trim() });
    });
    this.#choose("program");
  }

  /** Loads another task into the editors. */
  open(): void {
    this.#file = 0;
    this.#findings = [];
    this.#notes = [];
    const { language } = this.draft.value;
    this.#program.clear(language === "boolean" || language === "c" ? language : "java");
    for (const editor of [this.#grammar, this.#initial, this.#monitors, this.#boxes]) editor.clear();
    this.#monitorDrawing.clear();
    this.#ruleDrawing.clear();
    this.#initialDrawing.clear();
    if (this.#foreign.includes(this.#section)) this.#choose("program");
    this.refresh();
  }

  /** The task was changed elsewhere; the texts keep their histories. */
  refresh(): void {
    const { analysis, entry, options, grammars, initial, monitors, boxes, files } = this.draft.value;
    this.#file = Math.max(0, Math.min(this.#file, files.length - 1));
    this.#entry.value = entry;
    this.#entry.size = Math.max(shortestEntry, entry.length);
    const ofJava = this.draft.value.language === "java";
    this.#entry.ariaLabel = ofJava ? page.entryMethod : page.entryProcedure;
    this.#entry.placeholder = ofJava ? "" : "main";
    this.#properties.show(this.draft.value);
    this.#options.show(options, analysis, this.draft.value.language);
    this.#grammar.show("grammars", grammars);
    this.#initial.show("initial", initial);
    this.#monitors.show("monitors", monitors);
    this.#ruleDrawing.show(inEditor(grammars));
    this.#drawInitial();
    this.#monitorDrawing.show(inEditor(monitors));
    this.#boxes.show("boxes", boxes);
    byId("monitors-form").textContent = monitorsForm(isBoolean(this.draft.value) ? "{at(L)}" : "{at(12)}");
    this.#count();
    this.#drawFiles();
    this.#showFile();
  }

  /**
   * Marks the selected line, in its file, also as the one where a property fails, and that of what the pointer is over. Other tabs stay
   * open, so that reading a formula is not disturbed.
   */
  mark(line: Line | null, fails: boolean, pointed: Line | null): void {
    const { files } = this.draft.value;
    const file = files.findIndex(({ name }) => name === line?.file);
    if (file >= 0 && file !== this.#file) this.#open(file);
    const inFile = (at: Line | null): number | null => (at && files[this.#file]?.name === at.file ? at.line : null);
    this.#program.mark({ selected: inFile(line), fails, pointed: inFile(pointed) });
  }

  /** Shows one of the editors. */
  show(section: Section): void {
    this.#choose(section);
  }

  /** Whether the program would be another one if something were pasted into its editor now. */
  get isReplaced(): boolean {
    return this.draft.value.files.length <= 1 && this.#program.isReplaced;
  }

  /** Replaces the text of the open file. */
  replace(text: string): void {
    this.#edit(text);
    this.#showFile();
  }

  /** Selects the program, so that what is typed or pasted replaces it. */
  selectProgram(): void {
    this.#choose("program");
    this.#program.selectAll();
  }

  goTo(place: Place): void {
    this.#choose(place.section);
    switch (place.section) {
      case "program":
        if (place.item < 0) return this.#entry.focus();
        this.#open(place.item);
        return this.#program.goTo(place.line, place.column);
      case "grammar":
        return this.#grammar.goTo(place.line, place.column);
      case "monitors":
        return this.#monitors.goTo(place.line, place.column);
      case "initial":
        return this.#initial.goTo(place.line, place.column);
      case "definitions":
        return this.#boxes.goTo(place.line, place.column);
      case "properties":
        return this.#properties.focus(place.item, place.column);
      case "options":
        return;
    }
  }

  findings(findings: readonly Finding[]): void {
    this.#findings = findings;
    const of = (section: Section, item?: number): Finding[] =>
      findings.filter(({ place }) => place?.section === section && (item === undefined || place.item === item));
    this.#program.problems(of("program", this.#file).map(problem));
    this.#grammar.problems(of("grammar").map(problem));
    this.#initial.problems(of("initial").map(problem));
    this.#monitors.problems(of("monitors").map(problem));
    this.#monitorDrawing.problems(of("monitors").map(problem));
    this.#boxes.problems(of("definitions").map(problem));
    const formulas = new Map<number, string>();
    for (const { diagnostic, place } of of("properties")) if (place) formulas.set(place.item, wholeMessage(diagnostic));
    this.#properties.problems(formulas);
    this.#entry.setAttribute("aria-invalid", String(of("program", -1).length > 0));
    for (const section of sections) {
      const errors = of(section).filter(({ diagnostic }) => diagnostic.severity === "error").length;
      const tab = this.#tab(section);
      if (!tab) continue;
      tab.dataset["errors"] = errors ? String(errors) : "";
      // Hidden sections are kept, and shown if they have errors.
      tab.hidden = this.#foreign.includes(section) && section !== this.#section && of(section).length === 0;
    }
  }

  /** Shows remarks beside lines of the program until it is changed. */
  notes(notes: LineNote[]): void {
    this.#notes = notes;
    const file = this.draft.value.files[this.#file]?.name;
    this.#program.notes(notes.filter((note) => note.file === file));
  }

  /** The sections that the task cannot have. */
  get #foreign(): readonly Section[] {
    const { value } = this.draft;
    return [...(hasHeaps(value) ? [] : ofHeaps), value.analysis === "forest" ? "monitors" : "definitions"];
  }

  #tab(section: Section): HTMLElement | null {
    return byId("editor-tabs").querySelector<HTMLElement>(`[data-tab=${section}]`);
  }

  #edit(text: string): void {
    const { files } = this.draft.value;
    this.#notes = [];
    this.draft.set({ files: files.map((file, i) => (i === this.#file ? { ...file, text } : file)) });
  }

  #count(): void {
    const tab = this.#tab("properties");
    if (tab) tab.dataset["count"] = String(this.draft.value.properties.length);
  }

  /** One change of the whole task, so that it is one step of undo. Properties with the former name of the monitor follow, if it is given. */
  #renameMonitor(changes: readonly TextChange[], name: string, former: string | null): void {
    const { monitors, properties } = this.draft.value;
    const follow = former !== null && properties.some(({ monitor }) => monitor === former);
    const renamed = follow ? properties.map((own) => (own.monitor === former ? { ...own, monitor: name } : own)) : properties;
    this.draft.set({ monitors: changed(inEditor(monitors), changes), properties: renamed });
    this.refresh();
  }

  /** Draws what runs start on, which depends on all of the task. */
  #drawInitial(): void {
    if (hasHeaps(this.draft.value)) this.#initialDrawing.refresh();
    else this.#initialDrawing.clear();
  }

  #open(file: number): void {
    this.#file = file;
    this.#drawFiles();
    this.#showFile();
  }

  #showFile(): void {
    const file = this.draft.value.files[this.#file];
    this.#program.show(`file ${this.#file}`, file?.text ?? "");
    this.findings(this.#findings);
    this.notes(this.#notes);
  }

  #drawFiles(): void {
    const { files } = this.draft.value;
    const buttons = files.map((file, i) => {
      const open = h("button", { type: "button", aria: { pressed: String(i === this.#file) }, title: t.openFile }, file.name);
      open.addEventListener("click", () => this.#open(i));
      open.addEventListener("dblclick", () => this.#rename(i, open));
      open.addEventListener("keydown", (event) => {
        if (event.key === "F2") this.#rename(i, open);
      });
      if (files.length === 1 || i !== this.#file) return h("span", {}, open);
      const remove = h("button", { type: "button", className: "remove", title: t.remove(file.name), aria: { label: t.remove(file.name) } }, icon("remove"));
      remove.addEventListener("click", () => this.#remove(i));
      return h("span", {}, open, remove);
    });
    const add = h("button", { type: "button", className: "add", title: t.add, aria: { label: t.add } }, icon("plus"));
    add.addEventListener("click", () => this.#add());
    byId("file-tabs").replaceChildren(...buttons, add);
  }

  #rename(number: number, button: HTMLElement): void {
    const { files } = this.draft.value;
    const field = h("input", { value: files[number]?.name ?? "", spellcheck: false, aria: { label: t.fileName } });
    const done = (): void => {
      const name = field.value.trim();
      const taken = files.some((file, i) => i !== number && file.name === name);
      if (name && !taken) this.draft.set({ files: files.map((file, i) => (i === number ? { ...file, name } : file)) });
      this.#drawFiles();
    };
    field.addEventListener("blur", done, { once: true });
    field.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) field.blur();
    });
    button.replaceWith(field);
    field.select();
  }

  #add(): void {
    const { files, language } = this.draft.value;
    const named = (n: number): SourceText => {
      if (language === "c") return { name: files.length ? `file${n}.c` : "main.c", text: files.length ? "" : "int main(void) {\n  return 0;\n}\n" };
      if (language !== "boolean") return { name: `Class${n}.java`, text: `class Class${n} {\n}\n` };
      return { name: files.length ? `file${n}.bp` : "main.bp", text: files.length ? "" : "void main() begin\n  skip;\nend\n" };
    };
    let n = language === "java" ? 1 : files.length + 1;
    while (files.some(({ name }) => name === named(n).name)) n++;
    this.draft.set({ files: [...files, named(n)] });
    this.#open(files.length);
  }

  #remove(number: number): void {
    this.draft.set({ files: this.draft.value.files.filter((_, i) => i !== number) });
    // The documents after it have moved by one.
    this.#program.clear();
    this.#open(Math.max(0, number - 1));
  }
}

function problem({ diagnostic, place }: Finding): Problem {
  const at = place ?? { line: 1, column: 1, endLine: 1, endColumn: 1 };
  const { line, column, endLine, endColumn } = at;
  return { line, column, endLine, endColumn, severity: severity(diagnostic), message: wholeMessage(diagnostic) };
}

const severity = (diagnostic: Rendered): Problem["severity"] =>
  diagnostic.severity === "note" ? "info" : diagnostic.severity;
