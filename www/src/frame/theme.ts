/** The theme of the page, chosen by a button or by the system. */
import { byId } from "../dom";
import { settings } from "./settings";

/** `recolour` is called whenever colours, or fonts, are others. */
export function listenTheme(recolour: () => void): void {
  byId("theme").addEventListener("click", () => {
    settings.set({ theme: document.documentElement.dataset["theme"] === "dark" ? "light" : "dark" });
  });
  new MutationObserver(recolour).observe(document.documentElement, { attributeFilter: ["data-theme"] });
  settings.watch(({ theme }) => {
    document.documentElement.dataset["chosen"] = theme;
    dispatchEvent(new Event("hrglass-theme"));
  });
  void document.fonts.ready.then(recolour);
}
