"""A small copy of a picture, from which its perceptual hash and its placeholder are computed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from PIL import Image

from facetry.imaging.colours.conversion import on_white, to_working_mode
from facetry.imaging.orientation import displayed_size, turn_upright
from facetry.imaging.pixels import FOUR_BYTE_MODES, pixel_memory

_SAMPLED_ROWS: Final = 144
_COLUMNS, _ROWS = 72, 64


@dataclass(frozen=True, slots=True)
class Miniature:
    """A picture in `RGB` or `RGBA`, about seventy pixels wide and high, in its stored orientation.

    `box` is the part of `grid` that the picture covers, in pixels. `orientation` is the EXIF orientation, 1 to 8.
    """

    grid: Image.Image
    box: tuple[float, float, float, float]
    orientation: int

    def mean_colours(self, columns: int, rows: int) -> Image.Image:
        """The mean colours of `columns` × `rows` cells of the picture as shown."""
        size = displayed_size((columns, rows), self.orientation)
        return turn_upright(self.grid.resize(size, Image.Resampling.BOX, self.box), self.orientation)

    def luminances(self, columns: int, rows: int) -> memoryview[float]:
        """The luminance, on white, of `columns` × `rows` overlapping cells of the picture as shown: 0.0 to 255.0."""
        size = displayed_size((columns, rows), self.orientation)
        grey = on_white(self.grid).convert("L").convert("F")
        luminances = turn_upright(grey.resize(size, Image.Resampling.BILINEAR, self.box), self.orientation)
        return memoryview(luminances.tobytes()).cast("f")


def miniature_of(image: Image.Image, orientation: int) -> Miniature:
    """The miniature of a loaded picture."""
    rows = _sample_rows(image)
    column_step, row_step = max(1, rows.width // _COLUMNS), max(1, rows.height // _ROWS)
    box = (0, 0, rows.width / column_step, rows.height / row_step)
    # `reduce` weights colours by alpha, so that the colours of transparent pixels do not count.
    grid = rows.reduce((column_step, row_step))
    return Miniature(grid if grid.mode in FOUR_BYTE_MODES else grid.convert("RGB"), box, orientation)


def _sample_rows(image: Image.Image) -> Image.Image:
    """About 150 complete rows of the picture, evenly spaced, in `RGB`, `RGBX` or `RGBA`.

    Means over many of these pixels are close to those of the picture, at a fraction of the time. The result may share
    the memory of the picture: it is valid until the picture is changed or closed.
    """
    step = max(1, image.height // _SAMPLED_ROWS)
    rows = (image.height - step // 2) // step
    pixels = pixel_memory(image)
    if pixels is None:  # nearest-neighbour sampling gives the same rows: those in the middle of each step
        sample = image.resize((image.width, rows), Image.Resampling.NEAREST, (0, 0, image.width, rows * step))
        sample.info = image.info
        return to_working_mode(sample).convert("RGBA")
    if step == 1:
        return image
    stride = 4 * image.width
    mode = "RGBX" if image.mode == "RGB" else "RGBA"
    first_row = pixels[step // 2 * stride :]
    return Image.frombuffer(mode, (image.width, rows), first_row, "raw", mode, stride * step, 1)  # type: ignore[arg-type]  # any buffer does
