/** CodeMirror, as code editors use it. */
import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab, isolateHistory } from "@codemirror/commands";
import {
  bracketMatching, HighlightStyle, indentOnInput, indentUnit, StreamLanguage, syntaxHighlighting,
} from "@codemirror/language";
import { type Diagnostic, lintGutter, setDiagnostics } from "@codemirror/lint";
import { EditorSelection, EditorState, type Extension, RangeSet, StateEffect, StateField, type Text } from "@codemirror/state";
import {
  Decoration, type DecorationSet, drawSelection, EditorView, GutterMarker, gutterLineClass, highlightActiveLine,
  highlightSpecialChars, keymap, lineNumbers, WidgetType,
} from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { h } from "../dom";
import type { NotationNames, TextChange, TextRange } from "../engine/engine";
import { texts } from "../text/language";
import { booleanParser } from "./boolean";
import type { CodeLanguage, EditorSettings, Marks, Note, Problem } from "./code";
import { cParser } from "./c";
import { javaParser } from "./java";
import { completionsOf, notationAt } from "./notation";
import { jsonParser } from "./json";

const languages: Record<CodeLanguage, () => Extension> = {
  java: () => [indentUnit.of("    "), StreamLanguage.define(javaParser)],
  json: () => [indentUnit.of("  "), StreamLanguage.define(jsonParser)],
  c: () => [indentUnit.of("  "), StreamLanguage.define(cParser)],
  boolean: () => [indentUnit.of("  "), StreamLanguage.define(booleanParser)],
};

const highlight = HighlightStyle.define([
  { tag: [tags.keyword, tags.modifier, tags.controlKeyword, tags.definitionKeyword], color: "var(--code-keyword)" },
  { tag: [tags.typeName, tags.className], color: "var(--code-type)" },
  { tag: [tags.string, tags.character], color: "var(--code-string)" },
  { tag: [tags.number, tags.bool, tags.null, tags.literal], color: "var(--code-literal)" },
  { tag: [tags.comment, tags.lineComment, tags.blockComment], color: "var(--code-comment)", fontStyle: "italic" },
  { tag: [tags.propertyName, tags.labelName, tags.function(tags.variableName)], color: "var(--code-name)" },
  { tag: [tags.operator, tags.punctuation, tags.bracket], color: "var(--code-punctuation)" },
]);

const theme = EditorView.theme({
  "&": { flex: "1", minHeight: "0", color: "var(--ink)", backgroundColor: "transparent", fontSize: "var(--code-size)" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.6", overflow: "auto", flex: "1" },
  ".cm-content": { padding: "10px 0", caretColor: "var(--accent)" },
  ".cm-line": { padding: "0 14px 0 6px" },
  ".cm-gutters": { backgroundColor: "var(--panel)", color: "var(--ink-3)", border: "none" },
  ".cm-lineNumbers .cm-gutterElement": { padding: "0 8px 0 4px", minWidth: "26px" },
  ".cm-activeLine": { backgroundColor: "var(--line-active)" },
  ".cm-cursor": { borderLeftColor: "var(--accent)", borderLeftWidth: "2px" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "var(--selection) !important",
  },
  ".cm-matchingBracket": { backgroundColor: "var(--selection) !important", outline: "none" },
  ".cm-selected-line": { backgroundColor: "var(--mark)", boxShadow: "inset 3px 0 0 var(--mark-edge)", outline: "1px solid transparent", outlineOffset: "-1px" },
  ".cm-failing-line": { backgroundColor: "var(--violated-tint)", boxShadow: "inset 3px 0 0 var(--violated)" },
  ".cm-pointed-line": { boxShadow: "inset 0 0 0 1px var(--mark-edge)" },
  ".cm-drawn": { backgroundColor: "var(--mark)", outline: "1px solid var(--mark-edge)", borderRadius: "2px" },
  ".cm-selected-number": { color: "var(--mark-ink)", fontWeight: "600" },
  ".cm-remark": {
    marginLeft: "18px", padding: "0 6px", borderRadius: "4px", backgroundColor: "var(--satisfied-tint)", color: "var(--satisfied)",
    fontSize: "0.92em", whiteSpace: "pre-wrap", overflowWrap: "anywhere",
  },
  ".cm-gutter-lint": { width: "14px" },
  ".cm-lintRange-error": { backgroundImage: "none", borderBottom: "2px solid var(--violated)" },
  ".cm-lintRange-warning": { backgroundImage: "none", borderBottom: "2px solid var(--suspected)" },
  ".cm-lintRange-info": { backgroundImage: "none", borderBottom: "2px dotted var(--ink-3)" },
  ".cm-lint-marker": { width: "8px", height: "8px", borderRadius: "50%", margin: "7px 0 0 3px", content: "normal" },
  ".cm-lint-marker-error": { backgroundColor: "var(--violated)", content: "normal" },
  ".cm-lint-marker-warning": { backgroundColor: "var(--suspected)", content: "normal" },
  ".cm-lint-marker-info": { backgroundColor: "var(--ink-3)", content: "normal" },
  ".cm-tooltip": {
    backgroundColor: "var(--panel)", color: "var(--ink)", border: "1px solid var(--line-strong)", borderRadius: "6px",
    boxShadow: "var(--shadow)", fontFamily: "var(--sans)", fontSize: "13px", overflow: "hidden",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { fontFamily: "var(--mono)", maxHeight: "16em" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": { padding: "3px 10px" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]": { backgroundColor: "var(--accent)", color: "var(--on-accent)" },
  ".cm-completionDetail": { fontFamily: "var(--sans)", fontStyle: "normal", opacity: "0.75" },
  ".cm-completionMatchedText": { textDecoration: "none", fontWeight: "700" },
  ".cm-diagnostic": { padding: "7px 11px", borderLeft: "3px solid var(--ink-3)", whiteSpace: "pre-wrap" },
  ".cm-diagnostic-error": { borderLeftColor: "var(--violated)" },
  ".cm-diagnostic-warning": { borderLeftColor: "var(--suspected)" },
});

class Remark extends WidgetType {
  constructor(private readonly note: Note) {
    super();
  }

  override eq({ note }: Remark): boolean {
    return note.text === this.note.text && note.help === this.note.help;
  }

  override toDOM(): HTMLElement {
    return h("span", { className: "cm-remark", title: this.note.help }, this.note.text);
  }
}

const setNotes = StateEffect.define<Note[]>();

/** Remarks about a text say nothing of another one. */
const remarks = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(shown, transaction) {
    let result = transaction.docChanged ? Decoration.none : shown;
    for (const effect of transaction.effects) {
      if (!effect.is(setNotes)) continue;
      const { doc } = transaction.state;
      const valid = effect.value.filter(({ line }) => line >= 1 && line <= doc.lines);
      result = Decoration.set(valid.map((note) => Decoration.widget({ widget: new Remark(note), side: 1 }).range(doc.line(note.line).to)), true);
    }
    return result;
  },
  provide: (field) => EditorView.decorations.from(field),
});

const markLines = StateEffect.define<Marks>();
const selectedLine = Decoration.line({ class: "cm-selected-line" });
const failingLine = Decoration.line({ class: "cm-selected-line cm-failing-line" });
const pointedLine = Decoration.line({ class: "cm-pointed-line" });

const markedLines = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, transaction) {
    let result = marks.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (!effect.is(markLines)) continue;
      const { doc } = transaction.state;
      const { selected, fails, pointed } = effect.value;
      const at = (line: number | null, mark: Decoration) => (line !== null && line >= 1 && line <= doc.lines ? [mark.range(doc.line(line).from)] : []);
      result = Decoration.set([...at(selected, fails ? failingLine : selectedLine), ...at(pointed, pointedLine)], true);
    }
    return result;
  },
  provide: (field) => EditorView.decorations.from(field),
});

