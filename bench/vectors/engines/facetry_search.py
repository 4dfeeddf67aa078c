"""Facetry: a whole search by similarity, as of a client; a filter is a tag criterion beside the similarity."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection

from bench.vectors.data import DataSet, Floats
from bench.vectors.engines.facetry_nearest import Nearest
from bench.vectors.library import EXTENSION, FIRST, NAME
from generated import models
from tests.support.libraries import searches


class _Search(Nearest):
    def prepare(self, tag: str | None, effort: int) -> None:  # noqa: ARG002  # see `efforts`
        self._tags = None if tag is None else models.SearchTags(values=[tag])

    def nearest(self, query: Floats, count: int) -> list[int]:
        similarity = models.SearchSimilarity(extension_id=EXTENSION, name=NAME, values=query.tolist())
        parameters = models.SearchParameters(
            filter=models.SearchFilter(
                criteria=models.SearchCriteria(tags=self._tags, similarity=similarity),
                sorting=models.SearchSorting(property="distance"),
            ),
            range=models.SearchRange(take=count, skip=0),
        )

        def find(connection: Connection) -> list[int]:
            return searches.run(self._indexes, connection, parameters).keys

        return [key - FIRST for key in self._store.read_now(find)]


def open_engine(folder: Path, data: DataSet) -> _Search:
    """A library in the folder."""
    return _Search(folder, data)
