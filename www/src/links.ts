/** Links, files and names of tasks, on the worker's side: the engine writes and reads them. */
import {
  type DecodedLink, decodeLink, type EncodedLink, encodeLink, type ExportedSettings, exportSettings, type Gathered, importFiles, type NamedText, type Names, type OtherTask, otherTask, taskNames, useGrammar,
} from "./engine/exchange";

/** The questions that need no run. */
export type TaskQuestion =
  /** The link for a task document, with the initial view of the page. */
  | { of: "encode"; task: string; view: Record<string, string> }
  | { of: "decode"; fragment: string }
  /** The task made from files. */
  | { of: "import"; files: NamedText[] }
  /** The names that formulas about a task document can use. */
  | { of: "names"; task: string }
  /** The settings file for a task document. */
  | { of: "settings"; task: string }
  /** The task for the other analysis of heaps, which may use the learned grammar. */
  | { of: "other"; task: string; grammar: string | undefined }
  /** The task for graph grammars with a learned grammar, and a formula about its shapes. */
  | { of: "use"; task: string; grammar: string; formula: string | undefined };

export type { DecodedLink, EncodedLink, ExportedSettings, Gathered, NamedText, Names, OtherTask };

export type TaskAnswer = EncodedLink | DecodedLink | Gathered | Names | ExportedSettings | OtherTask | string;

export function exchange(question: TaskQuestion): TaskAnswer | null {
  switch (question.of) {
    case "encode":
      return encodeLink(question.task, question.view);
    case "decode":
      return decodeLink(question.fragment);
    case "import":
      return importFiles(question.files);
    case "names":
      return taskNames(question.task) ?? null;
    case "settings":
      return exportSettings(question.task);
    case "other":
      return otherTask(question.task, question.grammar) ?? null;
    case "use":
      return useGrammar(question.task, question.grammar, question.formula) ?? null;
  }
}
