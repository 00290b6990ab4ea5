/** Links, files and names of tasks, on the worker's side: the engine writes and reads them. */
import {
  type Analysis, type DecodedLink, decodeLink, type EncodedLink, encodeLink, type ExportedSettings, exportSettings, type Gathered, type GrammarPictures, grammarPictures, importFiles, type InitialPictures, initialPictures, type Language, type MonitorPictures, monitorPictures, type NamedText, nameOf, type Names, type OtherTask, otherTask, readOut, sentences, suggest, type Suggestions, taskNames, type TaskSentence, useGrammar, withEntry, withStructure,
} from "./engine/exchange";

/** The questions that need no run. */
export type TaskQuestion =
  /** The link for a task document, with the initial view of the page. */
  | { of: "encode"; task: string; view: Record<string, string> }
  | { of: "decode"; fragment: string }
  /** The task made from files. */
  | { of: "import"; files: NamedText[] }
  /** The name of a file for a text that comes without one. */
  | { of: "name"; text: string }
  /** The methods and structures that can be chosen for a task in Java. */
  | { of: "suggest"; task: string }
  /** The task with another entry method. */
  | { of: "entry"; task: string; entry: string }
  /** The task with another structure of a family of classes. */
  | { of: "structure"; task: string; family: number; candidate: number }
  /** The names that formulas about a task document can use. */
  | { of: "names"; task: string }
  /** The sentences about the runs of a task. */
  | { of: "sentences"; task: string }
  /** A formula in words. */
  | { of: "words"; formula: string; language: "en" | "de"; analysis: string; programLanguage: string }
  /** The monitors of a text as pictures. */
  | { of: "monitors"; text: string; analysis: string; programLanguage: string }
  /** The rules of the grammars of a text as pictures; the task has the program. */
  | { of: "grammars"; text: string; task: string }
  /** The heaps that runs of a task start on as pictures. */
  | { of: "initial"; task: string }
  /** The settings file for a task document. */
  | { of: "settings"; task: string }
  /** The task for the other analysis of heaps, which may use the learned grammar. */
  | { of: "other"; task: string; grammar: string | undefined }
  /** The task for graph grammars with a learned grammar, and a formula about its shapes. */
  | { of: "use"; task: string; grammar: string; formula: string | undefined };

export type { DecodedLink, EncodedLink, ExportedSettings, Gathered, GrammarPictures, InitialPictures, MonitorPictures, NamedText, Names, OtherTask, Suggestions, TaskSentence };

export type TaskAnswer = EncodedLink | DecodedLink | Gathered | Names | Suggestions | MonitorPictures | GrammarPictures | InitialPictures | ExportedSettings | OtherTask | TaskSentence[] | string;

export function exchange(question: TaskQuestion): TaskAnswer | null {
  switch (question.of) {
    case "encode":
      return encodeLink(question.task, question.view);
    case "decode":
      return decodeLink(question.fragment);
    case "import":
      return importFiles(question.files);
    case "name":
      return nameOf(question.text) ?? null;
    case "suggest":
      return suggest(question.task) ?? null;
    case "entry":
      return withEntry(question.task, question.entry) ?? null;
    case "structure":
      return withStructure(question.task, question.family, question.candidate) ?? null;
    case "names":
      return taskNames(question.task) ?? null;
    case "sentences":
      return sentences(question.task) ?? null;
    case "words":
      return readOut(question.formula, question.language, question.analysis as Analysis, question.programLanguage as Language) ?? null;
    case "monitors":
      return monitorPictures(question.text, question.analysis as Analysis, question.programLanguage as Language);
    case "grammars":
      return grammarPictures(question.text, question.task);
    case "initial":
      return initialPictures(question.task) ?? null;
    case "settings":
      return exportSettings(question.task);
    case "other":
      return otherTask(question.task, question.grammar) ?? null;
    case "use":
      return useGrammar(question.task, question.grammar, question.formula) ?? null;
  }
}
