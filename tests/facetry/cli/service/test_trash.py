"""`facetry trash` against a real service."""

from __future__ import annotations

from pathlib import Path

from tests.support.imaging.pictures import write_pictures
from tests.support.services.servers import Server
from tests.support.services.service_commands import Run


def test_deleted_images_are_listed_restored_and_removed(facetry: Run, server: Server, tmp_path: Path) -> None:
    write_pictures(tmp_path / "Owls", 3, formats=("PNG",))
    repository = facetry("repository", "add", str(tmp_path / "Owls"), "--json").json["id"]
    server.wait_until_scanned()
    origin = {"filter": {"origin": {"kind": "repositories", "ids": [repository]}}}
    with server.client() as client:
        images = client.post("/image/search/ids", json=origin).json()["items"]
        for image in images:
            client.delete(f"/image/{image}/delete", params={"toTrash": "true"})
        listed = facetry("trash", "list", "--json").json
        assert {each["id"] for each in listed["items"]} >= set(images)
        assert {row[0] for row in facetry("trash", "list").rows} >= set(images)
        assert facetry("trash", "restore", images[0]).err.endswith(" is restored\n")
        assert client.post("/image/search/ids", json=origin).json()["items"] == images[:1]
        assert facetry("trash", "remove", images[1], "--yes").err == f"facetry: the image {images[1]} is removed\n"
        assert facetry("trash", "empty", "--yes").err == "facetry: the trash is empty\n"
        assert facetry("trash", "list").err == "facetry: the trash is empty\n"
        assert client.get("/trash/list").json()["totalCount"] == 0
