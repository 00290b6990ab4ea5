/** What the open task is about, directly above its program; folded, it is a word after what the task assumes. */
import { byId, h } from "../dom";
import { presentationOf } from "../presentation";
import type { Store } from "../store";
import type { Draft } from "../task";
import { texts } from "../text/language";
import { settings } from "./settings";
import { explained } from "./terms";

const t = texts({
  en: { title: "About", help: "About this task", look: "Look at", tour: "Take the tour" },
  de: { title: "Zur Aufgabe", help: "Über diese Aufgabe", look: "Zu beachten", tour: "Rundgang beginnen" },
});

/** A text with its terms explained, and with code in backticks. */
const worded = (text: string): (Node | string)[] => text.split("`").flatMap((part, i) => (i % 2 ? [h("code", {}, part)] : explained(part)));

export class About {
  readonly #text = h("div", {});
  readonly #element = h("details", { id: "about", className: "about-task", hidden: true }, h("summary", { title: t.help }, t.title), this.#text);

  /** `tour` starts the tour. */
  constructor(draft: Store<Draft>, private readonly tour: () => void) {
    byId("assumption").after(this.#element);
    this.#element.open = !settings.value.aboutClosed;
    this.#element.addEventListener("toggle", () => settings.set({ aboutClosed: !this.#element.open }));
    draft.watch((now, before) => {
      const [told, last] = [presentationOf(now), presentationOf(before)];
      if (now === before || told.description !== last.description || told.look !== last.look) this.#show(told);
    });
  }

  #show({ description, look }: Pick<ReturnType<typeof presentationOf>, "description" | "look">): void {
    this.#element.hidden = !description && !look;
    const tour = h("button", { type: "button", className: "link" }, t.tour);
    tour.addEventListener("click", () => this.tour());
    this.#text.replaceChildren(
      h("p", {}, ...worded(description)),
      look ? h("p", {}, h("b", {}, `${t.look}: `), ...worded(look)) : "",
      tour);
  }
}
