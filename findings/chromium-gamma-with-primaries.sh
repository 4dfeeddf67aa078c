#!/usr/bin/env bash
# Guess: `cHRM` of a PNG says which colour its red, green and blue are. With the primaries of sRGB it changes nothing, and
# with other ones it changes colours, but no grey.
# Found: in Chromium it decides whether `gAMA` counts. `gAMA` 1/2.2 alone: the curve of sRGB, a sample of 16 is shown as 16.
# With `cHRM` of sRGB beside it: a power of 2.2, which is shown as 7. `cHRM` alone counts as nothing: the red of
# Display P3 is shown as the red of sRGB. So a tool that drops the "useless" chunk of a screenshot more than doubles its
# dark shades.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund @sparticuz/chromium@153.0.0 playwright-core@1.64.1
cat > look.mjs <<'PROGRAM'
import { crc32, deflateSync } from 'node:zlib';
import chromium from '@sparticuz/chromium';
import { chromium as driver } from 'playwright-core';

const SIDE = 16;
const SRGB = [31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000];
const DISPLAY_P3 = [31270, 32900, 68000, 32000, 26500, 69000, 15000, 6000];
const words = (...numbers) => {
  const bytes = Buffer.alloc(4 * numbers.length);
  numbers.forEach((number, place) => bytes.writeUInt32BE(number, 4 * place));
  return bytes;
};
const chunk = (kind, body) => {
  const named = Buffer.concat([Buffer.from(kind), body]);
  return Buffer.concat([words(body.length), named, words(crc32(named) >>> 0)]);
};
const png = (colour, chunks) => {
  const row = Buffer.concat([Buffer.from([0]), ...Array(SIDE).fill(Buffer.from(colour))]);
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    chunk('IHDR', Buffer.concat([words(SIDE, SIDE), Buffer.from([8, 2, 0, 0, 0])])),
    ...chunks.map(([kind, numbers]) => chunk(kind, words(...numbers))),
    chunk('IDAT', deflateSync(Buffer.concat(Array(SIDE).fill(row)))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};

const gamma = ['gAMA', [45455]];
const cases = [
  ['no chunk, grey 16', [16, 16, 16], [], [16, 16, 16]],
  ['gAMA, grey 16', [16, 16, 16], [gamma], [16, 16, 16]],
  ['gAMA and cHRM of sRGB, grey 16', [16, 16, 16], [gamma, ['cHRM', SRGB]], [7, 7, 7]],
  ['cHRM of Display P3, red 128', [128, 0, 0], [['cHRM', DISPLAY_P3]], [128, 0, 0]],
  ['gAMA and cHRM of Display P3, red 128', [128, 0, 0], [gamma, ['cHRM', DISPLAY_P3]], [142, 0, 0]],
];
const browser = await driver.launch({ executablePath: await chromium.executablePath(), args: chromium.args, headless: true });
const page = await browser.newPage();
console.log('Chromium', browser.version());
let isAsFound = true;
for (const [name, colour, chunks, expected] of cases) {
  const shown = await page.evaluate(async (data) => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
    const context = canvas.getContext('2d', { colorSpace: 'srgb' });
    context.drawImage(image, 0, 0);
    return [...context.getImageData(8, 8, 1, 1).data].slice(0, 3);
  }, png(colour, chunks).toString('base64'));
  console.log(`${name}: shown as ${shown}`);
  isAsFound &&= shown.every((value, place) => Math.abs(value - expected[place]) <= 2);
}
await browser.close();
process.exit(isAsFound ? 0 : 1);
PROGRAM
node look.mjs
