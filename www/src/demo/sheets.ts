/** The style sheets of demos, as objects shared by all of them: pages that forbid inline styles allow that. */
import heapText from "../style/heap.css?inline";
import resultText from "../style/result.css?inline";
import sceneText from "../style/scene.css?inline";
import spaceText from "../style/space.css?inline";
import demoText from "../style/demo.css?inline";
import themeText from "../style/theme.css?raw";
import verdictText from "../style/verdict.css?inline";

/** The page defines its colours at its root, a demo at its own. Fonts cannot be declared in a shadow root. */
const local = (text: string): string =>
  text.replace(/@font-face\s*\{[^}]*\}/g, "").replace(/:root(\[[^\]]*\])?/g, (_, condition: string | undefined) => `.demo${condition ?? ""}`);

let sheets: CSSStyleSheet[] | null = null;

export function styleSheets(): CSSStyleSheet[] {
  sheets ??= [themeText, resultText, sceneText, spaceText, verdictText, heapText, demoText].map((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(local(text));
    return sheet;
  });
  return sheets;
}
