"""Values of features: which texts are valid for their format, and that no text harms the checks."""

from __future__ import annotations

import json
import time
from typing import Any
from xml.parsers import expat

import pytest
import yaml
from hypothesis import example, given, settings
from hypothesis import strategies as st

from facetry.errors import Fault, FaultError, problem_body
from facetry.library.facets import feature_values
from facetry.validate.formats.yaml_text import MAX_NODES
from generated.limits import IMAGE_FEATURE_VALUE_MAX_LENGTH
from generated.models import ImageFeature

DEPTH = 64
RECIPE: dict[str, Any] = {
    "schemaVersion": 2,
    "modelTags": ["example/painter:1.0"],
    "prompt": {"kind": "textual", "text": "A lighthouse at dusk"},
}
BOMB = "a: &a [x, x]\n" + "".join(
    f"{new}: &{new} [*{old}, *{old}]\n" for old, new in zip("abcdefghijklmnop", "bcdefghijklmnopq", strict=True)
)
SECONDS = 5.0


def refusal_rule(format: str, text: str, type: str = "other") -> str | None:
    """The rule that refuses a value, None when it is accepted."""
    fault = fault_of(ImageFeature.model_validate({"type": type, "format": format, "value": text}))
    if fault is None:
        return None
    assert fault.pointer == "/1/value"
    assert len(problem_body(fault)) <= 2048
    return fault.rule


def fault_of(feature: ImageFeature) -> Fault | None:
    """The fault of a feature that is the second of several."""
    valid = ImageFeature(type="other", format="string", value="{")
    try:
        feature_values.check_features([valid, feature, valid])
    except FaultError as error:
        return error.fault
    return None


def nested(depth: int, opening: str, closing: str) -> str:
    return opening * depth + closing * depth


@pytest.mark.parametrize(
    ("format", "text"),
    [
        ("string", "{"),
        ("markdown", "# *"),
        ("html", "<p>not closed"),
        ("json", "{}"),
        ("json", "3"),
        ("json", '"\\u00e9\U0001f5fc"'),
        ("json", nested(DEPTH, "[", "]")),
        ("yaml", "3"),
        ("yaml", "# nothing but a comment"),
        ("yaml", "- a\n- b"),
        ("yaml", "---\na: 1\n...\n"),
        ("yaml", "a: {b: [c, 'd', \"e\"]}\nf: |\n  g\n"),
        ("yaml", '"a": !!str 1\nb: ! x\nc: !!map {}\nd: !!seq []'),
        ("yaml", "a: &x {b: 1}\nc: *x\nd: *x"),
        ("yaml", "&x a: 1\nb: *x"),
        ("yaml", "a: &x 1\nb: &x 2\nc: *x"),
        ("yaml", "a: {k: 1}\nb: {k: 1}"),
        ("yaml", nested(DEPTH, "[", "]")),
        ("yaml", "- a\n" * (MAX_NODES - 1)),
        ("xml", "<a/>"),
        ("xml", '<?xml version="1.0" encoding="UTF-8"?>\n<a b="c">&lt;&#65;<!-- d --><![CDATA[<]]></a>\n'),
        ("xml", '<rdf:a xmlns:rdf="urn:x"><rdf:b/></rdf:a>'),
        ("xml", "<p:a/>"),
        ("xml", nested(DEPTH, "<a>", "</a>")),
        ("xml", "<灯台>é\U0001f5fc</灯台>"),
    ],
)
def test_valid_values(format: str, text: str) -> None:
    assert refusal_rule(format, text) is None


