"""The parts of a JSON text with their neighbours, for edits. Faults of the text count as what is probably meant."""

from __future__ import annotations

from typing import Final

from facetry.schema.document import pointer_token
from facetry.validate.syntax.places import Place, parts, places
from facetry.validate.texts import json_text

MAX_BYTES: Final = 2_097_152
"""Larger texts are not edited: the lists of their parts would take too much memory."""


class JsonTree:
    """The parts of a text of at most `MAX_BYTES` bytes. Of members with the same name, the last one counts."""

    def __init__(self, text: bytes) -> None:
        self.text = text
        self._json = json_text(text)
        self._root = places(self._json, ()).get("") if self._json.strip() else None
        self._parts: dict[int, tuple[list[Place], dict[str, Place]]] = {}

    def place(self, pointer: str) -> Place | None:
        """The place of the value at a JSON Pointer; None for a missing part."""
        found = self._root
        for token in pointer.split("/")[1:]:
            if found is None:
                break
            found = self._read(found)[1].get(token)
        return found

    def parts(self, container: Place) -> list[Place]:
        """The places of the items or members directly inside of an array or object."""
        return self._read(container)[0]

    def is_object(self, place: Place) -> bool:
        """Whether the value at a place is an object."""
        return self._json.startswith(b"{", place.start)

    def is_array(self, place: Place) -> bool:
        """Whether the value at a place is an array."""
        return self._json.startswith(b"[", place.start)

    def has_member(self, pointer: str, name: str) -> bool:
        """Whether the value at a pointer is an object with a member of this name."""
        place = self.place(pointer)
        return place is not None and self.is_object(place) and pointer_token(name) in self._read(place)[1]

    def _read(self, container: Place) -> tuple[list[Place], dict[str, Place]]:
        """The places in an array or object, and the same by their tokens of a pointer."""
        if container.start not in self._parts:
            found = parts(self._json, container.start)
            self._parts[container.start] = [place for _, place in found], dict(found)
        return self._parts[container.start]
