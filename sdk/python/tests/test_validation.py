"""Manifests and view documents, validated by the engine of the service: in this process and in one of its own."""

from __future__ import annotations

import asyncio
import json
import os
import shlex
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

from facetry_extension import ApiError, Communicator, Extension, views
from facetry_extension.api.models import ImageFeature
from facetry_extension.testing import (
    FakeService,
    HookError,
    InvalidManifestError,
    InvalidViewError,
    ValidatorError,
    validate_manifest,
    validate_view,
)
from facetry_extension.testing import validator as engines

MANIFEST: dict[str, Any] = {
    "id": "brightness",
    "version": "1.0.0",
    "name": "Brightness",
    "description": "Tags dark and bright images.",
    "categories": ["enrichment"],
    "runtimes": [{"environment": "python"}],
    "instructions": [
        {
            "events": ["process.started"],
            "execution": {"executable": "${python}", "arguments": ["main.py"]},
            "capabilities": [{"id": "image.tags"}],
        }
    ],
    "settings": {"type": "object", "properties": {}},
}
GOOD = {"schemaVersion": "1.0", "elements": [{"type": "string", "value": "sea"}]}
BAD = {"schemaVersion": "1.0", "elements": [{"type": "string"}]}
COMMAND = f"{shlex.quote(sys.executable)} -m facetry"


@pytest.fixture(autouse=True, params=["package", "process"])
def engine(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.delenv(engines.COMMAND, raising=False)
    if not isinstance(engines.find_validator(), engines.PackageValidator):
        assert not os.environ.get("CI"), "the package facetry is missing"
        pytest.skip("the package facetry is missing")
    if request.param == "process":
        monkeypatch.setenv(engines.COMMAND, COMMAND)
        assert isinstance(engines.find_validator(), engines.ProcessValidator)
    yield request.param
    engines._process.cache_clear()


def test_a_finding_on_a_manifest_has_its_rule_and_place(tmp_path: Path) -> None:
    path = tmp_path / "manifest.json"
    path.write_text(json.dumps(MANIFEST, indent=2))
    [error] = validate_manifest(path)
    assert (error.rule, error.level, error.pointer) == (
        "manifest.capability",
        "error",
        "/instructions/0/capabilities/0/id",
    )
    assert (error.line, error.remedy) == (27, "Add the event.")
    assert str(error).startswith("27:")
    assert str(error).endswith(" Add the event. [manifest.capability]")
    path.write_text("{}")
    assert len(validate_manifest(path)) > 5


def test_the_files_of_a_folder_are_known(tmp_path: Path) -> None:
    interface = {"elements": [{"id": "window", "integration": {"anchor": "window"}, "url": "ui/index.html"}]}
    instructions = [{**MANIFEST["instructions"][0], "capabilities": []}]
    (tmp_path / "manifest.json").write_text(json.dumps({**MANIFEST, "ui": interface, "instructions": instructions}))
    assert validate_manifest(tmp_path / "manifest.json") == []
    assert {finding.rule for finding in validate_manifest(tmp_path)} == {
        "manifest.entry",
        "manifest.file",
        "manifest.manual",
        "manifest.icon",
    }
    (tmp_path / "ui").mkdir()
    for name in ("main.py", "ui/index.html", "MANUAL.md", "icon.svg"):
        (tmp_path / name).write_text("")
    assert validate_manifest(str(tmp_path)) == []
    with pytest.raises(FileNotFoundError):
        validate_manifest(tmp_path / "ui")


def test_the_files_of_a_folder_are_those_that_would_be_packed(tmp_path: Path) -> None:
    anchor = {"anchor": "window"}
    addresses = ("ui/index.html", "node_modules/kit/index.html", "vendor/pages.egg-info", "brightness-1.0.0.zip")
    elements = [{"id": f"page-{index}", "integration": anchor, "url": url} for index, url in enumerate(addresses)]
    instructions = [{**MANIFEST["instructions"][0], "capabilities": []}]
    manifest = {**MANIFEST, "instructions": instructions, "ui": {"elements": elements}}
    (tmp_path / "manifest.json").write_text(json.dumps(manifest))
    for name in ("main.py", "MANUAL.md", "icon.svg", *addresses):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("")
    for patterns, wanted in (("", [1, 2, 3]), ("# of the editor\n/ui/*.html\nicon.*\n", [0, 1, 2, 3])):
        (tmp_path / ".facetryignore").write_text(patterns)
        found = validate_manifest(tmp_path)
        missing = [each.pointer for each in found if each.rule == "manifest.file"]
        assert missing == [f"/ui/elements/{index}/url" for index in wanted]
        assert [(each.rule, each.pointer) for each in found] == findings_of_the_command(tmp_path)


def findings_of_the_command(folder: Path) -> list[tuple[str, str]]:
    """What `facetry validate FOLDER` says, which is what `facetry extension package` checks."""
    command = [sys.executable, "-m", "facetry", "validate", str(folder), "--format", "ndjson"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    return [(line["rule"], line["pointer"]) for line in lines if line["type"] == "finding"]


def test_view_documents_of_every_form() -> None:
    card = views.Card("Lighthouse", [views.Dimensions(0, 1)])
    for document in (card, card.to_dict(), card.to_json(), card.to_json().encode()):
        assert [(each.rule, each.pointer) for each in validate_view(document)] == [
            ("schema.minimum", "/elements/0/width")
        ]
    assert validate_view(GOOD) == []
    assert [each.rule for each in validate_view(b'{"a": "\xff"}')] == ["json.encoding"]
    assert [each.level for each in validate_view('{"a": "\ud800"}')] == ["error"]
    assert [each.rule for each in validate_view("{")] == ["json.syntax"]
    with pytest.raises(ValueError, match="not JSON compliant"):
        validate_view({"a": float("nan")})
    mixed = MappingProxyType({"schemaVersion": "1.0", "elements": (views.Dimensions(0, 1), *views.read(GOOD).elements)})
    assert [each.rule for each in validate_view(mixed)] == ["schema.minimum"]


class Shower(Extension):
    def __init__(self, document: Mapping[str, Any]) -> None:
        self.document = document

    async def on_compute_image_features(self, communicator: Communicator, image_id: str) -> None:
        feature: ImageFeature = {"type": "caption", "format": "ui", "name": "card", "value": json.dumps(self.document)}
        text: ImageFeature = {"type": "caption", "format": "string", "name": "caption", "value": "{"}
        await communicator.set_features(image_id, [text, feature])

    async def on_image_command(
        self,
        communicator: Communicator,
        command_id: str,
        image_ids: Sequence[str],
        parameters: Mapping[str, Any] | None,
    ) -> Any:
        return self.document

    async def on_process_command(
        self, communicator: Communicator, command_id: str, parameters: Mapping[str, Any] | None
    ) -> Any:
        return {"schema": 3, **self.document}


def test_features_with_an_invalid_view_document_are_refused() -> None:
    async def main() -> None:
        async with FakeService() as service:
            image = service.add_image()
            async with service.running(Shower(BAD)) as extension:
                with pytest.raises(HookError, match="/elements/0 of the view document"):
                    await service.compute_features(image)
                with pytest.raises(ApiError) as refused:
                    await extension.on_compute_image_features(extension.communicator, image)
                assert (refused.value.status, refused.value.rule) == (400, "schema.required")
                assert refused.value.pointer == "/1/value"
                assert service.features(image) == []
            async with service.running(Shower(GOOD)):
                await service.compute_features(image)
                assert len(service.features(image)) == 2

    asyncio.run(main())


def test_invalid_view_documents_of_commands_are_refused() -> None:
    async def main() -> None:
        async with FakeService() as service:
            image = service.add_image()
            async with service.running(Shower(BAD)):
                with pytest.raises(InvalidViewError, match=r"\[schema\.required\]") as refused:
                    await service.run_image_command("show", [image])
                assert [each.pointer for each in refused.value.findings] == ["/elements/0"]
                with pytest.raises(InvalidViewError):
                    await service.run_process_command("show")
            async with service.running(Shower(GOOD)):
                assert await service.run_image_command("show", [image]) == GOOD
            async with service.running(Shower({"elements": 3})):
                assert await service.run_image_command("show", [image]) == {"elements": 3}

    asyncio.run(main())


def test_an_extension_with_an_invalid_manifest_is_not_run(tmp_path: Path) -> None:
    (tmp_path / "manifest.json").write_text(json.dumps(MANIFEST))

    async def main() -> None:
        async with FakeService(folder=tmp_path) as service:
            with pytest.raises(InvalidManifestError, match=r"manifest\.json is refused:\n1:") as refused:
                async with service.running(Extension()):
                    raise AssertionError
            assert [each.rule for each in refused.value.findings] == ["manifest.capability"]
            assert service.connections == []
        async with FakeService(folder=None) as service, service.running(Extension()):
            pass

    asyncio.run(main())


def test_the_manifest_of_the_current_folder_is_validated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "manifest.json").write_text(json.dumps(MANIFEST))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(path for path in sys.path if path))
    monkeypatch.chdir(tmp_path)

    async def main() -> None:
        async with FakeService() as service:
            with pytest.raises(InvalidManifestError):
                await service.running(Extension()).__aenter__()

    asyncio.run(main())


