"""Run with `python -m pytest`, in an environment with what requirements.txt names, and pytest."""

import asyncio
import io
import json

from facetry_extension.testing import FakeService
from PIL import Image

from main import Colour, DominantColours


def halves(left: str, right: str) -> bytes:
    image = Image.new("RGB", (80, 60), left)
    image.paste(right, (40, 0, 80, 60))
    data = io.BytesIO()
    image.save(data, "PNG")
    return data.getvalue()


def test_what_fills_a_picture_becomes_its_tags_and_its_card() -> None:
    async def main() -> None:
        async with FakeService() as service:
            image = service.add_image(halves("#2040c0", "#f0d020"))
            async with service.running(DominantColours()):
                await service.compute_tags(image)
                await service.compute_features(image)
            assert service.tags(image) == {"colour:blue", "colour:yellow"}
            (feature,) = service.features(image)
            assert (feature["format"], feature["name"]) == ("ui", "palette")
            shown = [element["value"]["value"] for element in json.loads(feature["value"])["elements"]]
            assert sorted(shown) == ["#2040c0", "#f0d020"]

    asyncio.run(main())


def test_how_much_a_colour_has_to_fill_is_a_setting() -> None:
    async def main() -> None:
        async with FakeService(settings={"share": 0.6}) as service:
            image = service.add_image(halves("#2040c0", "#f0d020"))
            async with service.running(DominantColours()):
                await service.compute_tags(image)
            assert service.tags(image) == set()

    asyncio.run(main())


def test_the_names_of_colours() -> None:
    named = {"#000000": "black", "#ffffff": "white", "#808080": "grey", "#804010": "brown", "#ff2010": "red"}
    named |= {"#ff9010": "orange", "#30a030": "green", "#20c0c0": "cyan", "#8020c0": "purple", "#ff40a0": "pink"}
    for code, name in named.items():
        red, green, blue = bytes.fromhex(code[1:])
        assert Colour(red, green, blue, 1.0).name == name, code
