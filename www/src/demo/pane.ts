/** The interfaces between the parts of a demo. */
import type { Hotspot, Report, Scene } from "../engine/engine";
import type { SpaceChart } from "../space/chart";
import type { ExplorationMoment } from "../view/exploration";
import { sceneElement } from "../view/scene";
import type { Controls, PaneName } from "./options";
import type { Answers } from "./pool";
import type { SourceFile } from "./task";
import type { DemoTexts } from "./text";
import { type Step, spotOf, type Walk } from "./walk";

/** A result, and the walk through it. */
export interface World {
  report: Report;
  chart: SpaceChart | null;
  answers: Answers;
  /** The property whose run is shown: its position in the report's properties. */
  judgement: number | null;
  walk: Walk;
  /** The moments of the exploration, which are stepped through instead of the walk; null if no pane explains them. */
  moments: readonly ExplorationMoment[] | null;
  /** What is stepped through. */
  places: readonly Place[];
}

/** The current position: a step, or another state. */
export interface Place {
  /** Position of the step; null for another state. */
  number: number | null;
  step: Step;
  /** What has led there: the step before; of the first step and of other states the same. */
  from: Step;
}

export const placesOn = ({ steps }: Walk): Place[] => steps.map((step, number) => ({ number, step, from: steps[number - 1] ?? step }));

/** The places of moments: of a step the source until its last stage, then the target. */
export const placesAt = (chart: SpaceChart, moments: readonly ExplorationMoment[]): Place[] =>
  moments.map((moment, number) => {
    const step = spotOf(chart, moment.state ?? moments[number - 1]?.state ?? 0);
    const arrives = moment.kind === "stage" && moment.at === moment.last;
    return { number, step, from: arrives ? { ...spotOf(chart, moment.step.source), operation: moment.step.operation } : step };
  });

/** The services that panes need from their demo. */
export interface Host {
  readonly t: DemoTexts;
  /** Carries the colours of the demo. */
  readonly frame: HTMLElement;
  readonly readonly: boolean;
  readonly controls: Controls;
  goTo(number: number): void;
  /** Shows a state, as a step if it is on the walk. */
  look(state: number): void;
  choose(judgement: number): void;
  edit(file: number, text: string): void;
}

export interface Pane {
  readonly name: PaneName;
  readonly element: HTMLElement;
  /** Shows the program, before and after it has run. */
  program?(files: SourceFile[]): void;
  /** Requests everything it needs while the engine still holds the result. */
  prepare?(world: World): Promise<unknown>;
  show?(world: World | null): void;
  at?(place: Place | null): void;
  /** The colours have changed. */
  recolour?(): void;
  /** Called when the pane is removed. */
  close?(): void;
}

/** Scrolls an element into view inside its own frame, without scrolling the surrounding page. */
export function revealIn(frame: HTMLElement, element: HTMLElement): void {
  const [outer, inner] = [frame.getBoundingClientRect(), element.getBoundingClientRect()];
  // Slides are scaled as a whole.
  const scale = frame.offsetHeight / outer.height || 1;
  const margin = Math.min(40, frame.clientHeight / 4);
  const above = (inner.top - outer.top) * scale - margin;
  const below = (inner.bottom - outer.top) * scale + margin - frame.clientHeight;
  if (above < 0) frame.scrollTop += above;
  else if (below > 0) frame.scrollTop += below;
}

/** Smaller than this, a picture is scrolled rather than shrunk: on a slide the whole counts more than in the playground. */
const smallest = 0.45;

export function sceneOnSlide(scene: Scene, follow?: (place: Hotspot) => void): SVGSVGElement {
  const picture = sceneElement(scene, follow);
  picture.style.minWidth = `${smallest * scene.size[0]}px`;
  return picture;
}

/** Number of heaps and components requested in advance; others are requested when they are shown. */
export const mostPrepared = 200;

/** The states of these steps, each once. */
export const statesOf = (steps: readonly Step[]): number[] => [...new Set(steps.map(({ state }) => state).filter((state) => state !== null))];

/** The states that are stepped through, each once. */
export const statesAt = ({ places }: World): number[] => statesOf(places.map(({ step }) => step));
