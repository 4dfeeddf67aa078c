"""One verdict everywhere: the engine, the service over HTTP, `package` and both test kits agree on every document, with
the same rules. `nox -s verdicts` compares 50,000 random documents.
"""

from __future__ import annotations

import base64
import importlib
import io
import json
import os
import shlex
import subprocess
import sys
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final
from uuid import uuid4

import pytest
import requests

from facetry.authoring.package import pack
from facetry.validate import documents, manifests
from facetry.validate.kinds import Kind
from facetry.validate.manifest.permissions import beyond_default
from tests.contract.documents.schema_documents import EXAMPLES
from tests.support.contract.mutated_documents import mutated_texts
from tests.support.extensions.node_sdk import built
from tests.support.extensions.npm import NEEDS_NPM
from tests.support.services.servers import in_process_application

ROOT: Final = Path(__file__).parents[3]
COUNT: Final = int(os.environ.get("VERDICTS", "200"))
"""Random documents, half of them manifests."""
FILES: Final = ("MANUAL.md", "icon.svg", "manifest.json")
EXTENSION: Final = "verdicts"
ZIP: Final = {"Content-Type": "application/zip"}
PROGRAM: Final = f"{shlex.quote(sys.executable)} -m facetry"
NODE: Final = """
import { createInterface } from "node:readline";
import { findingsOn } from "facetry-extension/testing-validation";

for await (const line of createInterface({ input: process.stdin })) {
  const { kind, base64, fileNames } = JSON.parse(line);
  const options = fileNames === undefined ? {} : { fileNames };
  const found = await findingsOn(Buffer.from(base64, "base64"), kind, options);
  const errors = found.filter(({ level }) => level === "error");
  console.log(JSON.stringify(errors.map(({ rule, pointer }) => [rule, pointer])));
}
"""

Verdict = set[tuple[str, str]]
"""(rule, pointer) of each error; empty for a valid document."""


