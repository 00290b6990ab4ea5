/** Tasks as files. */
import { byId, download } from "../dom";
import type { Store } from "../store";
import { type Draft, documentOf, draftOf } from "../task";
import { texts } from "../text/language";

const t = texts({
  en: { noTask: "This is not a task", noJson: (name: string) => `${name} is not a JSON document.` },
  de: { noTask: "Das ist keine Aufgabe", noJson: (name) => `${name} ist kein JSON-Dokument.` },
});

/** `refuse` says why a file is not opened. */
export function listenFiles(draft: Store<Draft>, open: (draft: Draft) => void, refuse: (title: string, why: string) => void): void {
  byId("task-save").addEventListener("click", () => {
    download("task.json", "application/json", documentOf(draft.value).text);
  });
  byId<HTMLInputElement>("task-open").addEventListener("change", async (event) => {
    const field = event.target as HTMLInputElement;
    const file = field.files?.[0];
    field.value = "";
    byId("examples").hidePopover();
    if (!file) return;
    const next = draftOf(await file.text());
    if (next) open(next);
    else refuse(t.noTask, t.noJson(file.name));
  });
}
