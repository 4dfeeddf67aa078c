"""Dominant colours: tags such as `colour:blue`, and a card with the palette of each picture."""

from __future__ import annotations

import colorsys
import io
from collections import defaultdict
from dataclasses import dataclass

from facetry_extension import Communicator, Extension, views
from PIL import Image

SIDE = 96
COLOURS = 8
HUES = [
    (15, "red"),
    (42, "orange"),
    (70, "yellow"),
    (160, "green"),
    (195, "cyan"),
    (255, "blue"),
    (290, "purple"),
    (340, "pink"),
    (360, "red"),
]


@dataclass(frozen=True)
class Colour:
    """A colour of a palette, and how much of the picture it fills, between 0 and 1."""

    red: int
    green: int
    blue: int
    share: float

    @property
    def code(self) -> str:
        return f"#{self.red:02x}{self.green:02x}{self.blue:02x}"

    @property
    def name(self) -> str:
        hue, saturation, value = colorsys.rgb_to_hsv(self.red / 255, self.green / 255, self.blue / 255)
        if value < 0.15:
            return "black"
        if saturation < 0.12:
            return "white" if value > 0.85 else "grey"
        name = next(name for end, name in HUES if hue * 360 <= end)
        return "brown" if name in ("red", "orange") and value < 0.6 else name


class DominantColours(Extension):
    async def on_compute_image_tags(self, communicator: Communicator, image_id: str) -> None:
        colours = await palette_of(communicator, image_id)
        wanted = (await communicator.settings()).get("share", 0.15)
        names = shares_of(colours)
        await communicator.set_tags(image_id, [f"colour:{name}" for name in names if names[name] >= wanted])

    async def on_compute_image_features(self, communicator: Communicator, image_id: str) -> None:
        colours = await palette_of(communicator, image_id)
        card = views.Card(
            "Colours",
            [
                views.LabelValue(
                    f"{colour.name}, {colour.share:.0%}", views.Color(colour.code, shape="square", size="large")
                )
                for colour in colours
            ],
        )
        await communicator.set_features(image_id, [{"type": "other", "format": "ui", "name": "palette", "value": card}])


async def palette_of(communicator: Communicator, image_id: str) -> list[Colour]:
    picture = await communicator.download(image_id, width=SIDE, height=SIDE, format="PNG")
    return await communicator.run(palette, picture)


def palette(picture: bytes) -> list[Colour]:
    """The colours of a picture, the one that fills most of it first."""
    image = Image.open(io.BytesIO(picture)).convert("RGB").quantize(COLOURS, method=Image.Quantize.MEDIANCUT)
    codes = image.getpalette() or []
    counts = sorted(image.getcolors() or [], reverse=True)
    whole = image.width * image.height
    return [Colour(*codes[3 * index : 3 * index + 3], share=count / whole) for count, index in counts]


def shares_of(colours: list[Colour]) -> dict[str, float]:
    """How much of the picture is filled by the colours of each name."""
    found: defaultdict[str, float] = defaultdict(float)
    for colour in colours:
        found[colour.name] += colour.share
    return dict(found)


if __name__ == "__main__":
    DominantColours().run()
