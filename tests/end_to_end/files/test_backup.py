"""The disk is lost: a library with an extension, a key and a collection is restored, and answers as before."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import httpx

from tests.end_to_end.extensions.test_extensions import archive, found, wait_for
from tests.support.engines.databases import only_sqlite
from tests.support.imaging.pictures import write_pictures
from tests.support.services.servers import running_server

LEARNED = "extensions/state/namer/home/learned"
"""A file of the program, in the data folder."""
READS = ("/repository/list", "/repository/tags", "/repository/embeddingsNames", "/collection/list")


def answers(client: httpx.Client) -> list[Any]:
    """What a library says about itself; of extensions without the state of their programs."""
    installed = [[each["manifest"], each["state"]] for each in client.get("/extension/list").json()]
    images = client.post("/image/search/images", json={}).json()
    return [*(client.get(path).json() for path in READS), installed, images]


@only_sqlite
def test_a_restored_service_answers_as_the_original_did(tmp_path: Path) -> None:
    write_pictures(tmp_path / "pictures", 4)
    new = tmp_path / "new"
    new.mkdir()
    with running_server(tmp_path, [tmp_path / "pictures"]) as server, server.client() as client:
        headers = {"Content-Type": "application/zip"}
        answer = client.post("/extension/install?state=enabled", content=archive(), headers=headers)
        assert answer.status_code == 201, answer.text
        wait_for(lambda: found(client, tags={"values": ["named"]}) == 4, server, client)
        named = {"criteria": {"tags": {"values": ["named"]}}}
        client.post("/collection/create", params={"name": "Named"}, json=named).raise_for_status()
        asked = {"type": "key", "name": "reader", "scope": "image:read"}
        key = client.post("/apiSecret/create", params=asked).json()["value"]
        (server.data_dir / LEARNED).write_text("state")
        server.run_command("backup", str(tmp_path / "backups"))
        before = answers(client)
    shutil.rmtree(server.data_dir)
    server.run_command("restore", str(tmp_path / "backups"))
    server.data_dir.rename(new / "data")
    with running_server(new, []) as server, server.client() as client:
        assert answers(client) == before
        with server.client(key) as reader:
            assert reader.post("/image/search/ids", json={}).json()["totalCount"] == 4
            assert reader.get("/apiSecret/list").status_code == 403
        assert (server.data_dir / LEARNED).read_text() == "state"
        write_pictures(tmp_path / "pictures/more", 2)
        wait_for(lambda: found(client, tags={"values": ["named"]}) >= 5, server, client)
    assert server.traceback() == ""
