"""What is said about an image, as one sentence for the model of language."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

SAID = {
    "exif": ("ImageDescription", "XPTitle", "XPSubject", "XPKeywords"),
    "xmp": ("dc:title", "dc:description", "dc:subject"),
    "iptc": ("Headline", "Caption/Abstract", "Keywords"),
    "others": ("Title", "Description"),
}
"""Where in the metadata of a file people write what is to be seen."""
CHARACTERS = 500


def caption_of(image: Mapping[str, Any]) -> str:
    """The words in the name of the file and in its metadata, and the tags of all extensions."""
    name = image["name"].rpartition(".")[0]
    words = " ".join(re.findall(r"[^\W\d_]{2,}", name))
    tags = ", ".join(dict.fromkeys(tag["value"].rpartition(":")[2] for tag in image["tags"]))
    parts = dict.fromkeys(part for part in (words, *said(image["metadata"]), tags) if part)
    return ". ".join(parts)[:CHARACTERS]


def said(metadata: Mapping[str, str]) -> Iterator[str]:
    """The texts of the metadata."""
    for block, names in SAID.items():
        members = json.loads(metadata.get(block, "{}"))
        for name in names:
            yield ", ".join(texts(members.get(name)))


def texts(value: Any) -> Iterator[str]:
    """The texts in a value, which may be a list, or an object of languages."""
    if isinstance(value, str):
        yield value.strip()
    elif isinstance(value, list):
        for each in value:
            yield from texts(each)
    elif isinstance(value, dict):
        yield from texts(next(iter(value.values()), None))
