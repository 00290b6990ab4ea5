/** The panes: their widths and sides, and which of them are hidden. */
import { byId } from "../dom";
import { settings } from "./settings";

interface Limits {
  least: number;
  most: number;
}
const taskLimits: Limits = { least: 15, most: 75 };
const sideLimits: Limits = { least: 15, most: 80 };

/** Makes the separator `divider` movable by dragging and arrow keys; `width` and `set` are in percent of `whole`. */
function listen(divider: HTMLElement, whole: HTMLElement, { least, most }: Limits, fromRight: () => boolean, width: () => number, set: (percent: number) => void): void {
  divider.setAttribute("aria-valuemin", String(least));
  divider.setAttribute("aria-valuemax", String(most));
  const within = (percent: number): void => set(Math.min(most, Math.max(least, percent)));
  divider.addEventListener("pointerdown", (event) => divider.setPointerCapture(event.pointerId));
  divider.addEventListener("pointermove", (event) => {
    if (!divider.hasPointerCapture(event.pointerId)) return;
    const { left, width: full } = whole.getBoundingClientRect();
    const share = (100 * (event.clientX - left)) / full;
    within(fromRight() ? 100 - share : share);
  });
  divider.addEventListener("keydown", (event) => {
    const right = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (!right) return;
    event.preventDefault();
    within(width() + 2 * right * (fromRight() ? -1 : 1));
  });
}

export function arrangePanes(): void {
  const workbench = byId("workbench");
  const docks = byId("docks");
  listen(byId("divider"), workbench, taskLimits, () => settings.value.taskSide === "right", () => settings.value.taskWidth, (taskWidth) => settings.set({ taskWidth }));
  listen(byId("side-divider"), docks, sideLimits, () => true, () => settings.value.sideWidth, (sideWidth) => settings.set({ sideWidth }));
  settings.watch(({ taskSide, taskHidden, sideHidden, taskWidth, sideWidth }) => {
    workbench.dataset["task"] = taskHidden ? "hidden" : taskSide;
    docks.dataset["hidden"] = String(sideHidden);
    workbench.style.setProperty("--task-width", `${taskWidth}%`);
    docks.style.setProperty("--side-width", `${sideWidth}%`);
    byId("divider").setAttribute("aria-valuenow", taskWidth.toFixed(0));
    byId("side-divider").setAttribute("aria-valuenow", sideWidth.toFixed(0));
  });
}
