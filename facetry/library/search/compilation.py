"""Compilation of filters at one snapshot, and evaluation of the collections that a question is about."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from pyroaring import BitMap
from sqlalchemy import Connection

from facetry.library.search import filter_tree, filters
from facetry.library.search.collection_images import ImagesAt, KeptCollection
from facetry.library.search.criteria.criterion import FilterContext
from facetry.library.search.filters import CompiledFilter
from facetry.library.search.search_indexes import SearchIndexes
from facetry.store import interruption, revision
from facetry.store.engine import engine_of
from facetry.store.revision import StaleSnapshotError
from generated import models

BATCH_SIZE: Final = 16
"""Collections that are compiled at once, with the lock of the index held."""


def compile_filters(
    indexes: SearchIndexes, connection: Connection, source_filters: Sequence[models.SearchFilter]
) -> list[CompiledFilter]:
    """Compile filters at one snapshot of the connection, which may be renewed for that."""
    asks_for_collections = any(map(filter_tree.has_collection_criterion, source_filters))
    names = filters.space_names(source_filters)
    if names:
        with interruption.shielded():
            indexes.warm(connection, names)
    while True:
        in_collections, expected_revision = BitMap(), None
        if asks_for_collections:
            in_collections = images_in_collections(indexes, connection)
            expected_revision = revision.current(connection)
        # What is loaded here serves later searches, and what is evaluated takes little time.
        with interruption.locked(indexes.attributes.lock), interruption.shielded():
            spaces = indexes.refresh(connection, names)
            if expected_revision is not None and revision.current(connection) != expected_revision:
                continue
            context = FilterContext(connection, indexes.attributes, spaces, filters.compile_criteria, in_collections)
            return [filters.compile_filter(context, each) for each in source_filters]


def compile_short_filter(
    indexes: SearchIndexes, connection: Connection, source_filter: models.SearchFilter
) -> CompiledFilter:
    """Compile the filter of a short search. The caller holds the lock of the index until the filter is evaluated."""
    indexes.refresh(connection, ())
    context = FilterContext(connection, indexes.attributes, {}, filters.compile_criteria)
    return filters.compile_filter(context, source_filter)


def images_in_collections(indexes: SearchIndexes, connection: Connection) -> BitMap:
    """The images that are in a collection, at the snapshot of the connection, which may be renewed.

    Collections whose filter asks for this itself do not count.
    """

    def counts(collection: KeptCollection) -> bool:
        return not filter_tree.has_collection_criterion(collection.filter)

    found = evaluate(indexes, connection, None, counts)
    return BitMap.union(BitMap(), *(each.images for each in found.values()))


def evaluate(
    indexes: SearchIndexes,
    connection: Connection,
    among: BitMap | None,
    is_wanted: Callable[[KeptCollection], bool],
) -> Mapping[KeptCollection, ImagesAt]:
    """The wanted collections, by id, with images that are right at the snapshot of the connection as far as `among` is
    concerned; None for all images.

    The snapshot may be renewed. What was evaluated is kept, also when the read is interrupted.
    """
    known = known_images(indexes, connection, among, is_wanted)
    if known is not None:
        return known
    extra: dict[KeptCollection, ImagesAt] = {}
    with interruption.locked(indexes.collections.evaluation_lock):
        while True:
            known, missing = _select(indexes, connection, among, is_wanted, extra)
            if not missing:
                return known
            for start in range(0, len(missing), BATCH_SIZE):
                _evaluate(indexes, connection, among, missing[start : start + BATCH_SIZE], extra)


def known_images(
    indexes: SearchIndexes,
    connection: Connection,
    among: BitMap | None,
    is_wanted: Callable[[KeptCollection], bool],
) -> Mapping[KeptCollection, ImagesAt] | None:
    """As `evaluate`, without evaluating anything; None if something has to be evaluated."""
    known, missing = _select(indexes, connection, among, is_wanted, {})
    return None if missing else known


def _select(
    indexes: SearchIndexes,
    connection: Connection,
    among: BitMap | None,
    is_wanted: Callable[[KeptCollection], bool],
    extra: Mapping[KeptCollection, ImagesAt],
) -> tuple[dict[KeptCollection, ImagesAt], list[KeptCollection]]:
    while True:
        _refresh(indexes, connection)
        selection = indexes.collections.select(revision.current(connection), among, extra, is_wanted)
        if selection is not None:
            return selection
        engine_of(connection).renew_snapshot(connection)  # another thread has followed newer changes


def _refresh(indexes: SearchIndexes, connection: Connection) -> None:
    while True:
        try:
            indexes.collections.refresh(connection)
        except StaleSnapshotError:
            engine_of(connection).renew_snapshot(connection)
        else:
            return


def _evaluate(
    indexes: SearchIndexes,
    connection: Connection,
    among: BitMap | None,
    batch: Sequence[KeptCollection],
    extra: dict[KeptCollection, ImagesAt],
) -> None:
    """Evaluate these collections. Their images are kept, or added to `extra`."""
    kept = indexes.collections
    while True:
        compiled_filters = compile_filters(indexes, connection, [each.filter for each in batch])
        try:
            kept.refresh(connection)
            break
        except StaleSnapshotError:
            engine_of(connection).renew_snapshot(connection)
    at = revision.current(connection)
    for collection, compiled_filter in zip(batch, compiled_filters, strict=True):
        interruption.checkpoint()
        if (latest := kept.latest(collection, extra)) is None:
            images = compiled_filter.find_images()
        else:
            found, changed = latest
            images = (found.images - changed) | compiled_filter.find_images(changed)
        images.run_optimize()
        found = ImagesAt(images, at)
        if not kept.keep(collection, found):
            extra[collection] = found if among is None else ImagesAt(images & among, at)
