"""Permissions of extensions over the API: asked for in the manifest, granted by the operator, enforced by the key."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from facetry.system import landlock
from facetry.validate.manifest.permissions import DEFAULT_SCOPES
from tests.support.extensions.extension_keys import is_valid, key_of
from tests.support.extensions.packages import archive
from tests.support.services.servers import Server, running_server, server_environment

ZIP = {"Content-Type": "application/zip"}
DELETING = {"scopes": ["collection:read", "collection:write"]}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running_server(tmp_path_factory.mktemp("permissions"), []) as served:
        yield served


@pytest.fixture(scope="module")
def client(server: Server) -> Iterator[httpx.Client]:
    with server.client() as opened:
        yield opened


def install(client: httpx.Client, id: str, *grants: str, **changes: Any) -> httpx.Response:
    query: dict[str, Any] = {"state": "enabled", "grant": list(grants)}
    return client.post("/extension/install", params=query, content=archive(id, **changes), headers=ZIP)


def update(client: httpx.Client, id: str, *grants: str, **changes: Any) -> httpx.Response:
    content = archive(id, version="2.0.0", **changes)
    return client.put(f"/extension/{id}/update", params={"grant": list(grants)}, content=content, headers=ZIP)


def refusal(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["rule"]


def scopes_of(server: Server, key: str) -> set[str]:
    with server.client(key) as with_key:
        return set(with_key.get("/apiSecret/self").json()["scopes"])


def test_a_published_manifest_gets_the_default_and_cannot_delete_a_collection(
    server: Server, client: httpx.Client
) -> None:
    collection = client.post("/collection/create", params={"name": "mine"}, json={}).json()["id"]
    answer = install(client, "published")
    assert answer.status_code == 201, answer.text
    shown = answer.json()["permissions"]
    assert set(shown["scopes"]) == DEFAULT_SCOPES
    assert (shown["requested"], shown["granted"]) == ([], [])
    key = key_of(server, "published")
    assert scopes_of(server, key) == DEFAULT_SCOPES
    with server.client(key) as extension:
        deleted = extension.delete(f"/collection/{collection}/delete")
        assert (refusal(deleted), deleted.json()["scope"]) == ((403, "scope.missing"), "collection:write")
        assert "facetry extension grant published collection:write" in deleted.json()["remedy"]
    assert client.get(f"/collection/{collection}/get").status_code == 200


def test_an_extension_that_asks_for_more_is_installed_only_with_a_grant(server: Server, client: httpx.Client) -> None:
    refused = install(client, "asking", permissions=DELETING)
    assert refusal(refused) == (400, "permission.missing")
    assert "collection:write" in refused.json()["detail"]
    assert client.get("/extension/asking/get").status_code == 404
    assert refusal(install(client, "asking", "image:delete", permissions=DELETING)) == (400, "permission.unrequested")
    granted = install(client, "asking", "collection:write", permissions=DELETING)
    assert granted.status_code == 201, granted.text
    assert granted.json()["permissions"]["requested"] == ["collection:write"]
    assert scopes_of(server, key_of(server, "asking")) == {"collection:read", "collection:write"}


def test_a_key_cannot_grant_more_than_it_has(server: Server, client: httpx.Client) -> None:
    made = client.post(
        "/apiSecret/create", params={"type": "key", "name": "installer", "scope": "extension:write,image:read"}
    )
    with server.client(made.json()["value"]) as installer:
        answer = install(installer, "escalating", "collection:write", permissions=DELETING)
        assert (refusal(answer), answer.json()["scope"]) == ((403, "scope.missing"), "collection:write")
        answer = install(installer, "escalating", "write:/srv/out")
        assert (refusal(answer), answer.json()["scope"]) == ((403, "scope.missing"), "repository:write")
    assert client.get("/extension/escalating/get").status_code == 404


def test_an_update_that_asks_for_more_is_refused_and_the_running_version_goes_on(
    server: Server, client: httpx.Client
) -> None:
    assert install(client, "growing", "event:read", permissions={"scopes": ["event:read"]}).status_code == 201
    key = key_of(server, "growing")
    more = {"scopes": ["event:read", "image:delete"]}
    assert refusal(update(client, "growing", permissions=more)) == (400, "permission.missing")
    shown = client.get("/extension/growing/get").json()
    assert (shown["manifest"]["version"], shown["permissions"]["granted"]) == ("1.0.0", ["event:read"])
    assert scopes_of(server, key) == {"event:read"}, "the program went on with its key"
    assert update(client, "growing", "image:delete", permissions=more).status_code == 200
    assert scopes_of(server, key_of(server, "growing", other_than=key)) == {"event:read", "image:delete"}
    less = {"scopes": ["image:read", "image:delete"]}
    assert update(client, "growing", permissions=less).json()["permissions"]["granted"] == ["image:delete"]


def test_grants_are_changed_and_withdrawn_while_it_runs(server: Server, client: httpx.Client) -> None:
    assert install(client, "storing").status_code == 201
    key = key_of(server, "storing")
    answer = client.put("/extension/storing/setGrants", params={"grant": ["repository:image:store"]})
    assert answer.status_code == 200, answer.text
    assert answer.json()["granted"] == ["repository:image:store"]
    assert not is_valid(server, key), "a key of the former scopes ends before the answer"
    stronger = key_of(server, "storing", other_than=key)
    assert scopes_of(server, stronger) == DEFAULT_SCOPES | {"repository:image:store"}
    assert update(client, "storing").json()["permissions"]["granted"] == ["repository:image:store"]
    assert client.put("/extension/storing/setGrants").json()["granted"] == []
    assert not is_valid(server, stronger)
    assert scopes_of(server, key_of(server, "storing", other_than=stronger)) == DEFAULT_SCOPES
    assert refusal(client.put("/extension/nobody/setGrants")) == (404, "extension.unknown")


WRITER = """#!/bin/sh
echo seen > "$1/granted/file"
echo seen > "$1/refused/file"
touch "$1/granted/done"
exec sleep 600
"""


def test_a_confined_program_writes_to_granted_folders_only(tmp_path: Path) -> None:
    if not landlock.version():
        pytest.skip("this kernel has no Landlock")
    granted, refused = tmp_path / "granted", tmp_path / "refused"
    home = tmp_path / "home"
    home.mkdir()
    granted.mkdir()
    refused.mkdir()
    execution = {"executable": "./run", "arguments": [str(tmp_path)]}
    changes = {
        "instructions": [{"events": ["process.started"], "execution": execution}],
        "permissions": {"folders": [{"path": str(granted), "access": "write"}]},
    }
    with (
        running_server(home, []) as server,
        server.client() as client,
    ):
        content = archive("writer", WRITER, **changes)
        query = {"state": "enabled", "grant": f"write:{granted}"}
        answer = client.post("/extension/install", params=query, content=content, headers=ZIP)
        assert answer.status_code == 201, answer.text
        assert answer.json()["permissions"]["notEnforced"] == []
        deadline = time.monotonic() + 30
        while not (granted / "done").exists():
            assert time.monotonic() < deadline, client.get("/extension/writer/logs").text
            time.sleep(0.05)
        assert (granted / "file").read_text() == "seen\n"
        assert list(refused.iterdir()) == []


def test_a_key_made_by_hand_has_the_default_and_what_is_granted(server: Server) -> None:
    plain = server.run_command("extension", "register", "by-hand").strip()
    assert scopes_of(server, plain) == DEFAULT_SCOPES
    more = server.run_command("extension", "register", "by-hand-2", "--grant", "repository:image:store").strip()
    assert scopes_of(server, more) == DEFAULT_SCOPES | {"repository:image:store"}
    refused = subprocess.run(
        [sys.executable, "-m", "facetry", "extension", "register", "by-hand-3", "--grant", "apisecret:write"],
        env=server_environment(server.key, {"FACETRY_DATA_DIR": str(server.data_dir)}),
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (refused.returncode, "no scope that an extension can have" in refused.stderr) == (2, True)


def facetry(server: Server, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "facetry", "extension", *arguments, "--url", server.url]
    environment = server_environment(server.key)
    return subprocess.run(
        command, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, timeout=60
    )


def rows(output: str) -> dict[str, str]:
    """The names and values that `show` prints, one pair a line."""
    return {name: value.strip() for name, _, value in (line.partition("  ") for line in output.splitlines())}


def test_the_command_shows_what_is_asked_for(server: Server, tmp_path: Path) -> None:
    folders = [{"path": "/srv/models", "access": "read"}]
    asked = {"scopes": ["image:delete"], "folders": folders, "hosts": ["example.org"]}
    file = tmp_path / "careful.zip"
    file.write_bytes(archive("careful", permissions=asked))
    refused = facetry(server, "install", str(file), "--state", "paused")
    assert refused.returncode == 1
    for line in ("use the scope image:delete", "read the folder /srv/models (not enforced)", "talk to example.org"):
        assert line in refused.stderr
    assert "--grant image:delete --grant read:/srv/models, or --yes" in refused.stderr
    part = facetry(server, "install", str(file), "--state", "paused", "--grant", "image:delete")
    assert "image:delete\n" not in part.stderr
    assert "nothing was installed. To grant it: --grant read:/srv/models" in part.stderr
    done = facetry(server, "install", str(file), "--state", "paused", "--yes")
    assert done.returncode == 0, done.stderr
    shown = rows(facetry(server, "show", "careful").stdout)
    assert shown["granted"] == "image:delete, read:/srv/models (not enforced)"
    assert shown["hosts"] == "example.org (not enforced)"
    withdrawn = rows(facetry(server, "withdraw", "careful", "image:delete").stdout)
    assert (withdrawn["not granted"], withdrawn["scopes"]) == ("image:delete", "none")
    assert "image:delete is not granted" in facetry(server, "withdraw", "careful", "image:delete").stderr
    assert json.loads(facetry(server, "grant", "careful", "image:delete", "--json").stdout)["granted"][0] == (
        "image:delete"
    )


@pytest.mark.parametrize(("answer", "code"), [("n", 1), ("y", 0)])
def test_the_command_asks_on_a_terminal(server: Server, tmp_path: Path, answer: str, code: int) -> None:
    file = tmp_path / "asked.zip"
    file.write_bytes(archive("asked", permissions={"scopes": ["image:delete"]}))
    parent, child = pty.openpty()
    command = [sys.executable, "-m", "facetry", "extension", "install", str(file), "--state", "paused"]
    environment = server_environment(server.key)
    with subprocess.Popen([*command, "--url", server.url], env=environment, stdin=child, stderr=subprocess.PIPE) as run:
        os.write(parent, f"{answer}\n".encode())
        output = run.communicate(timeout=60)[1].decode()
    os.close(parent)
    os.close(child)
    assert (run.returncode, "Grant this to asked? [y/N]" in output) == (code, True), output
