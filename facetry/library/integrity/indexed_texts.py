"""The texts of the full-text index, read from the rows of a library, to make the index again."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from sqlalchemy import Connection, Select, select
from sqlmodel import col

from facetry.library.facets.features import FeatureRow
from facetry.library.images import Image, searchable_text
from facetry.store.engines.values import driver_rows
from facetry.store.fulltext import TextTable

_BATCH: Final = 2_000
_BEFORE_ALL: Final = -(2**63)

_KEYS: Final[Mapping[TextTable, Any]] = {
    "name_text": Image.key,
    "metadata_text": Image.key,
    "feature_text": FeatureRow.key,
}
_TEXTS: Final[Mapping[TextTable, Any]] = {
    "name_text": Image.name,
    "metadata_text": Image.details,
    "feature_text": FeatureRow.text,
}


def texts(
    connection: Connection, table: TextTable, after: int | None = None
) -> Iterator[tuple[int, list[tuple[int, str]]]]:
    """The texts of a table of the index, of rows with keys after `after`, by the keys, in batches: the last key that
    was looked at, and the texts of those rows that have one.
    """
    key, text, read = col(_KEYS[table]), col(_TEXTS[table]), _READ.get(table, str)
    last = _BEFORE_ALL if after is None else after
    while True:
        query: Select[Any] = select(key, text).where(key > last).order_by(key).limit(_BATCH)
        rows = driver_rows(connection, query)
        if not rows:
            return
        last = rows[-1][0]
        yield last, [(row, found) for row, stored in rows if stored is not None and (found := read(stored))]


def _metadata(details: str) -> str:
    return "" if details == "{}" else searchable_text(json.loads(details))


_READ: Final[Mapping[TextTable, Callable[[str], str]]] = {"metadata_text": _metadata}
