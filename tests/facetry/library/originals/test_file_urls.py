"""Images by the URL of their file."""

from __future__ import annotations

from pathlib import Path

import pytest

from facetry.errors import FaultError, Kind
from facetry.library.originals import storing
from facetry.library.originals.file_urls import image_at
from tests.support.open_library import Shelf, run


async def refused(shelf: Shelf, url: str) -> tuple[Kind, str, str | None]:
    with pytest.raises(FaultError) as caught:
        await image_at(shelf.library.store, url)
    fault = caught.value.fault
    return fault.kind, fault.rule, fault.parameter


def test_an_image_is_found_by_its_url_in_every_spelling(tmp_path: Path) -> None:
    (tmp_path / "by link").symlink_to(tmp_path / "pictures")

    async def use(shelf: Shelf) -> None:
        image = await storing.store(
            shelf.library, shelf.repository.id, shelf.picture(), name="é #1%25", folder="sub folder"
        )
        root = shelf.root.as_uri()
        for url in (
            image.url,
            image.url.replace("file:///", "file://localhost/"),
            f"file://{shelf.root}/sub folder/é #1%2525.png",
            f"{root}/sub%20folder/%C3%A9%20%231%2525.png",
            f"{root}//sub%20folder/./%C3%A9%20%231%2525.png",
            f"{root}/other/../sub%20folder/%C3%A9%20%231%2525.png",
            f"{tmp_path.as_uri()}/by%20link/sub%20folder/%C3%A9%20%231%2525.png",
        ):
            assert await image_at(shelf.library.store, url) == image, url
        (shelf.root / "sub folder" / image.name).unlink()
        assert (await image_at(shelf.library.store, image.url)).id == image.id  # no scan has missed it yet

    run(tmp_path, use)


def test_where_no_image_lies_there_is_none(tmp_path: Path) -> None:
    async def use(shelf: Shelf) -> None:
        await storing.store(shelf.library, shelf.repository.id, shelf.picture(), name="a")
        (shelf.root / "text.txt").write_text("no picture")
        (shelf.root / "loop").symlink_to("loop")
        root = shelf.root.as_uri()
        for url in (
            root,
            f"{root}/",
            f"{root}/b.png",
            f"{root}/A.PNG",
            f"{root}/text.txt",
            f"{root}/loop/a.png",
            f"{root}/%FF.png",
            f"{root}/a.png%00",
            f"{root}/" + "x" * 5000,
            "file:///etc/passwd",
            "file:///",
            "file://elsewhere/a.png",
            "https://example.org/a.png",
        ):
            assert await refused(shelf, url) == (Kind.BAD_PARAMETER, "image.url", "url"), url

    run(tmp_path, use)
