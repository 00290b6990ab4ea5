/** The verdict on every property; those that fail link to their run. */
import { coded, h, icon } from "../../dom";
import type { PropertyReport } from "../../engine/engine";
import { strategyName } from "../../strategy";
import { claim } from "../../view/claim";
import { groupsOf, isMemorySafety, shownOf } from "../../view/groups";
import { specialOf } from "../../view/words";
import type { Host, Pane, World } from "../pane";

export class VerdictPane implements Pane {
  readonly name = "verdict";
  readonly element = h("ul", { className: "judgements" });

  constructor(private readonly host: Host) {}

  show(world: World | null): void {
    if (!world) return this.element.replaceChildren();
    const { report } = world;
    const { t } = this.host;
    const rows: HTMLElement[] = [];
    for (const group of groupsOf(report)) {
      const several = group.judged.length > 1 && !group.agree;
      for (const { position, property } of shownOf(group)) {
        const name = isMemorySafety(group) ? t.memorySafety : group.id;
        rows.push(this.#row(world, position, several ? `${name} · ${strategyName(property.strategy, t.language)}` : name, property));
      }
    }
    this.element.replaceChildren(...rows);
  }

  #row(world: World, number: number, name: string, property: PropertyReport): HTMLElement {
    const { t } = this.host;
    const { kind, verdict, reason, run } = property;
    const assumed = verdict === "satisfied" ? specialOf(property).map(({ words }) => words) : [];
    const word = assumed.length ? t.satisfiedIf(assumed.join("; ")) : t[verdict];
    const chosen = number === world.judgement;
    const said = reason ?? "";
    const content = [
      h("span", { className: "seal" }, icon(verdict)),
      h("span", { className: "name" }, name),
      kind === "memory-safety" && said ? h("span", { className: "gloss" }, ...coded(said)) : claim(property, said || undefined),
      h("span", { className: "word" }, ...coded(word)),
    ];
    const body = run
      ? h("button", { type: "button", className: "judgement", title: chosen ? t.stepped : t.showRun, aria: { pressed: String(chosen) } }, ...content)
      : h("div", { className: "judgement" }, ...content);
    if (run) body.addEventListener("click", () => this.host.choose(number));
    return h("li", { dataset: { verdict } }, body);
  }
}
