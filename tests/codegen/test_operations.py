"""The type checker refuses handlers that differ from the generated Protocols."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from codegen import model
from codegen.bundle import bundle
from codegen.finding import SpecError
from codegen.model import python_name
from codegen.targets import TARGETS

HEAD = """from uuid import UUID
from generated import models
class Call: ...
"""
SET = "async def image_set_tags(call: Call, *, id: UUID, extension_id: str, body: list[models.TagValue]) -> None: ...\n"
SEARCH = """async def image_search_tags(
    call: Call, *, mode: models.Mode = "brief", body: models.SearchCriteria
) -> list[models.ImageTags]:
    return []
"""
PING = "async def ping(call: Call) -> object:\n    return 'pong'\n"
HOLD = """from generated.operations import Handlers
import {name}
HANDLERS: Handlers[{name}.Call] = Handlers(image_tags={name}, service={name})
"""
DRIFTS = {
    "name": (SET, SET.replace("image_set_tags", "set_tags")),
    "argument": (SET, SET.replace("extension_id", "extension")),
    "argument_left_out": (SET, SET.replace("extension_id: str, ", "")),
    "argument_type": (SET, SET.replace("id: UUID", "id: str")),
    "body_type": (SEARCH, SEARCH.replace("models.SearchCriteria", "models.Problem")),
    "result_type": (SEARCH, SEARCH.replace("list[models.ImageTags]", "list[models.Problem]")),
    "default_left_out": (SEARCH, SEARCH.replace(' = "brief"', "")),
    "not_async": (PING, PING.replace("async ", "")),
    "missing": (PING, ""),
}


def test_a_drifted_handler_fails_the_type_checker(sample: Path, tmp_path: Path) -> None:
    description = model.read(bundle(sample))
    (tmp_path / "generated").mkdir()
    for name in ("__init__.py", "models.py", "operations.py"):
        (tmp_path / "generated" / name).write_text(TARGETS[name](description))
    sound = HEAD + SET + SEARCH + PING
    for name, (old, new) in {"sound": ("", ""), **DRIFTS}.items():
        (tmp_path / f"{name}.py").write_text(sound.replace(old, new) if old else sound)
        (tmp_path / f"hold_{name}.py").write_text(HOLD.format(name=name))
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file=", f"--cache-dir={tmp_path}/cache", "."]
    result = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    failed = {line.partition(".py:")[0] for line in result.stdout.splitlines() if ": error:" in line}
    assert failed == {f"hold_{name}" for name in DRIFTS}, result.stdout + result.stderr


@pytest.mark.parametrize(
    ("wire", "name"),
    [
        ("extensionId", "extension_id"),
        ("id", "id"),
        ("type", "type"),
        ("class", "class_"),
        ("from", "from_"),
        ("imageSetTags", "image_set_tags"),
        ("api-secret", "api_secret"),
        ("If-None-Match", "if_none_match"),
        ("fileURL", "file_url"),
        ("HTTPStatus", "http_status"),
    ],
)
def test_wire_names_become_python_names(wire: str, name: str) -> None:
    assert python_name(wire) == name


@pytest.mark.parametrize(
    ("schema", "argument"),
    [
        ("{$ref: schemas/Uuid.yaml}", "mode: UUID | None = None"),
        ("{$ref: schemas/TagValue.yaml}", "mode: str | None = None"),
        ("{$ref: schemas/Mode.yaml}", 'mode: models.Mode = "brief"'),
        ("{type: integer, minimum: 1, maximum: 9, default: 3}", "mode: int = 3"),
        ("{type: boolean, default: false}", "mode: bool = False"),
        ("{type: number, minimum: 0, maximum: 1}", "mode: float | None = None"),
        ("{type: string, enum: [a, b]}", 'mode: Literal["a", "b"] | None = None'),
        ("{const: true}", "mode: Literal[True] | None = None"),
        ("{type: array, maxItems: 2, items: {$ref: schemas/Uuid.yaml}}", "mode: list[UUID] | None = None"),
        ("{type: array, maxItems: 2, items: {$ref: schemas/TagValue.yaml}}", "mode: list[str] | None = None"),
        ("{type: [string, integer], maxLength: 2, minimum: 0, maximum: 1}", "mode: str | int | None = None"),
        ("{anyOf: [{$ref: schemas/Uuid.yaml}, {$ref: schemas/Mode.yaml}]}", "mode: UUID | models.Mode | None = None"),
    ],
)
def test_a_parameter_has_the_type_of_its_schema(sample: Path, schema: str, argument: str) -> None:
    path = sample / "parameters.yaml"
    path.write_text(path.read_text().replace("{$ref: schemas/Mode.yaml}", schema))
    assert argument in TARGETS["operations.py"](model.read(bundle(sample)))


@pytest.mark.parametrize(
    ("schema", "rule"),
    [
        ("{type: object}", "schema.unnamed"),
        ("{type: array, maxItems: 2, items: {type: boolean}, default: []}", "parameter.default"),
    ],
)
def test_a_parameter_without_a_type_is_refused(sample: Path, schema: str, rule: str) -> None:
    path = sample / "parameters.yaml"
    path.write_text(path.read_text().replace("{$ref: schemas/Mode.yaml}", schema))
    with pytest.raises(SpecError) as error:
        TARGETS["operations.py"](model.read(bundle(sample)))
    assert error.value.finding.rule == rule
    assert error.value.finding.place == "specs/parameters.yaml#/Mode"


def test_a_body_that_may_be_left_out_is_optional(sample: Path) -> None:
    path = sample / "paths" / "image-tags.yaml"
    path.write_text(path.read_text().replace("      required: true\n", ""))
    assert "body: models.SearchCriteria | None = None" in TARGETS["operations.py"](model.read(bundle(sample)))


def of_bytes(sample: Path, *more: str) -> str:
    """The body of imageSetTags becomes a picture; what is generated then."""
    path = sample / "paths" / "image-tags.yaml"
    before, _, rest = path.read_text().partition(
        "        application/json:\n          schema:\n            type: array\n"
    )
    after = rest.partition("          example: [cat]\n")[2]
    media = "".join(f"        {name}\n" for name in ("image/png: {}", "application/octet-stream: {}", *more))
    path.write_text(before + media + after)
    return TARGETS["operations.py"](model.read(bundle(sample)))


def test_a_body_of_bytes_is_an_upload(sample: Path) -> None:
    rendered = of_bytes(sample)
    assert "id: UUID, extension_id: str, body: Upload) -> None:" in rendered
    assert '("id", "extension_id", "body")' in rendered
    assert '"imageSetTags": models.' not in rendered


def test_a_body_of_bytes_that_may_be_left_out_is_optional(sample: Path) -> None:
    path = sample / "paths" / "image-tags.yaml"
    path.write_text(path.read_text().replace("      required: true\n", "", 1))
    assert "body: Upload | None = None) -> None:" in of_bytes(sample)


def test_a_body_of_bytes_or_json_is_refused(sample: Path) -> None:
    with pytest.raises(SpecError) as error:
        of_bytes(sample, "application/json: {schema: {$ref: ../schemas/TagValue.yaml}}")
    assert error.value.finding.rule == "body.media-type"
    assert error.value.finding.place == "specs/paths/image-tags.yaml#/~1image~1{id}~1setTags/put/requestBody"
