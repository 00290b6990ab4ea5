/** Everything that a person can make the page do: by key, from the palette, and listed in the sheet of keys. */

export interface Command {
  /** A stable name; the palette remembers what was used last by it. */
  id: string;
  title: string;
  /** The heading under which sheet and palette list it. */
  group: string;
  /** Keys as `KeyboardEvent.key` names them, with `Ctrl+`, `Alt+` and `Shift+` before; Ctrl is Command on a Mac. */
  keys?: readonly string[];
  /** Whether it makes sense now; without it, always. */
  possible?: () => boolean;
  run: () => void;
}

const commands: Command[] = [];

export function register(...more: Command[]): void {
  for (const command of more) {
    if (commands.some(({ id }) => id === command.id)) throw new Error(`there are two commands ${command.id}`);
    commands.push(command);
  }
}

export const allCommands = (): readonly Command[] => commands;
export const isPossible = ({ possible }: Command): boolean => possible?.() ?? true;

type Key = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">;

/** A key press in the notation of [`Command.keys`]. Shift counts only where it does not already change the letter. */
export function keyOf({ key, ctrlKey, metaKey, altKey, shiftKey }: Key): string {
  const named = key.length > 1 || ctrlKey || metaKey || altKey;
  const letter = key.length === 1 && named ? key.toLowerCase() : key;
  return `${ctrlKey || metaKey ? "Ctrl+" : ""}${altKey ? "Alt+" : ""}${shiftKey && named ? "Shift+" : ""}${letter}`;
}

/** Whether a key would write a letter where the focus is. Editors live in shadow roots. */
function writes(event: KeyboardEvent): boolean {
  const target = event.composedPath()[0];
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !["button", "checkbox", "radio", "range", "file"].includes(target.type);
  return target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}

/** Obeys a key press, unless it belongs to the field that has the focus. */
export function obey(event: KeyboardEvent): void {
  const key = keyOf(event);
  const free = key.startsWith("Ctrl+") || key === "Escape" || /^F\d+$/.test(key);
  if (event.defaultPrevented || (!free && writes(event))) return;
  const command = commands.find((candidate) => candidate.keys?.includes(key) && isPossible(candidate));
  if (!command) return;
  event.preventDefault();
  command.run();
}

const mac = typeof navigator !== "undefined" && /Mac|iP(hone|ad)/.test(navigator.platform);
const signs: Record<string, string> = {
  Enter: "⏎", Escape: "Esc", ArrowUp: "↑", ArrowDown: "↓", ArrowLeft: "←", ArrowRight: "→", " ": "Space",
};

/** A key as people read it. */
export function keyText(key: string): string {
  const parts = key.split(/\+(?=.)/);
  const last = parts.pop() ?? "";
  const names = parts.map((part) => (part === "Ctrl" && mac ? "⌘" : part));
  const letter = signs[last] ?? (last.length === 1 && parts.length ? last.toUpperCase() : last);
  return [...names, letter].join(mac ? "" : " ");
}
