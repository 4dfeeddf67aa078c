"""Run with `python -m pytest`, in an environment with what requirements.txt names, and pytest."""

import asyncio
import json
from typing import Any

from facetry_extension.testing import FakeService

from main import MetadataCard, bytes_of


def shown(metadata: dict[str, str]) -> dict[str, Any]:
    """The card of an image that says this about itself."""

    async def main() -> dict[str, Any]:
        async with FakeService() as service:
            image = service.add_image(name="tern.jpg", format="JPEG", sizeInBytes=120_000, metadata=metadata)
            async with service.running(MetadataCard()):
                await service.compute_features(image)
            (feature,) = service.features(image)
            assert (feature["type"], feature["format"], feature["name"]) == ("metadata", "ui", "card")
            found: dict[str, Any] = json.loads(feature["value"])
            return found

    return asyncio.run(main())


def labels(card: dict[str, Any]) -> dict[str, Any]:
    elements = card["elements"]
    return {each["label"]: each["value"].get("value") for each in elements if each["type"] == "label-value"}


def test_what_the_camera_says_becomes_rows() -> None:
    card = shown({"exif": json.dumps({"Model": "X100", "ImageDescription": "A tern", "Orientation": 1})})
    assert card["title"] == "tern.jpg"
    assert labels(card) == {"Size": None, "File": "JPEG, 120 KB", "Description": "A tern", "Camera": "X100"}
    assert card["elements"][-1]["title"] == "EXIF"


def test_a_file_that_says_nothing_has_a_short_card() -> None:
    card = shown({})
    assert list(labels(card)) == ["Size", "File"]
    assert len(card["elements"]) == 2


def test_how_many_bytes_are_said() -> None:
    assert [bytes_of(count) for count in (999, 1_500, 2_000_000, 3e9)] == ["999 bytes", "1.5 KB", "2 MB", "3 GB"]
