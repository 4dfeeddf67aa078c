"""Aspect ratios: one byte for each image, from which a client knows the shape of millions of images."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection, select
from sqlmodel import col

from facetry.library.images import Image
from facetry.store.engine import engine_of

_SQUARE: Final = 128
_STEPS_OF_DOUBLE: Final = 40
"""Number of steps from a square to an image of twice the width."""


class AspectRatios:
    """The aspect ratios of all images by their keys. A byte b means a width of 2^((b - 128) / 40) times the height."""

    def __init__(self, connection: Connection) -> None:
        widths, heights = (_by_key(connection, side) for side in (col(Image.width), col(Image.height)))
        self.bytes: NDArray[np.uint8] = _as_bytes(widths, heights)
        """The byte at a key without an image is meaningless."""

    def set(self, key: int, width: int, height: int) -> None:
        """Set the size of an image, which may be new."""
        if key >= len(self.bytes):
            room = key + 1 + len(self.bytes) // 8
            self.bytes = np.concatenate([self.bytes, np.zeros(room - len(self.bytes), np.uint8)])
        self.bytes[key] = _as_bytes(np.array([width]), np.array([height]))[0]


def _by_key(connection: Connection, side: Any) -> NDArray[np.int64]:
    keys, values = engine_of(connection).integer_columns(connection, select(col(Image.key), side))
    by_key = np.ones(int(keys.max(initial=0)) + 1, np.int64)
    by_key[keys] = values
    return by_key


def _as_bytes(widths: NDArray[np.int64], heights: NDArray[np.int64]) -> NDArray[np.uint8]:
    steps: NDArray[np.float64] = np.rint(np.log2(widths / heights) * _STEPS_OF_DOUBLE) + _SQUARE
    return np.clip(steps, 0, 255).astype(np.uint8)
