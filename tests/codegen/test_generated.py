"""The generated files: they are up to date and reproducible, and differences are reported."""

from __future__ import annotations

import inspect
import json
import os
import subprocess
import sys
from pathlib import Path
from uuid import UUID

import pytest
from pydantic_core import to_json

from codegen import model
from codegen.__main__ import main
from codegen.bundle import bundle
from codegen.drift import stale_files
from codegen.targets import SDK_TARGETS, TARGETS
from generated import limits, models, operations
from generated.topics import TOPICS

ROOT = Path(__file__).resolve().parents[2]
IDENTIFIER = "7f1c9a52-3d8e-4b60-9c41-0a5be2d4f613"


@pytest.fixture
def output(sample: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    output = tmp_path / "generated"
    assert main(["--specs", str(sample), "--output", str(output)]) == 0
    assert capsys.readouterr().out.split() == [f"generated/{name}" for name in TARGETS]
    return output


def check(sample: Path, output: Path) -> int:
    return main(["--check", "--specs", str(sample), "--output", str(output)])


def test_the_committed_files_are_up_to_date(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--check"]) == 0, capsys.readouterr().err


def test_every_byte_is_independent_of_the_hash_seed(tmp_path: Path) -> None:
    files_by_seed = []
    for seed in ("0", "4711"):
        output = tmp_path / seed
        command = [sys.executable, "-m", "codegen", "--output", str(output)]
        subprocess.run(command, cwd=ROOT, env={**os.environ, "PYTHONHASHSEED": seed}, check=True, capture_output=True)
        files = [path for path in output.rglob("*") if path.is_file()]
        files_by_seed.append({path.relative_to(output).as_posix(): path.read_bytes() for path in files})
    assert files_by_seed[0] == files_by_seed[1]
    assert set(files_by_seed[0]) == set(TARGETS)


def test_a_second_run_changes_nothing(sample: Path, output: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = {path: path.stat().st_mtime_ns for path in output.rglob("*")}
    assert main(["--specs", str(sample), "--output", str(output)]) == 0
    assert capsys.readouterr().out.splitlines() == [f"generated/{name} (unchanged)" for name in TARGETS]
    assert {path: path.stat().st_mtime_ns for path in output.rglob("*")} == before


def test_a_touched_file_is_named(sample: Path, output: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert check(sample, output) == 0
    for name in TARGETS:
        path = output / name
        path.write_text(path.read_text().replace("a", "b", 1))
    assert check(sample, output) == 1
    errors = capsys.readouterr().err
    for name in TARGETS:
        assert f"generated/{name}: out of date\n    --- generated/{name} (committed)" in errors
    assert errors.endswith("regenerate with `python -m codegen`\n")


def test_a_touched_file_is_the_only_one_named(output: Path) -> None:
    expected = {name: (output / name).read_text() for name in TARGETS}
    (output / "models.py").write_text(expected["models.py"] + "\n")
    [message] = stale_files(expected, output)
    assert message.startswith("generated/models.py: out of date\n")


def test_a_missing_file_a_foreign_one_and_other_line_ends_are_named(
    sample: Path, output: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (output / "topics.py").unlink()
    (output / "old.py").write_text("")
    (output / "models.py").write_bytes((output / "models.py").read_bytes().replace(b"\n", b"\r\n"))
    assert check(sample, output) == 1
    errors = capsys.readouterr().err
    assert "generated/topics.py: missing" in errors
    assert "generated/old.py: no longer generated" in errors
    assert "generated/models.py: out of date" in errors


def test_a_source_that_breaks_a_rule_writes_nothing(
    sample: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = sample / "schemas" / "TagValue.yaml"
    path.write_text(path.read_text().replace("maxLength: 64\n", ""))
    assert main(["--specs", str(sample), "--output", str(tmp_path / "generated")]) == 1
    assert not (tmp_path / "generated").exists()
    errors = capsys.readouterr().err
    assert "specs/schemas/TagValue.yaml: schema.limit: the string has no limit\n    remedy: add maxLength" in errors


def test_every_generated_file_is_marked_for_reviewers() -> None:
    """Those of `generated/` by their folder, those of `sdk/` one by one, and no other file."""
    lines = (ROOT / ".gitattributes").read_text(encoding="utf-8").splitlines()
    marked = [line.split()[0] for line in lines if "linguist-generated" in line.split()[1:]]
    assert marked == ["generated/**", *SDK_TARGETS]


def test_the_bundle_is_the_generated_description() -> None:
    document = json.loads((ROOT / "generated" / "openapi.json").read_bytes())
    assert document["openapi"].startswith("3.1.")
    assert ".yaml" not in json.dumps(_references(document))


def _references(value: object) -> list[str]:
    if isinstance(value, list):
        return [reference for part in value for reference in _references(part)]
    if isinstance(value, dict):
        own = [value["$ref"]] if isinstance(value.get("$ref"), str) else []
        return own + [reference for part in value.values() for reference in _references(part)]
    return []


def test_models_are_written_in_the_form_of_the_wire() -> None:
    tag = models.ExtensionImageTag(id="tagger", value="cat")
    row = models.ExtensionImageTagsAttribute(id=UUID(IDENTIFIER.upper()), tags=[tag], attribute=[tag])
    result = models.SearchTagsResult(items=[row], total_count=1)
    tags = [{"id": "tagger", "value": "cat"}]
    expected = {"items": [{"id": IDENTIFIER, "tags": tags, "attribute": tags}], "totalCount": 1}
    assert json.loads(to_json(result, by_alias=True, exclude_none=True)) == expected
    assert models.SearchTagsResult.model_validate(expected) == result


def test_a_body_becomes_its_model() -> None:
    body = models.SearchParameters.model_validate({"filter": {"criteria": {"tags": {"values": ["cat"]}}}})
    assert body.filter
    assert body.filter.criteria
    assert body.filter.criteria.tags
    assert body.filter.criteria.tags.values == ["cat"]
    assert body.range is None


def test_schemas_that_refer_to_themselves_become_models_that_do() -> None:
    feature = {"format": "integer", "operator": "equals", "value": 3}
    group = {"operator": "not", "conditions": [], "features": {"operator": "or", "conditions": [feature]}}
    expected = {"criteria": {"any": [{"none": [{"all": [{"features": group}]}]}, {"inNoCollection": True}]}}
    body = operations.BODIES["collectionPreview"].validate_python(expected)
    assert isinstance(body, models.SearchFilter)
    assert body.criteria
    assert body.criteria.any
    assert isinstance(body.criteria.any[0], models.SearchCriteria)
    assert body.criteria.any[1].in_no_collection is True
    assert json.loads(to_json(body, by_alias=True, exclude_none=True)) == expected


def test_the_table_says_what_the_protocols_say() -> None:
    protocols = {
        name: value
        for name, value in vars(operations).items()
        if name.endswith("Operations") and inspect.isclass(value)
    }
    functions = {name: function for protocol in protocols.values() for name, function in vars(protocol).items()}
    assert operations.OPERATIONS
    for name, signature in operations.OPERATIONS.items():
        assert signature.operation_id == name
        function = functions[signature.function]
        assert inspect.iscoroutinefunction(function)
        assert tuple(inspect.signature(function).parameters) == ("self", "call", *signature.arguments)
    assert set(operations.BODIES) <= set(operations.OPERATIONS)


def test_limits_are_those_of_the_description() -> None:
    schemas = model.read(bundle(ROOT / "specs")).schemas
    assert schemas["TagSet"]["maxItems"] == limits.TAG_SET_MAX_ITEMS
    assert schemas["TagValue"]["maxLength"] == limits.TAG_VALUE_MAX_LENGTH
    assert schemas["Timestamp"]["minimum"] == limits.TIMESTAMP_MINIMUM
    assert schemas["SearchCriteria"]["x-max-depth"] == limits.SEARCH_CRITERIA_MAX_DEPTH


def test_topics_are_each_named_once() -> None:
    assert "image.tags.updated" in TOPICS
    assert len(set(TOPICS)) == len(TOPICS)
