"""Writes the folder of a new extension, which can be run, tested and packed without changes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib import resources
from pathlib import Path
from typing import Final, Literal

from facetry.authoring.folder import IGNORE_FILE, SCHEMA_FILE
from facetry.authoring.kits import Kit
from facetry.schema.published import MANIFEST

Language = Literal["python", "node"]

_TEMPLATE_SUFFIX: Final = ".txt"
"""Suffix of templates, so that no tool treats them as programs of the service."""
_FINAL_NAMES: Final = {"gitignore": ".gitignore", "facetryignore": IGNORE_FILE}
_SHARED: Final = ("icon.svg",)


class FolderNotEmptyError(Exception):
    """The folder is not empty."""


def write_extension(folder: Path, id: str, language: Language, kit: Kit) -> list[str]:
    """Write an extension with that id; return the paths of its files. Raises `FolderNotEmptyError` and `OSError`."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise FolderNotEmptyError(f"{folder} exists and is not an empty folder")
    values = {
        "id": id,
        "name": _display_name(id),
        "class": _class_name(id),
        "package": _package_name(id),
        "kit": kit.path,
        "schema": SCHEMA_FILE,
    }
    home = resources.files("facetry.authoring") / "templates"
    templates = [home / f"{name}{_TEMPLATE_SUFFIX}" for name in _SHARED]
    templates += [file for file in (home / language).iterdir() if file.name.endswith(_TEMPLATE_SUFFIX)]
    contents: dict[str, bytes] = {kit.path: kit.data, SCHEMA_FILE: MANIFEST.read()}
    for template in templates:
        name = template.name.removesuffix(_TEMPLATE_SUFFIX)
        contents[_FINAL_NAMES.get(name, name)] = _fill_template(template.read_text("utf-8"), values).encode()
    for path, content in contents.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(content)
    return sorted(contents)


def _fill_template(text: str, values: Mapping[str, str]) -> str:
    return re.sub(r"\{\{(\w+)\}\}", lambda match: values[match[1]], text)


def _words(id: str) -> list[str]:
    return re.findall(r"[A-Za-z0-9]+", id) or ["extension"]


def _display_name(id: str) -> str:
    """The name for people."""
    return " ".join(_words(id)).capitalize()


def _class_name(id: str) -> str:
    """The class name: begins with a letter, and differs from the classes of the kit that the template imports."""
    name = "".join(word[0].upper() + word[1:] for word in _words(id))
    return f"The{name}" if name[0].isdigit() or name in ("Extension", "Communicator", "FakeService") else name


def _package_name(id: str) -> str:
    """A name that npm permits."""
    return "-".join(_words(id)).lower()
