/** Registers `<hrglass-demo>`. */
import { HrglassDemo as Demo } from "./demo";
import type { DemoElement } from "./types";

export type { DemoElement, DoneDetail, StepDetail, VerdictDetail } from "./types";

/** The class of the element. */
export const HrglassDemo: { new (): DemoElement; readonly prototype: DemoElement } = Demo;

if (!customElements.get("hrglass-demo")) customElements.define("hrglass-demo", Demo);
