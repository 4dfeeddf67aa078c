"""Metadata card: what the file of an image says about itself, laid out for people. It never opens the picture."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from facetry_extension import Communicator, Extension, views

ROWS = {
    "ImageDescription": "Description",
    "Artist": "Artist",
    "Copyright": "Copyright",
    "DateTimeOriginal": "Taken",
    "Make": "Camera made by",
    "Model": "Camera",
    "LensModel": "Lens",
    "ISOSpeedRatings": "ISO",
    "Software": "Software",
}
BLOCKS = ("exif", "iptc", "xmp", "icc", "others")


class MetadataCard(Extension):
    async def on_compute_image_features(self, communicator: Communicator, image_id: str) -> None:
        image = await communicator.api.image_get(image_id)
        value = card(image, await communicator.metadata(image_id))
        await communicator.set_features(
            image_id, [{"type": "metadata", "format": "ui", "name": "card", "value": value}]
        )


def card(image: Mapping[str, Any], metadata: Mapping[str, str]) -> views.Card:
    """The card of an image, from its record and the blocks of its metadata."""
    size = image["dimensions"]
    blocks = {name: json.loads(metadata[name]) for name in BLOCKS if name in metadata}
    elements: list[views.Element] = [
        views.LabelValue("Size", views.Dimensions(size["width"], size["height"])),
        views.LabelValue("File", views.String(f"{image['format']}, {bytes_of(image['sizeInBytes'])}")),
        *(views.LabelValue(label, views.String(text)) for label, text in known(blocks.get("exif", {}))),
    ]
    if blocks:
        elements.append(views.Divider())
    elements += [
        views.CollapsibleGroup(name.upper(), [views.Json(metadata[name])], summary=f"{len(block)} entries")
        for name, block in blocks.items()
    ]
    return views.Card(image["name"], elements)


def known(exif: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """The label and the text of each row that there is something for."""
    flat = {**exif, **{name: value for part in exif.values() if isinstance(part, dict) for name, value in part.items()}}
    for name, label in ROWS.items():
        if isinstance(flat.get(name), str | int | float) and (text := str(flat[name]).strip()):
            yield label, text


def bytes_of(count: float) -> str:
    """A number of bytes as people say it."""
    for unit in ("bytes", "KB", "MB"):
        if count < 1000:
            return f"{count:.3g} {unit}"
        count /= 1000
    return f"{count:.3g} GB"


if __name__ == "__main__":
    MetadataCard().run()
