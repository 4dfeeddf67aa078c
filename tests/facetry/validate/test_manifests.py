"""Validation of manifests: all findings with their places, and the fault of a request."""

import json
import subprocess
import sys
import time
from copy import deepcopy
from typing import Any, Final

import pytest

from facetry.errors import FaultError, FaultKind
from facetry.schema.edits import RenameKey, SetValue
from facetry.validate import manifests
from facetry.validate.finding import Finding
from generated.models import Manifest
from tests.support.processor_speed import slowness

BASE: Final[dict[str, Any]] = {
    "id": "sky-tagger",
    "version": "1.2.0",
    "name": "Sky tagger",
    "description": "Tags pictures of the sky.",
    "categories": ["enrichment"],
    "runtimes": [{"environment": "python"}],
    "instructions": [
        {
            "execution": {"executable": "${python}", "arguments": ["main.py"]},
            "events": ["image.computeTags", "image.runCommand"],
            "capabilities": [{"id": "image.tags"}],
            "commands": [
                {
                    "id": "convert",
                    "on": {"entity": "Images"},
                    "specifications": [{"locale": "en", "label": "Convert"}],
                    "parameters": {"type": "object", "properties": {"format": {"type": "string"}}},
                    "ui": {"iconUri": "/icons/convert.svg"},
                }
            ],
        }
    ],
    "settings": {"type": "object"},
    "ui": {"elements": [{"id": "page", "integration": {"anchor": "window"}, "url": "/ui/my%20page.html?x=1#top"}]},
}
FILES: Final = ("manifest.json", "main.py", "MANUAL.md", "icon.png", "icons/convert.svg", "ui/my page.html")


def manifest_with(*changes: tuple[str, object]) -> str:
    """The manifest with the given values at the given pointers."""
    manifest = deepcopy(BASE)
    for pointer, value in changes:
        *way, last = pointer.split("/")[1:]
        home: Any = manifest
        for step in way:
            home = home[int(step)] if isinstance(home, list) else home[step]
        if isinstance(home, list):
            home[int(last)] = value
        else:
            home[last] = value
    return json.dumps(manifest)


def findings_of(*changes: tuple[str, object], file_names: tuple[str, ...] | None = FILES) -> list[Finding]:
    return manifests.findings(manifest_with(*changes), file_names)


def test_a_valid_manifest_has_no_findings_and_becomes_a_model() -> None:
    assert findings_of() == []
    content = manifests.require(manifest_with(("/author", "Ada"), ("/runtimes/0/version", "3.11")), FILES)
    manifest = Manifest.model_validate(content)
    assert manifest.id == "sky-tagger"
    assert manifest.instructions[0].commands is not None
    assert manifest.instructions[0].commands[0].on.entity == "Images"
    dumped = json.loads(manifest.model_dump_json(by_alias=True, exclude_unset=True))
    assert (dumped["author"], dumped["runtimes"][0]["version"]) == ("Ada", "3.11")


def test_all_errors_are_reported_at_once() -> None:
    found = findings_of(
        ("/id", ".."),
        ("/version", "1.2.0\n"),
        ("/instructions/0/events", ["image.computeTag"]),
        ("/instructions/0/execution/executable", "sh"),
        ("/instructions/0/commands/0/parameters", {"type": "objekt", "properties": {"a": {"$ref": "http://x/"}}}),
        ("/instructions/0/commands/0/ui/iconUri", "/icons/convert.svgz"),
        ("/ui/elements/0/url", "/../secret"),
        ("/settings", {"type": "object", "properties": {"a": {"pattern": "(?=a)"}}}),
        ("/categoriess", []),
    )
    assert [(finding.rule, finding.pointer) for finding in found] == [
        ("schema.not", "/id"),
        ("schema.pattern", "/version"),
        ("schema.enum", "/instructions/0/events/0"),
        ("manifest.executable", "/instructions/0/execution/executable"),
        ("manifest.capability", "/instructions/0/capabilities/0/id"),
        ("manifest.command", "/instructions/0/commands/0/on/entity"),
        ("manifest.file", "/instructions/0/commands/0/ui/iconUri"),
        ("manifest.path", "/ui/elements/0/url"),
        ("manifest.schema.pattern", "/settings/properties/a/pattern"),
        ("manifest.schema.object", "/instructions/0/commands/0/parameters/type"),
        ("manifest.schema.reference", "/instructions/0/commands/0/parameters/properties/a/$ref"),
        ("manifest.member", "/categoriess"),
    ]
    assert [finding.level for finding in found] == ["error"] * 11 + ["warning"]
    assert found[2].remedy == "Did you mean image.computeTags?"
    assert found[6].remedy == "Did you mean icons/convert.svg?"
    assert found[-1].remedy == "Did you mean categories?"


