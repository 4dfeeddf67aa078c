"""The schemas of events and messages: valid examples are accepted, invalid ones break the rule of their folder, and a
reference validator agrees.
"""

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
from tests.contract.description import ROOT
from tests.contract.description import document as api
from tests.contract.documents.events import case_name, cases, document, examples, faults

OURS: Final = Document(document())
VALID: Final = [(name, json.loads(path.read_bytes())) for name, path in cases("valid")]
STRANGE: Final = [None, True, 0, -1, 1.5, "", "x", "x\n", "..", "image.created", [], ["x"], {}, {"id": "x"}]


def our_faults(name: str, value: Any) -> set[tuple[str, str]]:
    """(rule, pointer) of each violation that the service finds in a value."""
    return {(fault.rule, fault.pointer or "") for fault in violations(OURS, f"#/components/schemas/{name}", value)}


@pytest.mark.parametrize(("name", "path"), cases("valid"), ids=case_name)
def test_valid_example(name: str, path: Path) -> None:
    value = json.loads(path.read_bytes())
    assert our_faults(name, value) == set()
    assert faults(name, value) == set()


@pytest.mark.parametrize(("name", "path"), cases("invalid"), ids=case_name)
def test_invalid_example_breaks_the_rule_of_its_folder_and_no_other(name: str, path: Path) -> None:
    value = json.loads(path.read_bytes())
    assert {rule for rule, _ in faults(name, value)} == {path.parent.name}
    assert {rule for rule, _ in our_faults(name, value)} == {path.parent.name}


def test_every_topic_and_message_has_examples() -> None:
    shown = {name for name, _ in cases("valid")}
    messages = document()["channels"]["events"]["messages"]
    assert {*messages} >= {*TOPICS}
    inside = [message["payload"]["allOf"][1]["properties"]["value"]["$ref"] for message in messages.values()]
    assert {reference.rpartition("/")[2] for reference in inside} <= shown
    assert {"Connection", "Connected", "Instructions", "Intent", "Answer", "Delivery", "StreamedEvent"} <= shown
    assert len(examples("invalid")) >= 60


def test_every_topic_of_the_log_is_announced() -> None:
    """A module other than the validators names each topic."""
    package = ROOT / "facetry"
    modules = [path for path in package.rglob("*.py") if (package / "validate") not in path.parents]
    source = "".join(path.read_text(encoding="utf-8") for path in modules)
    missing = [topic for topic in TOPICS if f'"{topic}"' not in source]
    assert not missing, f"announce {missing} in the unit of work that makes it true, see facetry/events/log.py"


def test_both_descriptions_list_the_streamed_topics() -> None:
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
    """A valid example in which one to three members or items are removed or replaced by unusual values."""
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
def test_validators_agree(mutation: tuple[str, Any]) -> None:
    """Both validators agree on whether a value is valid."""
    assert bool(our_faults(*mutation)) == bool(faults(*mutation))
