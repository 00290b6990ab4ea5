/** Pictures that are drawn when they come into view: many may be listed, few are seen. */
import { h } from "../dom";
import type { Scene } from "../engine/engine";
import { texts } from "../text/language";
import { sceneElement } from "./scene";

const t = texts({
  en: { empty: "The heap is empty.", lost: "Run the task again to see this heap." },
  de: { empty: "Der Heap ist leer.", lost: "Prüfen Sie die Aufgabe erneut, um diesen Heap zu sehen." },
});

const waiting = new WeakMap<Element, () => void>();
let observer: IntersectionObserver | null = null;

function whenSeen(element: Element, act: () => void): void {
  observer ??= new IntersectionObserver((entries, self) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      self.unobserve(target);
      waiting.get(target)?.();
    }
  }, { rootMargin: "120px" });
  waiting.set(element, act);
  observer.observe(element);
}

/** The picture returned by `ask`, requested when it comes into view. */
export function thumbnail(ask: () => Promise<Scene | null>): HTMLElement {
  const box = h("span", { className: "thumbnail" });
  whenSeen(box, () => {
    void ask().then((scene) => {
      box.replaceChildren(scene?.shapes.length ? sceneElement(scene) : h("span", { className: "quiet" }, scene ? t.empty : t.lost));
    });
  });
  return box;
}
