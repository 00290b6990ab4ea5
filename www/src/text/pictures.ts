/** Pictures with what the engine writes in them in the language of the page or of a demo. */
import type { Scene } from "../engine/graph-grammars";
import type { Language } from "../frame/settings";
import { inGermanOnly, language } from "./language";

let inGerman = (scene: Scene): Scene => scene;

/** Loads the German words of pictures, if that is the wanted language. Without them, the engine's words stay. */
export const loadPictureTexts = inGermanOnly(async () => {
  inGerman = (await import("./pictures.de")).pictureInGerman;
});

// Beside the engine, so that the first picture does not wait for them.
void loadPictureTexts();

/** A picture in each language. */
export const pictureTexts: Record<Language, (scene: Scene) => Scene> = { en: (scene) => scene, de: (scene) => inGerman(scene) };

/** A picture in the language of the page. */
export const pictureText = pictureTexts[language];
