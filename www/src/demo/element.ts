/** Makes `<hrglass-demo>` known to the page. */
import { HrglassDemo } from "./demo";

export type { DemoElement, DoneDetail, StepDetail, VerdictDetail } from "./types";
export { HrglassDemo };

if (!customElements.get("hrglass-demo")) customElements.define("hrglass-demo", HrglassDemo);
