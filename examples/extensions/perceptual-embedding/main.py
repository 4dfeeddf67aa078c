"""Perceptual embedding: images that look alike get vectors that lie close. No model, only frequencies and colours."""

from __future__ import annotations

import io

import numpy as np
from facetry_extension import Communicator, Extension
from numpy.typing import NDArray
from PIL import Image

SIDE = 32
LUMINANCE, CHROMINANCE = 8, 4
"""How many of the lowest frequencies are kept each way: much of light and dark, less of the two colour differences."""
BINS = 4
LENGTH = LUMINANCE**2 - 1 + 2 * CHROMINANCE**2 + BINS**3

Array = NDArray[np.float64]


class PerceptualEmbedding(Extension):
    async def on_compute_image_embeddings(self, communicator: Communicator, image_id: str) -> None:
        picture = await communicator.download(image_id, width=4 * SIDE, height=4 * SIDE, format="PNG")
        await communicator.set_embeddings(image_id, {"look": await communicator.run(embedding, picture)})


def embedding(picture: bytes) -> Array:
    """A vector of the length one: what lies where, which colours lie where, and which colours there are at all."""
    image = Image.open(io.BytesIO(picture)).convert("RGB").resize((SIDE, SIDE), Image.Resampling.BOX)
    planes = np.asarray(image.convert("YCbCr"), dtype=np.float64).transpose(2, 0, 1) / 255 - 0.5
    light = frequencies(planes[0], LUMINANCE).ravel()[1:]  # the first is how bright it is as a whole
    colour = np.concatenate([frequencies(plane, CHROMINANCE).ravel() for plane in planes[1:]])
    return unit(np.concatenate([unit(light), unit(colour), unit(histogram(image))]))


def frequencies(plane: Array, count: int) -> Array:
    """The lowest frequencies of a plane, by the discrete cosine transform."""
    return BASIS[:count] @ plane @ BASIS[:count].T


def histogram(image: Image.Image) -> Array:
    """How many pixels there are of each of 64 colours; by the root, so that small areas count as well."""
    steps = np.asarray(image, dtype=np.int64) * BINS // 256
    return np.sqrt(np.bincount((steps @ [BINS * BINS, BINS, 1]).ravel(), minlength=BINS**3).astype(np.float64))


def unit(vector: Array) -> Array:
    """The vector with the length one; what is next to nothing stays so, for it says nothing."""
    length = float(np.linalg.norm(vector))
    return vector / length if length > 1e-6 else np.zeros_like(vector)


def basis(side: int) -> Array:
    """The orthonormal rows of the transform."""
    rows = np.cos(np.pi * np.outer(np.arange(side), np.arange(side) + 0.5) / side) * np.sqrt(2 / side)
    rows[0] /= np.sqrt(2)
    return rows


BASIS = basis(SIDE)

if __name__ == "__main__":
    PerceptualEmbedding().run()
