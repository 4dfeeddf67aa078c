"""What has the names in a data folder: the expected kinds are used, and anything else is named and left alone."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable
from pathlib import Path

import pytest
from pydantic import SecretStr

from facetry.service.data_folder import _FILES, _FOLDERS, _RECORDS, require_expected_kinds
from facetry.service.opening import open_library
from facetry.settings import Settings
from facetry.system.files.file_kinds import UnusableFileError, open_regular, read_regular
from tests.support.engines.databases import only_sqlite


def bind(path: Path) -> None:
    """Leave a socket there."""
    with socket.socket(socket.AF_UNIX) as opened:
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            opened.bind(f"/proc/self/fd/{folder}/{path.name}")  # longer names are refused
        finally:
            os.close(folder)


def lead_nowhere(path: Path) -> None:
    path.symlink_to("missing")


STRANGE: dict[str, tuple[str, Callable[[Path], object]]] = {
    "pipe": ("a named pipe", os.mkfifo),
    "socket": ("a socket", bind),
    "loop": ("a link that leads nowhere", lambda path: path.symlink_to(path.name)),
    "dangling": ("a link that leads nowhere", lead_nowhere),
}
MAKERS: dict[str, Callable[[Path], object]] = {"folder": Path.mkdir, "regular file": Path.touch}
NAMES: dict[str, list[str]] = {
    "folder": [name for name in _FOLDERS if name != "extensions"],
    "regular file": [*_FILES, *(f"{folder}/record" for folder in _RECORDS)],
}


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    for name in ("extensions", *_RECORDS):
        (folder / name).mkdir(parents=True)
    return folder


def place_of(name: str, data: Path) -> Path:
    """The place of a name, with nothing there."""
    path = data / name
    if path.is_dir() and not path.is_symlink():
        path.rmdir()
    else:
        path.unlink(missing_ok=True)
    return path


@pytest.mark.parametrize("strange", [*STRANGE, "other kind"])
@pytest.mark.parametrize("kind", MAKERS)
def test_something_else_than_expected_is_named(kind: str, strange: str, data: Path) -> None:
    other = next(each for each in MAKERS if each != kind)
    what, make = STRANGE.get(strange) or ("a file" if kind == "folder" else "a folder", MAKERS[other])
    for name in NAMES[kind]:
        make(place_of(name, data))
        with pytest.raises(UnusableFileError) as caught:
            require_expected_kinds(data)
        assert str(caught.value).startswith(f"{data / name} is no {kind}, but {what}. Move it away")
        MAKERS["folder"](place_of(name, data)) if name in _RECORDS else place_of(name, data)


@pytest.mark.parametrize("kind", MAKERS)
def test_the_kind_and_a_link_to_it_are_usable(kind: str, data: Path) -> None:
    for name in NAMES[kind]:
        MAKERS[kind](place_of(name, data))
        require_expected_kinds(data)
        target = data.parent / name.replace("/", "-")
        MAKERS[kind](target)
        place_of(name, data).symlink_to(target)
        require_expected_kinds(data)
        MAKERS["folder"](place_of(name, data)) if name in _RECORDS else place_of(name, data)


def test_a_data_folder_that_is_none(data: Path) -> None:
    require_expected_kinds(data / "missing")
    for what, make in (*STRANGE.values(), ("a file", Path.touch)):
        path = data / "folder"
        make(path)
        with pytest.raises(UnusableFileError, match=f"folder is no folder, but {what}"):
            require_expected_kinds(path)
        path.unlink()


@only_sqlite
def test_a_library_is_not_opened_and_nothing_is_changed(data: Path) -> None:
    os.mkfifo(data / "scratch")
    with pytest.raises(UnusableFileError):
        open_library(Settings(data_dir=data, api_secret=SecretStr("k" * 40)))
    assert sorted(path.name for path in data.iterdir()) == sorted(["extensions", "scratch", *_RECORDS])


def test_a_record_is_read_without_waiting(data: Path) -> None:
    (data / "record").write_bytes(b"content")
    assert read_regular(data / "record") == b"content"
    os.mkfifo(data / "pipe")
    for name, reason in (("pipe", "but a named pipe"), ("extensions", "but a folder")):
        with pytest.raises(OSError, match=reason):
            open_regular(data / name)
