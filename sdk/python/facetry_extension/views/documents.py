"""View documents: a container of elements, and a card, which has a title as well."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass
from typing import Any, Final

from facetry_extension.views.part import Action, Element, Part

SCHEMA_VERSION: Final = "1.0"


@dataclass(frozen=True, slots=True)
class Container(Part):
    """Elements, in the order in which they are shown."""

    elements: Sequence[Element]

    def _members(self) -> dict[str, Any]:
        return {"schemaVersion": SCHEMA_VERSION, **Part._members(self)}


@dataclass(frozen=True, slots=True)
class Card(Part):
    """Elements below a title, and what is offered below them."""

    title: str
    elements: Sequence[Element]
    _: KW_ONLY
    description: str | None = None
    """A line below the title."""
    actions: Sequence[Action] | None = None
    """What is offered, in its order."""

    def _members(self) -> dict[str, Any]:
        return {"schemaVersion": SCHEMA_VERSION, **Part._members(self)}