const setRanges = StateEffect.define<readonly TextRange[]>();
const drawnRange = Decoration.mark({ class: "cm-drawn" });

/** What is selected in the drawing of the text. */
const markedRanges = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, transaction) {
    let result = marks.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (!effect.is(setRanges)) continue;
      const { length } = transaction.state.doc;
      const valid = effect.value.filter(({ from, to }) => from < to && to <= length);
      result = Decoration.set(valid.map(({ from, to }) => drawnRange.range(from, to)), true);
    }
    return result;
  },
  provide: (field) => EditorView.decorations.from(field),
});

class SelectedNumber extends GutterMarker {
  override elementClass = "cm-selected-number";
}
const selectedNumber = new SelectedNumber();
const markedNumber = gutterLineClass.compute([markedLines], (state) => {
  const places: number[] = [];
  state.field(markedLines).between(0, state.doc.length, (from, _, mark) => {
    if (mark !== pointedLine) places.push(from);
  });
  return RangeSet.of(places.map((from) => selectedNumber.range(from)));
});

function position(doc: Text, line: number, column: number): number {
  const found = doc.line(Math.min(Math.max(line, 1), doc.lines));
  return Math.min(found.from + Math.max(column - 1, 0), found.to);
}

/** The state with another text, changed only where the texts differ. */
function changed(state: EditorState, text: string): EditorState {
  const old = state.doc.toString();
  if (old === text) return state;
  const least = Math.min(old.length, text.length);
  let from = 0;
  while (from < least && old[from] === text[from]) from++;
  let same = 0;
  while (same < least - from && old[old.length - 1 - same] === text[text.length - 1 - same]) same++;
  return state.update({ changes: { from, to: old.length - same, insert: text.slice(from, text.length - same) } }).state;
}

const t = texts({
  en: { leave: "Tab indents. To leave the editor, press Escape and then Tab." },
  de: { leave: "Tab rückt ein. Escape und dann Tab verlässt den Editor." },
});

/** The id of the hint, which is the same in each shadow root. */
const hint = "leave-hint";

/** Several documents, each with its history, of which one is shown. */
export class CodeMirror {
  readonly #view: EditorView;
  readonly #common: Extension[];
  #language: Extension;
  readonly #states = new Map<string, EditorState>();
  #current = "";
  #selected: number | null = null;
  #silent = false;
  #names: NotationNames | null = null;

