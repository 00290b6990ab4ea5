import { expect, test } from "vitest";
import { viewpointOf } from "./share/viewpoint";
import { emptyDraft } from "./task";
import { presentationOf } from "./presentation";

const draft = {
  ...emptyDraft,
  title: "Ring",
  description: "Runs round.",
  rest: { look: "at L", tags: ["rings", "lists", "rings"], figure: "2.3", view: { tab: "proof" }, de: { title: "Kreis", look: "auf L" } },
};

test("a task speaks German where it has German texts", () => {
  expect(presentationOf(draft, "en")).toEqual({ title: "Ring", description: "Runs round.", look: "at L", tags: ["rings", "lists"], figure: "2.3", view: viewpointOf({ tab: "proof" }) });
  expect(presentationOf(draft, "de")).toMatchObject({ title: "Kreis", description: "Runs round.", look: "auf L" });
});

test("what is of another kind is as if it were missing", () => {
  const none = { look: "", tags: [], figure: "", view: viewpointOf({}) };
  for (const rest of [{}, { look: 1, tags: "a", figure: null, view: [], de: "x" }, { tags: [1, "", null], view: { tab: {} }, de: { title: {} } }]) {
    expect(presentationOf({ ...emptyDraft, title: "T", rest }, "de")).toEqual({ title: "T", description: "", ...none });
  }
});
