/** The claim of a property: a formula, or in words a behaviour that no run has. */
import { coded, h } from "../dom";
import type { PropertyClaim } from "../engine/engine";

/** As a text without formatting. */
export const claimText = ({ formula, words }: PropertyClaim): string => formula ?? words.replaceAll("`", "");

/** As an element. */
export function claim(claimed: PropertyClaim, said?: string): HTMLElement {
  const title = said ?? claimText(claimed);
  return claimed.formula === undefined ? h("span", { className: "gloss", title }, ...coded(claimed.words)) : h("code", { title }, claimed.formula);
}
