"""Home folders for the commands in `docs/`: their files, and the folders that are served."""

from __future__ import annotations

import os
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from facetry.authoring import kits
from facetry.authoring.package import pack
from facetry.authoring.shared_environment import unzip, use_interpreter
from tests.support.extensions import packages
from tests.support.imaging import pictures
from tests.support.services.picture_server import large_jpeg

EXAMPLES: Final = Path(__file__).parents[2] / "examples" / "extensions"


def some_pictures(home: Path) -> list[Path]:
    """A served folder with pictures."""
    folder = home / "Pictures"
    folder.mkdir()
    (folder / "gull.png").write_bytes(pictures.picture("PNG", seed=2, size=(640, 480)))
    (folder / "heron.jpg").write_bytes(large_jpeg(1200, 800, orientation=6))
    (folder / "heron_copy.jpg").write_bytes(large_jpeg(1200, 800, orientation=6))
    (folder / "heron_small.jpg").write_bytes(large_jpeg(300, 200, orientation=6))
    (folder / "robin.webp").write_bytes(pictures.picture("WEBP", seed=3, size=(320, 200)))
    (folder / "stork.heic").write_bytes(pictures.picture("HEIF"))
    (home / "gull-at-noon.png").write_bytes(pictures.picture("PNG", seed=4, size=(800, 600)))
    return [folder]


def one_gull(home: Path) -> list[Path]:
    """A served folder with one picture."""
    folder = home / "Pictures"
    folder.mkdir()
    (folder / "gull.png").write_bytes(pictures.picture("PNG", seed=2))
    return [folder]


PAINTER: Final = """
from facetry_extension import Extension, views


class Painter(Extension):
    async def on_compute_image_tags(self, communicator, image_id):
        await communicator.set_tags(image_id, ["seen"])

    async def on_image_command(self, communicator, command_id, image_ids, parameters):
        colour = (parameters or {}).get("colour", "grey")
        return views.Card("A bird", [views.String(f"It is {colour}.")])

    async def on_process_command(self, communicator, command_id, parameters):
        return {"brushes": 3}


Painter().run()
"""


def a_painter(home: Path) -> list[Path]:
    """A served folder with one picture, and an extension that is not installed yet."""

    def command(id: str, entity: str, **on: Any) -> dict[str, Any]:
        colour = {"type": "object", "properties": {"colour": {"type": "string"}}}
        specifications = [{"locale": "en", "label": id}]
        return {"id": id, "on": {"entity": entity, **on}, "parameters": colour, "specifications": specifications}

    commands = [
        command("describe", "Images"),
        command("sign", "Images", withTags=["finished", "framed"]),
        command("stock", "Process"),
    ]
    subscribed = ["process.started", "image.created", "image.updated", "image.computeTags"]
    instructions = {
        "events": [*subscribed, "image.runCommand", "process.runCommand"],
        "execution": {"executable": "./run", "arguments": []},
        "capabilities": [{"id": "image.tags"}],
        "commands": commands,
    }
    packed = packages.archive("painter", packages.program(PAINTER), instructions=[instructions])
    (home / "painter.zip").write_bytes(packed)
    return one_gull(home)


def an_operated_library(home: Path) -> list[Path]:
    """A served folder with one picture, a folder that is not served yet, and an extension that is not installed yet."""
    some_birds(home)
    return a_painter(home)


def a_print_card(home: Path) -> list[Path]:
    """A served folder with one small picture, and the archive of an example extension."""
    kit = [file for file in unzip(kits.python_kit().data) if ".dist-info/" not in file.name]
    packed = pack(EXAMPLES / "print-card", home).data or b""
    # The program runs with the interpreter of the tests, because a new environment takes half a minute.
    (home / "print-card.zip").write_bytes(use_interpreter(packed, Path(sys.executable), kit))
    folder = home / "Pictures"
    folder.mkdir()
    (folder / "gull.png").write_bytes(pictures.picture("PNG", seed=2, size=(640, 480)))
    return [folder]


def dated_birds(home: Path) -> list[Path]:
    """A served folder with pictures from two months."""
    folder = home / "Pictures"
    folder.mkdir()
    (folder / "gull.png").write_bytes(pictures.picture("PNG", seed=2, size=(640, 480)))
    (folder / "heron.jpg").write_bytes(large_jpeg(1200, 800, orientation=6, is_dated=False))
    (folder / "robin.webp").write_bytes(pictures.picture("WEBP", seed=3, size=(320, 200)))
    (folder / "tern.png").write_bytes(pictures.picture("PNG", seed=4, size=(200, 100)))
    for file, (month, day) in zip(sorted(folder.iterdir()), ((1, 15), (1, 20), (2, 2), (2, 3)), strict=True):
        noon = datetime(2026, month, day, 12, tzinfo=UTC).timestamp()
        os.utime(file, (noon, noon))
    return [folder]


def some_birds(home: Path) -> list[Path]:
    """A folder that is not served yet."""
    folder = home / "Birds"
    (folder / "2019").mkdir(parents=True)
    (folder / "heron.jpg").write_bytes(large_jpeg(600, 400))
    (folder / "gull.png").write_bytes(pictures.picture("PNG", seed=2))
    whole = pictures.picture("JPEG", seed=3, size=(320, 240))
    (folder / "tern.jpg").write_bytes(whole[: len(whole) // 2])
    for number in range(1, 13):
        (folder / "2019" / f"{number:02}.png").write_bytes(pictures.picture("PNG", seed=100 + number))
    (home / "wren.webp").write_bytes(pictures.picture("WEBP", seed=4))
    (home / "dawn.jpg").write_bytes(pictures.picture("JPEG", seed=5, size=(320, 200)))
    (home / "mask.png").write_bytes(pictures.picture("PNG", seed=6))
    return []
