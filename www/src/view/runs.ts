/** Two runs of a task side by side: different settings and results. */
import type { Outcome } from "../client";
import type { Verdict } from "../engine/engine";
import { type Draft, draftOf } from "../task";
import { texts } from "../text/language";
import { shownJudgements } from "./verdict";

const t = texts({
  en: { usual: "default", program: "different program", properties: "different properties", grammars: "different grammars", initial: "different initial heaps", monitors: "different monitors", entry: "different entry method" },
  de: { usual: "Standard", program: "anderes Programm", properties: "andere Eigenschaften", grammars: "andere Grammatiken", initial: "andere Anfangsheaps", monitors: "andere Monitore", entry: "andere Einstiegsmethode" },
});

/** The data of a run kept for comparison with the next. */
export type KeptRun = Pick<Outcome, "report" | "task" | "milliseconds">;

/** Only runs of the same task are compared, edited or not. */
export const comparable = (before: KeptRun, now: KeptRun): boolean => before.report.task === now.report.task;

const edited = (before: Draft, now: Draft): string[] => [
  ...(JSON.stringify(before.files) === JSON.stringify(now.files) ? [] : [t.program]),
  ...(before.entry === now.entry ? [] : [t.entry]),
  ...(JSON.stringify(before.properties) === JSON.stringify(now.properties) ? [] : [t.properties]),
  ...(before.grammars === now.grammars ? [] : [t.grammars]),
  ...(before.initial === now.initial ? [] : [t.initial]),
  ...(before.monitors === now.monitors ? [] : [t.monitors]),
];

/** The different settings: options by name, everything else in words. */
export function differences(before: KeptRun, now: KeptRun): string[] {
  const [old, young] = [draftOf(before.task), draftOf(now.task)];
  if (!old || !young) return [];
  const names = [...new Set([...Object.keys(old.options), ...Object.keys(young.options)])].sort();
  const text = (value: unknown): string => (value === undefined ? t.usual : typeof value === "string" ? value : JSON.stringify(value));
  const options = names
    .map((name) => ({ name, from: text(old.options[name]), to: text(young.options[name]) }))
    .filter(({ from, to }) => from !== to)
    .map(({ name, from, to }) => `${name}: ${from} → ${to}`);
  return [...options, ...edited(old, young)];
}

/** Every verdict of the two runs, by name. */
export function verdictsOf(before: KeptRun, now: KeptRun): { name: string; before: Verdict | null; now: Verdict | null }[] {
  const [old, young] = [before, now].map(({ report }) => new Map(shownJudgements(report).map(({ name, judgement }) => [name, judgement.verdict])));
  const names = [...new Set([...young!.keys(), ...old!.keys()])];
  return names.map((name) => ({ name, before: old!.get(name) ?? null, now: young!.get(name) ?? null }));
}
