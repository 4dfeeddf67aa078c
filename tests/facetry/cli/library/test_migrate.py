"""`facetry migrate`: a served library moves to a server and back, and answers the same; what is refused, and how."""

from __future__ import annotations

import os
import secrets
from pathlib import Path
from typing import Any

import httpx
import pytest

from facetry import cli
from facetry.store.copy_marker import MARKER
from facetry.store.store import Store
from tests.support.engines import postgresql
from tests.support.engines.databases import only_sqlite
from tests.support.imaging.pictures import write_pictures
from tests.support.libraries.odd_libraries import contents
from tests.support.services.servers import running_server
from tests.support.services.service_commands import Done

pytestmark = only_sqlite
PASSWORD = "never-shown-anywhere"  # of a server that trusts everybody
READS = (
    *("/repository/list", "/repository/tags", "/repository/featureNames", "/repository/embeddingsNames"),
    *("/collection/list", "/apiSecret/list", "/extension/list", "/trash/list", "/settings/get"),
)


@pytest.fixture
def database() -> str:
    """The URL of a database without tables."""
    name = f"empty_{secrets.token_hex(6)}"
    postgresql.shared().execute(f"CREATE DATABASE {name} TEMPLATE template0")
    return postgresql.shared().url(name).reveal()


class Migrate:
    """Runs the command in this process."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self._monkeypatch = monkeypatch
        self._capsys = capsys

    def __call__(self, data_dir: Path, *arguments: str, **environment: str) -> Done:
        """Run the command with these variables besides."""
        self._capsys.readouterr()
        with self._monkeypatch.context() as patch:
            for name, value in environment.items():
                patch.setenv(name, value)
            code = cli.main(["migrate", *arguments, "--data-dir", os.fspath(data_dir)])
        printed = self._capsys.readouterr()
        assert PASSWORD not in printed.out + printed.err
        return Done(code, printed.out, printed.err)


@pytest.fixture
def migrate(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Migrate:
    return Migrate(monkeypatch, capsys)


def fill(client: httpx.Client) -> None:
    """Tags, features, vectors, an attachment, a collection, a key and a removed image."""
    ids: list[str] = client.post("/image/search/ids", json={}).json()["items"]
    tagger = {"extensionId": "tagger"}
    answers = [
        client.put("/extension/ensure", params={"id": "tagger"}),
        client.put(f"/image/{ids[0]}/setTags", params=tagger, json=["sky", "cloud"]),
        client.put(f"/image/{ids[1]}/setTags", params=tagger, json=["sky"]),
        client.put(
            f"/image/{ids[0]}/setFeatures",
            params=tagger,
            json=[{"type": "caption", "format": "string", "value": "A Lighthouse in İstanbul 😀"}],
        ),
        client.put(f"/image/{ids[0]}/setEmbeddings", params=tagger, json=[{"name": "likeness", "values": [1, 2.5]}]),
        client.put(f"/image/{ids[1]}/setEmbeddings", params=tagger, json=[{"name": "likeness", "values": [2, 0.1]}]),
        client.post("/collection/create", params={"name": "Sky"}, json={"criteria": {"tags": {"values": ["sky"]}}}),
        client.post("/apiSecret/create", params={"type": "key", "name": "reader", "scope": "image:read"}),
        client.delete(f"/image/{ids[3]}/delete"),
    ]
    for answer in answers:
        assert answer.status_code < 300, answer.text


def answers_of(client: httpx.Client) -> list[Any]:
    """What a service says about its library."""
    searches: list[dict[str, Any]] = [
        {},
        {"filter": {"criteria": {"tags": {"values": ["sky"]}}}},
        {"filter": {"criteria": {"keywords": ["lighthouse"]}}},
        {"filter": {"criteria": {"keywords": ["picture"]}}},
    ]
    found = [client.post("/image/search/images", json=search).json() for search in searches]
    ids = [image["id"] for image in found[0]["items"]]
    nearest = client.get(f"/image/{ids[0]}/closestImages", params={"extensionId": "tagger", "name": "likeness"})
    facets = [
        client.get(f"/image/{id}/{operation}").json()
        for id in ids
        for operation in ("getAllTags", "getAllFeatures", "getAllEmbeddings")
    ]
    return [*(client.get(path).json() for path in READS), found, nearest.json(), facets]


def test_a_served_library_moves_to_a_server_and_back(tmp_path: Path, database: str, migrate: Migrate) -> None:
    data_dir, settings = tmp_path / "data", {"FACETRY_DATABASE_URL": database}
    file = data_dir / "library.db"
    write_pictures(tmp_path / "pictures", 4)
    with running_server(tmp_path, [tmp_path / "pictures"]) as server:
        with server.client() as client:
            fill(client)
            before = answers_of(client)
        check(migrate(data_dir, "--to", database), 1, "a server runs on the library in")
    rows = contents(file)
    done = migrate(data_dir, "--to", database, "--json")
    check(done, 0, "")
    assert (done.json["to"], done.json["copied"]) == (database.partition("?")[0], done.json["rows"])
    assert contents(file) == rows
    with running_server(tmp_path, [], extra_environment=settings) as server:
        with server.client() as client:
            assert answers_of(client) == before
            (id, *_) = client.post("/image/search/ids", json={}).json()["items"]
            tag(client, id, "on-the-server")
            changed = answers_of(client)
        (tmp_path / "another").mkdir()
        Store(tmp_path / "another" / "library.db").close()
        check(migrate(tmp_path / "another", "--to", database), 1, "a server runs on the database postgresql://")
    check(migrate(data_dir, "--to", "sqlite", **settings), 1, "move these files")
    assert contents(file) == rows
    for path in data_dir.glob("library.db*"):
        path.unlink()
    check(migrate(data_dir, "--to", "sqlite", **settings), 0, "Remove FACETRY_DATABASE_URL")
    assert migrate(data_dir, "--to", "sqlite", "--json", **settings).json["wasComplete"] is True
    with running_server(tmp_path, []) as server:
        with server.client() as client:
            assert answers_of(client) == changed
            tag(client, id, "in-the-file")
        assert server.traceback() == ""


def tag(client: httpx.Client, id: str, value: str) -> None:
    answer = client.put(f"/image/{id}/setTags", params={"extensionId": "tagger"}, json=[value])
    assert answer.status_code < 300, answer.text


def check(done: Done, code: int, message: str) -> None:
    assert (done.code, message in done.err) == (code, True), done.err


def test_wrong_usage_is_refused(tmp_path: Path, database: str, migrate: Migrate) -> None:
    with_password = database.replace("postgres@", f"postgres:{PASSWORD}@")
    Store(tmp_path / "library.db").close()
    check(migrate(tmp_path, "--to", "mysql://host/name"), 2, "--to is neither postgresql://… nor sqlite")
    check(migrate(tmp_path, "--to", "sqlite"), 2, "the library is there already")
    check(migrate(tmp_path, "--to", with_password), 2, "can read a password")
    check(migrate(tmp_path, "--to", f"{database}&password={PASSWORD}"), 2, "can read a password")
    check(migrate(tmp_path, "--to-env", "NO_SUCH_NAME"), 2, "the variable NO_SUCH_NAME is empty or missing")
    check(migrate(tmp_path / "nothing", "--to", database), 1, "there is no library in")
    unreachable = "postgresql://me@127.0.0.1:1/library"
    check(migrate(tmp_path, "--to", unreachable), 1, "run the same command again")
    done = migrate(tmp_path / "new", "--to", "sqlite", FACETRY_DATABASE_URL=database)
    check(done, 1, "there is no library in the database")
    assert not (tmp_path / "new" / "library.db").exists()
    check(migrate(tmp_path, "--to-env", "TARGET", TARGET=with_password), 0, "all rows are equal")


def test_commands_refuse_an_unfinished_copy(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "library.db"
    store = Store(path)
    store.write_now(lambda work: work.connection.exec_driver_sql(f"CREATE TABLE {MARKER} (name TEXT, value TEXT)"))
    store.close()
    for arguments in (["check"], ["vectors", "check"], ["repair"], ["serve", "--port", "0"]):
        assert cli.main([*arguments, "--data-dir", os.fspath(tmp_path)]) == 1
        assert "unfinished copy of a library" in capsys.readouterr().err
