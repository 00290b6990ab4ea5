/** A reveal.js deck whose fragments step through a counterexample. */
import "hrglass/element";
import type { DemoElement } from "hrglass/element";
import Reveal from "reveal.js";

/** In portrait orientation on a phone, slides are in portrait too. */
const upright = matchMedia("(max-width: 700px)").matches;

const deck = new Reveal({
  hash: true,
  width: upright ? 620 : 1180,
  height: upright ? 1240 : 690,
  margin: 0.03,
  minScale: 0.1,
  // Fragments need slides, on phones too.
  scrollActivationWidth: 0,
  transition: matchMedia("(prefers-reduced-motion: reduce)").matches ? "none" : "slide",
});

/** Shows the step of the last visible fragment: going forwards, backwards, and after a jump. */
function follow(): void {
  const slide = deck.getCurrentSlide();
  const demo = slide?.querySelector<DemoElement>("hrglass-demo");
  const visible = [...(slide?.querySelectorAll<HTMLElement>(".fragment.visible[data-step]") ?? [])];
  if (slide?.dataset["demo"] === "run") demo?.goTo(Number(visible.at(-1)?.dataset["step"] ?? 1));
}

deck.on("fragmentshown", follow);
deck.on("fragmenthidden", follow);
deck.on("slidechanged", follow);
await deck.initialize();
follow();

// In print all slides are visible at once: with `?print-pdf` all demos run.
if (new URLSearchParams(location.search).has("print-pdf")) for (const demo of document.querySelectorAll("hrglass-demo")) void demo.run();
