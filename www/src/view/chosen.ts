/** The result whose search is shown: a select if there are several. */
import type { Outcome } from "../client";
import { h } from "../dom";
import type { PropertyReport } from "../engine/engine";
import { strategyName } from "../strategy";
import { texts } from "../text/language";
import { compares } from "./groups";
import { nameOf } from "./judgements";

const t = texts({ en: { property: "Property" }, de: { property: "Eigenschaft" } });

export class Chosen {
  readonly element = h("select", { aria: { label: t.property } });
  #outcome: Outcome | null = null;

  /** `choose` is called when the user chooses another result. */
  constructor(id: string, choose: () => void) {
    this.element.id = id;
    this.element.addEventListener("change", choose);
  }

  load(outcome: Outcome | null): void {
    this.#outcome = outcome;
    const properties = outcome?.report.properties ?? [];
    const several = outcome !== null && compares(outcome.report);
    const name = (property: PropertyReport): string => (several ? `${nameOf(property)} · ${strategyName(property.strategy)}` : nameOf(property));
    this.element.replaceChildren(...properties.map((property, i) => h("option", { value: String(i) }, name(property))));
    this.element.hidden = properties.length < 2;
  }

  /** Its position in the report; null if nothing was checked. */
  get number(): number | null {
    return this.property ? Number(this.element.value) : null;
  }

  get property(): PropertyReport | null {
    return this.#outcome?.report.properties[Number(this.element.value)] ?? null;
  }
}
