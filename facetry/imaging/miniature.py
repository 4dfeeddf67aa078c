"""A small likeness of a picture, from which the hash of its looks and its placeholder are made."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from PIL import Image

from facetry.imaging.colours import on_white, working
from facetry.imaging.orientation import shown, upright
from facetry.imaging.pixels import in_place

_THINNED_ROWS: Final = 144
_COLUMNS, _ROWS = 72, 64


@dataclass(frozen=True, slots=True)
class Likeness:
    """A picture in `RGB` or `RGBA`, some seventy pixels wide and high, as it is stored; it reaches as far as `box`.

    `orientation` says how the picture is shown.
    """

    grid: Image.Image
    box: tuple[float, float, float, float]
    orientation: int

    def cells(self, columns: int, rows: int) -> Image.Image:
        """The mean colours of that many parts of the picture as it is shown."""
        size = shown((columns, rows), self.orientation)
        return upright(self.grid.resize(size, Image.Resampling.BOX, self.box), self.orientation)

    def shades(self, columns: int, rows: int) -> memoryview[float]:
        """How light that many overlapping parts of the picture are, on white, as it is shown: 0 to 255, in floats."""
        size = shown((columns, rows), self.orientation)
        grey = on_white(self.grid).convert("L").convert("F")
        shades = upright(grey.resize(size, Image.Resampling.BILINEAR, self.box), self.orientation)
        return memoryview(shades.tobytes()).cast("f")


def likeness_of(image: Image.Image, orientation: int) -> Likeness:
    """The likeness of a loaded picture."""
    rows = _thinned(image)
    across, down = max(1, rows.width // _COLUMNS), max(1, rows.height // _ROWS)
    box = (0, 0, rows.width / across, rows.height / down)
    grid = rows.reduce((across, down))  # Pillow sees to it that colours which cannot be seen do not shine through
    return Likeness(grid if grid.mode == "RGBA" else grid.convert("RGB"), box, orientation)


def _thinned(image: Image.Image) -> Image.Image:
    """A hundred and fifty or so of the picture's rows, evenly spread, each whole, in `RGBX` or `RGBA`.

    Means over many of its pixels are nearly those of the picture, at a fraction of the time. It may lie in the
    picture's memory, and is valid as long as the picture is neither changed nor closed.
    """
    step = max(1, image.height // _THINNED_ROWS)
    rows = (image.height - step // 2) // step
    memory = in_place(image)
    if memory is None:  # nearest to the middle of each step are the same rows
        few = image.resize((image.width, rows), Image.Resampling.NEAREST, (0, 0, image.width, rows * step))
        few.info = image.info
        return working(few).convert("RGBA")
    stride = 4 * image.width
    mode = "RGBX" if image.mode == "RGB" else "RGBA"
    middle = memory[step // 2 * stride :]
    return Image.frombuffer(mode, (image.width, rows), middle, "raw", mode, stride * step, 1)  # type: ignore[arg-type]  # any buffer does
