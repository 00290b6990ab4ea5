/** Pointer, wheel and touch gestures on a canvas. Positions are in its pixels. */

export type Place = readonly [x: number, y: number];

export interface Gestures {
  pan(dx: number, dy: number): void;
  zoom(factor: number, at: Place): void;
  /** Called with the hovered position; null when the pointer leaves. */
  hover(at: Place | null): void;
  click(at: Place): void;
  double(at: Place): void;
}

/** Maximum movement of a click, in pixels. */
const still = 5;

export function listen(canvas: HTMLCanvasElement, gestures: Gestures): void {
  const pointers = new Map<number, Place>();
  let moved = 0;
  const at = (event: MouseEvent): Place => {
    const box = canvas.getBoundingClientRect();
    // Slides are scaled as a whole.
    const scale = canvas.clientWidth / box.width || 1;
    return [(event.clientX - box.left) * scale, (event.clientY - box.top) * scale];
  };

  const drag = (pointer: number, before: Place, now: Place): void => {
    const other = [...pointers].find(([id]) => id !== pointer)?.[1];
    pointers.set(pointer, now);
    const [dx, dy] = [now[0] - before[0], now[1] - before[1]];
    moved += Math.abs(dx) + Math.abs(dy);
    if (!other) return gestures.pan(dx, dy);
    const distance = (p: Place): number => Math.hypot(p[0] - other[0], p[1] - other[1]);
    gestures.pan(dx / 2, dy / 2);
    gestures.zoom(distance(now) / Math.max(distance(before), 1), [(now[0] + other[0]) / 2, (now[1] + other[1]) / 2]);
  };

  canvas.addEventListener("pointerdown", (event) => {
    canvas.setPointerCapture(event.pointerId);
    if (pointers.size === 0) moved = 0;
    pointers.set(event.pointerId, at(event));
    gestures.hover(null);
  });
  canvas.addEventListener("pointermove", (event) => {
    const now = at(event);
    const before = pointers.get(event.pointerId);
    if (before) drag(event.pointerId, before, now);
    else gestures.hover(event.pointerType === "touch" ? null : now);
  });
  const release = (event: PointerEvent): void => {
    const known = pointers.delete(event.pointerId);
    if (known && event.type === "pointerup" && pointers.size === 0 && moved < still) gestures.click(at(event));
  };
  canvas.addEventListener("pointerup", release);
  canvas.addEventListener("pointercancel", release);
  canvas.addEventListener("pointerleave", () => gestures.hover(null));
  canvas.addEventListener("dblclick", (event) => gestures.double(at(event)));
  canvas.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
      gestures.zoom(Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.0016)), at(event));
    },
    { passive: false },
  );
}
