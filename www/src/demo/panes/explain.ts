/** The exploration, each step stage by stage; at its end, what it has shown. */
import { coded, h } from "../../dom";
import { conclusionElement, reachedText } from "../../view/conclusion";
import { type ExplorationMoment, sceneOf, wordsOf } from "../../view/exploration";
import type { Host, Pane, Place, World } from "../pane";
import { HeapPicture } from "./picture";

export class ExplainPane implements Pane {
  readonly name = "explain";
  readonly element = h("div", { className: "inspector" });
  readonly #said = h("p", { className: "said" });
  readonly #picture: HeapPicture;
  #world: World | null = null;

  constructor(private readonly host: Host) {
    this.#picture = new HeapPicture(host.t);
    this.element.append(this.#said, this.#picture.element);
  }

  /** All pictures: other runs of the task may number the heaps inside of steps differently. */
  prepare({ moments, answers }: World): Promise<unknown> {
    return Promise.all((moments ?? []).map((moment) => sceneOf(answers, moment)));
  }

  show(world: World | null): void {
    this.#world = world;
    if (!world) this.#say("");
  }

  at(place: Place | null): void {
    const moment = place && place.number !== null ? this.#world?.moments?.[place.number] : undefined;
    if (moment) this.#draw(this.#world!, moment);
    else this.#say(place ? (this.#world?.moments ? this.host.t.noState : this.host.t.notExplained) : "");
  }

  #draw({ chart, report, answers }: World, moment: ExplorationMoment): void {
    const { t } = this.host;
    if (!chart) return;
    if (moment.kind === "end") {
      const nameOf = ({ kind, id }: { kind: string; id: string }): string => (kind === "memory-safety" ? t.memorySafety : id);
      this.#said.textContent = reachedText(report, chart, t.conclusion, t.number);
      return this.#picture.show(conclusionElement(report, nameOf, t.conclusion, t.language));
    }
    const wording = { words: t.exploration, rules: t.rules, isOfHeaps: report.analysis === "heap", number: t.number };
    this.#said.replaceChildren(...coded(wordsOf(moment, chart, wording)));
    void this.#picture.draw(sceneOf(answers, moment));
  }

  #say(message: string): void {
    this.#said.textContent = "";
    this.#picture.say(message);
  }
}
