"""Validation of view documents: places of faults, faults of requests, hostile texts, and speed."""

import json
import random
import subprocess
import sys
import time
from typing import Any, Final

import pytest

from facetry.errors import MAX_PROBLEM_BYTES, Fault, FaultError, FaultKind, problem_body
from facetry.validate import views
from tests.support.processor_speed import slowness

SEA: Final = {"type": "string", "value": "sea"}


def document(*elements: object, **members: object) -> str:
    return json.dumps({"schemaVersion": "1.0", "elements": elements, **members})


def fault(*elements: object, **members: object) -> Fault:
    found = views.fault(document(*elements, **members))
    assert found is not None
    return found


def test_a_valid_document_has_no_fault() -> None:
    assert views.fault(document(SEA)) is None
    views.require(document(SEA, title="Lighthouse"), pointer="/0/value")


def test_a_fault_has_pointer_value_and_remedy() -> None:
    table = {"type": "table", "rows": [{"cells": [SEA]}, {"cells": [SEA, {"type": "divider", "style": "hairlin"}]}]}
    found = fault(SEA, {"type": "collapsible-group", "title": "Details", "elements": [table]})
    assert found == Fault(
        kind=FaultKind.BAD_PARAMETER,
        rule="schema.enum",
        detail="The value must be one of hairline, solid, dashed.",
        pointer="/elements/1/elements/0/rows/1/cells/1/style",
        value="hairlin",
        remedy="Did you mean hairline?",
    )


def test_the_first_fault_of_a_small_document_is_reported() -> None:
    assert fault({"type": "string"}, {"type": "html"}).pointer == "/elements/0"
    assert fault({"type": "string"}, title=3).pointer == "/elements/0"
    assert fault(title=3, description=4).pointer == "/title"


def test_the_text_of_a_json_element_is_json() -> None:
    assert views.fault(document({"type": "json", "value": '{"a": [1]}'})) is None
    found = fault({"type": "json", "value": "{a: 1}"})
    assert (found.rule, found.pointer) == ("schema.format", "/elements/0/value")


def test_a_document_with_a_fault_of_the_syntax_has_errors_only() -> None:
    text = document({"type": "strng"}, SEA)
    assert [found.rule for found in views.findings(text.encode())] == ["view.type"]
    assert [found.rule for found in views.findings(f"{text[:-1]},}}".encode())] == ["json.syntax"]


def test_a_fault_far_down_a_large_document_is_reported() -> None:
    found = fault(*[SEA] * 10_000, {"type": "string"})
    assert (found.rule, found.pointer) == ("schema.required", "/elements/10000")


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        (
            {"type": "image-ref", "src": "http://example.org/a.jpg"},
            "The value must be one of these: an https address, a picture as a base64 data URI, "
            "the path of an asset of the client.",
        ),
        ({"type": "string-url", "value": "javascript:alert(1)"}, "An address that runs code is no destination."),
        ({"type": "json", "value": "{"}, "The text must have the format json."),
    ],
)
def test_a_rule_that_is_no_plain_keyword_has_its_sentence(source: object, sentence: str) -> None:
    assert fault(source).detail == sentence


@pytest.mark.parametrize(
    ("path", "is_valid"),
    [
        ("icons/my%20lens.svg", True),
        ("/icons/50%25%20off/%E5%86%99.png", True),
        ("icons/my lens.svg", False),
        ("icons/%2e%2e%2fsecret.svg", False),
        ("%2E%2E/secret.svg", False),
        (".%2e/secret.svg", False),
        ("icons%2Flens.svg", False),
        ("icons%5Clens.svg", False),
        ("icons/lens.svg%00", False),
        ("c%3a/lens.svg", False),
        ("icons/lens%2.svg", False),
        ("icons/lens%", False),
    ],
)
def test_paths_of_pictures_may_be_percent_encoded(path: str, is_valid: bool) -> None:
    assert (views.fault(document({"type": "image-ref", "src": path})) is None) is is_valid


def test_invalid_json_is_called_a_view_document() -> None:
    found = views.fault('{"schemaVersion": "1.0",\n "elements": [}')
    assert found is not None
    assert (found.rule, found.parameter, found.pointer) == ("json.syntax", None, "")
    assert found.detail.startswith("The view document is not JSON: ")
    assert found.detail.endswith("at line 2, column 15.")


def test_the_depth_limit_comes_from_the_schema() -> None:
    def nested(levels: int) -> str:
        return document(json.loads('{"type":"x","a":' + "[" * (levels - 3) + "]" * (levels - 3) + "}"))

    assert views.fault(nested(64)) is None
    found = views.fault(nested(65))
    assert found is not None
    assert (found.rule, found.detail) == ("json.depth", "The view document nests deeper than 64 levels.")


