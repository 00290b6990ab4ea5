// Screenshots become smaller and stay the same pictures.
import assert from "node:assert/strict";
import { test } from "node:test";
import { deflateSync, inflateSync } from "node:zlib";
import { pixelsOf, small } from "../../scripts/png.mjs";

function chunk(type, data) {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return Buffer.concat([length, Buffer.from(type), data, Buffer.alloc(4)]);
}

/** A PNG of these rows, each with its filter in front. */
const pngOf = (width, rows) => Buffer.concat([
  Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
  chunk("IHDR", Buffer.from([0, 0, 0, width, 0, 0, 0, rows.length, 8, 2, 0, 0, 0])),
  chunk("IDAT", deflateSync(Buffer.from(rows.flat()))), chunk("IEND", Buffer.alloc(0)),
]);

test("all filters are undone", () => {
  const png = pngOf(2, [
    [0, 1, 2, 3, 10, 20, 30],
    [1, 1, 2, 3, 9, 18, 27], // from the left
    [2, 0, 0, 0, 0, 0, 0], // from above
    [3, 1, 1, 2, 5, 9, 14], // from the mean of both
    [4, 0, 0, 0, 0, 0, 0], // from whichever is nearest
  ]);
  const row = [0x010203, 0x0a141e];
  assert.deepEqual([...pixelsOf(png).pixels], [...row, ...row, ...row, 0x010203, 0x0a141e, 0x010203, 0x0a141e]);
});

/** What stands in a chunk. */
function contentOf(png, type) {
  const at = png.indexOf(type);
  return png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4));
}

test("the colours that there are most of stay, of each kind at least one, and others become the nearest of them", () => {
  const twice = Array.from({ length: 256 }, (_, i) => [0, i, 0, 255, i, 0, 255]);
  const rows = twice.filter((_, i) => i < 128 || i % 2);
  const result = small(pngOf(2, [...rows, [0, 3, 0, 255, 201, 0, 250], ...Array.from({ length: 62 }, (_, i) => [0, i, 99, 0, i + 100, 99, 0])]));
  const palette = contentOf(result, "PLTE");
  assert.equal(palette.length, 3 * 256);
  const indices = inflateSync(contentOf(result, "IDAT"));
  const pixel = (row, column) => [...palette.subarray(3 * indices[3 * row + 1 + column], 3 * indices[3 * row + 1 + column] + 3)];
  assert.deepEqual(pixel(5, 0), [5, 0, 255]);
  assert.deepEqual(pixel(rows.length, 0), [3, 0, 255]);
  assert.deepEqual(pixel(rows.length, 1), [201, 0, 255]);
});
