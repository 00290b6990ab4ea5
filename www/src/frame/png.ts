/** PNG export: the browser draws the engine's SVG on a canvas. */
import regular from "@fontsource/ibm-plex-mono/files/ibm-plex-mono-latin-400-normal.woff2?url";

/** Pixels for each unit of the picture. */
const wanted = 2;
/** Minimum, below which nothing is legible. */
const least = 0.4;
/** Maximum canvas size that browsers support, on phones too. */
const longestSide = 16_000;
const mostPixels = 64_000_000;

/** The picture does not fit on a canvas. */
export class TooLarge extends Error {}

/** Pixels per unit for a picture of this size; null if it would not be legible. */
export function scaleOf(width: number, height: number): number | null {
  const scale = Math.min(wanted, longestSide / Math.max(width, height, 1), Math.sqrt(mostPixels / Math.max(width * height, 1)));
  return scale < least ? null : scale;
}

export interface Pixels {
  pixels: Blob;
  /** Whether the resolution is lower than usual. */
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

/** The font that the SVG names. An image cannot use the page's fonts, so it must contain it; otherwise another font is used. */
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
