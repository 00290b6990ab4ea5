// Compresses screenshots: at most 256 colours, which suffices for most pictures of the page, and maximum compression.
import { deflateSync, inflateSync } from "node:zlib";

const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);

const table = Array.from({ length: 256 }, (_, n) => {
  for (let k = 0; k < 8; k++) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1;
  return n >>> 0;
});
/** Built into Node only from version 22 on. */
const crc32 = (bytes) => (bytes.reduce((crc, byte) => table[(crc ^ byte) & 255] ^ (crc >>> 8), 0xffffffff) ^ 0xffffffff) >>> 0;

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, crc] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  crc.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, crc]);
}

/** The chunks of a PNG by type; those of the same type are concatenated. */
function chunksOf(png) {
  const chunks = {};
  for (let at = signature.length; at < png.length; ) {
    const length = png.readUInt32BE(at);
    const type = png.toString("latin1", at + 4, at + 8);
    chunks[type] = Buffer.concat([chunks[type] ?? Buffer.alloc(0), png.subarray(at + 8, at + 8 + length)]);
    at += length + 12;
  }
  return chunks;
}

/** The neighbour that a byte resembles most (the Paeth predictor). */
function paeth(left, up, corner) {
  const [a, b, c] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)];
  return a <= b && a <= c ? left : b <= c ? up : corner;
}

/** The size of a screenshot and its pixels, as numbers `0xRRGGBB` row by row. */
export function pixelsOf(png) {
  const { IHDR, IDAT } = chunksOf(png);
  const [width, height, depth, kind] = [IHDR.readUInt32BE(0), IHDR.readUInt32BE(4), IHDR[8], IHDR[9]];
  const samples = { 2: 3, 6: 4 }[kind];
  if (depth !== 8 || !samples || IHDR[12] !== 0) throw new Error("unexpected PNG format");
  const raw = inflateSync(IDAT);
  const [row, pixels] = [width * samples, new Uint32Array(width * height)];
  let above = Buffer.alloc(row);
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (row + 1)];
    const line = raw.subarray(y * (row + 1) + 1, (y + 1) * (row + 1));
    for (let i = 0; i < row; i++) {
      const [left, up, corner] = [i < samples ? 0 : line[i - samples], above[i], i < samples ? 0 : above[i - samples]];
      line[i] += [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter];
    }
    for (let x = 0; x < width; x++) pixels[y * width + x] = line.readUIntBE(x * samples, 3);
    above = line;
  }
  return { width, height, pixels };
}

const parts = (colour) => [colour >> 16, (colour >> 8) & 255, colour & 255];
const distance = (a, b) => parts(a).reduce((sum, part, i) => sum + (part - parts(b)[i]) ** 2, 0);

/** A coarse class of similar colours. */
const kindOf = (colour) => colour & 0xe0e0e0;

/** The 256 colours to keep: the most frequent ones, but at least one of each class, so that small symbols keep their colour. */
function kept(colours) {
  const kinds = new Map();
  for (const colour of colours) if (!kinds.has(kindOf(colour))) kinds.set(kindOf(colour), colour);
  return [...new Set([...[...kinds.values()].slice(0, 128), ...colours])].slice(0, 256);
}

/** The screenshot with 256 of its colours; every other colour becomes the nearest of them. */
export function small(png) {
  const { width, height, pixels } = pixelsOf(png);
  const counts = new Map();
  for (const colour of pixels) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  const colours = [...counts].sort(([a, n], [b, m]) => m - n || a - b).map(([colour]) => colour);
  const palette = kept(colours);
  const indices = new Map(palette.map((colour, i) => [colour, i]));
  for (const colour of colours.filter((colour) => !indices.has(colour))) {
    const nearest = palette.reduce((best, other) => (distance(other, colour) < distance(best, colour) ? other : best));
    indices.set(colour, palette.indexOf(nearest));
  }
  const raw = Buffer.alloc((width + 1) * height);
  pixels.forEach((colour, i) => (raw[i + Math.floor(i / width) + 1] = indices.get(colour)));
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 3, 0, 0, 0]);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  const data = deflateSync(raw, { level: 9, memLevel: 9 });
  return Buffer.concat([signature, chunk("IHDR", header), chunk("PLTE", Buffer.from(palette.flatMap(parts))), chunk("IDAT", data), chunk("IEND", Buffer.alloc(0))]);
}
