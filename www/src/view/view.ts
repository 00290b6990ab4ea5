/** What the frame asks of a view, and what it gives to it. */
import type { Outcome } from "../client";
import type { Picture } from "../engine/graph-grammars";
import type { Dock } from "../frame/settings";
import type { Part, Seen } from "../linking";
import type { SpaceChart } from "../space/chart";

export type ViewId = "space" | "components" | "proof" | "run" | "contracts" | "compare" | "statistics" | "heap";

/** What a view shows, as the engine draws it again for a file. */
export interface Drawing {
  picture: Picture;
  /** The name of the file, without its ending. */
  name: string;
}

/** The same as a graph, as a table. */
export interface Twin {
  caption: string;
  columns: readonly string[];
  /** As many as there are; only those that are looked at are asked for their cells. */
  count: number;
  /** Numbers are sorted as numbers, all else as text in the language of the page. */
  cells(row: number): readonly (string | number)[];
  /** What choosing a row selects. */
  part(row: number): Part | null;
  /** The row of what is selected. */
  chosen(seen: Seen): number | null;
}

/**
 * A view of the result in a dock. It builds its own element, whose id the dock sets to `panel-` and the view's name.
 * The frame calls `show` for every outcome, then `drawn` when its state space has been drawn, `labelled` when it is known what holds in the states, and `mark` whenever something
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
  /** It is known now what holds in the states. */
  labelled?(): void;
  mark?(seen: Seen): void;
  /** Its tab was opened or closed: what is costly is made only while it is open. */
  opened?(open: boolean): void;
  /** What can be exported of what is shown now. */
  drawing?(): Drawing | null;
  /**
   * The table of what is shown now, the same object as long as it is the same table; views with one have a switch between
   * graph and table. It is asked for when the frame shows or marks something; when the view by itself shows something else
   * it sends a bubbling event `redrawn` from its element.
   */
  twin?(): Twin | null;
  /** The colours have changed. */
  recolour?(): void;
}
