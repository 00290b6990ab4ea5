/** All commands of the page: invoked by key or from the palette, and listed in the sheet of keys. */
import { h } from "../dom";
import { language } from "../text/language";

/** What the palette lists. */
export interface Offer {
  /** A stable name, by which the palette remembers recent commands. */
  id: string;
  title: string;
  /** The heading under which sheet and palette list it. */
  group: string;
  run: () => void;
}

export interface Command extends Offer {
  /** Keys as `KeyboardEvent.key` names them, with `Ctrl+`, `Alt+` and `Shift+` before; Ctrl is Command on a Mac. */
  keys?: readonly string[];
  /** Whether it is available now; always, if absent. */
  possible?: () => boolean;
}

const commands: Command[] = [];

export function register(...more: Command[]): void {
  for (const command of more) {
    if (commands.some(({ id }) => id === command.id)) throw new Error(`there are two commands ${command.id}`);
    commands.push(command);
  }
}

export const allCommands = (): readonly Command[] => commands;
/** The command with this name. */
export function commandOf(id: string): Command {
  const found = commands.find((command) => command.id === id);
  if (!found) throw new Error(`there is no command ${id}`);
  return found;
}

/** Further entries of the palette for the typed text. */
export type Source = (typed: string) => readonly Offer[];

const sources: Source[] = [];

export function offer(...more: Source[]): void {
  sources.push(...more);
}

/** All commands available now. */
export const offersFor = (typed: string): readonly (Offer & Partial<Command>)[] => [
  ...commands.filter(isPossible),
  ...sources.flatMap((source) => source(typed)),
];

export const isPossible = ({ possible }: Command): boolean => possible?.() ?? true;

type Key = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">;

/** A key press in the notation of [`Command.keys`]. Shift counts only where it does not already change the letter. */
export function keyOf({ key, ctrlKey, metaKey, altKey, shiftKey }: Key): string {
  // On Windows, AltGr (which types brackets on German keyboards) is reported as Ctrl and Alt: only the letter counts.
  if (ctrlKey && altKey && key.length === 1) [ctrlKey, altKey] = [false, false];
  const named = key.length > 1 || ctrlKey || metaKey || altKey;
  const letter = key.length === 1 && named ? key.toLowerCase() : key;
  return `${ctrlKey || metaKey ? "Ctrl+" : ""}${altKey ? "Alt+" : ""}${shiftKey && named ? "Shift+" : ""}${letter}`;
}

/** Whether a key would type text where the focus is. Editors live in shadow roots. */
function writes(event: KeyboardEvent): boolean {
  const target = event.composedPath()[0];
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !["button", "checkbox", "radio", "range", "file"].includes(target.type);
  return target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}

/** Text fields have their own history. */
const edits = (key: string): boolean => /^Ctrl\+(Shift\+)?[yz]$/.test(key);

/** Escape closes what is open above the page; while a modal dialog is open, no other key has an effect. */
const isAbove = (key: string): boolean =>
  document.querySelector(key === "Escape" ? "dialog:modal, :popover-open" : "dialog:modal") !== null;

/** Handles a key press, unless it belongs to the focused field or to what is open above the page. */
export function obey(event: KeyboardEvent): void {
  const key = keyOf(event);
  if (isAbove(key)) return;
  const free = (key.startsWith("Ctrl+") && !edits(key)) || key === "Escape" || /^F\d+$/.test(key);
  if (event.defaultPrevented || (!free && writes(event))) return;
  const command = commands.find((candidate) => candidate.keys?.includes(key) && isPossible(candidate));
  if (!command) return;
  event.preventDefault();
  command.run();
}

const mac = typeof navigator !== "undefined" && /Mac|iP(hone|ad)/.test(navigator.platform);
const signs: Record<string, string> = {
  Enter: "⏎", Escape: "Esc", ArrowUp: "↑", ArrowDown: "↓", ArrowLeft: "←", ArrowRight: "→", " ": "Space",
  ...(language === "de" ? { " ": "Leertaste", Home: "Pos1", End: "Ende" } : {}),
};

const macNames: Record<string, string> = { Ctrl: "⌘", Shift: "⇧", Alt: "⌥" };
const names: Record<string, string> = language === "de" ? { Ctrl: "Strg", Shift: "Umschalt" } : {};

/** A key as text. */
export function keyText(key: string): string {
  const parts = key.split(/\+(?=.)/);
  const last = parts.pop() ?? "";
  const held = parts.map((part) => (mac ? macNames : names)[part] ?? part);
  const letter = signs[last] ?? (last.length === 1 && parts.length ? last.toUpperCase() : last);
  return [...held, letter].join(mac ? "" : " ");
}

/** A key as shown beside a command. */
export const keySigns = (key: string): HTMLElement => h("kbd", {}, keyText(key));
