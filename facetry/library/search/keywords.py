"""Keyword search: finds images with a given substring in their name, their metadata or their features.

Both sides are case-folded. The full-text index returns certain matches and candidates. The text of a candidate is read
and checked.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final

from pyroaring import BitMap
from sqlalchemy import ColumnElement, Connection, Select, SQLColumnExpression, TextualSelect, select
from sqlmodel import col

from facetry.library import images
from facetry.library.facets.features import FeatureRow, visible
from facetry.library.images import Image
from facetry.library.search.index.key_sets import as_set
from facetry.store import fulltext
from facetry.store.engine import integer_columns
from generated import models

_TextQuery = Select[*tuple[Any, ...]]

MAX_KEYS_IN_QUERY: Final = 5_000
"""Largest set of images for which a query lists the keys; beyond it, the query reads the rows of all images."""


def find_images(connection: Connection, keyword: models.SearchKeyword, among: BitMap) -> BitMap:
    """The images of `among` that contain the text in one of the requested places; all of them for an empty text."""
    substring = keyword.text.casefold()
    if not substring:
        return among
    matches, remaining = BitMap(), among.copy()
    if keyword.in_name:
        matches |= _find_in_names(connection, substring, remaining)
        remaining -= matches
    if keyword.in_features and remaining:
        matches |= find_in_features(connection, substring, remaining, ())
        remaining -= matches
    if keyword.in_metadata and remaining:
        matches |= _find_in_metadata(connection, substring, remaining)
    return matches


def find_in_features(
    connection: Connection, substring: str, among: BitMap, conditions: Sequence[ColumnElement[bool]]
) -> BitMap:
    """The images of `among` with a text feature that meets the conditions and contains `substring` (case-folded)."""
    key, image = col(FeatureRow.key), col(FeatureRow.image)
    if len(substring) < fulltext.MIN_LENGTH:
        texts = select(image, col(FeatureRow.text)).where(col(FeatureRow.text).is_not(None), visible(), *conditions)
        return _scan_texts(connection, texts, image, among, substring)
    hits = fulltext.find("feature_text", substring)
    certain_query = select(image).where(key.in_(hits.keys), *conditions)
    # Usually there are no candidates. Then this saves a check of each key against them, which is slow.
    if not len(integer_columns(connection, hits.candidates)[0]):
        return as_set(integer_columns(connection, certain_query.distinct())[0]) & among
    certain = (
        as_set(integer_columns(connection, certain_query.where(key.not_in(hits.candidates)).distinct())[0]) & among
    )
    doubtful_texts = select(image, col(FeatureRow.text)).where(key.in_(hits.candidates), *conditions)
    return certain | _scan_texts(connection, doubtful_texts, image, among - certain, substring)


def _find_in_names(connection: Connection, substring: str, among: BitMap) -> BitMap:
    if len(substring) < fulltext.MIN_LENGTH:
        query = select(col(Image.key)).where(col(Image.name_order).contains(substring, autoescape=True))
        return as_set(integer_columns(connection, _restrict(query, col(Image.key), among))[0]) & among
    certain, doubtful = _search_full_text(connection, "name_text", substring, among)
    names = select(col(Image.key), col(Image.name)).where(col(Image.key).in_(doubtful))
    return certain | _scan_texts(connection, names, col(Image.key), among - certain, substring)


def _find_in_metadata(connection: Connection, substring: str, among: BitMap) -> BitMap:
    texts: _TextQuery = select(col(Image.key), col(Image.details)).where(col(Image.details) != "{}")
    if len(substring) < fulltext.MIN_LENGTH:
        return _scan_texts(connection, texts, col(Image.key), among, substring, is_json=True)
    certain, doubtful = _search_full_text(connection, "metadata_text", substring, among)
    texts = texts.where(col(Image.key).in_(doubtful))
    return certain | _scan_texts(connection, texts, col(Image.key), among - certain, substring, is_json=True)


def _search_full_text(
    connection: Connection, table: fulltext.TextTable, substring: str, among: BitMap
) -> tuple[BitMap, TextualSelect]:
    """The images of `among` that certainly contain the substring, and the query for the candidates to be checked."""
    hits = fulltext.find(table, substring)
    certain = as_set(integer_columns(connection, hits.keys)[0]) - as_set(
        integer_columns(connection, hits.candidates)[0]
    )
    return certain & among, hits.candidates


def _scan_texts(
    connection: Connection,
    texts: _TextQuery,
    key: SQLColumnExpression[Any],
    among: BitMap,
    substring: str,
    *,
    is_json: bool = False,
) -> BitMap:
    """The images of `among` with a text that contains the substring; `texts` selects rows of (key, text)."""
    matches = BitMap()
    for image, text in connection.execute(_restrict(texts, key, among)):
        if image in among and image not in matches:
            searchable = images.searchable_text(json.loads(text)) if is_json else text
            if substring in searchable.casefold():
                matches.add(image)
    return matches


def _restrict(query: _TextQuery, key: SQLColumnExpression[Any], among: BitMap) -> _TextQuery:
    return query.where(key.in_(list(among))) if len(among) <= MAX_KEYS_IN_QUERY else query
