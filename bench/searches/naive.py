"""The rival of searches: straightforward SQL without any of the indexes in memory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection

from facetry.library.search.search import Page
from facetry.store.engine import raw_connection

Result = tuple[list[int], int, Mapping[str, Mapping[str, int]]]
"""The keys of a page, the number of images that match, and facets: counts by value for each kind."""

_MONTH: Final = "strftime('%Y-%m', coalesce(capture_date, file_created) / 1000, 'unixepoch')"


@dataclass(frozen=True, slots=True)
class SqlQuery:
    """A search in SQL: a condition on rows of `image`, the values of its parameters, the order, and the page."""

    where: str
    values: Sequence[Any]
    order: str = "name_key, key"
    skip: int = 0
    take: int = 50
    has_facets: bool = False


HAS_TAG: Final = "key IN (SELECT image FROM image_tag JOIN tag ON tag.key = image_tag.tag WHERE tag.value = ?)"
"""The condition that an image has a tag. (`EXISTS` takes ten times as long.)"""


def has_feature(condition: str) -> str:
    """The condition that an image has a feature that meets `condition`."""
    return f"key IN (SELECT image FROM image_feature WHERE {condition})"  # noqa: S608  # constants


def run(connection: Connection, query: SqlQuery) -> Result:
    """Run the search: one statement each for the page, the count, and each kind of facet."""
    rows, where, values = raw_connection(connection), query.where, tuple(query.values)
    page = f"SELECT key FROM image WHERE {where} ORDER BY {query.order} LIMIT ? OFFSET ?"  # noqa: S608  # constants
    keys = [row[0] for row in rows.execute(page, (*values, query.take, query.skip))]
    total = rows.execute(f"SELECT count(*) FROM image WHERE {where}", values).fetchone()[0]  # noqa: S608
    facets: dict[str, dict[str, int]] = {}
    if query.has_facets:
        tag_statement = (
            "SELECT tag.value, count(*) FROM image_tag JOIN tag ON tag.key = image_tag.tag"  # noqa: S608
            f" WHERE image IN (SELECT key FROM image WHERE {where}) GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 100"
        )
        facets["tags"] = dict(rows.execute(tag_statement, values))
        for kind, column in (("formats", "format"), ("months", _MONTH)):
            statement = f"SELECT {column}, count(*) FROM image WHERE {where} GROUP BY 1"  # noqa: S608
            facets[kind] = dict(rows.execute(statement, values))
        repository_statement = f"SELECT repository, count(*) FROM image WHERE {where} GROUP BY 1"  # noqa: S608
        names = dict(rows.execute("SELECT key, id FROM repository"))
        facets["repositories"] = {names[key].hex(): count for key, count in rows.execute(repository_statement, values)}
    return keys, total, facets


def from_page(page: Page) -> Result:
    """The page of a search as a `Result`, to compare it with that of the SQL."""
    facets: dict[str, dict[str, int]] = {}
    if page.facets is not None:
        facets["tags"] = {each.value: each.count for each in page.facets.tags or ()}
        facets["formats"] = {each.value: each.count for each in page.facets.formats or ()}
        facets["months"] = {each.value: each.count for each in page.facets.months or ()}
        facets["repositories"] = {each.id.hex: each.count for each in page.facets.repositories or ()}
    return page.keys, page.total, facets
