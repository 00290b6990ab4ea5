/** A zoomable drawing: buttons, keys, Ctrl and the wheel, pinch; it scrolls if it does not fit. */
import { h, iconButton } from "../dom";
import { texts } from "../text/language";

const t = texts({
  en: { zoomIn: "Zoom in (+)", zoomOut: "Zoom out (−)", fit: "Show everything (0)" },
  de: { zoomIn: "Vergrößern (+)", zoomOut: "Verkleinern (−)", fit: "Alles zeigen (0)" },
});

const smallest = 0.05;
const largest = 4;
/** Below this scale a drawing is initially scrolled rather than shrunk. */
const readable = 0.6;

interface Frame {
  id: string;
  label: string;
  className: string;
  /** Margin in pixels beside and below a fitted drawing, for the buttons. */
  around: readonly [number, number];
}

/** The initial scale of a drawing: all of it, at most at scale 1, as long as it is legible. */
export const firstScale = (whole: number): number => Math.min(1, Math.max(readable, whole));

export class Stage {
  /** The focusable element that contains the drawing. */
  readonly stage: HTMLElement;
  readonly element: HTMLElement;
  #drawing: SVGSVGElement | null = null;
  /** Null until the user has zoomed. */
  #scale: number | null = null;

  constructor(private readonly frame: Frame) {
    const { id, label, className } = frame;
    this.stage = h("div", { id, className, tabIndex: 0, aria: { role: "region", label } });
    const tools = h("div", { className: "stage-tools" },
      iconButton("plus", t.zoomIn, () => this.zoom(1.3)), iconButton("minus", t.zoomOut, () => this.zoom(1 / 1.3)), iconButton("fit", t.fit, () => this.fit()));
    this.element = h("div", { className: "staged" }, this.stage, tools);
    new ResizeObserver(() => this.#apply()).observe(this.element);
    this.#listen();
  }

  /** Shows a drawing, initially fitted, or a replacement for it. */
  show(content: SVGSVGElement | HTMLElement, again = false): void {
    this.#drawing = content instanceof SVGSVGElement ? content : null;
    this.element.classList.toggle("bare", !this.#drawing);
    if (!again) this.#scale = null;
    const { scrollLeft, scrollTop } = this.stage;
    this.stage.replaceChildren(content);
    this.#apply();
    this.stage.scrollTo(again ? scrollLeft : 0, again ? scrollTop : 0);
  }

  /** Scrolls so that a part of the drawing is in the middle of the frame, as far as possible. */
  centre(part: Element | null): void {
    if (!part || !this.element.clientWidth) return;
    const [frame, place] = [this.stage.getBoundingClientRect(), part.getBoundingClientRect()];
    this.stage.scrollLeft += place.left + place.width / 2 - frame.left - frame.width / 2;
    this.stage.scrollTop += place.top + place.height / 2 - frame.top - frame.height / 2;
  }

  /** Zooms about a point of the window, or the centre. */
  zoom(factor: number, place?: { clientX: number; clientY: number }): void {
    const drawing = this.#drawing;
    if (!drawing) return;
    const frame = this.stage.getBoundingClientRect();
    const { clientX, clientY } = place ?? { clientX: frame.left + frame.width / 2, clientY: frame.top + frame.height / 2 };
    const before = drawing.getBoundingClientRect();
    const [x, y] = [(clientX - before.left) / before.width, (clientY - before.top) / before.height];
    this.#scale = Math.min(largest, Math.max(smallest, this.#now() * factor));
    this.#apply();
    const after = drawing.getBoundingClientRect();
    this.stage.scrollLeft += after.left + x * after.width - clientX;
    this.stage.scrollTop += after.top + y * after.height - clientY;
  }

  /** Shows all of it, however small. */
  fit(): void {
    this.#scale = Math.min(1.25, Math.max(smallest, this.#whole()));
    this.#apply();
  }

  #size(): [number, number] {
    const { width = 1, height = 1 } = this.#drawing?.viewBox.baseVal ?? {};
    return [width, height];
  }

  #whole(): number {
    const [width, height] = this.#size();
    const { around } = this.frame;
    return Math.min((this.element.clientWidth - around[0]) / width, (this.element.clientHeight - around[1]) / height);
  }

  #now(): number {
    return this.#scale ?? firstScale(this.#whole());
  }

  #apply(): void {
    const drawing = this.#drawing;
    if (!drawing || !this.element.clientWidth) return;
    const [width, height] = this.#size();
    const scale = this.#now();
    drawing.style.minWidth = "0";
    drawing.style.maxWidth = "none";
    drawing.style.width = `${width * scale}px`;
    drawing.style.height = `${height * scale}px`;
  }

  #listen(): void {
    const { stage } = this;
    stage.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "+" || event.key === "=") this.zoom(1.25);
      else if (event.key === "-") this.zoom(0.8);
      else if (event.key === "0") this.fit();
      else return;
      event.preventDefault();
    });
    stage.addEventListener("wheel", (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
      this.zoom(Math.exp(-event.deltaY * lines * 0.006), event);
    }, { passive: false });
    let distance = 0;
    stage.addEventListener("touchmove", (event) => {
      const [a, b] = event.touches;
      if (!a || !b) return;
      event.preventDefault();
      const now = Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
      if (distance) this.zoom(now / distance, { clientX: (a.clientX + b.clientX) / 2, clientY: (a.clientY + b.clientY) / 2 });
      distance = now;
    }, { passive: false });
    for (const name of ["touchstart", "touchend", "touchcancel"] as const) stage.addEventListener(name, () => (distance = 0), { passive: true });
    this.#drag();
  }

  /** A mouse drags the drawing by its background; touch scrolls anyway. */
  #drag(): void {
    const { stage } = this;
    stage.addEventListener("pointerdown", (event) => {
      if (event.pointerType !== "mouse" || event.button !== 0 || (event.target as Element).closest(".hotspot, .into")) return;
      const box = stage.getBoundingClientRect();
      // The scroll bars are the browser's.
      if (event.clientX - box.left < stage.clientWidth && event.clientY - box.top < stage.clientHeight) stage.setPointerCapture(event.pointerId);
    });
    stage.addEventListener("pointermove", (event) => {
      if (stage.hasPointerCapture(event.pointerId)) stage.scrollBy(-event.movementX, -event.movementY);
    });
  }
}