def test_a_request_gets_the_first_error_and_its_location() -> None:
    with pytest.raises(FaultError) as refused:
        manifests.require(
            manifest_with(("/categoriess", []), ("/instructions/0/execution/executable", "${node}")), FILES
        )
    fault = refused.value.fault
    assert (fault.kind, fault.rule, fault.value) == (FaultKind.BAD_PARAMETER, "manifest.runtime", "${node}")
    assert fault.pointer == "/instructions/0/execution/executable"
    assert fault.detail.endswith("The fault is at /instructions/0/execution/executable of manifest.json.")
    with pytest.raises(FaultError, match=r"at the root of manifest\.json"):
        manifests.require(b"[]")


def test_file_references_are_checked_when_the_files_are_known() -> None:
    assert [f.rule for f in findings_of(file_names=None)] == []
    bare = findings_of(file_names=("manifest.json",))
    assert [(f.rule, f.level) for f in bare] == [
        ("manifest.file", "error"),
        ("manifest.file", "error"),
        ("manifest.manual", "warning"),
        ("manifest.icon", "warning"),
        ("manifest.entry", "warning"),
    ]
    assert {f.value for f in bare[:2]} == {"/icons/convert.svg", "/ui/my%20page.html?x=1#top"}
    folder = findings_of(("/ui/elements/0/url", "/ui"))
    assert [f.rule for f in folder] == ["manifest.file"]
    assert findings_of(("/ui/elements/0/url", "ui/my%20page.html")) == []
    assert findings_of(("/ui/elements/0/url", "http://127.0.0.1:8080/"), ("/instructions/0/commands/0/ui", None))[
        0
    ].rule == ("schema.type")
    assert findings_of(("/ui/elements/0/url", "http://127.0.0.1:8080/")) == []


def test_paths_are_percent_decoded_once() -> None:
    names = (*FILES, "icons/my lens.svg", "icons/50% off.svg")
    icon = "/instructions/0/commands/0/ui/iconUri"
    for path in ("icons/my%20lens.svg", "/icons/my%20lens.svg", "icons/%6Dy%20lens%2Esvg", "/icons/50%25%20off.svg"):
        assert findings_of((icon, path), file_names=names) == []
    for path, rule in (
        ("/icons/my%2520lens.svg", "manifest.file"),
        ("/icons/%2e%2e%2fsecret.svg", "manifest.path"),
        ("/icons/%2e%2e/secret.svg", "manifest.path"),
        ("/icons%2fmy%20lens.svg", "manifest.path"),
        ("/icons/%252e%252e/secret.svg", "manifest.file"),
    ):
        assert [finding.rule for finding in findings_of((icon, path), file_names=names)] == [rule], path


def test_many_files_and_many_missing_files_are_checked_quickly() -> None:
    names = [*FILES, *(f"{'deep/' * 10}{number}.html" for number in range(5_000))]
    element = BASE["ui"]["elements"][0]
    elements = [{**element, "id": f"e{number}", "url": f"/{'deep/' * 10}x{number}.html"} for number in range(64)]
    text = manifest_with(("/ui/elements", elements))
    best = 9.0
    for _ in range(3):
        before = time.process_time()
        found = manifests.findings(text, names)
        best = min(best, time.process_time() - before)
    assert [finding.rule for finding in found] == ["manifest.file"] * 64
    assert best < 0.1 * slowness()


