/** Popovers below buttons of the bar, of the docks and of the task. */
import { h, iconButton } from "../dom";

/** Pixels to the edge of the window. */
const margin = 8;

/** A button with an empty popover, placed below the bar or field that it is in; `draw` fills it when it opens. */
export function barPopover(id: string, sign: string, label: string, draw: (popover: HTMLElement) => void): { button: HTMLButtonElement; popover: HTMLElement } {
  const popover = h("div", { id, popover: "auto", className: "popover", aria: { role: "dialog", label } });
  const button = iconButton(sign, label, () => {});
  button.id = `${id}-button`;
  button.popoverTargetElement = popover;
  button.setAttribute("aria-expanded", "false");
  popover.addEventListener("beforetoggle", (event) => {
    const open = (event as ToggleEvent).newState === "open";
    button.setAttribute("aria-expanded", String(open));
    if (open) draw(popover);
  });
  popover.addEventListener("toggle", (event) => {
    if ((event as ToggleEvent).newState === "open") place(popover, button);
  });
  return { button, popover };
}

/** Places it below the bar or header, at the right edge of the button if there is room; a phone does not show all buttons. */
function place(popover: HTMLElement, button: HTMLElement): void {
  const head = button.closest(".bar, .dock-head, .entry")?.getBoundingClientRect();
  const below = (head?.bottom ?? 0) + 4;
  // The header of a dock may be near the lower edge of the window.
  const top = Math.max(margin, Math.min(below, innerHeight - popover.offsetHeight - margin));
  const right = innerWidth - (button.getBoundingClientRect().right || innerWidth);
  popover.style.top = `${top}px`;
  popover.style.right = `${Math.max(margin, Math.min(right, innerWidth - popover.offsetWidth - margin))}px`;
  popover.style.maxHeight = `${innerHeight - top - margin}px`;
}

/** The items, in reading order. */
export const itemsOf = (menu: HTMLElement): HTMLButtonElement[] => [...menu.querySelectorAll<HTMLButtonElement>("button:enabled")].filter((button) => button.offsetParent !== null);

/** Arrow keys move between items. */
export function moveInMenu(event: KeyboardEvent, menu: HTMLElement): void {
  const all = itemsOf(menu);
  const at = all.indexOf(document.activeElement as HTMLButtonElement);
  const target = { ArrowDown: at + 1, ArrowRight: at + 1, ArrowUp: at - 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
  if (target === undefined) return;
  event.preventDefault();
  all.at(target % all.length)?.focus();
}