  constructor(root: ShadowRoot, { label, language, onChange, onLine, onCursor, notation }: EditorSettings) {
    this.#language = languages[language]();
    const complete = autocompletion({
      icons: false,
      override: [(context) => {
        const text = context.state.sliceDoc(0, context.pos);
        const from = this.#names && notationAt(text, notation === "strings", context.explicit);
        return from === null || !this.#names ? null : { from, options: completionsOf(this.#names), validFor: /^[\w$]*$/ };
      }],
    });
    this.#common = [
      notation ? [complete, keymap.of(completionKeymap)] : [],
      lineNumbers(),
      highlightSpecialChars(),
      history(),
      drawSelection(),
      indentOnInput(),
      bracketMatching(),
      closeBrackets(),
      highlightActiveLine(),
      syntaxHighlighting(highlight),
      theme,
      lintGutter(),
      markedLines,
      markedNumber,
      markedRanges,
      remarks,
      keymap.of([...closeBracketsKeymap, ...defaultKeymap.filter((k) => k.key !== "Mod-Enter"), ...historyKeymap, indentWithTab]),
      EditorView.contentAttributes.of({ "aria-label": label, "aria-describedby": hint, tabindex: "0", spellcheck: "false", autocapitalize: "off" }),
      EditorView.updateListener.of((update) => {
        if (update.docChanged && !this.#silent) onChange(update.state.doc.toString());
        if (update.selectionSet && !update.docChanged && update.transactions.some((t) => t.isUserEvent("select"))) {
          onLine?.(update.state.doc.lineAt(update.state.selection.main.head).number);
          onCursor?.(update.state.selection.main.head);
        }
      }),
    ];
    root.append(h("p", { id: hint, hidden: true }, t.leave));
    this.#view = new EditorView({ parent: root, root, state: this.#fresh("") });
  }

  #fresh(text: string): EditorState {
    return EditorState.create({ doc: text, extensions: [this.#language, this.#common] });
  }

  /** Shows the document `key` with this text, with the history and cursor it had last; a change made elsewhere becomes part of the history. */
  show(key: string, text: string): void {
    if (this.#current) this.#states.set(this.#current, this.#view.state);
    this.#current = key;
    const known = this.#states.get(key);
    const next = known ? changed(known, text) : this.#fresh(text);
    // Setting it again would scroll to the top.
    if (next === this.#view.state) return;
    this.#silent = true;
    this.#view.setState(next);
    this.#silent = false;
  }

  /** Forgets all documents; the next ones may be in another language. */
  clear(language?: CodeLanguage): void {
    if (language) this.#language = languages[language]();
    this.#states.clear();
    this.#current = "";
  }

  problems(problems: Problem[]): void {
    const { doc } = this.#view.state;
    const diagnostics: Diagnostic[] = problems.map((problem) => {
      const from = position(doc, problem.line, problem.column);
      const to = position(doc, problem.endLine, problem.endColumn);
      return { from, to: Math.max(from, to), severity: problem.severity, message: problem.message };
    });
    this.#view.dispatch(setDiagnostics(this.#view.state, diagnostics));
  }

  notes(notes: Note[]): void {
    this.#view.dispatch({ effects: setNotes.of(notes) });
  }

  names(names: NotationNames): void {
    this.#names = names;
  }

  /** Marks lines, and scrolls to the selected one if it is another one than before. */
  mark(marks: Marks): void {
    const effects: StateEffect<unknown>[] = [markLines.of(marks)];
    const { doc } = this.#view.state;
    const { selected } = marks;
    if (selected !== null && selected !== this.#selected && selected >= 1 && selected <= doc.lines) {
      effects.push(EditorView.scrollIntoView(doc.line(selected).from, { y: "nearest", yMargin: 60 }));
    }
    this.#selected = selected;
    this.#view.dispatch({ effects });
  }

  /** Changes the text as one step of its history, as if the user had done so. */
  edit(changes: readonly TextChange[]): void {
    this.#view.dispatch({ changes, userEvent: "edit.drawing", annotations: isolateHistory.of("full") });
  }

  /** Marks parts of the text, and scrolls to the first one if `reveal` says so. */
  markRanges(ranges: readonly TextRange[], reveal: boolean): void {
    const effects: StateEffect<unknown>[] = [setRanges.of(ranges)];
    const [first] = ranges;
    if (reveal && first && first.to <= this.#view.state.doc.length) effects.push(EditorView.scrollIntoView(EditorSelection.range(first.to, first.from), { yMargin: 20, xMargin: 40 }));
    this.#view.dispatch({ effects });
  }

  get isReplaced(): boolean {
    const { doc, selection } = this.#view.state;
    const outside = doc.sliceString(0, selection.main.from) + doc.sliceString(selection.main.to);
    return selection.ranges.length === 1 && outside.trim() === "";
  }

  selectAll(): void {
    this.#view.dispatch({ selection: { anchor: this.#view.state.doc.length, head: 0 } });
    this.#view.focus();
  }

  /** Moves the cursor to a position. */
  goTo(line: number, column: number): void {
    const anchor = position(this.#view.state.doc, line, column);
    this.#view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: "center" }) });
    this.#view.focus();
  }
}
