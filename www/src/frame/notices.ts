/** Short messages at the edge of the page: they cover nothing clickable, and screen readers announce them. */
import { byId, h } from "../dom";
import { texts } from "../text/language";

const t = texts({ en: { close: "Close this message" }, de: { close: "Diese Meldung schließen" } });

interface Notice {
  text: string;
  /** Possible actions. */
  actions?: { title: string; run: () => void }[];
  /** Stays until it is closed; other messages disappear by themselves. */
  stays?: boolean;
}

/** Shows a message; returns a function that removes it. */
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
