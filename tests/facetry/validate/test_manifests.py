"""Verdicts on manifests: everything that is wrong at once, where it is, and what a request is told."""

import json
import subprocess
import sys
import time
from copy import deepcopy
from typing import Any, Final

import pytest

from facetry.errors import FaultError, Kind
from facetry.validate import manifests
from facetry.validate.finding import Finding

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
FILES: Final = ("manifest.json", "MANUAL.md", "icon.png", "icons/convert.svg", "ui/my page.html")


def changed(*changes: tuple[str, object]) -> str:
    """The manifest with other values at these pointers."""
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


def told(*changes: tuple[str, object], names: tuple[str, ...] | None = FILES) -> list[Finding]:
    return manifests.findings(changed(*changes), names)


def test_a_sound_manifest_has_no_findings_and_becomes_a_value() -> None:
    assert told() == []
    manifest = manifests.require(changed(("/author", "Ada"), ("/runtimes/0/version", "3.11")), FILES)
    assert manifest.id == "sky-tagger"
    assert manifest.instructions[0].commands is not None
    assert manifest.instructions[0].commands[0].on.entity == "Images"
    kept = json.loads(manifest.model_dump_json(by_alias=True, exclude_unset=True))
    assert (kept["author"], kept["runtimes"][0]["version"]) == ("Ada", "3.11")


def test_everything_that_is_wrong_is_told_at_once() -> None:
    found = told(
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


def test_a_request_is_told_of_the_first_error_and_where_it_is() -> None:
    with pytest.raises(FaultError) as refused:
        manifests.require(changed(("/categoriess", []), ("/instructions/0/execution/executable", "${node}")), FILES)
    fault = refused.value.fault
    assert (fault.kind, fault.rule, fault.value) == (Kind.BAD_PARAMETER, "manifest.runtime", "${node}")
    assert fault.pointer == "/instructions/0/execution/executable"
    assert fault.detail.endswith("That is at /instructions/0/execution/executable of manifest.json.")
    with pytest.raises(FaultError, match=r"manifest\.json as a whole"):
        manifests.require(b"[]")


def test_files_are_looked_for_when_they_are_known() -> None:
    assert [f.rule for f in told(names=None)] == []
    bare = told(names=("manifest.json",))
    assert [(f.rule, f.level) for f in bare] == [
        ("manifest.file", "error"),
        ("manifest.file", "error"),
        ("manifest.manual", "warning"),
        ("manifest.icon", "warning"),
    ]
    assert {f.value for f in bare[:2]} == {"/icons/convert.svg", "/ui/my%20page.html?x=1#top"}
    folder = told(("/ui/elements/0/url", "/ui"))
    assert [f.rule for f in folder] == ["manifest.file"]
    assert told(("/ui/elements/0/url", "ui/my%20page.html")) == []
    assert told(("/ui/elements/0/url", "http://127.0.0.1:8080/"), ("/instructions/0/commands/0/ui", None))[0].rule == (
        "schema.type"
    )
    assert told(("/ui/elements/0/url", "http://127.0.0.1:8080/")) == []


def test_many_files_and_many_that_are_missing_take_no_longer() -> None:
    names = [*FILES, *(f"{'deep/' * 10}{number}.html" for number in range(5_000))]
    element = BASE["ui"]["elements"][0]
    elements = [{**element, "id": f"e{number}", "url": f"/{'deep/' * 10}x{number}.html"} for number in range(64)]
    text = changed(("/ui/elements", elements))
    best = 9.0
    for _ in range(3):
        before = time.process_time()
        found = manifests.findings(text, names)
        best = min(best, time.process_time() - before)
    assert [finding.rule for finding in found] == ["manifest.file"] * 64
    assert best < 0.1


def test_names_may_come_in_any_collection() -> None:
    for names in (list(FILES), set(FILES), dict.fromkeys(FILES)):
        assert manifests.findings(changed(), names) == []


@pytest.mark.parametrize("strange", [None, True, 3, "x", [], {}, [[]], [{}], [None], {"id": []}, {"on": "x"}])
def test_parts_of_any_shape_are_judged(strange: object) -> None:
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
        for finding in told((pointer, strange)):
            assert finding.rule.startswith(("schema.", "manifest."))
            assert finding.fault.pointer == finding.pointer


def test_there_is_an_end_to_what_is_told() -> None:
    found = told(("/categories", ["x"] * 2_000), ("/mainfest", 1))
    assert len(found) == manifests.TOLD
    many = told(*((f"/unknown{number}", 1) for number in range(100)))
    assert {finding.rule for finding in many} == {"manifest.member"}
    assert 0 < len(many) < 100


def test_what_is_too_large_is_not_looked_at() -> None:
    (whole,) = manifests.findings(b" " * (manifests.BYTES + 1))
    assert whole.rule == "manifest.size"
    assert manifests.findings(b" " * manifests.BYTES)[0].rule == "json.syntax"
    (values,) = told(("/x", [0] * manifests.VALUES))
    assert values.rule == "manifest.size"


def test_the_schemas_of_a_manifest_share_what_they_may_have() -> None:
    command = BASE["instructions"][0]["commands"][0]
    wide = {"type": "object", "properties": {f"p{number}": True for number in range(1_500)}}
    commands = [{**command, "id": f"c{number}", "parameters": wide} for number in range(5)]
    assert [(f.rule, f.pointer) for f in told(("/instructions/0/commands", commands))] == [
        ("manifest.schema.nodes", f"/instructions/0/commands/{number}/parameters") for number in (2, 3, 4)
    ]


def test_bytes_and_text_are_the_same() -> None:
    assert manifests.findings(changed().encode(), FILES) == []
    (finding,) = manifests.findings('{"id": "\ud800"}')
    assert (finding.rule, finding.pointer) == ("json.encoding", "")


def test_a_verdict_needs_neither_the_library_nor_a_server() -> None:
    program = (
        "import sys; from facetry.validate import manifests; assert manifests.findings('[]'); "
        "print(*(name for name in sys.modules if name.split('.')[0] in ('connexion', 'sqlalchemy', 'starlette')"
        " or name.startswith(('facetry.library', 'facetry.extensions'))))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""
