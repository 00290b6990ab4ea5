/** The quick switch beside the button that runs: it changes the task, and runs it. */
import { byId, h } from "../dom";
import type { Store } from "../store";
import { strategies } from "../strategy";
import type { Draft } from "../task";
import { t as page } from "../text/page";

export function listenStrategy(draft: Store<Draft>, chosen: () => void): void {
  const box = byId<HTMLSelectElement>("strategy");
  for (const { value, name, help } of strategies) box.append(h("option", { value, title: help }, name));
  const usual = strategies[0]?.value ?? "";
  box.addEventListener("change", () => {
    const { strategy, ...rest } = draft.value.options;
    void strategy;
    draft.set({ options: box.value === usual ? rest : { ...rest, strategy: box.value } });
    chosen();
  });
  draft.watch(({ options }) => {
    const { strategy } = options;
    box.value = typeof strategy === "string" ? strategy : usual;
    box.title = `${page.strategy}: ${strategies.find(({ value }) => value === box.value)?.help ?? ""}`;
  });
}
