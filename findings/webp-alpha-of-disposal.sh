#!/usr/bin/env bash
# Guess: an animation in RGBA whose last frame has a hole is an animated WebP with transparency.
# Found: if the frame before has changed the same area, the encoder of libwebp makes the hole by clearing that frame. So
# no stored frame has an alpha channel. The encoder takes the file's mark for transparency from the stored frames, and
# leaves it out. A reader that goes by the mark shows the hole as black. With the hole in the first frame, it is there.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/environment"
"$folder/environment/bin/pip" install --quiet pillow==13.0.0
"$folder/environment/bin/python" - <<'PROGRAM'
import io
import sys

from PIL import Image, features

HOLE = (8, 8, 40, 40)


def webp(frames):
    target = io.BytesIO()
    frames[0].save(target, "WEBP", save_all=True, append_images=frames[1:], duration=100)
    return target.getvalue()


whole = Image.new("RGBA", (64, 48), (0, 160, 0, 255))
holed = whole.copy()
holed.paste((0, 0, 0, 0), HOLE)
red = whole.copy()
red.paste((200, 0, 0, 255), HOLE)
print("Pillow", Image.__version__, "libwebp", features.version("webp"))
found = []
for name, frames in (("hole in the last frame", [whole, red, holed]), ("hole in the first frame", [holed, whole, red])):
    data = webp(frames)
    with Image.open(io.BytesIO(data)) as image:
        image.seek(frames.index(holed))
        pixel = image.convert("RGBA").getpixel((20, 20))
    found.append((bool(data[20] & 0x10), image.mode, pixel))
    print(f"{name}: mark for transparency {found[-1][0]}, read as {found[-1][1]}, pixel in the hole {pixel}")
expected = [(False, "RGB", (0, 0, 0, 255)), (True, "RGBA", (0, 0, 0, 0))]
sys.exit(found != expected)
PROGRAM
