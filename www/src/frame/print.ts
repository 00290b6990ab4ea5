/**
 * A page for paper: the program, the verdicts, the pictures of the open views, and the link. A browser that is about to print waits for nothing. So what
 * the engine has to be asked for is fetched while the page is idle, and the page is built from it when the browser prints.
 */
import { idle, type Outcome } from "../client";
import { coded, h, icon } from "../dom";
import type { Picture } from "../engine/engine";
import { presentationOf } from "../presentation";
import type { Draft } from "../task";
import { texts } from "../text/language";
import { claim } from "../view/claim";
import { headlineOf, shownJudgements } from "../view/verdict";
import { wordOf } from "../view/words";
import type { Drawing } from "../view/view";

const t = texts({
  en: { verdicts: "Verdicts", link: "Open this in hrglass", large: (title: string) => `${title}: too large for paper` },
  de: { verdicts: "Urteile", link: "In hrglass öffnen", large: (title) => `${title}: zu groß für Papier` },
});

/** Milliseconds after the last change before the page is prepared again. */
const patience = 800;
/** Graphs with more states cannot be read on paper. */
const mostStates = 3000;

/** What is printed, as it is now. */
export interface Printed {
  draft: Draft;
  outcome: Outcome | null;
  /** The pictures of the open views, each with its title. */
  drawings: readonly { title: string; drawing: Drawing }[];
  /** The address at which the task opens; null if it has none. */
  address(): Promise<string | null>;
}

const program = ({ name, text }: Draft["files"][number]): HTMLElement =>
  h("section", {}, h("h2", {}, name), h("ol", { className: "lines" }, ...text.replace(/\n$/, "").split("\n").map((line) => h("li", {}, h("code", {}, line)))));

/** The verdicts, each with its reason as far as it is known. */
function verdicts(report: Outcome["report"], reasons: readonly string[]): HTMLElement {
  const rows = shownJudgements(report).map(({ name, claim: claimed, judgement }, i) =>
    h("li", {}, h("span", { className: "seal", dataset: { verdict: judgement.verdict } }, icon(judgement.verdict)),
      h("div", {}, h("b", {}, name), " ", claim(claimed), " ", h("em", {}, wordOf(judgement)), h("p", {}, ...coded(reasons[i] ?? "")))));
  return h("section", {}, h("h2", {}, t.verdicts), h("p", {}, ...coded(headlineOf(report))), h("ul", {}, ...rows));
}

/** A picture, as an image that the engine draws; null if there is none. */
async function imageOf(outcome: Outcome, picture: Picture): Promise<HTMLImageElement | null> {
  const svg = await outcome.ask({ of: "picture", picture, format: "svg" });
  if (svg === null) return null;
  const image = h("img", { src: URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" })) });
  await image.decode().catch(() => {});
  return image;
}

const isTooLarge = ({ report }: Outcome, picture: Picture): boolean =>
  (picture.of === "proof" || (picture.of === "space" && (picture.options?.fold ?? "none") === "none")) && (report.exploration?.statesTotal ?? 0) > mostStates;

const keyOf = (picture: Picture): string => JSON.stringify(picture);

export class Paper {
  #page: HTMLElement | null = null;
  /** What was fetched: the reasons of the verdicts of an outcome, its pictures, and the link of a draft. */
  #outcome: Outcome | null = null;
  #reasons: readonly string[] = [];
  readonly #images = new Map<string, HTMLImageElement>();
  #link: { draft: Draft; address: string | null } | null = null;
  #timer = 0;

  constructor(private readonly printed: () => Printed) {
    addEventListener("beforeprint", () => {
      this.#page?.remove();
      document.body.append((this.#page = this.#build()));
    });
    addEventListener("afterprint", () => this.#page?.remove());
  }

  /** Something that is printed has changed. */
  outdated(): void {
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => void idle().then(() => this.#prepare()), patience);
  }

  /** Prints the page as soon as everything is there. */
  async print(): Promise<void> {
    await this.#prepare();
    window.print();
  }

  async #prepare(): Promise<void> {
    const { draft, outcome, drawings, address } = this.printed();
    if (outcome !== this.#outcome) this.#forget(outcome);
    const wanted = new Map(outcome ? drawings.filter(({ drawing }) => !isTooLarge(outcome, drawing.picture)).map(({ drawing: { picture } }) => [keyOf(picture), picture]) : []);
    for (const [key, image] of this.#images) if (!wanted.has(key)) this.#drop(key, image);
    const [link, reasons] = await Promise.all([
      address(),
      outcome && !this.#reasons.length ? Promise.all(shownJudgements(outcome.report).map(async ({ number }) => (await outcome.ask({ of: "explanation", property: number }))?.words ?? "")) : this.#reasons,
      ...[...wanted].map(async ([key, picture]) => {
        const image = outcome && !this.#images.has(key) ? await imageOf(outcome, picture) : null;
        if (image) this.#keep(key, image, outcome);
      }),
    ]);
    this.#link = { draft, address: link };
    if (outcome === this.#outcome) this.#reasons = reasons;
  }

  #forget(outcome: Outcome | null): void {
    this.#outcome = outcome;
    this.#reasons = [];
    for (const [key, image] of this.#images) this.#drop(key, image);
  }

  /** Keeps an image, unless another outcome is shown by now, or it was fetched twice. */
  #keep(key: string, image: HTMLImageElement, of: Outcome | null): void {
    if (of === this.#outcome && !this.#images.has(key)) this.#images.set(key, image);
    else URL.revokeObjectURL(image.src);
  }

  #drop(key: string, image: HTMLImageElement): void {
    URL.revokeObjectURL(image.src);
    this.#images.delete(key);
  }

  #build(): HTMLElement {
    const { draft, outcome, drawings } = this.printed();
    const { title, description } = presentationOf(draft);
    const address = this.#link?.draft === draft ? this.#link.address : null;
    const figures = drawings.flatMap(({ title: name, drawing: { picture } }) => {
      if (outcome && isTooLarge(outcome, picture)) return [h("p", {}, t.large(name))];
      const image = outcome === this.#outcome ? this.#images.get(keyOf(picture)) : undefined;
      if (!image) return [];
      image.alt = name;
      return [h("figure", {}, image, h("figcaption", {}, name))];
    });
    return h("article", { id: "print" }, h("h1", {}, title), h("p", {}, description), ...draft.files.map(program),
      ...(outcome ? [verdicts(outcome.report, outcome === this.#outcome ? this.#reasons : [])] : []), ...figures,
      ...(address === null ? [] : [h("p", { className: "link" }, `${t.link}: `, h("a", { href: address }, address))]));
  }
}
