"""Text scans: passes over all texts of one kind, for the texts to find that have no trigram.

The full-text index finds texts of three characters and more. For shorter ones all texts have to be read and folded. A
search may ask for many of them, so they are looked for in one pass.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from pyroaring import BitMap
from sqlalchemy import Connection, Select, SQLColumnExpression, select
from sqlmodel import col

from facetry.library import images
from facetry.library.facets.features import FeatureRow, visible
from facetry.library.images import Image
from facetry.schema.text_forms import folded
from facetry.store.engine import engine_of
from facetry.store.interruption import checkpoint

_TextQuery = Select[*tuple[Any, ...]]

MAX_KEYS_IN_QUERY: Final = 5_000
"""Largest set of images for which a query lists the keys; beyond it, the query reads the rows of all images."""
_BATCH_SIZE: Final = 256
"""Rows that are read at once: a row may have a text of 64 KiB."""


@dataclass(frozen=True, slots=True)
class TextSource:
    """Texts of images: their metadata, or those of their features with these values in these columns."""

    kind: Literal["metadata", "features"]
    equalities: tuple[tuple[str, object], ...] = ()
    """Names of columns of `FeatureRow`, with their values."""

    def query(self) -> tuple[_TextQuery, SQLColumnExpression[Any]]:
        """The query for rows of (key of an image, text), and the column of the key."""
        if self.kind == "metadata":
            return select(col(Image.key), col(Image.details)).where(col(Image.details) != "{}"), col(Image.key)
        conditions = [getattr(FeatureRow, name) == value for name, value in self.equalities]
        query = select(col(FeatureRow.image), col(FeatureRow.text))
        return query.where(col(FeatureRow.text).is_not(None), visible(), *conditions), col(FeatureRow.image)


@dataclass(slots=True)
class _Pass:
    """The texts to find in one source, and the images that contain each of them after the pass."""

    texts: dict[str, BitMap] = field(default_factory=dict)
    is_done: bool = False


class TextScans:
    """The passes of one search, at one snapshot."""

    def __init__(self) -> None:
        self._passes: dict[TextSource, _Pass] = {}

    def add(self, source: TextSource, text: str) -> None:
        """Announce that the search may look for a folded text in this source."""
        self._passes.setdefault(source, _Pass()).texts.setdefault(text, BitMap())

    def find_images(self, connection: Connection, source: TextSource, text: str, among: BitMap) -> BitMap:
        """The images of `among` with a text of this source that contains `text`, which was announced."""
        text_pass = self._passes[source]
        if text_pass.is_done:
            return text_pass.texts[text] & among
        query, key = source.query()
        if len(among) * len(text_pass.texts) <= MAX_KEYS_IN_QUERY:  # less work than a pass over all texts
            return scan(connection, query, key, among, text, is_json=source.kind == "metadata")
        _run(connection, source, query, text_pass)
        return text_pass.texts[text] & among


def _run(connection: Connection, source: TextSource, query: _TextQuery, text_pass: _Pass) -> None:
    wanted = list(text_pass.texts.items())
    is_json = source.kind == "metadata"
    for rows in engine_of(connection).row_batches(connection, query, _BATCH_SIZE):
        for image, text in rows:
            checkpoint()
            searchable = _searchable(text, is_json=is_json)
            for substring, found in wanted:
                if substring in searchable:
                    found.add(image)
    text_pass.is_done = True


def scan(
    connection: Connection,
    query: _TextQuery,
    key: SQLColumnExpression[Any],
    among: BitMap,
    substring: str,
    *,
    is_json: bool = False,
) -> BitMap:
    """The images of `among` with a text that contains the substring; `query` selects rows of (`key`, text)."""
    matches = BitMap()
    for rows in engine_of(connection).row_batches(connection, restrict(query, key, among), _BATCH_SIZE):
        for image, text in rows:
            checkpoint()
            if image in among and image not in matches and substring in _searchable(text, is_json=is_json):
                matches.add(image)
    return matches


def restrict(query: _TextQuery, key: SQLColumnExpression[Any], among: BitMap) -> _TextQuery:
    """The query for rows of these images only, if they are few."""
    return query.where(key.in_(list(among))) if len(among) <= MAX_KEYS_IN_QUERY else query


def feature_source(equalities: Sequence[tuple[str, object]] = ()) -> TextSource:
    """The texts of features whose columns have these values."""
    return TextSource("features", tuple(equalities))


METADATA: Final = TextSource("metadata")


def _searchable(text: str, *, is_json: bool) -> str:
    return folded(images.searchable_text(json.loads(text)) if is_json else text)
