/** Short messages at the edge of the page: they take no click from anyone and are read aloud. */
import { byId, h } from "../dom";
import { texts } from "../text/language";

const t = texts({ en: { close: "Close this message" }, de: { close: "Diese Meldung schließen" } });

interface Notice {
  text: string;
  /** What can be done about it. */
  actions?: { title: string; run: () => void }[];
  /** Stays until it is closed; others leave by themselves. */
  stays?: boolean;
}

/** Shows a message. Returns how to take it away. */
export function notify({ text, actions = [], stays = false }: Notice): () => void {
  const note = h("div", { className: "notice" }, h("p", {}, text));
  const remove = (): void => note.remove();
  for (const { title, run } of actions) {
    const button = h("button", { type: "button", className: "small" }, title);
    button.addEventListener("click", () => {
      remove();
      run();
    });
    note.append(button);
  }
  const close = h("button", { type: "button", className: "icon-button", aria: { label: t.close } }, "×");
  close.addEventListener("click", remove);
  note.append(close);
  byId("notices").append(note);
  if (!stays) setTimeout(remove, 4000 + 60 * text.length);
  return remove;
}