def test_file_names_may_be_any_collection() -> None:
    for names in (list(FILES), set(FILES), dict.fromkeys(FILES)):
        assert manifests.findings(manifest_with(), names) == []


@pytest.mark.parametrize("strange", [None, True, 3, "x", [], {}, [[]], [{}], [None], {"id": []}, {"on": "x"}])
def test_parts_of_any_shape_are_checked(strange: object) -> None:
    for pointer in (
        *(f"/{name}" for name in BASE),
        *(f"/instructions/0/{name}" for name in ("execution", "events", "capabilities", "commands")),
        "/instructions/0",
        "/instructions/0/throttlingPolicies",
        "/instructions/0/execution/arguments",
        "/instructions/0/capabilities/0",
        "/instructions/0/commands/0",
        "/instructions/0/commands/0/on",
        "/instructions/0/commands/0/parameters",
        "/instructions/0/commands/0/ui",
        "/ui/elements",
        "/ui/elements/0/integration",
        "/ui/elements/0/url",
    ):
        for finding in findings_of((pointer, strange)):
            assert finding.rule.startswith(("schema.", "manifest."))
            assert finding.fault.pointer == finding.pointer


def test_the_number_of_findings_is_bounded() -> None:
    found = findings_of(("/categories", ["x"] * 2_000), ("/mainfest", 1))
    assert len(found) == manifests.MAX_FINDINGS
    many = findings_of(*((f"/unknown{number}", 1) for number in range(100)))
    assert {finding.rule for finding in many} == {"manifest.member"}
    assert 0 < len(many) < 100


def test_oversized_manifests_are_refused() -> None:
    (whole,) = manifests.findings(b" " * (manifests.MAX_BYTES + 1))
    assert whole.rule == "manifest.size"
    assert manifests.findings(b" " * manifests.MAX_BYTES)[0].rule == "json.syntax"
    (values,) = findings_of(("/x", [0] * manifests.MAX_VALUES))
    assert values.rule == "manifest.size"


def test_the_schemas_of_a_manifest_share_one_budget() -> None:
    command = BASE["instructions"][0]["commands"][0]
    wide = {"type": "object", "properties": {f"p{number}": True for number in range(1_500)}}
    commands = [{**command, "id": f"c{number}", "parameters": wide} for number in range(5)]
    assert [(f.rule, f.pointer) for f in findings_of(("/instructions/0/commands", commands))] == [
        ("manifest.schema.nodes", f"/instructions/0/commands/{number}/parameters") for number in (2, 3, 4)
    ]


def test_bytes_and_text_give_the_same_findings() -> None:
    assert manifests.findings(manifest_with().encode(), FILES) == []
    (finding,) = manifests.findings('{"id": "\ud800"}')
    assert (finding.rule, finding.pointer) == ("json.encoding", "")


