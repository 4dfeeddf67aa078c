#!/usr/bin/env bash
# Guess: the number 1 for a transfer function (BT.709, ITU-T H.273) means one curve in a browser, in whatever file it is.
# Found: Chromium shows a PNG with the chunk cICP darker than an AVIF with the box nclx, with the same numbers and the
# same samples. The AVIF is shown as if the number was 13 (sRGB); the PNG by a curve near a power of 2.4 (BT.1886).
# So a picture that is converted from one format to the other with its numbers kept, losslessly, changes its look.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/environment"
"$folder/environment/bin/pip" install --quiet pillow==13.0.0
cd "$folder"
npm install --silent --no-audit --no-fund @sparticuz/chromium@153.0.0 playwright-core@1.64.1
"$folder/environment/bin/python" - "$folder" <<'PROGRAM'
import io
import pathlib
import struct
import sys
import zlib

from PIL import Image

folder = pathlib.Path(sys.argv[1])
SIDE, GREY = 16, 64


def png_chunk(kind, body):
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def png(transfer):
    header = struct.pack(">2I5B", SIDE, SIDE, 8, 2, 0, 0, 0)
    rows = (b"\0" + bytes((GREY,)) * 3 * SIDE) * SIDE
    chunks = ((b"IHDR", header), (b"cICP", bytes((1, transfer, 0, 1))), (b"IDAT", zlib.compress(rows)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(png_chunk(*each) for each in chunks)


def avif(transfer):
    """Pillow writes the numbers of sRGB, 1 and 13, into the box `nclx`; the second one is replaced."""
    target = io.BytesIO()
    Image.new("RGB", (SIDE, SIDE), (GREY,) * 3).save(target, "AVIF", quality=100, subsampling="4:4:4")
    data = target.getvalue()
    at = data.index(b"nclx") + 4
    primaries, former = struct.unpack_from(">2H", data, at)
    assert (primaries, former) == (1, 13), (primaries, former)
    return data[: at + 2] + struct.pack(">H", transfer) + data[at + 4 :]


for transfer in (1, 13):
    (folder / f"{transfer}.png").write_bytes(png(transfer))
    (folder / f"{transfer}.avif").write_bytes(avif(transfer))
PROGRAM
cat > look.mjs <<'PROGRAM'
import { readFileSync } from 'node:fs';
import chromium from '@sparticuz/chromium';
import { chromium as driver } from 'playwright-core';

const browser = await driver.launch({ executablePath: await chromium.executablePath(), args: chromium.args, headless: true });
const page = await browser.newPage();
console.log('Chromium', browser.version());
const found = {};
for (const transfer of [13, 1]) {
  for (const type of ['png', 'avif']) {
    const data = readFileSync(`${transfer}.${type}`).toString('base64');
    found[`${type} ${transfer}`] = await page.evaluate(async ([data, type]) => {
      const image = new Image();
      image.src = `data:image/${type};base64,${data}`;
      await image.decode();
      const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
      const context = canvas.getContext('2d', { colorSpace: 'srgb' });
      context.drawImage(image, 0, 0);
      return context.getImageData(8, 8, 1, 1).data[0];
    }, [data, type]);
    console.log(`${type}, transfer ${transfer}: a sample of 64 is shown as ${found[`${type} ${transfer}`]}`);
  }
}
await browser.close();
const near = (left, right) => Math.abs(left - right) <= 2;
const isAsFound = near(found['png 13'], 64) && near(found['avif 13'], 64) && near(found['avif 1'], 64) && found['png 1'] < 56;
process.exit(isAsFound ? 0 : 1);
PROGRAM
node look.mjs
