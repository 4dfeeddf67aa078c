"""Positions of the parts of a JSON text, for findings with line and column."""

from __future__ import annotations

from collections.abc import Collection

from facetry.validate.ranges import Lines, Range
from facetry.validate.syntax.places import places
from facetry.validate.texts import json_text


class SourceMap:
    """The positions of the parts of one JSON text in UTF-8. Texts with faults are read as far as possible, and of
    members with the same key the last one counts.

    `pointers` are those whose ranges will be asked. Others can be asked as well, but each takes another scan.
    """

    def __init__(self, text: bytes, pointers: Collection[str] = ()) -> None:
        self.text = text
        self.lines = Lines(text)
        self._json = json_text(text)
        self._places = places(self._json, pointers)
        self._wanted = frozenset(pointers)

    def range(self, pointer: str, *, on_key: bool = False) -> Range:
        """The range of the value at a JSON Pointer, or of its key with `on_key`. For a missing part it is the range of
        the nearest existing parent.
        """
        if pointer not in self._wanted:
            self._places |= places(self._json, [pointer])
        found = pointer
        while found not in self._places:
            found = found.rpartition("/")[0]
        place = self._places[found]
        if on_key and found == pointer and place.key is not None:
            return self.lines.range(*place.key)
        return self.lines.range(place.start, min(place.end, len(self.text)))  # brackets were closed behind a cut text
