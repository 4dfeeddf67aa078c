"""Ids of extensions that were registered by hand are freed, taken over and kept, over HTTP and by commands."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import httpx
import pytest

from tests.support.engines.databases import settings_of_server
from tests.support.extensions.packages import archive
from tests.support.imaging.pictures import write_pictures
from tests.support.services.servers import Server, running_server, server_environment

ID: Final = "sky-tagger"


class Site:
    """A service with one image, a master client, and an extension that was registered by hand."""

    def __init__(self, server: Server, client: httpx.Client) -> None:
        self.server, self.client = server, client
        (self.image,) = client.post("/image/search/ids", json={}).json()["items"]
        self.key = self.register()

    def register(self, id: str = ID) -> str:
        return self.server.run_command("extension", "register", id).strip()

    def facetry(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "facetry", "extension", *arguments],
            env=server_environment(
                self.server.key, {"FACETRY_API_SECRET": self.server.key, **settings_of_server(self.server.data_dir)}
            ),
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )

    def write(self, key: str | None = None, status: int = 204) -> None:
        """Write a tag, a feature, an embedding and an attachment as the extension."""
        query, image = {"extensionId": ID}, f"/image/{self.image}"
        feature = {"type": "caption", "format": "string", "name": "c", "value": "a sky"}
        embedding = {"name": "shape", "values": [1.0, 2.0]}
        with self.server.client(key or self.key) as client:
            for operation, body in (("setTags", ["sky"]), ("setFeatures", [feature]), ("setEmbeddings", [embedding])):
                answer = client.put(f"{image}/{operation}", params=query, json=body)
                assert answer.status_code == status, answer.text
            attached = {"imageId": self.image, "mimeType": "application/octet-stream", **query}
            headers = {"Content-Type": "application/octet-stream"}
            answer = client.post("/imageAttachment/create", params=attached, content=b"bytes", headers=headers)
            assert (answer.status_code == 201) is (status == 204), answer.text

    def facets(self) -> list[int]:
        """The number of tags, features, embeddings and images found by a tag."""
        found = [
            len(self.client.get(f"/image/{self.image}/{operation}").json())
            for operation in ("getAllTags", "getAllFeatures", "getAllEmbeddings")
        ]
        body = {"filter": {"criteria": {"tags": {"values": ["sky"]}}}}
        return [*found, self.client.post("/image/search/ids", json=body).json()["totalCount"]]

    def install(self, status: int = 201, id: str = ID, **query: str) -> Any:
        headers, query = {"Content-Type": "application/zip"}, {"state": "paused", **query}
        answer = self.client.post("/extension/install", params=query, content=archive(id), headers=headers)
        assert answer.status_code == status, answer.text
        return answer.json()

    def delete(self, operation: str, status: int = 204, id: str = ID, **query: str) -> Any:
        answer = self.client.delete(f"/extension/{id}/{operation}", params=query)
        assert answer.status_code == status, answer.text
        return answer.json() if answer.content else None


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("registered")
    write_pictures(folder / "pictures", 1)
    with running_server(folder, [folder / "pictures"]) as server:
        server.wait_until_scanned()
        yield server


@pytest.fixture
def site(server: Server) -> Iterator[Site]:
    with server.client() as client:
        site = Site(server, client)
        site.write()
        assert site.facets() == [1, 1, 1, 1]
        yield site
        for operation in ("uninstall", "unregister"):
            assert client.delete(f"/extension/{ID}/{operation}").status_code in {204, 404}


def test_an_extension_registered_by_hand_is_unregistered_with_what_it_wrote(site: Site) -> None:
    site.delete("unregister")
    assert site.facets() == [0, 0, 0, 0]
    site.write(status=401)  # its key is revoked at once
    assert site.delete("unregister", 404)["rule"] == "extension.unknown"
    site.install()  # the id is free


def test_facets_stay_when_only_the_keys_are_removed(site: Site) -> None:
    site.delete("unregister", keepFacets="true")
    assert site.facets() == [1, 1, 1, 1]
    site.write(status=401)
    site.key = site.register()  # a lost key is replaced
    site.write()
    refused = site.facetry("register", ID, "--data-dir", str(site.server.data_dir))
    assert (refused.returncode, "unregister it first" in refused.stderr) == (1, True), "one key for one id"
    site.delete("unregister", keepFacets="true")
    site.delete("unregister", keepFacets="true")
    site.delete("unregister")
    assert site.facets() == [0, 0, 0, 0]


def test_an_installation_takes_the_id_over_only_if_it_is_told_to(site: Site) -> None:
    refusal = site.install(409)
    assert (refusal["rule"], "takeOver" in refusal["remedy"]) == ("extension.taken", True)
    site.write()  # nothing has changed
    assert site.install(409, ID.upper(), takeOver="true")["rule"] == "extension.taken"
    site.install(takeOver="true")
    site.write(status=401)  # the key made by hand is revoked
    assert site.facets() == [1, 1, 1, 1]
    assert site.client.get(f"/extension/{ID}/get").json()["manifest"]["id"] == ID
    assert site.install(409, takeOver="true")["rule"] == "extension.taken", "an installed one is never taken over"
    assert site.delete("unregister", 409)["rule"] == "extension.installed"
    site.delete("uninstall")
    assert site.facets() == [0, 0, 0, 0]


def test_uninstalling_keeps_what_was_written(site: Site) -> None:
    site.install(takeOver="true")
    site.delete("uninstall", keepFacets="true")
    assert site.facets() == [1, 1, 1, 1]
    assert site.client.get("/extension/list").json() == []
    assert site.delete("uninstall", 404)["rule"] == "extension.program"
    assert site.install(409)["rule"] == "extension.taken"
    site.install(takeOver="true", state="enabled")
    assert site.facets() == [1, 1, 1, 1]
    site.delete("uninstall", keepFacets="true")
    site.delete("unregister")
    assert site.facets() == [0, 0, 0, 0]


def test_a_key_that_may_only_write_facets_removes_and_takes_over_nothing(site: Site) -> None:
    with site.server.client(site.key) as client:
        headers = {"Content-Type": "application/zip"}
        answers = [
            client.delete(f"/extension/{ID}/unregister"),
            client.delete(f"/extension/{ID}/uninstall"),
            client.post("/extension/install?state=paused&takeOver=true", content=archive(ID), headers=headers),
        ]
    assert [answer.status_code for answer in answers] == [403, 403, 403]
    assert site.facets() == [1, 1, 1, 1]


def test_run_command_says_that_there_is_no_program(site: Site) -> None:
    query = {"extensionId": ID, "commandId": "name-clouds"}
    problem = site.client.put(f"/image/{site.image}/runCommand", params=query).json()
    assert (problem["status"], problem["rule"], problem["parameter"]) == (400, "extension.program", "extensionId")
    for path in ("runCommand", "runProcessCommand", "runImageCommand"):
        method = "POST" if path == "runCommand" else "PUT"
        body: dict[str, Any] = {"search": {}} if path == "runImageCommand" else {}
        answer = site.client.request(method, f"/extension/{ID}/{path}", params={"commandId": "name-clouds"}, json=body)
        assert (answer.status_code, answer.json()["rule"]) == (404, "extension.program"), answer.text
        assert answer.json()["detail"].startswith(f"The extension {ID} is registered without a program")
    query["extensionId"] = "nobody"
    problem = site.client.put(f"/image/{site.image}/runCommand", params=query).json()
    assert (problem["rule"], problem["remedy"]) == ("extension.unknown", "Install it with /extension/install.")


def test_the_commands_do_the_same(site: Site, tmp_path: Path) -> None:
    file, service = tmp_path / "sky.zip", ("--url", site.server.url)
    file.write_bytes(archive(ID))

    def run(status: int, *arguments: str) -> str:
        done = site.facetry(*arguments, *service)
        assert done.returncode == status, done.stderr
        return done.stderr

    def kinds() -> list[str]:
        return [line.split("\t")[2] for line in site.server.run_command("extension", "list").splitlines()]

    assert "takeOver" in run(1, "install", str(file), "--state", "paused")
    assert kinds() == ["registered"]
    run(0, "install", str(file), "--state", "paused", "--take-over")
    assert kinds() == ["installed"]
    assert "extension.installed" in run(1, "unregister", ID)
    assert "kept" in run(0, "uninstall", ID, "--keep-facets")
    assert (kinds(), site.facets()) == (["registered"], [1, 1, 1, 1])
    assert f"{ID} is unregistered" in run(0, "unregister", ID)
    assert (kinds(), site.facets()) == ([], [0, 0, 0, 0])
    assert "extension.unknown" in run(1, "unregister", ID)
    run(0, "install", str(file), "--state", "paused")
    assert f"{ID} is uninstalled" in run(0, "uninstall", ID)
    assert kinds() == []
