"""A new extension: a folder that can be run, tested and packed as it is."""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib import resources
from pathlib import Path
from typing import Final, Literal

from facetry.authoring.folder import IGNORE
from facetry.authoring.kits import Kit

Language = Literal["python", "node"]

_ENDING: Final = ".txt"
"""Of templates, so that no tool takes them for programs of the service."""
_NAMES: Final = {"gitignore": ".gitignore", "facetryignore": IGNORE}
_SHARED: Final = ("icon.svg",)


class TakenError(Exception):
    """The folder holds something already."""


def write(folder: Path, id: str, language: Language, kit: Kit) -> list[str]:
    """Write the extension with that id, and return the paths of its files. Raises `TakenError` and `OSError`."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise TakenError(f"{folder} is there already, and is no empty folder")
    values = {"id": id, "name": _name(id), "class": _class(id), "package": _package(id), "kit": kit.path}
    home = resources.files("facetry.authoring") / "templates"
    templates = [home / f"{name}{_ENDING}" for name in _SHARED]
    templates += [each for each in (home / language).iterdir() if each.name.endswith(_ENDING)]
    made: dict[str, bytes] = {kit.path: kit.data}
    for template in templates:
        name = template.name.removesuffix(_ENDING)
        made[_NAMES.get(name, name)] = _filled(template.read_text("utf-8"), values).encode()
    for path, content in made.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(content)
    return sorted(made)


def _filled(text: str, values: Mapping[str, str]) -> str:
    return re.sub(r"\{\{(\w+)\}\}", lambda match: values[match[1]], text)


def _words(id: str) -> list[str]:
    return re.findall(r"[A-Za-z0-9]+", id) or ["extension"]


def _name(id: str) -> str:
    """For people."""
    return " ".join(_words(id)).capitalize()


def _class(id: str) -> str:
    """For programs: a name that begins with a letter, and is not that of the class it is derived from."""
    name = "".join(word[0].upper() + word[1:] for word in _words(id))
    return f"The{name}" if name[0].isdigit() or name in ("Extension", "Communicator", "FakeService") else name


def _package(id: str) -> str:
    """As npm permits names."""
    return "-".join(_words(id)).lower()
