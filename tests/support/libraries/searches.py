"""Runs searches without texts on a connection of the test, without `Search.prepare`."""

from __future__ import annotations

from pyroaring import BitMap
from sqlalchemy import Connection

from facetry.library.search import price, smart_collections
from facetry.library.search.compilation import compile_filters
from facetry.library.search.index.key_sets import Keys
from facetry.library.search.search import Page, PreparedSearch
from facetry.library.search.search_indexes import SearchIndexes
from generated import models


def prepared(indexes: SearchIndexes, connection: Connection, parameters: models.SearchParameters) -> PreparedSearch:
    """The prepared search for parameters whose filter contains no text."""
    if parameters.filter is not None:
        is_short = price.is_short(parameters, parameters.filter)
        return PreparedSearch(indexes, parameters, parameters.filter, is_short=is_short)
    if parameters.collection_id is None:
        return PreparedSearch(indexes, parameters, models.SearchFilter())
    stored = smart_collections.require_filter(connection, parameters.collection_id)
    return PreparedSearch(indexes, parameters, stored, is_validated=True)


def run(indexes: SearchIndexes, connection: Connection, parameters: models.SearchParameters) -> Page:
    """The page of the search."""
    return prepared(indexes, connection, parameters).run(connection)


def keys(indexes: SearchIndexes, connection: Connection, parameters: models.SearchParameters) -> Keys:
    """The keys that the search finds."""
    return prepared(indexes, connection, parameters).keys(connection)


def matching(
    indexes: SearchIndexes, connection: Connection, criteria: models.SearchFilter, among: BitMap | None = None
) -> BitMap:
    """The images that match a filter, of all or of `among`."""
    (compiled_filter,) = compile_filters(indexes, connection, [criteria])
    return compiled_filter.find_images(among)
