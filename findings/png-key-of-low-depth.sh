#!/usr/bin/env bash
# Guess: the shade that a greyscale PNG names as transparent (`tRNS`) is transparent, whatever the bits of a sample.
# Found: Pillow scales samples of 2 and 4 bits to 8 bits and keeps the shade as it is in the file, so it compares 5 with
# 85. With 1, 8 and 16 bits the shade is right. Worse than a hole that is missing: with 4 bits, shade 0 works, so a test
# with black finds nothing.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/environment"
"$folder/environment/bin/pip" install --quiet pillow==13.0.0
"$folder/environment/bin/python" - <<'PROGRAM'
import io
import struct
import sys
import zlib

from PIL import Image


def chunk(kind, body):
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def png(depth, shade):
    """One byte of samples, all of this shade, which is the transparent one."""
    packed = 0
    for _ in range(8 // depth):
        packed = packed << depth | shade
    header = struct.pack(">2I5B", 8 // depth, 1, depth, 0, 0, 0, 0)
    data = zlib.compress(bytes((0, packed)))
    chunks = ((b"IHDR", header), (b"tRNS", struct.pack(">H", shade)), (b"IDAT", data), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunk(*each) for each in chunks)


print("Pillow", Image.__version__)
found = {}
for depth in (1, 2, 4, 8):
    for shade in sorted({0, 1, (1 << depth) - 1}):
        with Image.open(io.BytesIO(png(depth, shade))) as image:
            alpha = image.convert("RGBA").getpixel((0, 0))[3]
        found[depth, shade] = alpha
        print(f"{depth} bits, transparent shade {shade}: alpha {alpha}")
wrong = {key for key, alpha in found.items() if alpha}
sys.exit(wrong != {(2, 1), (2, 3), (4, 1), (4, 15)})
PROGRAM
