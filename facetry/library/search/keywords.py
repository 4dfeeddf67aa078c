"""Keywords: images that contain a piece of text in their names, their metadata or their features.

Both sides are case-folded. What the full-text index is sure of is taken; what it is not, is read and looked at.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final

from pyroaring import BitMap
from sqlalchemy import ColumnElement, Connection, Select, SQLColumnExpression, TextualSelect, select
from sqlmodel import col

from facetry.library import images
from facetry.library.features import FeatureRow, visible
from facetry.library.images import Image
from facetry.library.search.index.key_sets import as_set
from facetry.store import fulltext
from facetry.store.engine import columns
from generated import models

_Texts = Select[*tuple[Any, ...]]

FEW: Final = 5_000
"""So many images are asked for by their keys, rather than found among all."""


def containing(connection: Connection, keyword: models.SearchKeyword, among: BitMap) -> BitMap:
    """Those of `among` that contain the text in one of the places; an empty text is contained in all."""
    piece = keyword.text.casefold()
    if not piece:
        return among
    found, left = BitMap(), among.copy()
    if keyword.in_name:
        found |= _in_names(connection, piece, left)
        left -= found
    if keyword.in_features and left:
        found |= in_features(connection, piece, left, ())
        left -= found
    if keyword.in_metadata and left:
        found |= _in_metadata(connection, piece, left)
    return found


def in_features(connection: Connection, piece: str, among: BitMap, conditions: Sequence[ColumnElement[bool]]) -> BitMap:
    """Those of `among` with a text feature that meets the conditions and contains `piece`, which is case-folded."""
    key, of = col(FeatureRow.key), col(FeatureRow.image)
    if len(piece) < fulltext.SHORTEST:
        texts = select(of, col(FeatureRow.text)).where(col(FeatureRow.text).is_not(None), visible(), *conditions)
        return _looked_at(connection, texts, of, among, piece)
    found = fulltext.find("feature_text", piece)
    certain = select(of).where(key.in_(found.keys), *conditions)
    if not len(columns(connection, found.doubtful)[0]):  # as a rule; asking for each key whether it is one takes time
        return as_set(columns(connection, certain.distinct())[0]) & among
    sure = as_set(columns(connection, certain.where(key.not_in(found.doubtful)).distinct())[0]) & among
    doubtful = select(of, col(FeatureRow.text)).where(key.in_(found.doubtful), *conditions)
    return sure | _looked_at(connection, doubtful, of, among - sure, piece)


def _in_names(connection: Connection, piece: str, among: BitMap) -> BitMap:
    if len(piece) < fulltext.SHORTEST:
        named = select(col(Image.key)).where(col(Image.name_order).contains(piece, autoescape=True))
        return as_set(columns(connection, _narrowed(named, col(Image.key), among))[0]) & among
    certain, doubtful = _of_images(connection, "name_text", piece, among)
    names = select(col(Image.key), col(Image.name)).where(col(Image.key).in_(doubtful))
    return certain | _looked_at(connection, names, col(Image.key), among - certain, piece)


def _in_metadata(connection: Connection, piece: str, among: BitMap) -> BitMap:
    texts: _Texts = select(col(Image.key), col(Image.details)).where(col(Image.details) != "{}")
    if len(piece) < fulltext.SHORTEST:
        return _looked_at(connection, texts, col(Image.key), among, piece, are_details=True)
    certain, doubtful = _of_images(connection, "metadata_text", piece, among)
    texts = texts.where(col(Image.key).in_(doubtful))
    return certain | _looked_at(connection, texts, col(Image.key), among - certain, piece, are_details=True)


def _of_images(
    connection: Connection, table: fulltext.Table, piece: str, among: BitMap
) -> tuple[BitMap, TextualSelect]:
    """Those of `among` that contain the piece for certain, and the query for those to be looked at."""
    found = fulltext.find(table, piece)
    certain = as_set(columns(connection, found.keys)[0]) - as_set(columns(connection, found.doubtful)[0])
    return certain & among, found.doubtful


def _looked_at(
    connection: Connection,
    texts: _Texts,
    key: SQLColumnExpression[Any],
    among: BitMap,
    piece: str,
    *,
    are_details: bool = False,
) -> BitMap:
    """The images of `among` of which one of these texts, in rows of (key, text), contains the piece."""
    found = BitMap()
    for image, text in connection.execute(_narrowed(texts, key, among)):
        if image in among and image not in found:
            read = images.searched(json.loads(text)) if are_details else text
            if piece in read.casefold():
                found.add(image)
    return found


def _narrowed(query: _Texts, key: SQLColumnExpression[Any], among: BitMap) -> _Texts:
    return query.where(key.in_(list(among))) if len(among) <= FEW else query