def test_without_an_engine_functions_fail_and_the_service_warns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(engines.COMMAND, raising=False)
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(engines, "_package", lambda: None)
    with pytest.raises(ValidatorError, match="Install the package facetry"):
        validate_view(BAD)

    async def main() -> None:
        with pytest.warns(UserWarning, match="are not validated. No validator was found"):
            service = await FakeService().__aenter__()
        image = service.add_image()
        async with service.running(Shower(BAD)):
            await service.compute_features(image)
            assert len(service.features(image)) == 2
        await service.__aexit__()

    asyncio.run(main())


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        ("/no/such/program", "cannot be run: No such file or directory"),
        (f"{shlex.quote(sys.executable)} -c 'import sys; sys.exit(2)'", "gave no answer"),
        (f"{shlex.quote(sys.executable)} -c 'print(\"hello\")'", "gave no answer"),
        (f"{shlex.quote(sys.executable)} -c 'print([])'", "is no validator"),
        (f"""{shlex.quote(sys.executable)} -c 'print(chr(123) + chr(34) + "error" + chr(34) + ":1}}")'""", "1"),
    ],
)
def test_a_command_that_is_no_validator(command: str, sentence: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(engines.COMMAND, command)
    with pytest.raises(ValidatorError, match=sentence):
        validate_view(GOOD)
    engines._process(tuple(shlex.split(command))).close()


def test_a_process_that_was_ended_is_started_again(engine: str) -> None:
    if engine == "package":
        return
    assert validate_view(GOOD) == []
    process = engines._process(tuple(shlex.split(COMMAND)))
    assert process._process is not None
    process._process.kill()
    process._process.wait()
    assert [each.rule for each in validate_view(BAD)] == ["schema.required"]
    process.close()
