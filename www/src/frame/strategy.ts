/** The strategy selector beside the Run button: changes the task and runs it. */
import { byId, h } from "../dom";
import type { Store } from "../store";
import { settings } from "./settings";
import { strategiesOf, strategyOf } from "../strategy";
import type { Draft } from "../task";
import { t as page } from "../text/page";

export function listenStrategy(draft: Store<Draft>, chosen: () => void): void {
  const box = byId<HTMLSelectElement>("strategy");
  let listed = "";
  // For who has seen the options.
  settings.watch(({ used }) => (box.hidden = !used.includes("options")));
  box.addEventListener("change", () => {
    const { strategy, ...rest } = draft.value.options;
    void strategy;
    draft.set({ options: box.selectedIndex === 0 ? rest : { ...rest, strategy: box.value } });
    chosen();
  });
  draft.watch((task) => {
    const all = strategiesOf(task.analysis);
    if (listed !== task.analysis) box.replaceChildren(...all.map(({ value, name, help }) => h("option", { value, title: help }, name)));
    listed = task.analysis;
    box.value = strategyOf(task);
    box.title = `${page.strategy}: ${all.find(({ value }) => value === box.value)?.help ?? ""}`;
  });
}
