"""Original files: opened only beneath their folder, removed on request, with distinct faults when missing."""

from __future__ import annotations

import asyncio
from pathlib import Path
from uuid import uuid4

import pytest

from facetry.errors import FaultError
from facetry.library.file_stores.stores import FileStores
from facetry.library.originals import files
from facetry.library.originals.location import OriginalLocation
from facetry.system.files.file_versions import FileVersion


def location(root: Path, path: str) -> OriginalLocation:
    return OriginalLocation(uuid4(), 1, str(root), path, "PNG", 1, bytes(32), 0, FileVersion(0, 0))


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "pictures"
    (folder / "inner").mkdir(parents=True)
    (folder / "inner" / "a.png").write_bytes(b"picture")
    (tmp_path / "secret").mkdir()
    (tmp_path / "secret" / "a.png").write_bytes(b"secret")
    return folder


def test_an_original_is_opened(root: Path) -> None:
    async def read() -> bytes:
        opened = await files.open_original(FileStores(), location(root, "inner/a.png"))
        try:
            return b"".join([chunk async for chunk in opened.chunks(0, opened.size)])
        finally:
            opened.close()

    assert asyncio.run(read()) == b"picture"


@pytest.mark.parametrize("link", ["file", "folder"])
def test_no_link_beneath_the_folder_is_followed(root: Path, tmp_path: Path, link: str) -> None:
    if link == "file":
        (root / "a.png").symlink_to(tmp_path / "secret" / "a.png")
    else:
        (root / "door").symlink_to(tmp_path / "secret")
    original = location(root, "a.png" if link == "file" else "door/a.png")
    with pytest.raises(FaultError) as caught:
        asyncio.run(files.open_original(FileStores(), original))
    assert caught.value.fault.rule == "image.file-missing"
    assert (tmp_path / "secret" / "a.png").read_bytes() == b"secret"


def test_the_name_of_a_download_cannot_forge_a_header() -> None:
    header = files.content_disposition('a"b\\ü\r\n%.png')
    assert header == "attachment; filename=\"a_b_____.png\"; filename*=UTF-8''a%22b%5C%C3%BC%0D%0A%25.png"
