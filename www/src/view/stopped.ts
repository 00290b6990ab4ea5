/** What views say when the engine was stopped before it could draw. */
import type { Outcome } from "../client";
import { texts } from "../text/language";

const t = texts({
  en: { stopped: "Drawing was stopped. Run the task again to see this." },
  de: { stopped: "Das Zeichnen wurde angehalten. Prüfen Sie die Aufgabe erneut, um die Zeichnung zu sehen." },
});

/** That it was stopped, if so, and else what is `usual`. */
export const unlessStopped = (outcome: Outcome | null, usual: string): string => (outcome?.stopped() ? t.stopped : usual);
