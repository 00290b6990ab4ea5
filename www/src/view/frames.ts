/** The frames of property-directed reachability after each event: which clauses hold for how many blocks. */
import type { FrameEvent, FramesView } from "../engine/engine";

export interface Frames {
  /** The number of the last frame. */
  top: number;
  /** The frame of each clause that is still there. */
  levels: Map<number, number>;
  /** From this frame on the clauses hold for ever; null if that is not known. */
  inductive: number | null;
}

/** The clause that an event is about. */
export const clauseOf = (event: FrameEvent | undefined): number | null => (event?.kind === "learned" || event?.kind === "pushed" ? event.clause : null);

/** The frames after so many events. */
export function framesAfter({ events }: Pick<FramesView, "events">, count: number): Frames {
  const frames: Frames = { top: 0, levels: new Map(), inductive: null };
  for (const event of events.slice(0, count)) {
    switch (event.kind) {
      case "level":
        frames.top = event.level;
        break;
      case "learned":
        event.subsumed.forEach((clause) => frames.levels.delete(clause));
        frames.levels.set(event.clause, event.level);
        break;
      case "pushed":
        frames.levels.set(event.clause, event.level);
        break;
      case "inductive":
        frames.inductive = event.level;
        break;
      case "refined":
      case "fails":
        break;
    }
  }
  return frames;
}