@pytest.mark.parametrize(
    ("text", "rule", "detail"),
    [
        (
            document(SEA, {"type": "string"}),
            "schema.required",
            "The property value is missing. The fault is at /elements/1 of the view document.",
        ),
        ("[]", "schema.type", "The value must be of type object. The fault is at the root of the view document."),
        ('{"a": 1, "a": 2}', "json.duplicate-key", "An object of the view document has the same key twice."),
    ],
)
def test_a_request_gets_the_place_in_its_body_and_in_the_document(text: str, rule: str, detail: str) -> None:
    with pytest.raises(FaultError) as refused:
        views.require(text, pointer="/3/value")
    found = refused.value.fault
    assert (found.kind, found.rule, found.pointer, found.parameter) == (FaultKind.BAD_PARAMETER, rule, "/3/value", None)
    assert found.detail == detail


def hostile_text(generator: random.Random) -> str:
    """A random text as an attacker might send it."""
    tokens = ['"type"', '"elements"', '"value"', '"flowing"', "NaN", "-Infinity", "1e999", "{", "}", "[", "]", ":", ","]
    odd = ["\ud800", "\udfff", "\x00", "\ufeff", "\u202e", "\\ud800", "\\u0000", '"', "\\", "\n", "9" * 400, "😀"]
    sound = document(SEA, {"type": "flowing", "elements": [SEA] * 3}, title="Lighthouse")
    depth = generator.choice([10, 63, 64, 65, 500, 1023, 1025, 20_000])
    match generator.randrange(8):
        case 0:
            return "".join(generator.choices(tokens + odd, k=generator.randrange(40)))
        case 1:
            opening = generator.choice(["[", '{"elements":[', '{"type":"label-value","label":"","value":'])
            return opening * depth + generator.choice(["", "]" * depth, "}" * depth, "]}" * depth])
        case 2:
            at = generator.randrange(len(sound))
            return sound[:at] + generator.choice(odd + tokens) + sound[at + generator.randrange(3) :]
        case 3:
            return sound[: generator.randrange(len(sound))]
        case 4:
            value: Any = SEA
            for _ in range(min(depth, 200)):
                value = {"type": "label-value", "label": "", "value": value}
            return document(value)
        case 5:
            key = "~/" * generator.randrange(3000)
            return document({"type": generator.choice(["string", "table", key]), key: 1, "rows": [{"cells": [key]}]})
        case 6:
            return document({"type": "color", "value": generator.choice(odd) * generator.randrange(2000)})
        case _:
            return "".join(chr(generator.randrange(0x11_0000)) for _ in range(generator.randrange(60)))


def test_hostile_texts_give_a_fault_or_none_and_no_exception() -> None:
    """10,000 texts give a fault or none, never another exception; each fault fits into a problem document."""
    chance = random.Random(20261121)
    slowest = 0.0
    rules: dict[str, int] = {}
    for _ in range(10_000):
        text = hostile_text(chance)
        before = time.process_time()
        found = views.fault(text)
        slowest = max(slowest, time.process_time() - before)
        rule = "none" if found is None else found.rule
        rules[rule] = rules.get(rule, 0) + 1
        if found is not None:
            assert rule.startswith(("json.", "schema."))
            assert len(problem_body(found)) <= MAX_PROBLEM_BYTES
            with pytest.raises(FaultError):
                views.require(text, pointer="/0/value")
    print(f"hostile texts: {rules}, the slowest took {slowest * 1000:.1f} ms")
    assert {"none", "json.syntax", "json.depth", "json.number", "json.encoding", "schema.pattern"} <= rules.keys()
    assert slowest < slowness()


def test_a_large_document_is_validated_quickly() -> None:
    rows = [{"cells": [{"type": "color", "value": "#123456"}] * 10}] * 1000
    text = document({"type": "table", "rows": rows})
    assert len(text) > 390_000
    before = time.process_time()
    assert views.fault(text) is None
    assert views.fault(text.replace('"#123456"', "3")) is not None
    assert time.process_time() - before < 2 * slowness()


def test_validation_needs_neither_the_library_nor_a_server() -> None:
    """So that a program which only validates documents starts fast."""
    program = (
        "import sys; from facetry.validate import views; assert views.fault('[]') is not None; "
        "print(*(name for name in sys.modules"
        " if name.split('.')[0] in ('connexion', 'pydantic', 'sqlalchemy', 'starlette')"
        " or name.startswith('facetry.library')))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


def test_as_many_wrong_elements_are_listed_as_the_limit_permits() -> None:
    """Each type of element refuses what is no object, which is one violation."""
    found = views.findings(json.dumps({"schemaVersion": "1.0", "elements": [3] * 200}).encode())
    assert [finding.pointer for finding in found] == [f"/elements/{number}" for number in range(100)]
