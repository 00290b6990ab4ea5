/**
 * The page for iframes: one demo with the options of the fragment, and messages to and from the surrounding page.
 * Only messages from the parent window are accepted, and only if its origin is the one that `origin` names; by default, this site.
 */
import { h } from "../dom";
import { type HrglassDemo } from "./demo";
import "./element";
import { keysOf, optionNames } from "./options";
import { type FromFrame, originOf, requestOf } from "./messages";

let keys = keysOf(location.hash);
const framed = window.parent !== window;

/** The origin from which the parent may send messages; null if the option is not an origin. */
let peer = originOf(keys.get("origin"), location.origin);

function tell(message: FromFrame): void {
  // If the browser says that the parent has another origin, there is no point in trying.
  const { ancestorOrigins } = location as { ancestorOrigins?: DOMStringList };
  if (!framed || peer === null || (ancestorOrigins && ancestorOrigins[0] !== peer)) return;
  window.parent.postMessage({ hrglass: 1, ...message }, peer);
}

const demo = h("hrglass-demo") as HrglassDemo;

function configure(): void {
  for (const name of optionNames) {
    const value = keys.get(name) ?? (name === "playground" ? "./" : undefined);
    if (value === undefined) demo.removeAttribute(name);
    else demo.setAttribute(name, value);
  }
  document.documentElement.lang = keys.get("lang") ?? "";
  document.documentElement.dataset["chosen"] = keys.get("theme") ?? "";
  dispatchEvent(new Event("hrglass-theme"));
}

demo.addEventListener("step", ({ detail }) => tell({ kind: "step", ...detail }));
demo.addEventListener("done", ({ detail }) => tell({ kind: "done", ...detail }));

addEventListener("message", ({ source, origin, data }: MessageEvent<unknown>) => {
  if (!framed || source !== window.parent || peer === null || origin !== peer) return;
  const request = requestOf(data);
  if (request?.kind === "goTo") demo.goTo(request.step);
  else if (request?.kind === "run") void demo.run();
  else if (request?.kind === "set") void demo.set(request.task);
});

// The embedding page may change the fragment; this page never does.
addEventListener("hashchange", () => {
  keys = keysOf(location.hash);
  peer = originOf(keys.get("origin"), location.origin);
  configure();
});

configure();
document.body.append(demo);
tell({ kind: "ready" });
