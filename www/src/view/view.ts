/** What the frame asks of a view, and what it gives to it. */
import type { Outcome } from "../client";
import type { Dock } from "../frame/settings";
import type { Seen } from "../linking";
import type { SpaceChart } from "../space/chart";

export type ViewId = "space" | "components" | "proof" | "run" | "contracts" | "compare" | "table" | "statistics" | "heap";

/**
 * A view of the result in a dock. It builds its own element, whose id the dock sets to `panel-` and the view's name.
 * The frame calls `show` for every outcome, then `drawn` when its state space has been drawn, and `mark` whenever something
 * else is selected or pointed at.
 */
export interface View {
  readonly id: ViewId;
  readonly title: string;
  readonly home: Dock;
  readonly element: HTMLElement;
  /** Another outcome, or none that ran; what was shown of the last one is forgotten. */
  show?(outcome: Outcome | null): void;
  /** Its state space is there; null if it cannot be drawn. */
  drawn?(chart: SpaceChart | null): void;
  mark?(seen: Seen): void;
  /** Its tab was opened or closed: what is costly is made only while it is open. */
  opened?(open: boolean): void;
  /** The colours have changed. */
  recolour?(): void;
}