def texts_of(folder: str, seed: int) -> list[bytes]:
    """All examples of a folder, and random documents."""
    paths = sorted((EXAMPLES / folder).rglob("*.json"))
    valid = [json.loads(path.read_bytes()) for path in paths if "valid" in path.relative_to(EXAMPLES / folder).parts]
    small = [document for document in valid if len(json.dumps(document)) < 20_000]
    return [*(path.read_bytes() for path in paths), *mutated_texts(small, COUNT // 2, seed)]


MANIFESTS: Final = texts_of("manifests", 1)
VIEWS: Final = texts_of("views", 2)


def verdict(found: Sequence[Any]) -> Verdict:
    return {(finding.rule, finding.pointer) for finding in found if finding.level == "error"}


@pytest.fixture(scope="module")
def manifest_verdicts() -> list[Verdict]:
    return [verdict(manifests.findings(text, FILES)) for text in MANIFESTS]


@pytest.fixture(scope="module")
def view_verdicts() -> list[Verdict]:
    return [verdict(documents.findings(text, Kind.VIEW_DOCUMENT)) for text in VIEWS]


def differences(texts: list[bytes], wanted: list[Verdict], got: Sequence[Verdict]) -> list[tuple[bytes, Verdict]]:
    assert len(texts) == len(wanted) == len(got)
    return [(text[:500], one ^ other) for text, one, other in zip(texts, wanted, got, strict=True) if one != other][:3]


def test_there_are_documents_of_both_verdicts(manifest_verdicts: list[Verdict], view_verdicts: list[Verdict]) -> None:
    for verdicts in (manifest_verdicts, view_verdicts):
        valid = sum(not each for each in verdicts)
        assert len(verdicts) // 20 < valid < len(verdicts) * 19 // 20


def test_a_manifest_without_known_files(manifest_verdicts: list[Verdict]) -> None:
    """Only the rule on missing files needs to know the files."""
    for text, known in zip(MANIFESTS, manifest_verdicts, strict=True):
        without = verdict(documents.findings(text, Kind.MANIFEST))
        assert {rule for rule, _ in known ^ without} <= {"manifest.file"} or len(known) > 90


@pytest.fixture
def session(tmp_path: Path) -> Iterator[requests.Session]:
    with in_process_application(tmp_path, [EXTENSION]) as (opened, _, _):
        yield opened


def test_the_service_installs_exactly_the_valid_manifests(
    session: requests.Session, manifest_verdicts: list[Verdict]
) -> None:
    for text, wanted in zip(MANIFESTS, manifest_verdicts, strict=True):
        data = io.BytesIO()
        with zipfile.ZipFile(data, "w") as archive:
            for name in FILES:
                archive.writestr(name, text if name == "manifest.json" else b"<svg/>")
        query = {"state": "paused", "grant": [] if wanted else beyond_default(json.loads(text).get("permissions"))}
        answer = session.post("/extension/install", params=query, data=data.getvalue(), headers=ZIP)
        if wanted:
            assert answer.status_code == 400, (text[:500], wanted)
            assert answer.json()["rule"] in {rule for rule, _ in wanted}, (text[:500], wanted)
        else:
            assert answer.status_code == 201, (text[:500], answer.text)
            id = json.loads(text)["id"]
            assert session.delete(f"/extension/{id}/uninstall").status_code == 204


def test_the_service_stores_exactly_the_valid_view_documents(
    session: requests.Session, view_verdicts: list[Verdict]
) -> None:
    """The image does not exist: a feature that is not refused leads to its 404."""
    url = f"/image/{uuid4()}/setFeatures?extensionId={EXTENSION}"
    for text, wanted in zip(VIEWS, view_verdicts, strict=True):
        try:
            value = text.decode()
        except UnicodeDecodeError:
            continue  # no string of JSON can hold it
        body = [{"type": "other", "format": "ui", "name": "card", "value": value}]
        answer = session.put(url, json=body)
        if wanted:
            assert answer.status_code == 400, (text[:500], wanted)
            problem = answer.json()
            assert problem["rule"] in {rule for rule, _ in wanted}, (text[:500], wanted, problem)
            assert problem["pointer"] == "/0/value"
        else:
            assert (answer.status_code, answer.json()["rule"]) == (404, "image.unknown"), (text[:500], answer.text)


def test_package_refuses_exactly_the_invalid_manifests(tmp_path: Path, manifest_verdicts: list[Verdict]) -> None:
    folder = tmp_path / "extension"
    folder.mkdir()
    for name in FILES:
        (folder / name).write_text("<svg/>")
    for text, wanted in zip(MANIFESTS, manifest_verdicts, strict=True):
        (folder / "manifest.json").write_bytes(text)
        result = pack(folder, tmp_path / "cache")
        assert verdict([each.finding for each in result.findings]) == wanted, text[:500]
        assert (result.data is None) == bool(wanted)


@pytest.mark.parametrize("command", ["", PROGRAM], ids=["package", "process"])
def test_the_python_kit(
    command: str, manifest_verdicts: list[Verdict], view_verdicts: list[Verdict], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FACETRY_COMMAND", command)
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.syspath_prepend(str(ROOT / "sdk" / "python"))
    kit: Any = importlib.import_module("facetry_extension.testing.validation")
    names = list(FILES)
    found = [verdict(kit.findings_on(text, "manifest", file_names=names)) for text in MANIFESTS]
    assert differences(MANIFESTS, manifest_verdicts, found) == []
    found = [verdict(kit.validate_view(text)) for text in VIEWS]
    assert differences(VIEWS, view_verdicts, found) == []
    if command:
        importlib.import_module("facetry_extension.testing.validator").validator().close()


def test_the_python_kit_with_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FACETRY_COMMAND", "")
    monkeypatch.syspath_prepend(str(ROOT / "sdk" / "python"))
    kit: Any = importlib.import_module("facetry_extension.testing")
    for name in FILES:
        (tmp_path / name).write_text("")
    for text in MANIFESTS[:50]:
        (tmp_path / "manifest.json").write_bytes(text)
        assert verdict(kit.validate_manifest(tmp_path)) == verdict(manifests.findings(text, FILES))


@NEEDS_NPM
def test_the_node_kit(tmp_path: Path, manifest_verdicts: list[Verdict], view_verdicts: list[Verdict]) -> None:
    module = (built() / "dist" / "testing" / "validation.js").as_uri()
    (tmp_path / "main.mjs").write_text(NODE.replace("facetry-extension/testing-validation", module))
    asked = [{"kind": "manifest", "base64": encoded(text), "fileNames": list(FILES)} for text in MANIFESTS]
    asked += [{"kind": "view-document", "base64": encoded(text)} for text in VIEWS]
    done = subprocess.run(
        ["node", "main.mjs"],
        cwd=tmp_path,
        env={**os.environ, "FACETRY_COMMAND": PROGRAM, "PYTHONPATH": str(ROOT)},
        input="".join(json.dumps(each) + "\n" for each in asked),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found = [{(rule, pointer) for rule, pointer in json.loads(line)} for line in done.stdout.splitlines()]
    assert differences([*MANIFESTS, *VIEWS], [*manifest_verdicts, *view_verdicts], found) == []


def encoded(text: bytes) -> str:
    return base64.b64encode(text).decode()
