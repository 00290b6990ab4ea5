/** A picture in a frame: as large as it can be read, until one zooms; then it is moved about. */
import { h, iconButton } from "../dom";
import { texts } from "../text/language";

const t = texts({
  en: { zoomIn: "Zoom in (+)", zoomOut: "Zoom out (−)", fit: "Show everything (0)" },
  de: { zoomIn: "Vergrößern (+)", zoomOut: "Verkleinern (−)", fit: "Alles zeigen (0)" },
});

const factor = 1.3;
const [smallest, largest] = [0.1, 5];
/** Smaller than this a picture is not shrunk before one zooms. */
const readable = 0.6;
/** Pixels that stay free around a picture that is fitted. */
const margin = 8;
/** Pixels after which a press is no click. */
const click = 4;

export class ZoomFrame {
  /** The frame with its buttons. */
  readonly element = h("div", { className: "zoomed" });
  /** What is scrolled; it has the focus and the keys. */
  readonly frame = h("div", { className: "heap", tabIndex: 0, aria: { role: "group" } });
  readonly #tools = h("div", { className: "space-tools" },
    iconButton("plus", t.zoomIn, () => this.#zoom(factor)), iconButton("minus", t.zoomOut, () => this.#zoom(1 / factor)), iconButton("fit", t.fit, () => this.#fit()));
  #picture: SVGSVGElement | null = null;
  /** Null is what the style sheet finds readable. */
  #scale: number | null = null;
  #dragged = false;

  constructor(label: string) {
    this.frame.setAttribute("aria-label", label);
    this.element.append(this.frame, this.#tools);
    this.#listen();
  }

  /** Shows a picture, as large as the last one was. */
  show(picture: SVGSVGElement): void {
    this.#picture = picture;
    this.#tools.hidden = false;
    this.frame.replaceChildren(picture);
    if (this.#scale === null) picture.style.minWidth = `${readable * picture.viewBox.baseVal.width}px`;
    else this.#resize(this.#scale);
  }

  /** Shows words instead. */
  say(message: string): void {
    this.#picture = null;
    this.#tools.hidden = true;
    this.frame.replaceChildren(h("p", { className: "hint" }, message));
  }

  #resize(scale: number): void {
    this.#scale = Math.min(largest, Math.max(smallest, scale));
    const { style, viewBox } = this.#picture!;
    style.minWidth = "0";
    style.maxWidth = "none";
    style.width = `${this.#scale * viewBox.baseVal.width}px`;
  }

  /** What is at this place of the frame stays there. */
  #zoom(by: number, x = this.frame.clientWidth / 2, y = this.frame.clientHeight / 2): void {
    const picture = this.#picture;
    if (!picture) return;
    const before = picture.getBoundingClientRect();
    const corner = this.frame.getBoundingClientRect();
    const [left, top] = [corner.left + x - before.left, corner.top + y - before.top];
    this.#resize((before.width / picture.viewBox.baseVal.width) * by);
    const after = picture.getBoundingClientRect();
    const grown = after.width / before.width;
    this.frame.scrollLeft += after.left + left * grown - corner.left - x;
    this.frame.scrollTop += after.top + top * grown - corner.top - y;
  }

  #fit(): void {
    const box = this.#picture?.viewBox.baseVal;
    if (box) this.#resize(Math.min(1.5, (this.frame.clientWidth - 2 * margin) / box.width, (this.frame.clientHeight - 2 * margin) / box.height));
  }

  #listen(): void {
    const { frame } = this;
    frame.addEventListener("wheel", (event) => {
      if (event.shiftKey || !this.#picture) return;
      event.preventDefault();
      const { left, top } = frame.getBoundingClientRect();
      const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
      this.#zoom(Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.0016)), event.clientX - left, event.clientY - top);
    }, { passive: false });
    frame.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "+" || event.key === "=") this.#zoom(factor);
      else if (event.key === "-") this.#zoom(1 / factor);
      else if (event.key === "0") this.#fit();
      else return;
      event.preventDefault();
    });
    frame.addEventListener("pointerdown", (event) => {
      this.#dragged = false;
      // Fingers scroll by themselves.
      if (event.pointerType !== "mouse" || event.button !== 0) return;
      let [x, y] = [event.clientX, event.clientY];
      const move = (now: PointerEvent): void => {
        if (!this.#dragged && Math.hypot(now.clientX - x, now.clientY - y) < click) return;
        this.#dragged = true;
        frame.scrollBy(x - now.clientX, y - now.clientY);
        [x, y] = [now.clientX, now.clientY];
      };
      addEventListener("pointermove", move);
      addEventListener("pointerup", () => removeEventListener("pointermove", move), { once: true });
    });
    frame.addEventListener("click", (event) => {
      if (this.#dragged) event.stopPropagation();
    }, { capture: true });
  }
}
