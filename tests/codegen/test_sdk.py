"""The generated files of the SDKs: they are written and checked beside hand-written files."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from codegen import __main__ as command
from codegen import model
from codegen.bundle import bundle
from codegen.targets import SDK_TARGETS
from codegen.targets.clients import python_client, python_models, python_views

CLIENT = "sdk/python/facetry_extension/api/client.py"


@pytest.fixture
def directory(sample: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository of the sample source."""
    monkeypatch.setattr(command, "REPOSITORY", sample.parent)
    monkeypatch.setattr(command, "OUTPUT", sample.parent / "generated")
    assert command.main([]) == 0
    return sample.parent


def test_they_are_written_and_checked_where_they_belong(directory: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert all((directory / name).exists() for name in SDK_TARGETS)
    (directory / CLIENT).with_name("transport.py").write_text("# by hand\n")
    assert command.main(["--check"]) == 0
    (directory / CLIENT).write_text("# changed\n")
    assert command.main(["--check"]) == 1
    assert f"{CLIENT}: out of date\n" in capsys.readouterr().err
    (directory / CLIENT).unlink()
    assert command.main(["--check"]) == 1
    assert f"{CLIENT}: missing\n" in capsys.readouterr().err


def test_another_output_leaves_them_alone(directory: Path, tmp_path: Path) -> None:
    (directory / CLIENT).unlink()
    output = ["--output", str(tmp_path / "elsewhere")]
    assert command.main(output) == 0
    assert command.main(["--check", *output]) == 0
    assert not (directory / CLIENT).exists()


def test_each_operation_has_a_method(sample: Path) -> None:
    description = model.read(bundle(sample))
    [client] = [node for node in ast.parse(python_client.render(description)).body if isinstance(node, ast.ClassDef)]
    methods = {node.name for node in client.body if isinstance(node, ast.AsyncFunctionDef | ast.FunctionDef)}
    assert methods == {operation.function for operation in description.operations}


STREAM = """/image/idStream:
  get:
    operationId: imageIdStream
    tags: [image-tags]
    summary: Stream
    parameters:
      - name: Last-Event-ID
        in: header
        schema: {type: string}
      - name: extensionId
        in: query
        required: true
        schema: {type: string}
      - name: in
        in: query
        schema: {type: boolean}
    responses:
      '200':
        description: Events.
        content:
          text/event-stream: {}
"""


def test_streams_headers_own_ids_and_reserved_words(sample: Path) -> None:
    (sample / "paths" / "image-tags.yaml").write_text(STREAM)
    root = sample / "openapi.yaml"
    lines = root.read_text().splitlines()
    first = next(number for number, line in enumerate(lines) if line.startswith("paths:"))
    last = next((n for n in range(first + 1, len(lines)) if lines[n] and not lines[n].startswith(" ")), len(lines))
    path = ["paths:", "  /image/idStream:", "    $ref: ./paths/image-tags.yaml#/~1image~1idStream"]
    root.write_text("\n".join([*lines[:first], *path, *lines[last:]]) + "\n")
    text = python_client.render(model.read(bundle(sample)))
    assert "def image_id_stream(" in text
    assert "async def" not in text
    assert "extension_id: str | None = None" in text
    assert '"in": in_' in text
    assert 'headers={"Last-Event-ID": last_event_id}' in text
    assert '"extensionId": self._own(extension_id)' in text
    assert "-> AsyncIterator[Message]" in text


def test_members_that_are_no_names_of_python_and_texts_with_quotes(sample: Path) -> None:
    (sample / "schemas" / "Problem.yaml").write_text(
        "description: It says \"why\"\ntype: object\nrequired: ['$schema']\n"
        "properties:\n  $schema: {type: string}\n  from: {type: [string, 'null']}\n"
    )
    text = python_models.render(model.read(bundle(sample)))
    assert 'Problem = TypedDict("Problem", {"$schema": "str", "from": "NotRequired[str | None]"})' in text
    ast.parse(text)


def test_each_type_of_element_has_a_class(sample: Path) -> None:
    text = python_views.render(model.read(bundle(sample)))
    classes = {node.name for node in ast.parse(text).body if isinstance(node, ast.ClassDef)}
    assert classes == {"Note", "Rule"}
    assert python_views.class_name("string-url") == "StringUrl"
