"""The order of the rooms of web/: a file imports from its own room and from those before it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

WEB: Final = Path(__file__).parents[1] / "web"
_SHARED: Final = ("api", "view", "page/base", "page/session", "page/forms", "page/search", "page/commands")
_PLACES: Final = ("extensions", "activity", "collections", "folders", "grid", "image", "keys", "library", "playground")
ROOMS: Final = (*_SHARED, *(f"page/{place}" for place in _PLACES), "page/trash", "page/shell", "page")
_IMPORT: Final = re.compile(r'\b(?:from|import)\s*\(?\s*"(\.[^"]+)"')


def room_of(file: Path, web: Path = WEB) -> str:
    return "/".join(file.relative_to(web).parts[:-1][:2])


def arrows_up(web: Path = WEB) -> Iterator[str]:
    """The imports that lead to a later room."""
    for file in sorted(each for folder in ("api", "view", "page") for each in (web / folder).rglob("*.ts")):
        for name in _IMPORT.findall(file.read_text()):
            target = (file.parent / name).resolve()
            if target.is_relative_to(web) and ROOMS.index(room_of(target, web)) > ROOMS.index(room_of(file, web)):
                yield f"{file.relative_to(web)} imports {target.relative_to(web)}"


def test_every_room_has_its_place_in_the_order() -> None:
    rooms = {room_of(file) for folder in ("api", "view", "page") for file in (WEB / folder).rglob("*.ts")}
    assert rooms == set(ROOMS)


def test_no_import_goes_up() -> None:
    assert list(arrows_up()) == []


def test_the_order_is_written_down() -> None:
    assert ", ".join(room.removeprefix("page/") for room in ROOMS[:-1]) in " ".join(
        (WEB.parent / "CONTRIBUTING.md").read_text().split()
    )
