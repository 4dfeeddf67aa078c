"""An image in the trash is an image: for imports, for extensions that go, and for backups, by their commands."""

from __future__ import annotations

import json
from pathlib import Path

import httpx
import pytest

from tests.support.engines.databases import only_sqlite
from tests.support.imaging import pictures
from tests.support.services.servers import Server, running_server
from tests.support.services.service_commands import run_facetry

TO_TRASH = {"toTrash": "true"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    path = tmp_path / "pictures"
    path.mkdir()
    for number in (1, 2):
        (path / f"{number}.png").write_bytes(pictures.picture("PNG", seed=number))
    return path


def id_of(client: httpx.Client, name: str) -> str:
    answer = client.post("/image/search/summaries", json={"filter": {"sorting": {"property": "name"}}}).json()
    (found,) = [str(each["id"]) for each in answer["items"] if each["name"] == name]
    return found


def tag(server: Server, client: httpx.Client, image: str, value: str) -> None:
    answer = client.put(f"/image/{image}/setTags", params={"extensionId": "tagger"}, json=[value])
    assert answer.status_code < 300, (answer.text, server.port)


@only_sqlite  # `import` and `backup` work on the data folder
def test_an_import_with_ids_leaves_both_images_usable(tmp_path: Path, folder: Path) -> None:
    export, data = tmp_path / "library.jsonl", tmp_path / "data"
    content = (folder / "1.png").read_bytes()
    with running_server(tmp_path, [folder]) as server, server.client() as client:
        server.run_command("extension", "register", "tagger")
        trashed = id_of(client, "1.png")
        tag(server, client, trashed, "first")
        server.run_command("export", str(export))
        assert client.delete(f"/image/{trashed}/delete", params=TO_TRASH).status_code == 204
        (folder / "1.png").write_bytes(content)  # the same picture again
    with running_server(tmp_path, [folder]) as server, server.client() as client:
        server.wait_until_scanned()
        again = id_of(client, "1.png")
        assert again != trashed
    done = run_facetry("import", str(export), "--data-dir", str(data), "--adopt-ids", "--json")
    assert json.loads(done.stdout)["images"] == 2
    with running_server(tmp_path, [folder]) as server, server.client() as client:
        assert client.delete(f"/image/{again}/delete", params=TO_TRASH).status_code == 204
        for image in (again, trashed):
            restored = client.put(f"/trash/{image}/restore")
            assert (restored.status_code, restored.json()["id"]) == (200, image)
        assert [each["value"] for each in client.get(f"/image/{trashed}/get").json()["tags"]] == ["first"]
        assert client.delete(f"/image/{trashed}/delete").status_code == 204
        assert server.traceback() == ""


def test_an_extension_that_is_unregistered_and_registered_again_has_nothing_in_the_trash(
    tmp_path: Path, folder: Path
) -> None:
    with running_server(tmp_path, [folder]) as server, server.client() as client:
        for id in ("tagger", "other"):
            server.run_command("extension", "register", id)
        image = id_of(client, "1.png")
        tag(server, client, image, "old")
        client.put(f"/image/{image}/setTags", params={"extensionId": "other"}, json=["stays"])
        assert client.delete(f"/image/{image}/delete", params=TO_TRASH).status_code == 204
        assert client.delete("/extension/tagger/unregister").status_code == 204
        server.run_command("extension", "register", "tagger")
        restored = client.put(f"/trash/{image}/restore").json()
        assert [(each["id"], each["value"]) for each in restored["tags"]] == [("other", "stays")]
        assert server.traceback() == ""


@only_sqlite
def test_a_backup_with_pictures_brings_the_trash_along(tmp_path: Path, folder: Path) -> None:
    content = (folder / "1.png").read_bytes()
    with running_server(tmp_path, [folder]) as server, server.client() as client:
        image = id_of(client, "1.png")
        assert client.delete(f"/image/{image}/delete", params=TO_TRASH).status_code == 204
        server.run_command("backup", str(tmp_path / "backups"), "--pictures")
    second = tmp_path / "second"
    options = ("--data-dir", str(second / "data"), "--pictures", str(second))
    assert run_facetry("restore", str(tmp_path / "backups"), *options).returncode == 0
    with running_server(second, []) as server, server.client() as client:
        assert client.put(f"/trash/{image}/restore").json()["state"] == "AVAILABLE"
        assert client.get(f"/image/{image}/download").content == content
        assert (second / "pictures" / "1.png").read_bytes() == content
