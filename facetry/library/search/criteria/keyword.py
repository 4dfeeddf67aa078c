"""Criterion `keyword`: the image has a given substring in its name, its metadata or its features.

Both sides are folded (`text_forms`). The full-text index returns certain matches and candidates. The text of a
candidate is read and checked. Texts that are too short for the index are found by `TextScans`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Final

from pyroaring import BitMap
from sqlalchemy import Connection, TextualSelect, select
from sqlmodel import col

from facetry.library.facets.features import FeatureRow
from facetry.library.images import Image
from facetry.library.search import text_scans
from facetry.library.search.criteria.costs import Sizes, text_price
from facetry.library.search.criteria.criterion import Aspect, Criterion, Dependencies, FilterContext, ImageSetFilter
from facetry.library.search.index.key_sets import as_set
from facetry.library.search.text_scans import METADATA, TextScans, TextSource
from facetry.schema.text_forms import folded
from facetry.store import fulltext
from facetry.store.engine import engine_of
from facetry.store.interruption import checkpoint
from generated import models

FEW_IMAGES: Final = 64
"""Largest set of images whose texts are read one by one, instead of asking the full-text index about all images."""


def _set_filters(context: FilterContext, keyword: models.SearchKeyword) -> Iterator[ImageSetFilter]:
    connection, scans = context.connection, context.scans
    _announce(scans, keyword)
    yield lambda among: _find_images(connection, scans, keyword, among)


def _announce(scans: TextScans, keyword: models.SearchKeyword) -> None:
    """Announce to the scans what `_find_images` may look for."""
    substring = folded(keyword.text)
    if keyword.in_features:
        announce_in_features(scans, substring, text_scans.feature_source())
    if keyword.in_metadata and _is_short(written := _in_json(keyword.text)):
        scans.add(METADATA, written)


def announce_in_features(scans: TextScans, substring: str, source: TextSource) -> None:
    """Announce to the scans what `find_in_features` may look for."""
    if _is_short(substring):
        scans.add(source, substring)


def _find_images(connection: Connection, scans: TextScans, keyword: models.SearchKeyword, among: BitMap) -> BitMap:
    """The images of `among` that contain the text in one of the requested fields; all of them for an empty text.

    The keyword was announced to `scans`.
    """
    substring = folded(keyword.text)
    if not substring:
        return among
    matches, remaining = BitMap(), among.copy()
    if keyword.in_name:
        matches |= _find_in_names(connection, substring, remaining)
        remaining -= matches
    if keyword.in_features and remaining:
        matches |= find_in_features(connection, scans, substring, remaining, text_scans.feature_source())
        remaining -= matches
    if keyword.in_metadata and remaining:
        matches |= _find_in_metadata(connection, scans, _in_json(keyword.text), remaining)
    return matches


def find_in_features(
    connection: Connection, scans: TextScans, substring: str, among: BitMap, source: TextSource
) -> BitMap:
    """The images of `among` with a text of the source, which is one of features, that contains `substring`.

    The substring is folded and was announced to `scans`.
    """
    checkpoint()
    if _is_short(substring):
        return scans.find_images(connection, source, substring, among)
    if len(among) <= FEW_IMAGES:
        return text_scans.scan(connection, *source.query(), among, substring)
    key, image = col(FeatureRow.key), col(FeatureRow.image)
    conditions = [getattr(FeatureRow, name) == value for name, value in source.equalities]
    hits = fulltext.find(connection, "feature_text", substring)
    certain_query = select(image).where(key.in_(hits.keys), *conditions)
    # Usually there are no candidates. Then this saves a check of each key against them, which is slow.
    if not len(engine_of(connection).integer_columns(connection, hits.candidates)[0]):
        return as_set(engine_of(connection).integer_columns(connection, certain_query.distinct())[0]) & among
    certain = (
        as_set(
            engine_of(connection).integer_columns(
                connection, certain_query.where(key.not_in(hits.candidates)).distinct()
            )[0]
        )
        & among
    )
    doubtful_texts = select(image, col(FeatureRow.text)).where(key.in_(hits.candidates), *conditions)
    return certain | text_scans.scan(connection, doubtful_texts, image, among - certain, substring)


def _find_in_names(connection: Connection, substring: str, among: BitMap) -> BitMap:
    checkpoint()
    if _is_short(substring):
        query = select(col(Image.key)).where(col(Image.name_order).contains(substring, autoescape=True))
        return (
            as_set(
                engine_of(connection).integer_columns(connection, text_scans.restrict(query, col(Image.key), among))[0]
            )
            & among
        )
    if len(among) <= FEW_IMAGES:
        all_names = select(col(Image.key), col(Image.name))
        return text_scans.scan(connection, all_names, col(Image.key), among, substring)
    certain, doubtful = _search_full_text(connection, "name_text", substring, among)
    names = select(col(Image.key), col(Image.name)).where(col(Image.key).in_(doubtful))
    return certain | text_scans.scan(connection, names, col(Image.key), among - certain, substring)


def _find_in_metadata(connection: Connection, scans: TextScans, substring: str, among: BitMap) -> BitMap:
    checkpoint()
    if _is_short(substring):
        return scans.find_images(connection, METADATA, substring, among)
    texts, key = METADATA.query()
    if len(among) <= FEW_IMAGES:
        return text_scans.scan(connection, texts, key, among, substring, is_json=True)
    certain, doubtful = _search_full_text(connection, "metadata_text", substring, among)
    texts = texts.where(col(Image.key).in_(doubtful))
    return certain | text_scans.scan(connection, texts, key, among - certain, substring, is_json=True)


def _search_full_text(
    connection: Connection, table: fulltext.TextTable, substring: str, among: BitMap
) -> tuple[BitMap, TextualSelect]:
    """The images of `among` that certainly contain the substring, and the query for the candidates to be checked."""
    hits = fulltext.find(connection, table, substring)
    certain = as_set(engine_of(connection).integer_columns(connection, hits.keys)[0]) - as_set(
        engine_of(connection).integer_columns(connection, hits.candidates)[0]
    )
    return certain & among, hits.candidates


def _in_json(text: str) -> str:
    """The folded text as the values of metadata have it, which are JSON: with escapes for quotes and line ends."""
    return folded(json.dumps(text, ensure_ascii=False)[1:-1])


def _is_short(substring: str) -> bool:
    """Whether the substring has no trigram, so that the full-text index cannot find it."""
    return len(substring) < fulltext.MIN_LENGTH


def _dependencies(keyword: models.SearchKeyword) -> Dependencies:
    return Dependencies(local=frozenset({Aspect.FEATURES} if keyword.in_features else ()))


def _price(keyword: models.SearchKeyword, sizes: Sizes) -> float:
    price = 0.0
    if keyword.in_name or keyword.in_metadata:
        price += text_price(keyword.text, sizes.images)
    if keyword.in_features:
        price += text_price(keyword.text, sizes.features)
    return price


KEYWORD: Final = Criterion(
    member="keyword",
    set_filters=_set_filters,
    dependencies=_dependencies,
    looks_at_all_rows=True,
    price=_price,
    texts=lambda keyword: (keyword.text,),
)
