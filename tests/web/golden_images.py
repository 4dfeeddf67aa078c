"""Golden images: `python -m tests.web.golden_images` writes them, `test_golden_images.py` compares.

Each document of `golden/` is shown light, dark and narrow, with fonts of the test, so that other fonts of a machine
change nothing. Pictures are compared by the means of blocks of pixels. The browser of the same version has to draw
alike, so that a line of one pixel counts. Another version may smooth letters in another way, and gets larger blocks.
"""

from __future__ import annotations

import base64
import hashlib
import io
import json
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from PIL import Image, ImageChops

from tests.support.extensions import npm
from tests.web.browser import Page, open_page

HOME: Final = Path(__file__).parents[2]
GOLDEN: Final = Path(__file__).with_name("golden")
ASSETS: Final = HOME / "generated" / "web"
PACKAGES: Final = Path(__file__).with_name("npm")
NOW: Final = 1_767_441_600_000
"""The present of relative times: 2026-01-03 12:00 UTC."""
COLOURS: Final = 256
"""The colours of a golden image."""
BROWSER_FILE: Final = GOLDEN / "browser.txt"
"""The version of the browser that drew the golden images."""
_SANS: Final = ((300, "normal"), (400, "normal"), (400, "italic"), (600, "normal"), (700, "normal"))
_CODE: Final = ((400, "normal"), (700, "normal"))


@dataclass(frozen=True, slots=True)
class Tolerance:
    """How much pictures may differ: the side of a block in pixels, how far the mean of a channel may be off, of 255,
    and by how many pixels heights may differ.

    Calibrated by the removal of each rule of the styles. The least visible one, the lines between columns, is off by 5
    in blocks of 8 pixels; a shift of all letters by a third of a pixel is off by 11 in those of 16.
    """

    block: int
    colour: int
    height: int


SAME_BROWSER: Final = Tolerance(block=8, colour=4, height=0)
OTHER_BROWSER: Final = Tolerance(block=16, colour=12, height=2)


@dataclass(frozen=True, slots=True)
class Mode:
    """A way to show a document."""

    name: str
    width: int
    scheme: str


MODES: Final = (Mode("light", 560, "light"), Mode("dark", 560, "dark"), Mode("narrow", 320, "light"))


def names() -> list[str]:
    """The documents with golden images."""
    return sorted(path.stem for path in GOLDEN.glob("*.json"))


def golden_file(name: str, mode: Mode) -> Path:
    """The golden image of a document."""
    return GOLDEN / f"{name}.{mode.name}.png"


def document(name: str) -> Any:
    """A document with golden images."""
    return json.loads((GOLDEN / f"{name}.json").read_text())


def open_renderer(page: Page, *, script: bytes | None = None) -> None:
    """Open a page that can show documents, by the renderer in `generated/web/` or by another `script`."""
    npm.install(PACKAGES)
    style = _style()
    hashed = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{hashed}'; font-src data:; img-src data:; script-src data:"
    head = f'<meta http-equiv="Content-Security-Policy" content="{policy}"><style>{style}</style>'
    page.open(f'<!doctype html><html lang="en"><head>{head}<title>views</title></head><body></body></html>')
    content = renderer() if script is None else script
    address = f"data:text/javascript;base64,{base64.b64encode(content).decode()}"
    page.evaluate(f"import({json.dumps(address)}).then(() => document.fonts.ready).then(() => undefined)")


def show(page: Page, value: Any) -> int:
    """Show one document in the page, wait until it is complete, and return its height."""
    height = page.evaluate(f"({_SHOW})({json.dumps(value)}, {NOW})")
    return int(height)


def picture(page: Page, name: str, mode: Mode) -> Image.Image:
    """A document as it looks now."""
    page.emulate(width=mode.width, height=1_600, scheme=mode.scheme)
    height = show(page, document(name))
    return Image.open(io.BytesIO(page.picture(mode.width, height))).convert("RGB")


