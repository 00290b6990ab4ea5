/** The exploration, each step stage by stage; at its end, what it has shown. */
import { coded, h } from "../../dom";
import { conclusionElement, reachedText } from "../../view/conclusion";
import { type ExplorationMoment, sceneOf, wordsOf } from "../../view/exploration";
import { type Host, type Pane, type Place, sceneOnSlide, type World } from "../pane";

export class ExplainPane implements Pane {
  readonly name = "explain";
  readonly element = h("div", { className: "inspector" });
  readonly #said = h("p", { className: "said" });
  readonly #picture = h("div", { className: "heap", tabIndex: 0 });
  #world: World | null = null;
  #wanted = 0;

  constructor(private readonly host: Host) {
    this.#picture.setAttribute("role", "group");
    this.#picture.setAttribute("aria-label", host.t.heap);
    this.element.append(this.#said, this.#picture);
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
    if (moment) void this.#draw(this.#world!, moment);
    else this.#say(place ? (this.#world?.moments ? this.host.t.noState : this.host.t.notExplained) : "");
  }

  async #draw({ chart, report, answers }: World, moment: ExplorationMoment): Promise<void> {
    const wanted = ++this.#wanted;
    const { t } = this.host;
    if (!chart) return;
    if (moment.kind === "end") {
      const nameOf = ({ kind, id }: { kind: string; id: string }): string => (kind === "memory-safety" ? t.memorySafety : id);
      this.#said.textContent = reachedText(report, chart, t.conclusion, t.number);
      return this.#picture.replaceChildren(conclusionElement(report, nameOf, t.conclusion, t, t.language));
    }
    const wording = { words: t.exploration, rules: t.rules, isOfHeaps: report.analysis === "heap", number: t.number };
    this.#said.replaceChildren(...coded(wordsOf(moment, chart, wording)));
    const scene = await sceneOf(answers, moment).catch(() => null);
    if (wanted !== this.#wanted) return;
    this.#picture.replaceChildren(scene?.shapes.length ? sceneOnSlide(scene) : h("p", { className: "hint" }, scene ? t.emptyHeap : t.noHeap));
  }

  #say(message: string): void {
    this.#wanted++;
    this.#said.textContent = "";
    this.#picture.replaceChildren(h("p", { className: "hint" }, message));
  }
}
