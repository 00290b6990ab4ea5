/** The text of views when drawing was stopped. */
import type { Outcome } from "../client";
import { texts } from "../text/language";

const t = texts({
  en: { stopped: "Drawing was stopped. Run the task again to see this." },
  de: { stopped: "Das Zeichnen wurde angehalten. Prüfen Sie die Aufgabe erneut, um die Zeichnung zu sehen." },
});

/** The text for stopped drawing if it was stopped, otherwise `usual`. */
export const unlessStopped = (outcome: Outcome | null, usual: string): string => (outcome?.stopped() ? t.stopped : usual);