def tolerance(page: Page) -> Tolerance:
    """The tolerance for the browser of a page."""
    is_same = BROWSER_FILE.read_text().strip() == page.version
    return SAME_BROWSER if is_same else OTHER_BROWSER


def difference(golden: Image.Image, present: Image.Image, allowed: Tolerance) -> str | None:
    """How a picture differs from its golden image; None when it does not."""
    if golden.width != present.width or abs(golden.height - present.height) > allowed.height:
        return f"it has {present.width}×{present.height} pixels, and the golden image {golden.width}×{golden.height}"
    size = (golden.width, min(golden.height, present.height))
    blocks = (size[0] // allowed.block, size[1] // allowed.block)
    means = [image.crop((0, 0, *size)).resize(blocks, Image.Resampling.BOX) for image in (golden, present)]
    channels = [channel.tobytes() for channel in ImageChops.difference(*means).split()]
    worst, place = max((max(colours), index) for index, colours in enumerate(zip(*channels, strict=True)))
    if worst <= allowed.colour:
        return None
    column, row = (part * allowed.block for part in reversed(divmod(place, blocks[0])))
    return f"its colours differ by {worst} at {column},{row}"


def write(folder: Path) -> Iterator[Path]:
    """Write all golden images."""
    with open_page(folder) as page:
        open_renderer(page)
        BROWSER_FILE.write_text(f"{page.version}\n")
        for mode in MODES:
            for name in names():
                file = golden_file(name, mode)
                packed = picture(page, name, mode).quantize(COLOURS, kmeans=2, dither=Image.Dither.NONE)
                packed.save(file, "PNG", optimize=True)
                yield file


def renderer() -> bytes:
    """The script of `generated/web/`."""
    asset: str = json.loads((ASSETS / "assets.json").read_text())["facetry-view.js"]["file"]
    return (ASSETS / asset).read_bytes()


def _style() -> str:
    faces = [_face("Golden Sans", "source-sans-3", *each) for each in _SANS]
    faces += [_face("Golden Code", "source-code-pro", *each) for each in _CODE]
    return "".join(faces) + (
        ":root { color-scheme: light dark; --facetry-view-monospace: 'Golden Code'; }"
        "body { margin: 0; padding: 16px; font: 15px/1.45 'Golden Sans'; background: light-dark(#fff, #15181c); }"
    )


def _face(family: str, package: str, weight: int, style: str) -> str:
    file = PACKAGES / "node_modules" / "@fontsource" / package / "files" / f"{package}-latin-{weight}-{style}.woff2"
    address = f"data:font/woff2;base64,{base64.b64encode(file.read_bytes()).decode()}"
    return f"@font-face {{ font-family: '{family}'; font-weight: {weight}; font-style: {style}; src: url({address}); }}"


_SHOW: Final = """async (value, now) => {
  const view = document.createElement("facetry-view");
  Object.assign(view, { document: value, now, locale: "en-GB" });
  document.body.replaceChildren(view);
  await view.updateComplete;
  const all = [...view.shadowRoot.querySelectorAll("facetry-picture, facetry-more, facetry-copy")];
  await Promise.all(all.map((each) => each.updateComplete));
  const pictures = all.flatMap((each) => [...each.shadowRoot.querySelectorAll("img")]);
  await Promise.all(pictures.map((each) => { each.loading = "eager"; return each.decode().catch(() => undefined); }));
  const frames = [...view.shadowRoot.querySelectorAll("iframe")];
  await Promise.all(frames.map((each) => new Promise((resolve) => {
    each.loading = "eager";
    each.addEventListener("load", resolve);
    each.srcdoc = each.srcdoc;
    setTimeout(resolve, 2000);
  })));
  if (frames.length > 0) await new Promise((resolve) => setTimeout(resolve, 500)); // frames paint in their own time
  await document.fonts.ready;
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  return Math.ceil(document.documentElement.getBoundingClientRect().height);
}"""


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as temporary:
        written = list(write(Path(temporary)))
    sys.stdout.write(f"{len(written)} images, {sum(path.stat().st_size for path in written)} bytes\n")
