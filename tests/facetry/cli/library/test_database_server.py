"""A library on a PostgreSQL server: serving it, and what commands say about it."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Mapping
from pathlib import Path

import httpx
import pytest

from tests.support.engines import postgresql
from tests.support.engines.databases import server_url
from tests.support.imaging.pictures import write_pictures
from tests.support.services.forked_commands import run_forked
from tests.support.services.servers import Server, running_server, server_environment

PASSWORD = "never-shown-anywhere"  # of a server that trusts everybody


@pytest.fixture
def environment(tmp_path: Path) -> Mapping[str, str]:
    url = server_url(tmp_path).reveal().replace("postgres@", f"postgres:{PASSWORD}@")
    return {"FACETRY_DATABASE_URL": url}


def run(data_dir: Path, environment: Mapping[str, str], *arguments: str) -> subprocess.CompletedProcess[str]:
    command = (*arguments, "--data-dir", os.fspath(data_dir))
    return run_forked(*command, environment=server_environment("", environment), timeout=120)


def image_ids(client: httpx.Client) -> list[str]:
    ids: list[str] = client.post("/image/search/ids", json={"filter": {}}).json()["items"]
    return ids


def test_a_library_on_a_server_survives_a_kill(tmp_path: Path, environment: Mapping[str, str]) -> None:
    write_pictures(tmp_path / "pictures", 3)
    with running_server(
        tmp_path, [tmp_path / "pictures"], extra_environment=environment, in_cluster=False, is_forked=False
    ) as server:
        check_second_server_is_refused(tmp_path, environment)
        with server.client() as client:
            ids = image_ids(client)
            assert len(ids) == 3
            assert client.put("/extension/ensure", params={"id": "tagger"}).status_code < 300
            answer = client.put(f"/image/{ids[0]}/setTags", params={"extensionId": "tagger"}, json=["size", "a"])
            assert answer.status_code < 300, answer.text
        assert not (server.data_dir / "library.db").exists()
        assert PASSWORD not in Path(f"/proc/{server.process.pid}/cmdline").read_text()
        check_output(server)
        server.process.kill()
        server.process.wait()
    with running_server(tmp_path, [], extra_environment=environment, in_cluster=False) as server:
        with server.client() as client:
            assert image_ids(client) == ids
            tags = client.get(f"/image/{ids[0]}/getTags", params={"extensionId": "tagger"})
            assert tags.json() == ["a", "size"], tags.text
            body = {"filter": {"criteria": {"tags": {"values": ["size"]}}}}
            assert client.post("/image/search/ids", json=body).json()["items"] == ids[:1]
        check_output(server)
    check_commands(tmp_path, environment)


def check_output(server: Server) -> None:
    assert PASSWORD not in server.output()
    assert server.traceback() == ""


def check_second_server_is_refused(folder: Path, environment: Mapping[str, str]) -> None:
    """Also with another data folder."""
    other = run(folder / "other", environment, "serve", "--port", "0")
    assert other.returncode == 1
    assert "another server runs on the database postgresql://postgres@" in other.stderr
    assert "stop it first" in other.stderr
    assert PASSWORD not in other.stderr


def check_commands(folder: Path, environment: Mapping[str, str]) -> None:
    data_dir = folder / "data"
    checked = run(data_dir, environment, "check", "--json")
    assert (checked.returncode, json.loads(checked.stdout)["damaged"]) == (0, False)
    assert "pg_amcheck" in checked.stderr
    for arguments in (["repair"], ["backup", "create", os.fspath(folder / "copies")]):
        refused = run(data_dir, environment, *arguments)
        assert (refused.returncode, "pg_dump" in refused.stderr) == (1, True), refused.stderr
        assert "Traceback" not in refused.stderr
    exported = run(data_dir, environment, "export", os.fspath(folder / "facets.jsonl"), "--json")
    assert json.loads(exported.stdout)["images"] == 3
    imported = run(data_dir, environment, "import", os.fspath(folder / "facets.jsonl"), "--json")
    assert json.loads(imported.stdout)["missingCount"] == 0
    link = run(data_dir, environment, "session", "link")
    assert link.returncode == 0, link.stderr


@pytest.mark.parametrize(
    ("url", "message"),
    [
        (f"postgresql://me:{PASSWORD}@127.0.0.1:1/library", "on the database server cannot be opened"),
        (f"postgresql://me:{PASSWORD}%zz@host/library", "the URL of the database cannot be read"),
        (f"mysql://me:{PASSWORD}@host/library", "must begin with postgresql://"),
    ],
)
def test_a_server_that_cannot_be_used_is_a_message(tmp_path: Path, url: str, message: str) -> None:
    done = run(tmp_path, {"FACETRY_DATABASE_URL": url}, "serve", "--port", "0")
    assert done.returncode in (1, 2)
    assert message in done.stderr
    assert "Traceback" not in done.stderr
    assert PASSWORD not in done.stderr


@pytest.mark.parametrize("of_cluster", [{}, {"FACETRY_CLUSTER__ADDRESS": "127.0.0.1:1"}], ids=["alone", "host"])
def test_scheduled_backups_of_a_server_are_refused_at_the_start(
    tmp_path: Path, environment: Mapping[str, str], of_cluster: Mapping[str, str]
) -> None:
    options = {**environment, **of_cluster, "FACETRY_BACKUP__FOLDER": os.fspath(tmp_path / "backups")}
    done = run(tmp_path / "data", options, "serve", "--port", "0")
    assert done.returncode == 1
    assert "pg_dump" in done.stderr
    assert "Traceback" not in done.stderr


def test_processes_that_answer_requests_follow_a_database_on_a_server(
    tmp_path: Path, environment: Mapping[str, str]
) -> None:
    write_pictures(tmp_path / "pictures", 2)
    options = ["--workers", "2"]
    with running_server(
        tmp_path, [tmp_path / "pictures"], extra_environment=environment, options=options, in_cluster=False
    ) as server:
        for number in range(6):
            with server.client() as client:  # each connection may reach another process
                ids = image_ids(client)
                assert client.put("/extension/ensure", params={"id": "tagger"}).status_code < 300
                tags = f"/image/{ids[0]}/setTags"
                assert client.put(tags, params={"extensionId": "tagger"}, json=[f"t{number}"]).status_code < 300
                body = {"filter": {"criteria": {"tags": {"values": [f"t{number}"]}}}}
                assert client.post("/image/search/ids", json=body).json()["items"] == ids[:1]
        check_output(server)


def test_the_fixture_of_the_server_is_new_enough() -> None:
    ((version,),) = postgresql.shared().execute("SHOW server_version_num")
    assert int(str(version)) >= 150_000
