"""Deleting, restoring, dates and what scans leave out, from the view of a client."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from PIL import ExifTags, Image

from tests.support.imaging import pictures
from tests.support.services.servers import Server, running_server


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    folder = tmp_path / "pictures"
    folder.mkdir()
    (folder / "first.png").write_bytes(pictures.picture("PNG", seed=1))
    (folder / "clip.mov").write_bytes(b"video")
    exif = Image.Exif()
    exif.get_ifd(ExifTags.IFD.Exif)[ExifTags.Base.DateTimeOriginal] = "2009:05:17 10:15:30"
    exif.get_ifd(ExifTags.IFD.Exif)[ExifTags.Base.OffsetTimeOriginal] = "+02:00"
    Image.new("RGB", (64, 32)).save(folder / "taken.jpg", exif=exif)
    with running_server(tmp_path, [folder]) as started:
        started.run_command("extension", "register", "tagger")
        yield started


@pytest.fixture
def client(server: Server) -> Iterator[httpx.Client]:
    with server.client() as opened:
        yield opened


def by_name(client: httpx.Client, sorting: str = "name") -> dict[str, dict[str, Any]]:
    answer = client.post("/image/search/summaries", json={"filter": {"sorting": {"property": sorting}}})
    assert answer.status_code == 200, answer.text
    return {each["name"]: each for each in answer.json()["items"]}


def test_an_image_in_the_trash_is_in_no_answer_until_it_is_restored(client: httpx.Client, tmp_path: Path) -> None:
    image = by_name(client)["taken.jpg"]["id"]
    client.put(f"/image/{image}/setTags", params={"extensionId": "tagger"}, json=["cat"])
    before = client.get(f"/image/{image}/get").json()
    assert client.delete(f"/image/{image}/delete", params={"toTrash": "true"}).status_code == 204
    assert list(by_name(client)) == ["first.png"]
    gone = client.get(f"/image/{image}/get")
    assert (gone.status_code, gone.json()["rule"]) == (404, "image.unknown")
    (item,) = client.get("/trash/list").json()["items"]
    assert (item["id"], item["path"], item["dimensions"]) == (image, "taken.jpg", {"width": 64, "height": 32})
    assert item["expiryDate"] - item["deletionDate"] == 30 * 86_400_000
    after = client.put(f"/trash/{image}/restore").json()
    assert {**after, "modificationDate": 0} == {**before, "modificationDate": 0}
    assert (tmp_path / "pictures" / "taken.jpg").exists()
    again = client.put(f"/trash/{image}/restore")
    assert (again.status_code, again.json()["rule"]) == (404, "trash.unknown")


def test_the_trash_is_emptied(client: httpx.Client, tmp_path: Path) -> None:
    images = [each["id"] for each in by_name(client).values()]
    for image in images:
        client.delete(f"/image/{image}/delete", params={"toTrash": "true"})
    assert client.delete(f"/trash/{images[0]}/delete").status_code == 204
    assert client.get("/trash/list").json()["totalCount"] == 1
    assert client.delete("/trash/empty").status_code == 204
    assert client.get("/trash/list").json() == {"items": [], "totalCount": 0}
    assert sorted(path.name for path in (tmp_path / "pictures").iterdir()) == [".facetry-trash", "clip.mov"]
    assert list((tmp_path / "pictures" / ".facetry-trash").iterdir()) == []


def test_images_are_sorted_and_divided_by_the_date_at_which_they_were_taken(client: httpx.Client) -> None:
    images = by_name(client, "captureDate")
    assert list(images) == ["taken.jpg", "first.png"]
    taken, other = images["taken.jpg"], images["first.png"]
    assert (taken["captureDate"], taken["captureOffset"]) == (1_242_548_130_000, 120)
    assert (taken["captureSource"], other["captureSource"]) == ("exif", "file")
    assert other["captureDate"] == other["fileDates"]["creationDate"]
    body = {"filter": {"sorting": {"property": "captureDate"}}, "withAspectRatios": True}
    answer = client.post("/image/search/buckets", json=body)
    first, second = answer.json()["items"]
    assert (first["value"], first["skip"], first["count"], first["firstImageId"]) == ("2009-05", 0, 1, taken["id"])
    assert base64.b64decode(first["aspectRatios"]) == bytes([168])
    assert (second["skip"], second["firstImageId"]) == (1, other["id"])
    counted = client.post("/image/search/ids", json={"facets": ["months"]}).json()["facets"]["months"]
    assert {"value": "2009-05", "count": 1} in counted


def test_skipped_files_are_counted_and_listed(client: httpx.Client) -> None:
    (repository,) = client.get("/repository/list").json()
    (activity,) = client.get("/repository/activities").json()
    progress = activity["progress"]
    assert (progress["found"], progress["added"], progress["skipped"]) == (3, 2, 1)
    answer = client.get(f"/repository/{repository['id']}/skippedFiles")
    assert answer.json() == {
        "items": [{"path": "clip.mov", "kind": "video", "sizeInBytes": 5}],
        "totalCount": 1,
        "kinds": [{"value": "video", "count": 1}],
    }
