/** How tasks come and go, on the side of the worker: the engine writes and reads links and files. */
import { type DecodedLink, decodeLink, type EncodedLink, encodeLink, type ExportedSettings, exportSettings, type Gathered, importFiles, type NamedText } from "./engine/hrglass";

/** What can be asked without a run. */
export type LinkQuestion =
  /** The link for a task document, with what the page is to show first. */
  | { of: "encode"; task: string; view: Record<string, string> }
  | { of: "decode"; fragment: string }
  /** The task that files make. */
  | { of: "import"; files: NamedText[] }
  /** The settings file for a task document. */
  | { of: "settings"; task: string };

export type { DecodedLink, EncodedLink };

export type LinkAnswer = EncodedLink | DecodedLink | Gathered | ExportedSettings;

export function exchange(question: LinkQuestion): LinkAnswer {
  switch (question.of) {
    case "encode":
      return encodeLink(question.task, question.view);
    case "decode":
      return decodeLink(question.fragment);
    case "import":
      return importFiles(question.files);
    case "settings":
      return exportSettings(question.task);
  }
}
