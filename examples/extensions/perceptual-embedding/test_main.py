"""Run with `python -m pytest`, in an environment with what requirements.txt names, and pytest."""

import asyncio
import io

import numpy as np
from facetry_extension.testing import FakeService
from PIL import Image, ImageEnhance

from main import LENGTH, PerceptualEmbedding, embedding


def png(image: Image.Image) -> bytes:
    data = io.BytesIO()
    image.save(data, "PNG")
    return data.getvalue()


def scene(top: str, bottom: str) -> Image.Image:
    image = Image.new("RGB", (120, 90), top)
    image.paste(bottom, (0, 60, 120, 90))
    return image


def test_each_image_gets_a_vector_of_the_length_one() -> None:
    async def main() -> None:
        async with FakeService() as service:
            image = service.add_image(png(scene("skyblue", "green")))
            async with service.running(PerceptualEmbedding()):
                await service.compute_embeddings(image)
            values = service.embeddings(image)["look"]
            assert len(values) == LENGTH == 159
            assert abs(float(np.linalg.norm(values)) - 1) < 1e-9

    asyncio.run(main())


def test_a_smaller_or_brighter_copy_is_nearer_than_another_scene() -> None:
    image = scene("skyblue", "green")
    first = embedding(png(image))
    copies = [image.resize((60, 45)), ImageEnhance.Brightness(image).enhance(1.05)]
    others = [scene("green", "skyblue"), scene("black", "white"), image.rotate(90)]
    assert min(first @ embedding(png(copy)) for copy in copies) > max(first @ embedding(png(other)) for other in others)


def test_a_picture_of_one_grey_has_a_vector_too() -> None:
    assert abs(float(np.linalg.norm(embedding(png(Image.new("RGB", (9, 9), "grey"))))) - 1) < 1e-9
