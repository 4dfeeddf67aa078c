"""The schemas of events and messages: their examples are what they are named for, and a second judge agrees."""

import json
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from facetry.schema.document import Document
from facetry.schema.violations import violations
from generated.topics import STREAMED, TOPICS
from tests.contract.description import document as api
from tests.contract.events import document, examples, faults, named, schema_of

OURS: Final = Document(document())
VALID: Final = [(schema_of(path), json.loads(path.read_bytes())) for path in examples("valid")]
STRANGE: Final = [None, True, 0, -1, 1.5, "", "x", "x\n", "..", "image.created", [], ["x"], {}, {"id": "x"}]


def our_faults(name: str, value: Any) -> set[tuple[str, str]]:
    """(rule, pointer) of everything that the service has against a value."""
    return {(fault.rule, fault.pointer or "") for fault in violations(OURS, f"#/components/schemas/{name}", value)}


@pytest.mark.parametrize("path", examples("valid"), ids=named)
def test_valid_example(path: Path) -> None:
    value = json.loads(path.read_bytes())
    assert our_faults(schema_of(path), value) == set()
    assert faults(schema_of(path), value) == set()


@pytest.mark.parametrize("path", examples("invalid"), ids=named)
def test_invalid_example_breaks_the_rule_of_its_folder_and_no_other(path: Path) -> None:
    value = json.loads(path.read_bytes())
    assert {rule for rule, _ in faults(schema_of(path), value)} == {path.parent.name}
    assert {rule for rule, _ in our_faults(schema_of(path), value)} == {path.parent.name}


def test_every_topic_and_message_has_examples() -> None:
    shown = {named(path).split("/")[0] for path in examples("valid")}
    topics = {*document()["channels"]["events"]["messages"]}
    assert topics >= {*TOPICS}
    assert topics <= shown
    assert {"Connection", "Connected", "Instructions", "Intent", "Answer", "Delivery", "StreamedEvent"} <= shown
    assert len(examples("invalid")) >= 60


def test_what_the_stream_tells_is_described_alike() -> None:
    messages = document()["channels"]["stream"]["messages"]
    assert {*messages} == {"reset", *STREAMED}
    assert {*api()["components"]["schemas"]["EventTopic"]["enum"]} == {*STREAMED}


def test_schemas_that_both_descriptions_have_are_the_same() -> None:
    theirs, ours = api()["components"]["schemas"], document()["components"]["schemas"]
    shared = theirs.keys() & ours.keys()
    assert {"Uuid", "ExtensionId", "Timestamp", "CollectionId"} <= shared
    assert {name for name in shared if theirs[name] != ours[name]} == set()


def _places(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    children = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, child in children:
        yield (*path, key)
        yield from _places(child, (*path, key))


@st.composite
def mutations(draw: st.DrawFn) -> tuple[str, Any]:
    """A valid example with one to three members or items gone, or swapped for strange ones."""
    name, value = deepcopy(draw(st.sampled_from(VALID)))
    for _ in range(draw(st.integers(1, 3))):
        places = list(_places(value))
        if not places:
            break
        *way, last = draw(st.sampled_from(places))
        home = value
        for step in way:
            home = home[step]
        if draw(st.booleans()):
            home[last] = deepcopy(draw(st.sampled_from(STRANGE)))
        else:
            del home[last]
    return name, value


@settings(max_examples=800, deadline=None, database=None)
@given(mutations())
def test_two_judges_agree(mutation: tuple[str, Any]) -> None:
    """On whether a value is valid."""
    assert bool(our_faults(*mutation)) == bool(faults(*mutation))
