/** A page for paper: the program, the verdicts, the pictures of the open views, and the link. */
import type { Outcome } from "../client";
import { coded, h, icon } from "../dom";
import { presentationOf } from "../presentation";
import type { Draft } from "../task";
import { texts } from "../text/language";
import { claim } from "../view/claim";
import { headlineOf, reworded, shownJudgements } from "../view/verdict";
import { wordOf } from "../view/words";
import type { Drawing } from "../view/view";

const t = texts({ en: { verdicts: "Verdicts", link: "Open this in hrglass" }, de: { verdicts: "Urteile", link: "In hrglass öffnen" } });

export interface Printed {
  draft: Draft;
  outcome: Outcome | null;
  /** The pictures of the open views, each with its title. */
  drawings: readonly { title: string; drawing: Drawing }[];
  /** The address at which the task opens; null if it has none. */
  link: string | null;
}

const program = ({ name, text }: Draft["files"][number]): HTMLElement =>
  h("section", {}, h("h2", {}, name), h("ol", { className: "lines" }, ...text.replace(/\n$/, "").split("\n").map((line) => h("li", {}, h("code", {}, line)))));

/** The verdicts, each with its reason. */
async function verdicts(outcome: Outcome): Promise<HTMLElement> {
  const { report } = outcome;
  const shown = shownJudgements(report);
  const explanations = await Promise.all(shown.map(({ number }) => outcome.explanation(number)));
  const rows = shown.map(({ name, claim: claimed, judgement }, i) =>
    h("li", {}, h("span", { className: "seal", dataset: { verdict: judgement.verdict } }, icon(judgement.verdict)), 
      h("div", {}, h("b", {}, name), " ", claim(claimed), " ", h("em", {}, wordOf(judgement)), h("p", {}, ...coded(reworded(explanations[i]?.words ?? "", judgement))))));
  return h("section", {}, h("h2", {}, t.verdicts), h("p", {}, headlineOf(report)), h("ul", {}, ...rows));
}

/** The picture of a view, as an image that the engine draws; null if there is none. */
async function picture(outcome: Outcome, { title, drawing }: Printed["drawings"][number]): Promise<HTMLElement | null> {
  const svg = await outcome.picture(drawing.picture, "svg");
  if (svg === null) return null;
  const image = h("img", { alt: title, src: URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" })) });
  await image.decode().catch(() => {});
  return h("figure", {}, image, h("figcaption", {}, title));
}

/** Prints a task with its result. */
export async function printTask({ draft, outcome, drawings, link }: Printed): Promise<void> {
  const { title, description } = presentationOf(draft);
  const pictures = outcome ? await Promise.all(drawings.map((drawn) => picture(outcome, drawn))) : [];
  const page = h("article", { id: "print" },
    h("h1", {}, title), h("p", {}, description), ...draft.files.map(program), ...(outcome ? [await verdicts(outcome)] : []), ...pictures.filter((part) => part !== null),
    ...(link === null ? [] : [h("p", { className: "link" }, `${t.link}: `, h("a", { href: link }, link))]));
  document.getElementById("print")?.remove();
  document.body.append(page);
  addEventListener("afterprint", () => {
    for (const { src } of page.querySelectorAll("img")) URL.revokeObjectURL(src);
    page.remove();
  }, { once: true });
  window.print();
}
