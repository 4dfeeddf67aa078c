"""Manifests over HTTP and the command line: what a real server refuses, and what it warns about."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.facetry.cli.extension.test_extension import run_facetry
from tests.support.extensions.packages import archive
from tests.support.services.server_databases import change_rows, rows_of
from tests.support.services.servers import Server, running_server

ZIP = {"Content-Type": "application/zip"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    home = tmp_path_factory.mktemp("service")
    (home / "pictures").mkdir()
    with running_server(home, [home / "pictures"]) as served:
        yield served


@pytest.fixture
def client(server: Server) -> Iterator[httpx.Client]:
    with server.client() as opened:
        yield opened


def instructions(**changes: Any) -> dict[str, Any]:
    command = {
        "id": "paint",
        "on": {"entity": "Images", "withTags": ["sky"]},
        "specifications": [{"locale": "en", "label": "Paint"}],
    }
    return {
        "events": ["image.runCommand"],
        "execution": {"executable": "./run", "arguments": []},
        "commands": [command],
        **changes,
    }


def install(client: httpx.Client, id: str, **changes: Any) -> httpx.Response:
    return client.post("/extension/install?state=paused", content=archive(id, **changes), headers=ZIP)


def test_a_gate_or_limit_that_is_misspelt_is_refused(client: httpx.Client) -> None:
    policy = {"events": ["image.runCommand"], "maximumCount": 1}
    gate = instructions()
    gate["commands"][0]["on"]["withTag"] = gate["commands"][0]["on"].pop("withTags")
    outside = instructions()
    outside["commands"][0]["withTags"] = outside["commands"][0]["on"].pop("withTags")
    for refused, rule, pointer, remedy in (
        (gate, "schema.additionalProperties", "/instructions/0/commands/0/on/withTag", "Did you mean withTags?"),
        (outside, "schema.additionalProperties", "/instructions/0/commands/0/withTags", "It belongs into on."),
        (
            instructions(throttlingPolices=[policy]),
            "schema.additionalProperties",
            "/instructions/0/throttlingPolices",
            "Did you mean throttlingPolicies?",
        ),
        (
            instructions(throttlingPolicies=[policy]),
            "schema.required",
            "/instructions/0/throttlingPolicies/0",
            "Add the property durationInMilliseconds.",
        ),
    ):
        answer = install(client, "gated", instructions=[refused])
        assert answer.status_code == 400, answer.text
        problem = answer.json()
        assert (problem["rule"], problem["pointer"], problem["remedy"]) == (rule, pointer, remedy)
    assert client.get("/extension/gated/get").status_code == 404


def test_install_and_update_answer_with_warnings(client: httpx.Client) -> None:
    answer = install(client, "warned", author="Ada", descripton="Tags.")
    assert answer.status_code == 201, answer.text
    warnings = {warning["pointer"]: warning for warning in answer.json()["warnings"]}
    assert warnings["/descripton"] == {
        "rule": "manifest.member",
        "pointer": "/descripton",
        "detail": "The manifest schema does not define this member. It is stored, but has no effect.",
        "value": "descripton",
        "remedy": "Did you mean description?",
    }
    assert warnings["/author"]["rule"] == "manifest.member"
    assert warnings[""]["rule"] == "manifest.icon"
    assert answer.json()["manifest"]["author"] == "Ada"
    updated = client.put("/extension/warned/update", content=archive("warned", version="1.0.1"), headers=ZIP)
    assert updated.status_code == 200, updated.text
    assert {warning["rule"] for warning in updated.json()["warnings"]} == {"manifest.icon"}
    (listed,) = [entry for entry in client.get("/extension/list").json() if entry["manifest"]["id"] == "warned"]
    assert "warnings" not in listed


def test_the_command_that_installs_an_archive_prints_the_warnings(server: Server, tmp_path: Path) -> None:
    file = tmp_path / "printed.zip"
    file.write_bytes(archive("printed", author="Ada"))
    done = run_facetry("extension", "install", str(file), "--url", server.url, "--state", "paused", key=server.key)
    assert done.returncode == 0, done.stderr
    assert "warning: /author: The manifest schema does not define this member." in done.stderr
    assert "[manifest.member]" in done.stderr


def test_manifests_of_earlier_versions_stay_installed(tmp_path: Path) -> None:
    """They were valid when they were installed: a half policy and an unknown member in a command."""
    (tmp_path / "pictures").mkdir()
    with running_server(tmp_path, [tmp_path / "pictures"]) as server, server.client() as client:
        assert install(client, "former", instructions=[instructions()]).status_code == 201
    stored = instructions(throttlingPolicies=[{"events": ["image.runCommand"], "maximumCount": 3}])
    stored["commands"][0]["withTag"] = ["sky"]
    ((text,),) = rows_of(server.data_dir, "SELECT manifest FROM extension WHERE id = 'former'")
    manifest = {**json.loads(text), "instructions": [stored], "author": "Ada"}
    statement = "UPDATE extension SET manifest = :manifest WHERE id = 'former'"
    change_rows(server.data_dir, statement, manifest=json.dumps(manifest))
    with running_server(tmp_path, []) as server, server.client() as client:
        answer = client.get("/extension/former/get")
        assert answer.status_code == 200, answer.text
        found = answer.json()["manifest"]
        assert found["author"] == "Ada"
        assert found["instructions"][0]["commands"] == instructions()["commands"]
        (policy,) = found["instructions"][0]["throttlingPolicies"]
        assert (policy["maximumCount"], policy["durationInMilliseconds"]) == (3, 1000)
        assert client.put("/extension/former/changeState?state=enabled").status_code == 204


def test_display_names_and_locales_of_any_language(client: httpx.Client) -> None:
    command = instructions()
    command["commands"][0]["specifications"].append({"locale": "zh-Hant-HK-x-private-use-of-nothing", "label": "写"})
    answer = install(client, "named", name="Ada's Ünï & 写真 [beta] (2024)", instructions=[command])
    assert answer.status_code == 201, answer.text
    assert answer.json()["manifest"]["name"] == "Ada's Ünï & 写真 [beta] (2024)"


def test_repositories_have_the_names_of_their_users(server: Server, client: httpx.Client, tmp_path: Path) -> None:
    for number, name in enumerate(("Österreich & Ünï (2024)", "写真")):
        folder = tmp_path / str(number)
        folder.mkdir()
        query = {"type": "file", "url": folder.as_uri(), "name": name}
        answer = client.post("/repository/create", params=query)
        assert answer.status_code == 201, answer.text
        assert client.get(f"/repository/{answer.json()['id']}/get").json()["name"] == name
    refused = client.post("/repository/create", params={**query, "name": "写真 "}).json()
    assert (refused["rule"], refused["parameter"]) == ("schema.not", "name")
    assert refused["detail"] == "A name neither begins nor ends with white space."
