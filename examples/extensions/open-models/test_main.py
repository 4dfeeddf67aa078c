"""Run with `python -m pytest`, in an environment with what requirements.txt names, and pytest."""

import asyncio
import io
import json

import numpy as np
import pytest
from facetry_extension.testing import FakeService
from PIL import Image

from caption import caption_of
from main import OpenModels
from models import TOKENIZER, Language, Vision


def png(*colours: str) -> bytes:
    image = Image.new("RGB", (300, 300), colours[0])
    for index, colour in enumerate(colours[1:], 1):
        image.paste(colour, (60 * index, 40, 60 * index + 40, 240))
    data = io.BytesIO()
    image.save(data, "PNG")
    return data.getvalue()


def test_a_caption_is_what_is_said_about_an_image() -> None:
    metadata = {
        "exif": json.dumps({"ImageDescription": "Boats in the harbour"}),
        "xmp": json.dumps({"dc:subject": ["sea", "dusk"], "dc:title": {"x-default": "Evening"}}),
    }
    image = {"name": "IMG_0412-lisbon.jpg", "metadata": metadata, "tags": [{"id": "a", "value": "colour:blue"}]}
    assert caption_of(image) == "IMG lisbon. Boats in the harbour. Evening. sea, dusk. blue"
    assert caption_of({"name": "0412.jpg", "metadata": {}, "tags": []}) == ""


def test_pictures_get_vectors_and_a_score() -> None:
    vision = Vision()
    first, same, other = png("navy", "white"), png("navy", "white"), png("green", "red", "yellow", "black")
    score, vector = vision.look(first)
    assert 0 <= score <= 1
    assert len(vector) == 1024
    assert np.dot(vector, vision.look(same)[1]) > np.dot(vector, vision.look(other)[1])


@pytest.mark.skipif(not TOKENIZER.is_file(), reason="take_tokenizer.py was not run")
def test_a_text_finds_what_is_said_in_other_words() -> None:
    language = Language()
    dusk = language.read("evening sky")
    assert len(dusk) == 384
    assert np.dot(dusk, language.read("sunset. orange")) > np.dot(dusk, language.read("spreadsheet. grey"))


@pytest.mark.skipif(not TOKENIZER.is_file(), reason="take_tokenizer.py was not run")
def test_the_extension_from_an_image_to_its_vectors() -> None:
    async def main() -> None:
        async with FakeService() as service:
            image = service.add_image(png("orange", "black"), name="sunset.png")
            async with service.running(OpenModels()):
                await service.compute_embeddings(image)
                await service.compute_features(image)
                before = service.embeddings(image)
                service.library.set_tags(image, "another", ["sea"], keep=False)
                await service.send("image.tags.updated", {"id": image})
                after = service.embeddings(image)
                near = await service.embed_text("sunset. sea")
            assert {name: len(vector) for name, vector in before.items()} == {"image": 1024, "caption": 384}
            assert after["image"] == before["image"]
            assert np.dot(after["caption"], near) > np.dot(before["caption"], near)
            (feature,) = service.features(image)
            assert (feature["format"], feature["name"]) == ("float", "unsafe")

    asyncio.run(main())
