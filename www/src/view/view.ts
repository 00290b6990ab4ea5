/** The interface between the frame and a view. */
import type { Outcome } from "../client";
import type { AnalysisName, Picture } from "../engine/engine";
import type { Dock } from "../frame/settings";
import type { Part, Seen } from "../linking";
import type { SpaceChart } from "../space/chart";

export type ViewId = "space" | "components" | "proof" | "run" | "contracts" | "explain" | "boxes" | "blocks" | "search" | "compare" | "statistics" | "heap";

/** The picture of a view, which the engine draws again for a file. */
export interface Drawing {
  picture: Picture;
  /** The file name, without its extension. */
  name: string;
}

/** A graph as a table. */
export interface TableData {
  caption: string;
  columns: readonly string[];
  /** The number of rows; cells are requested only for visible rows. */
  count: number;
  /** Numbers are sorted as numbers, everything else as text in the language of the page. */
  cells(row: number): readonly (string | number)[];
  /** The part that choosing a row selects. */
  part(row: number): Part | null;
  /** The row of the selection. */
  chosen(seen: Seen): number | null;
}

/**
 * A view of the result in a dock. It builds its own element, whose id the dock sets to `panel-` and the view's name.
 * The frame calls `show` for every outcome, then `drawn` when its state space has been drawn, `labelled` when propositions have been evaluated, and `mark` whenever the
 * selection or preview changes.
 */
export interface View {
  readonly id: ViewId;
  readonly title: string;
  readonly home: Dock;
  readonly element: HTMLElement;
  /** Whether its tab is under *More* until it was used once. */
  readonly isSpecial?: boolean;
  /** The analyses whose results it can show; if absent, all. */
  readonly analyses?: readonly AnalysisName[];
  /** Shows another outcome, or none; forgets the last one. */
  show?(outcome: Outcome | null): void;
  /** Receives the drawn state space; null if it cannot be drawn. */
  drawn?(chart: SpaceChart | null): void;
  /** Called when the propositions of the states have been evaluated. */
  labelled?(): void;
  mark?(seen: Seen): void;
  /** Called when its tab was opened or closed: expensive work is done only while it is open. */
  opened?(open: boolean): void;
  /** The current picture for export. */
  drawing?(): Drawing | null;
  /**
   * The current table, the same object while it is the same table; views with a table have a switch between
   * graph and table. The frame requests it when it shows or marks something; when the view changes by itself,
   * it dispatches a bubbling event `redrawn` from its element.
   */
  tableData?(): TableData | null;
  /** Called when the colours have changed. */
  recolour?(): void;
}
