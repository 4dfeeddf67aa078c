"""`facetry export` beside a running server, and `facetry import` into another library."""

from __future__ import annotations

import json
import stat
from pathlib import Path

import httpx
import pytest

from tests.support.engines.databases import only_sqlite
from tests.support.imaging.pictures import write_pictures
from tests.support.services.servers import running_server
from tests.support.services.service_commands import run_facetry


def ids(client: httpx.Client, criteria: dict[str, object]) -> list[str]:
    answer = client.post("/image/search/ids", json={"filter": {"criteria": criteria}})
    assert answer.status_code == 200, answer.text
    found: list[str] = answer.json()["items"]
    return found


@only_sqlite
def test_facets_move_to_another_library(tmp_path: Path) -> None:
    write_pictures(tmp_path / "pictures", 3)
    file, second = tmp_path / "library.jsonl", tmp_path / "second"
    second.mkdir()
    similar: dict[str, object] = {
        "similarity": {"extensionId": "tagger", "name": "shape", "values": [1.0, 0.0], "maxDistance": 0.1}
    }
    with running_server(tmp_path, [tmp_path / "pictures"]) as server, server.client() as client:
        server.run_command("extension", "register", "tagger")
        (one, other, _) = ids(client, {})
        owner = {"extensionId": "tagger"}
        client.put(f"/image/{one}/setTags", params=owner, json=["sky"]).raise_for_status()
        for id, values in ((one, [1.0, 0.0]), (other, [0.0, 1.0])):
            body = [{"name": "shape", "values": values}]
            client.put(f"/image/{id}/setEmbeddings", params=owner, json=body).raise_for_status()
        done = json.loads(server.run_command("export", str(file), "--json"))
        assert (done["images"], done["size"]) == (3, file.stat().st_size)
        refused = run_facetry("import", str(file), "--data-dir", str(server.data_dir))
        assert (refused.returncode, refused.stdout) == (1, "")
        assert "a server runs on the library" in refused.stderr
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    with running_server(second, [tmp_path / "pictures"]) as server, server.client() as client:
        assert one not in ids(client, {})
    planned = json.loads(
        run_facetry("import", str(file), "--data-dir", str(second / "data"), "--dry-run", "--json").stdout
    )
    assert (planned["images"], planned["isDryRun"]) == (3, True)
    done = json.loads(
        run_facetry("import", str(file), "--data-dir", str(second / "data"), "--adopt-ids", "--json").stdout
    )
    assert (done["images"], done["adoptedIds"], done["missing"]) == (3, 3, [])
    with running_server(second, [tmp_path / "pictures"]) as server, server.client() as client:
        assert {one, other} <= set(ids(client, {}))
        assert ids(client, {"tags": {"values": ["sky"]}}) == [one]
        assert ids(client, similar) == [one]
        assert server.run_command("export", str(tmp_path / "again.jsonl"))
    assert (tmp_path / "again.jsonl").read_bytes() == file.read_bytes()


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["export", "{tmp}/file", "--data-dir", "{tmp}/none"], 1, "there is no library"),
        (["export", "{tmp}", "--data-dir", "{tmp}/none"], 1, "exists already"),
        (["import", "{tmp}/file", "--data-dir", "{tmp}/none"], 1, "there is no library"),
        (["import"], 2, "FILE"),
    ],
)
def test_wrong_usage_is_refused(arguments: list[str], code: int, message: str, tmp_path: Path) -> None:
    done = run_facetry(*(each.replace("{tmp}", str(tmp_path)) for each in arguments))
    assert (done.returncode, done.stdout) == (code, "")
    assert message in done.stderr
    assert not (tmp_path / "none").exists()
