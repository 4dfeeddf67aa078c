"""Look-up of images by the URL of their file."""

from __future__ import annotations

from pathlib import Path

import pytest

from facetry.errors import FaultError, FaultKind
from facetry.library.originals.file_urls import image_at
from tests.support.answers import received
from tests.support.libraries import open_library
from tests.support.libraries.open_library import OpenLibrary, run


async def url_fault(library: OpenLibrary, url: str) -> tuple[FaultKind, str, str | None]:
    with pytest.raises(FaultError) as caught:
        await image_at(library.library.store, url)
    fault = caught.value.fault
    return fault.kind, fault.rule, fault.parameter


def test_an_image_is_found_by_its_url_in_every_spelling(tmp_path: Path) -> None:
    (tmp_path / "by link").symlink_to(tmp_path / "pictures")

    async def scenario(harness: OpenLibrary) -> None:
        image = await open_library.store(
            harness.library, harness.repository.id, harness.picture(), name="é #1%25", folder="sub folder"
        )
        root = harness.root.as_uri()
        for url in (
            image.url,
            image.url.replace("file:///", "file://localhost/"),
            f"file://{harness.root}/sub folder/é #1%2525.png",
            f"{root}/sub%20folder/%C3%A9%20%231%2525.png",
            f"{root}//sub%20folder/./%C3%A9%20%231%2525.png",
            f"{root}/other/../sub%20folder/%C3%A9%20%231%2525.png",
            f"{tmp_path.as_uri()}/by%20link/sub%20folder/%C3%A9%20%231%2525.png",
        ):
            assert received(await image_at(harness.library.store, url)) == received(image), url
        (harness.root / "sub folder" / image.name).unlink()
        missing = await image_at(harness.library.store, image.url)
        assert missing["id"] == str(image.id)  # no scan has noticed the removal yet

    run(tmp_path, scenario)


def test_a_url_without_an_image_is_400(tmp_path: Path) -> None:
    async def scenario(harness: OpenLibrary) -> None:
        await open_library.store(harness.library, harness.repository.id, harness.picture(), name="a")
        (harness.root / "text.txt").write_text("no picture")
        (harness.root / "loop").symlink_to("loop")
        root = harness.root.as_uri()
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
            assert await url_fault(harness, url) == (FaultKind.BAD_PARAMETER, "image.url", "url"), url

    run(tmp_path, scenario)