def test_validation_needs_neither_the_library_nor_a_server() -> None:
    program = (
        "import sys; from facetry.validate import manifests; assert manifests.findings('[]'); "
        "print(*(name for name in sys.modules"
        " if name.split('.')[0] in ('connexion', 'pydantic', 'sqlalchemy', 'starlette')"
        " or name.startswith(('facetry.library', 'facetry.extensions'))))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


def test_the_last_finding_says_that_there_are_more() -> None:
    found = findings_of(("/categories", ["x"] * 101))
    assert len(found) == manifests.MAX_FINDINGS
    assert {finding.rule for finding in found[:-1]} == {"schema.enum", "schema.maxItems"}
    last = found[-1]
    assert (last.rule, last.level, last.pointer) == ("manifest.more", "warning", "")
    assert last.detail == "There are more findings than these 99."
    whole = findings_of(("/categories", ["x"] * 99))
    assert len(whole) == manifests.MAX_FINDINGS
    assert "manifest.more" not in {finding.rule for finding in whole}


@pytest.mark.parametrize("more", [0, 1, 2])
def test_exactly_100_violations_are_all_listed(more: int) -> None:
    arguments = [1] * (99 + more)  # each is no text, and there are too many of them
    found = findings_of(("/instructions/0/execution/arguments", arguments))
    assert [len(found), found[0].rule] == [manifests.MAX_FINDINGS, "schema.maxItems"]
    assert [finding.rule for finding in found[1:]] == ["schema.type"] * (98 + (not more)) + ["manifest.more"] * bool(
        more
    )


def test_schemas_keep_their_place_and_are_not_changed() -> None:
    text = manifest_with(("/settings/properties", {"a": {"type": "strnig"}}))
    before = json.loads(text)
    (finding,) = manifests.findings(text, FILES)
    assert finding.pointer == "/settings/properties/a/type"
    assert finding.edit == SetValue("/settings/properties/a/type", "string")
    parameters = "/instructions/0/commands/0/parameters"
    (other,) = findings_of((f"{parameters}/properties/format", {"typ": "string"}))
    assert other.edit == RenameKey(f"{parameters}/properties/format/typ", "type")
    assert manifests.require(manifest_with(), FILES)["settings"] == {"type": "object"}
    assert json.loads(text) == before


def test_a_member_of_the_manifest_in_a_schema_is_named_with_its_place() -> None:
    parameters = "/instructions/0/commands/0/parameters"
    (finding,) = findings_of((f"{parameters}/withTags", ["a"]))
    assert (finding.rule, finding.level, finding.pointer) == (
        "manifest.schema.keyword",
        "warning",
        f"{parameters}/withTags",
    )
    assert (finding.on_key, finding.remedy) == (True, "It belongs into on.")


def test_a_manifest_of_many_values_is_refused_at_the_exact_number() -> None:
    count = 0
    pending = [json.loads(manifest_with())]
    pending[0]["settings"] = {}
    pending[0]["instructions"][0]["commands"][0]["parameters"] = {}
    while pending:
        value = pending.pop()
        count += 1
        pending.extend(value.values() if isinstance(value, dict) else value if isinstance(value, list) else ())
    filling = manifests.MAX_VALUES - count - 1
    assert {finding.rule for finding in findings_of(("/x", [0] * filling))} == {"manifest.member"}
    assert {finding.rule for finding in findings_of(("/x", [0] * (filling + 1)))} == {"manifest.size"}
    without_empty_parts = [json.dumps({"x": [0] * (manifests.MAX_VALUES - 2 + more)}) for more in (0, 1)]
    assert ["manifest.size" in {f.rule for f in manifests.findings(text)} for text in without_empty_parts] == [
        False,
        True,
    ]


def test_only_unknown_keywords_get_a_place_in_the_manifest() -> None:
    (finding,) = findings_of(("/settings/$schema", "events"))
    assert (finding.rule, finding.value, finding.remedy) == ("manifest.schema.dialect", "events", None)
    (similar,) = findings_of(("/settings/titel", "x"))
    assert similar.remedy == "Did you mean title?"


def test_the_schemas_of_many_commands_are_checked_up_to_the_bound() -> None:
    command = BASE["instructions"][0]["commands"][0]
    wrong = {"type": "object", "properties": {f"p{number}": {"type": "strnig"} for number in range(30)}}
    commands = [{**command, "id": f"c{number}", "parameters": wrong} for number in range(6)]
    found = findings_of(("/instructions/0/commands", commands))
    assert len(found) == manifests.MAX_FINDINGS
    assert found[98].pointer == "/instructions/0/commands/3/parameters/properties/p8/type"
    assert found[99].rule == "manifest.more"


def test_a_missing_member_hides_no_finding_on_the_whole() -> None:
    manifest = json.loads(manifest_with())
    del manifest["version"]
    found = manifests.findings(json.dumps(manifest), ["main.py"])
    assert {"schema.required", "manifest.icon", "manifest.manual"} <= {finding.rule for finding in found}


def test_instructions_without_commands_are_valid() -> None:
    manifest = json.loads(manifest_with(("/instructions/0/events", ["image.computeTags"])))
    del manifest["instructions"][0]["commands"]
    assert manifests.findings(json.dumps(manifest), FILES) == []
