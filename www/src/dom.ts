/** Building and finding elements. Text is always set as text: nothing of a task ever becomes HTML. */

type Properties<T> = Partial<Omit<T, "style" | "dataset">> & {
  dataset?: Record<string, string>;
  aria?: Record<string, string>;
};

/** A new element with properties and children. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Properties<HTMLElementTagNameMap[K]> = {},
  ...children: (Node | string | null)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  const { dataset, aria, ...rest } = properties;
  Object.assign(element, rest);
  Object.assign(element.dataset, dataset ?? {});
  for (const [name, value] of Object.entries(aria ?? {})) {
    element.setAttribute(name === "role" ? "role" : `aria-${name}`, value);
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

/** A new SVG element with attributes and children. */
export function s<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Record<string, string | number> = {},
  ...children: (Node | string)[]
): SVGElementTagNameMap[K] {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/** An icon of the page's sprite. */
export function icon(name: string): SVGSVGElement {
  return s("svg", { class: "icon", "aria-hidden": "true" }, s("use", { href: `#i-${name}` }));
}

/** A button that is only an icon; its name is also its tooltip. */
export function iconButton(name: string, label: string, press: () => void): HTMLButtonElement {
  const button = h("button", { type: "button", className: "icon-button", title: label, aria: { label } }, icon(name));
  button.addEventListener("click", press);
  return button;
}

/** A small button with a text. */
export function smallButton(label: string, press: () => void): HTMLButtonElement {
  const button = h("button", { type: "button", className: "small" }, label);
  button.addEventListener("click", press);
  return button;
}

/** The element with this id, which is part of the page. */
export function byId<T extends Element = HTMLElement>(id: string): T {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page lacks #${id}`);
  return element as unknown as T;
}

/** Downloads something as a file. */
export function download(name: string, type: string, content: BlobPart): void {
  const link = h("a", { href: URL.createObjectURL(new Blob([content], { type })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Scrolls only the row of tabs, until a tab and the edges of its neighbours are visible. */
function revealTab(list: HTMLElement, tab: HTMLElement): void {
  const [row, place] = [list.getBoundingClientRect(), tab.getBoundingClientRect()];
  const beside = 24;
  list.scrollLeft += Math.min(0, place.left - beside - row.left) + Math.max(0, place.right + beside - row.right);
}

/** Makes a row of buttons with `role=tab` work as tabs: arrow keys move, and only the selected one is in the tab order. */
export function tabs(list: HTMLElement, choose: (name: string) => void): (name: string) => void {
  const all = (): HTMLButtonElement[] => [...list.querySelectorAll<HTMLButtonElement>("[role=tab]")];
  const select = (name: string): void => {
    for (const tab of all()) {
      const chosen = tab.dataset["tab"] === name;
      tab.setAttribute("aria-selected", String(chosen));
      tab.tabIndex = chosen ? 0 : -1;
    }
    choose(name);
    const chosen = all().find((tab) => tab.dataset["tab"] === name);
    if (chosen) revealTab(list, chosen);
  };
  list.addEventListener("click", (event) => {
    const tab = (event.target as Element).closest<HTMLButtonElement>("[role=tab]");
    if (tab?.dataset["tab"]) select(tab.dataset["tab"]);
  });
  list.addEventListener("keydown", (event) => {
    const move = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    const visible = all().filter((tab) => !tab.hidden);
    const at = visible.indexOf(event.target as HTMLButtonElement);
    if (!move || at < 0) return;
    const next = visible[(at + move + visible.length) % visible.length];
    if (!next?.dataset["tab"]) return;
    event.preventDefault();
    select(next.dataset["tab"]);
    next.focus();
  });
  // The wheel scrolls vertically, but tabs beyond the edge lie left and right.
  list.addEventListener("wheel", (event) => {
    if (event.ctrlKey || event.deltaX || list.scrollWidth <= list.clientWidth) return;
    event.preventDefault();
    list.scrollLeft += event.deltaY;
  }, { passive: false });
  return select;
}

/** A text in which code stands between backquotes, with the code as elements. */
export const coded = (text: string): (HTMLElement | string)[] => text.split("`").map((part, i) => (i % 2 ? h("code", {}, part) : part));
