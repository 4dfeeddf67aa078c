"""The rival of searches: plain SQL, as one would write it first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection

from facetry.library.search.search import Page
from facetry.store.engine import raw

Answer = tuple[list[int], int, Mapping[str, Mapping[str, int]]]
"""The keys of a page, how many images match, and facets: counts by value, of each kind."""

_MONTH: Final = "strftime('%Y-%m', file_modified / 1000, 'unixepoch')"


@dataclass(frozen=True, slots=True)
class Statements:
    """A condition on rows of `image`, with the values of its question marks; the order, and the page."""

    where: str
    values: Sequence[Any]
    order: str = "name_order, key"
    skip: int = 0
    take: int = 50
    has_facets: bool = False


HOLDS: Final = "key IN (SELECT image FROM image_tag JOIN tag ON tag.key = image_tag.tag WHERE tag.value = ?)"
"""The condition that an image has the tag. (With `EXISTS` it takes ten times as long.)"""


def featured(condition: str) -> str:
    """The condition that an image has such a feature."""
    return f"key IN (SELECT image FROM image_feature WHERE {condition})"  # noqa: S608  # constants


def run(connection: Connection, wanted: Statements) -> Answer:
    """A page and a count, each in one statement, and one for each kind of facet."""
    rows, where, values = raw(connection), wanted.where, tuple(wanted.values)
    page = f"SELECT key FROM image WHERE {where} ORDER BY {wanted.order} LIMIT ? OFFSET ?"  # noqa: S608  # constants
    keys = [row[0] for row in rows.execute(page, (*values, wanted.take, wanted.skip))]
    total = rows.execute(f"SELECT count(*) FROM image WHERE {where}", values).fetchone()[0]  # noqa: S608
    facets: dict[str, dict[str, int]] = {}
    if wanted.has_facets:
        tagged = (
            "SELECT tag.value, count(*) FROM image_tag JOIN tag ON tag.key = image_tag.tag"  # noqa: S608
            f" WHERE image IN (SELECT key FROM image WHERE {where}) GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 100"
        )
        facets["tags"] = dict(rows.execute(tagged, values))
        for kind, column in (("formats", "format"), ("months", _MONTH)):
            grouped = f"SELECT {column}, count(*) FROM image WHERE {where} GROUP BY 1"  # noqa: S608
            facets[kind] = dict(rows.execute(grouped, values))
        counted = f"SELECT repository, count(*) FROM image WHERE {where} GROUP BY 1"  # noqa: S608
        names = dict(rows.execute("SELECT key, id FROM repository"))
        facets["repositories"] = {names[key].hex(): count for key, count in rows.execute(counted, values)}
    return keys, total, facets


def of(page: Page) -> Answer:
    """The same of a search."""
    facets: dict[str, dict[str, int]] = {}
    if page.facets is not None:
        facets["tags"] = {each.value: each.count for each in page.facets.tags or ()}
        facets["formats"] = {each.value: each.count for each in page.facets.formats or ()}
        facets["months"] = {each.value: each.count for each in page.facets.months or ()}
        facets["repositories"] = {each.id.hex: each.count for each in page.facets.repositories or ()}
    return page.keys, page.total, facets