@pytest.mark.parametrize(
    ("format", "text"),
    [
        ("json", "{"),
        ("json", "{} {}"),
        ("json", "{'a': 1}"),
        ("json", '{"a":1,"a":2}'),
        ("json", "[NaN]"),
        ("json", "[1e999]"),
        ("json", '"\\ud800"'),
        ("json", '"\\u0000"'),
        ("json", "\ufeff{}"),
        ("json", nested(DEPTH + 1, "[", "]")),
        ("json", "9" * 30),
        ("yaml", "a: [b"),
        ("yaml", "a: b: c"),
        ("yaml", "\t"),
        ("yaml", "a: 1\na: 2"),
        ("yaml", "a: 1\n'a': 2"),
        ("yaml", "&x a: 1\n*x : 2"),
        ("yaml", "- {b: {c: 1, c: 1}}"),
        ("yaml", "? [a]\n: 1"),
        ("yaml", "a: *nobody"),
        ("yaml", "&a [*a]"),
        ("yaml", "- &a 1\n- &a [*a]"),
        ("yaml", "--- a\n--- b"),
        ("yaml", "!!python/object/apply:os.system [id]"),
        ("yaml", "!own a"),
        ("yaml", "!!int a"),
        ("yaml", "!!map a"),
        ("yaml", "%TAG ! tag:example.org,2026:\n--- !a b"),
        ("yaml", "\x07"),
        ("yaml", nested(DEPTH + 1, "[", "]")),
        ("yaml", "- " * (DEPTH + 1) + "a"),
        ("yaml", "a: &a " + nested(DEPTH // 2, "[", "]") + "\nb: " + "[" * (DEPTH // 2) + "*a" + "]" * (DEPTH // 2)),
        ("yaml", "- a\n" * MAX_NODES),
        ("yaml", BOMB),
        ("xml", "a"),
        ("xml", "<a>"),
        ("xml", "<a></b>"),
        ("xml", "<a/><b/>"),
        ("xml", '<a b="1" b="2"/>'),
        ("xml", "<a>&nbsp;</a>"),
        ("xml", "<a>\x01</a>"),
        ("xml", "<!DOCTYPE a><a/>"),
        ("xml", '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'),
        ("xml", '<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>'),
        ("xml", nested(DEPTH + 1, "<a>", "</a>")),
    ],
)
def test_invalid_values(format: str, text: str) -> None:
    assert refusal_rule(format, text) == f"feature.{format}"


def test_view_documents() -> None:
    assert refusal_rule("ui", '{"schemaVersion":"1.0","elements":[{"type":"string","value":"x"}]}') is None
    assert refusal_rule("ui", '{"schemaVersion":"1.0","elements":[{"type":"divider"}]}', "recipe") is None
    assert refusal_rule("ui", "{") == "json.syntax"
    assert refusal_rule("ui", '{"schemaVersion":"2.0","elements":[]}') == "schema.const"


@pytest.mark.parametrize(
    ("changed", "rule"),
    [
        ({}, None),
        ({"schemaVersion": 1, "unknown": None}, None),
        ({"prompt": {"kind": "instructions", "value": {"steps": 30}}}, None),
        ({"schemaVersion": 3}, "schema.maximum"),
        ({"modelTags": ["a b"]}, "schema.pattern"),
        ({"modelTags": None}, "schema.type"),
        ({"prompt": {"kind": "textual", "text": ""}}, "schema.minLength"),
        ({"prompt": {"kind": "spoken"}}, "schema.oneOf"),
        ({"aspectRatio": 0}, "schema.exclusiveMinimum"),
    ],
)
def test_recipes(changed: dict[str, Any], rule: str | None) -> None:
    text = json.dumps({**RECIPE, **changed})
    assert refusal_rule("json", text, "recipe") == rule
    assert refusal_rule("json", text, "metadata") is None
    assert refusal_rule("json", text[:-1], "recipe") == "json.syntax"
    assert refusal_rule("json", text[:-1], "metadata") == "feature.json"


def test_the_yaml_texts_of_a_request_share_one_limit() -> None:
    half = ImageFeature(type="other", format="yaml", value="- a\n" * (MAX_NODES // 2 - 1))
    feature_values.check_features([half, half])
    with pytest.raises(FaultError) as caught:
        feature_values.check_features([half, half, ImageFeature(type="other", format="yaml", value="a")])
    assert (caught.value.fault.rule, caught.value.fault.pointer) == ("feature.yaml", "/2/value")


@pytest.mark.parametrize(
    ("type", "format", "text", "expected"),
    [
        ("recipe", "json", json.dumps({**RECIPE, "schemaVersion": 3}), "The fault is at /schemaVersion of the recipe."),
        ("other", "json", "[1,", "at line 1, column 4"),
        ("other", "yaml", "a: 1\nb: [", "at line 3, column 1"),
        ("other", "xml", "<a>\n</b>", "at line 2, column 3"),
    ],
)
def test_a_fault_names_the_position(type: str, format: str, text: str, expected: str) -> None:
    fault = fault_of(ImageFeature.model_validate({"type": type, "format": format, "value": text}))
    assert fault is not None
    assert expected in fault.detail


WORDS = (
    "a|b|:|: | |\n|\n  |- |? |&x |*x|[|]|{|}|,|'|\"|>\n|#|<<|!|!!str |---\n|...\n|%|\t|<a>|</a>|<b/>|<!--|-->|&|;|\\|1"
)
TOKENS = st.lists(st.sampled_from(WORDS.split("|")), max_size=30).map("".join)


@settings(max_examples=1_500, deadline=None)
@example("yaml", "&x a: &x b")
@given(st.sampled_from(["json", "yaml", "xml", "ui"]), TOKENS | st.text(st.characters(exclude_categories=["Cs"])))
def test_any_text_is_accepted_or_refused(format: str, text: str) -> None:
    rule = refusal_rule(format, text)
    assert rule in {None, f"feature.{format}"} or (format == "ui" and rule.startswith(("json.", "schema.")))
    if format == "json" and rule is None:
        json.loads(text)
    if format == "yaml" and rule is None:
        assert not repeated(composed(text))
    if format == "xml":
        assert (rule is None) == is_xml(text)


def is_xml(text: str) -> bool:
    """The parser's own verdict on a text without a document type and without deep nesting."""
    if "<!DOCTYPE" in text:
        return False
    try:
        expat.ParserCreate().Parse(text, True)
    except expat.ExpatError:
        return False
    return True


class AnchorsAgain(yaml.SafeLoader):
    """Reads documents in which an anchor is defined twice, as YAML permits. PyYAML itself refuses them."""

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        event = self.peek_event()  # type: ignore[no-untyped-call]
        if not isinstance(event, yaml.AliasEvent):
            self.anchors.pop(event.anchor, None)
        return super().compose_node(parent, index)


def composed(text: str) -> yaml.Node | None:
    """The document of a text."""
    try:
        return yaml.compose(text, yaml.CSafeLoader)
    except yaml.composer.ComposerError as error:
        if "duplicate anchor" not in str(error):
            raise
        return yaml.compose(text, AnchorsAgain)


def repeated(node: yaml.Node | None) -> bool:
    """Whether a mapping below a node has a repeated key, by the text of the keys."""
    if isinstance(node, yaml.MappingNode):
        keys = [key.value for key, _ in node.value]
        return len(keys) != len(set(keys)) or any(repeated(value) for _, value in node.value)
    return isinstance(node, yaml.SequenceNode) and any(map(repeated, node.value))


@pytest.mark.parametrize("format", ["json", "yaml", "xml"])
@pytest.mark.parametrize(
    "unit",
    ["[", "{", "- ", "? ", "&a ", '"', "'", "<a>", "<a ", "&", "[a,", "{a: ", "#\n", "!", "\n", "a: &a\n", "\\"],
)
def test_the_longest_text_is_checked_quickly(format: str, unit: str) -> None:
    text = (unit * (IMAGE_FEATURE_VALUE_MAX_LENGTH // len(unit)))[:IMAGE_FEATURE_VALUE_MAX_LENGTH]
    began = time.perf_counter()
    refusal_rule(format, text)
    assert time.perf_counter() - began < SECONDS
