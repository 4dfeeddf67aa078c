"""Assets in documents: pictures of a folder become part of them; nothing else of the disk does."""

from __future__ import annotations

import base64
import os
from pathlib import Path
from typing import Any, Final

import pytest

from facetry.views.page import assets
from facetry.views.page.assets import Assets

PNG: Final = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)
ADDRESS: Final = f"data:image/png;base64,{base64.b64encode(PNG).decode()}"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "assets"
    (made / "of a").mkdir(parents=True)
    (made / "of a" / "cat.png").write_bytes(PNG)
    (made / "page.svg").write_text("<svg/>")
    (tmp_path / "secret.png").write_bytes(PNG)
    (made / "link.png").symlink_to(tmp_path / "secret.png")
    os.mkfifo(made / "pipe.png")
    return made


def picture_of(source: str) -> dict[str, Any]:
    return {"schemaVersion": "1.0", "elements": [{"type": "image-ref", "src": source}]}


@pytest.mark.parametrize("source", ["of%20a/cat.png", "/of%20a/cat.png", "of%20a/cat.png?v=2#x", "of%20a/./cat.png"])
def test_an_asset_becomes_part_of_its_document(folder: Path, source: str) -> None:
    document = picture_of(source)
    found = Assets(folder)
    assert found.embedded(document) == picture_of(ADDRESS)
    assert document == picture_of(source)
    assert found.problems == {}


@pytest.mark.parametrize(
    "source",
    [
        *("../secret.png", "%2e%2e/secret.png", "of%20a/../../secret.png", "link.png", "pipe.png", "page.svg"),
        *("missing.png", "of%20a", "a%00b", "x" * 5_000),
    ],
)
def test_what_is_no_picture_of_the_folder_is_named(folder: Path, source: str) -> None:
    found = Assets(folder)
    assert found.embedded(picture_of(source)) == picture_of(source)
    assert [*found.problems] == [source]


@pytest.mark.parametrize(
    "source", ["https://example.org/of%20a/cat.png", ADDRESS, "//host/x.png", "file:///etc/passwd"]
)
def test_other_addresses_stay(folder: Path, source: str) -> None:
    found = Assets(folder)
    assert found.embedded(picture_of(source)) == picture_of(source)
    assert found.problems == {}


def test_assets_are_bounded_one_by_one_and_together(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(3):
        (folder / f"{number}.png").write_bytes(PNG)
    monkeypatch.setattr(assets, "MAX_ALL_BYTES", 2 * len(PNG))
    found = Assets(folder)
    for number in range(3):
        found.embedded(picture_of(f"{number}.png"))
    assert [*found.problems] == ["2.png"]
    monkeypatch.setattr(assets, "MAX_BYTES", len(PNG) - 1)
    small = Assets(folder)
    small.embedded(picture_of("0.png"))
    assert "larger than" in small.problems["0.png"]


def test_pictures_in_containers_and_placeholders_are_found(folder: Path) -> None:
    picture = {"type": "image-ref", "src": "missing.png", "placeholder": "of%20a/cat.png"}
    row = {"cells": [{"type": "label-value", "label": "x", "value": picture}]}
    embedded = Assets(folder).embedded({"schemaVersion": "1.0", "elements": [{"type": "table", "rows": [row]}]})
    assert embedded["elements"][0]["rows"][0]["cells"][0]["value"]["placeholder"] == ADDRESS
