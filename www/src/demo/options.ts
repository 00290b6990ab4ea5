/** The options of a demo: attributes of the element, and with the same names keys after the `#` of the iframe. */

export const paneNames = ["source", "verdict", "heap", "space", "run", "components", "proof", "explain"] as const;
export type PaneName = (typeof paneNames)[number];

export type Theme = "light" | "dark" | "auto";
export type Controls = "none" | "min" | "full";

/** The attributes of the element, which are also the keys of the iframe. */
export const optionNames = ["task", "step", "panes", "theme", "readonly", "controls", "judgement", "lang", "playground"] as const;
export type OptionName = (typeof optionNames)[number];

export interface Options {
  /** Id of an example, link that starts with `#`, or address of a task file; empty if the task is inside the element. */
  task: string;
  /** The first step shown, from 1; 0 stands for the last. */
  step: number;
  panes: PaneName[];
  theme: Theme;
  readonly: boolean;
  controls: Controls;
  /** Whose run is stepped through: a property by its id, `id:strategy`, or `memorySafety`; empty for the first that fails. */
  judgement: string;
  lang: string;
  /** Address of the playground; empty if there is none to open. */
  playground: string;
}

const usualPanes: PaneName[] = ["source", "heap"];
const oneOf = <T extends string>(text: string | null, [usual, ...others]: [T, ...T[]]): T =>
  others.find((name) => name === text) ?? usual;

/** The step that a text names, from 1; 0 stands for the last, and anything else for the first. */
export function stepOf(text: string | null): number {
  if (text === "last") return 0;
  return text !== null && /^\d{1,6}$/.test(text) ? Math.max(1, Number(text)) : 1;
}

/** The named panes, each once; the default panes if none is named. */
export function panesOf(text: string | null): PaneName[] {
  const named = (text ?? "").split(/[\s,]+/);
  const known = named.filter((name): name is PaneName => (paneNames as readonly string[]).includes(name));
  return known.length ? [...new Set(known)] : usualPanes;
}

/** Reads the options; invalid ones are ignored. */
export function optionsOf(get: (name: OptionName) => string | null): Options {
  const readonly = get("readonly");
  return {
    task: get("task")?.trim() ?? "",
    step: stepOf(get("step")),
    panes: panesOf(get("panes")),
    theme: oneOf(get("theme"), ["auto", "light", "dark"]),
    readonly: readonly !== null && readonly !== "false",
    controls: oneOf(get("controls"), ["full", "min", "none"]),
    judgement: get("judgement") ?? "",
    lang: get("lang") ?? "",
    playground: get("playground") ?? "",
  };
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
};

/** The keys after `#`: the task comes first and needs no name; `v1.…` is a link. */
export function keysOf(fragment: string): Map<string, string> {
  const keys = new Map<string, string>();
  fragment.replace(/^#/, "").split("&").forEach((part, i) => {
    if (!part) return;
    const at = part.indexOf("=");
    // The base64 of a link may end in `=`.
    const named = at > 0 && !part.startsWith("v1.");
    if (named) keys.set(part.slice(0, at), decoded(part.slice(at + 1)));
    else if (i === 0) keys.set("task", part.startsWith("v1.") ? `#${part}` : decoded(part));
    else keys.set(decoded(part), "");
  });
  return keys;
}
