/** Pictures as pixels: the browser draws the SVG of the engine on a canvas. */
import regular from "@fontsource/ibm-plex-mono/files/ibm-plex-mono-latin-400-normal.woff2?url";

/** Pixels for each unit of the picture. */
const wanted = 2;
/** With fewer nothing could be read. */
const least = 0.4;
/** What browsers make a canvas of, on phones too. */
const longestSide = 16_000;
const mostPixels = 64_000_000;

/** A picture that has no place on a canvas. */
export class TooLarge extends Error {}

/** Pixels for each unit of a picture of this size; null if it cannot be drawn so that one could read it. */
export function scaleOf(width: number, height: number): number | null {
  const scale = Math.min(wanted, longestSide / Math.max(width, height, 1), Math.sqrt(mostPixels / Math.max(width * height, 1)));
  return scale < least ? null : scale;
}

export interface Pixels {
  pixels: Blob;
  /** Whether it had to be smaller than usual. */
  coarse: boolean;
}

export async function png(svg: string): Promise<Pixels> {
  const url = URL.createObjectURL(new Blob([withFont(svg, await font())], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const { naturalWidth: width, naturalHeight: height } = image;
    const scale = scaleOf(width, height);
    if (scale === null) throw new TooLarge();
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const pixels = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
    if (!pixels) throw new TooLarge();
    return { pixels, coarse: scale < wanted };
  } finally {
    URL.revokeObjectURL(url);
  }
}

let embedded: Promise<string> | undefined;

/** The font that the SVG names; an image sees no fonts of the page, so it has to bring it. Without it another one does. */
function font(): Promise<string> {
  embedded ??= fetch(regular).then((response) => response.blob()).then(dataUrl).catch(() => "");
  return embedded;
}

const dataUrl = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });

const withFont = (svg: string, url: string): string =>
  url ? svg.replace("<style>", `<style>@font-face{font-family:'IBM Plex Mono';src:url(${url}) format('woff2')}`) : svg;
