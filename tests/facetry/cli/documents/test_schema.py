"""`facetry schema`: names, documents and suggestions."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from facetry.cli import main

GENERATED = Path(__file__).parents[4] / "generated"


def test_list_names_documents_and_components(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema", "list"]) == 0
    rows = dict(line.split(maxsplit=1) for line in capsys.readouterr().out.splitlines())
    documents = ["manifest-v3", "view-document-1.0", "openapi", "asyncapi", "backup-manifest-1", "library-export-1"]
    assert list(rows)[: len(documents)] == documents
    assert rows["GenerationRecipe"].startswith("How an image was generated")
    components = json.loads((GENERATED / "openapi.json").read_text())["components"]["schemas"]
    assert list(rows)[len(documents) :] == sorted(components)


@pytest.mark.parametrize("name", ["manifest-v3", "manifest-v3.schema.json"])
def test_show_prints_the_file(name: str, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert main(["schema", "show", name]) == 0
    assert capfdbinary.readouterr().out == (GENERATED / "schemas" / "manifest-v3.schema.json").read_bytes()


def test_show_prints_a_component_as_a_schema_of_its_own(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert main(["schema", "show", "SearchParameters"]) == 0
    schema = json.loads(capfdbinary.readouterr().out)
    assert schema["$id"] == "urn:facetry:schema:SearchParameters"
    assert "SearchCriteria" in schema["$defs"]


@pytest.mark.parametrize(
    ("name", "remedy"),
    [
        ("manifest", "Did you mean Manifest"),
        ("generationrecipe", "Did you mean GenerationRecipe"),
        ("view-document", "Did you mean view-document-1.0"),
        ("zzz\x1b", "`facetry schema list` has the names."),
    ],
)
def test_an_unknown_name_has_a_suggestion(name: str, remedy: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema", "show", name]) == 2
    error = capsys.readouterr().err
    assert remedy in error
    assert "\x1b" not in error


def test_a_reader_that_ends_early_is_no_error() -> None:
    command = [sys.executable, "-m", "facetry", "schema", "list"]
    environment = {**os.environ, "PYTHONPATH": str(GENERATED.parent)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
