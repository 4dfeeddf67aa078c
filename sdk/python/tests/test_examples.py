"""The valid view documents of the description, which are read and written again."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from pathlib import Path
from typing import Any, Final

import pytest

from facetry_extension import views
from facetry_extension.views.part import OWN_FIELDS, Part, wire_name

EXAMPLES: Final = sorted((Path(__file__).parents[3] / "specs/examples/views/valid").glob("*.json"))


def test_there_are_examples_of_every_type() -> None:
    assert len(EXAMPLES) > 50
    types = {type for path in EXAMPLES for type in types_in(json.loads(path.read_bytes()))}
    assert {each._type for each in vars(views).values() if isinstance(each, type) and issubclass(each, Part)} - {
        None
    } < types


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_is_written_as_it_was_read(path: Path) -> None:
    text = path.read_bytes()
    document = views.read(text)
    assert document.to_json() == text.decode().strip()
    assert views.read(json.loads(text)) == document


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_of_which_every_part_was_changed_keeps_its_values(path: Path) -> None:
    """Each part of a known type is a changed copy, so it is written from its members. The rest is written as it was."""
    document = views.read(path.read_bytes())
    text = changed(document).to_json()
    assert views.read(text) == document
    written, original = json.loads(text), json.loads(path.read_bytes())
    assert with_defaults(views.read(text), written) == with_defaults(document, original)
    for source in unknown_in(document):
        assert source in text


def changed(value: Any) -> Any:
    """A copy of a part and of the parts in it, none of which has the text that it was read from."""
    if isinstance(value, Part):
        names = [each.name for each in fields(value) if each.name not in OWN_FIELDS]
        return replace(value, **{name: changed(getattr(value, name)) for name in names})
    return tuple(map(changed, value)) if isinstance(value, tuple) else value


def with_defaults(part: Any, value: Any) -> Any:
    """A JSON value, with the members that are left out because they have their defaults."""
    if isinstance(part, Part):
        given = {each.name: getattr(part, each.name) for each in fields(part) if each.name not in OWN_FIELDS}
        named = {wire_name(name): member for name, member in given.items() if member is not None}
        completed = {name: with_defaults(member, value.get(name, member)) for name, member in named.items()}
        return {**value, **completed}
    if isinstance(part, tuple):
        return [with_defaults(*pair) for pair in zip(part, value, strict=True)]
    return value


def unknown_in(value: Any) -> Iterator[str]:
    """The texts of the parts of unknown types."""
    if isinstance(value, views.OpenPart):
        yield value.to_json()
    elif isinstance(value, Part):
        for each in fields(value):
            yield from unknown_in(getattr(value, each.name))
    elif isinstance(value, tuple):
        for item in value:
            yield from unknown_in(item)


def types_in(value: Any) -> Iterator[str]:
    """The types in a JSON value."""
    members = value.values() if isinstance(value, Mapping) else value if isinstance(value, list) else ()
    if isinstance(value, Mapping) and isinstance(value.get("type"), str):
        yield value["type"]
    for member in members:
        yield from types_in(member)
