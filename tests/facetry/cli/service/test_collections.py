"""`facetry collection` against a real service."""

import io
import json
import sys
from pathlib import Path

import pytest

from tests.support.services.servers import Server
from tests.support.services.service_commands import Run

PNG = {"criteria": {"formats": ["PNG"]}}


def test_a_collection_is_created_changed_and_deleted(
    facetry: Run, server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert facetry("collection", "list").err == "facetry: there are no collections\n"
    assert facetry("collection", "list", "--json").json == []
    file = tmp_path / "filter.json"
    file.write_text(json.dumps(PNG))
    assert facetry("collection", "preview", "--filter", str(file)).out == "2\n"
    assert facetry("collection", "preview", "--filter", str(file), "--json").json == {"totalCount": 2}
    made = facetry("collection", "create", "Painted", "--filter", str(file), "--comment", "by hand", "--json").json
    id = str(made["id"])
    assert (made["name"], made["comment"], made["filter"]) == ("Painted", "by hand", PNG)
    assert facetry("collection", "list").rows[0][:2] == [id, "Painted"]
    with server.client() as client:
        assert facetry("collection", "list", "--json").json == client.get("/collection/list").json()
        assert facetry("collection", "show", id, "--json").json == client.get(f"/collection/{id}/get").json()

    shown = facetry("collection", "update", id, "--name", "Pictures", "--comment", "").out.splitlines()
    assert shown[1] == "name     Pictures"
    assert shown[-1] == 'filter   {"criteria": {"formats": ["PNG"]}}'
    assert not any(line.startswith("comment") for line in shown)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b'{"criteria": {"formats": ["GIF"]}}')))
    assert facetry("collection", "update", id, "--filter", "-", "--json").json["filter"]["criteria"]["formats"] == [
        "GIF"
    ]
    assert facetry("collection", "delete", id, "--yes").err == f"facetry: collection {id} is deleted\n"
    assert facetry("collection", "show", id, code=1).err.startswith("facetry: collection.unknown: ")


def test_the_service_judges_a_filter_as_it_stands_in_the_file(facetry: Run, tmp_path: Path) -> None:
    file = tmp_path / "filter.json"
    file.write_text('{"criteria": {}, "criteria": {}}')
    twice = facetry("collection", "preview", "--filter", str(file), code=1)
    assert twice.err.startswith("facetry: json.duplicate-key: ")
    file.write_text('{"criterai": {}}')
    misspelt = facetry("collection", "create", "Wrong", "--filter", str(file), code=1)
    assert misspelt.err.startswith("facetry: schema.")


def test_wrong_usage_is_exit_code_2(facetry: Run, tmp_path: Path) -> None:
    assert "cannot be read" in facetry("collection", "preview", "--filter", str(tmp_path / "none"), code=2).err
    assert "nothing is to be changed" in facetry("collection", "update", "1", code=2).err
    assert "--filter" in facetry("collection", "create", "Painted", code=2).err
