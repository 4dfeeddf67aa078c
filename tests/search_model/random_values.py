"""Random values of images and of filters. Few different ones are drawn, so that filters often match images."""

from __future__ import annotations

import unicodedata
from random import Random
from typing import get_args

from generated import models

TAGS = ("a", "b", "c", "d", "rare")
FORMATS: tuple[str, ...] = get_args(models.ImageFormat.__value__)
NAMES = (
    "a.jpg",
    "Straße.jpg",
    "ÉCOLE.png",
    "IMG_0001.JPG",
    "ﬁsh.gif",
    "İstanbul.webp",
    "猫咪睡觉.png",
    '100% "odd"*.jpg',
    "control\x01\x01\x01.png",
    "b",
    unicodedata.normalize("NFD", "ÉCOLE.png"),
    unicodedata.normalize("NFD", "Žába 각하.jpg"),
    "Žába 각하.jpg",
    *("IMG_2.jpg", "IMG_10.jpg", "img_002.jpg", f"IMG_{10**40}.jpg"),
    *("2.png", "10.png", "٣.png", "00.png"),
)
LONG = "x" * 65_530 + "needle at the end"
TEXTS = (
    "A lighthouse at dusk",
    "dusk",
    "STRASSE im Regen",
    "猫",
    "猫咪",
    "a",
    '{"k": "v"}',
    "100%_",
    "Café",
    unicodedata.normalize("NFD", "Café"),
    "\x01\x01\x01y",
    LONG,
)
PIECES = (
    *(
        "",
        "a",
        "jp",
        "jpg",
        ".JPG",
        "strasse",
        "ß",
        "école",
        unicodedata.normalize("NFD", "école"),
        unicodedata.normalize("NFD", "É"),
        "éc",
        "ža",
        "각",
        "CAFÉ",
        "e",
        "10",
        "001",
        "fi",
        "fish",
        "İ",
        "i̇s",
        "猫",
        "猫咪",
        "猫咪睡",
        '"odd"',
    ),
    *(
        "100%",
        "%",
        "_00",
        "*",
        *["\x01\x01\x01"] * 4,
        "\x01",
        "dusk",
        "light",
        *["needle at"] * 3,
        "camera",
        "KANON",
        "k",
        "boat\nat",
        "xxx",
    ),
)
METADATA = (
    '{"exif":{"Make":"Kanon","Model":"Camera 5"}}',
    r'{"xmp":{"title":"Straße"},"others":{"parameters":"An \"odd\" boat\nat dusk"}}',
    unicodedata.normalize("NFD", "Café"),
    LONG,
    "",
)
NUMBERS = (-1.0, 0.0, 1.0, 2.5, 3.0, 1e9)
SPACES = (("seer", "shape", 3), ("seer", "hue", 2), ("other", "shape", 4))
FEATURE_NAMES = (None, "score", "Caption", "x")
TYPES: tuple[str, ...] = get_args(models.ImageFeatureType.__value__)
FREQUENT_TYPES = ("caption", "metadata", "other")
FEATURE_FORMATS: tuple[str, ...] = get_args(models.ImageFeatureFormat.__value__)
FREQUENT_FEATURE_FORMATS = ("string", "string", "markdown", "integer", "float", "boolean")
DOCUMENTS = {
    "json": ('{"k": "v"}', '"dusk"'),
    "yaml": ("k: v", "- dusk"),
    "xml": ("<a>dusk</a>", "<light/>"),
    "html": ("<p>dusk</p>", "light"),
    "ui": ('{"schemaVersion":"1.0","elements":[]}', '{"schemaVersion":"1.0","elements":[{"type":"divider"}]}'),
}
"""Texts of the formats that are written as documents."""


def vector(rng: Random, length: int) -> list[float]:
    """A random vector: equal vectors are frequent, and the zero vector never occurs."""
    while True:
        values = [rng.choice((-1.0, 0.0, 0.5, 1.0, 3.0)) for _ in range(length)]
        if any(values):
            return values


def feature_type(rng: Random) -> str:
    """A type of features, mostly a frequent one."""
    return rng.choice(FREQUENT_TYPES if rng.random() < 0.8 else TYPES)


def feature_format(rng: Random) -> str:
    """A format of features, mostly a frequent one."""
    return rng.choice(FREQUENT_FEATURE_FORMATS if rng.random() < 0.7 else FEATURE_FORMATS)
