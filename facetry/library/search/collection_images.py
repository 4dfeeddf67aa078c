"""The images of each collection, kept from question to question and brought up to date by the change journal.

For each collection there is the set of its images at some revision. Changes since then say which images have to be
evaluated again: those whose facets changed, for filters with criteria on these facets. What a filter says about an
image may depend on other images as well, for example on duplicates. The set of such a collection is dropped when
anything changes that it depends on.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from pyroaring import BitMap
from sqlalchemy import Connection

from facetry.library.changes import (
    CollectionsChanged,
    ExtensionRemoved,
    FacetsRemoved,
    FeaturesChanged,
    ImagesChanged,
    StatesChanged,
    TagsChanged,
    VectorsChanged,
)
from facetry.library.search import filter_tree, smart_collections
from facetry.library.search.criteria.criterion import Aspect
from facetry.library.search.criteria.registry import criteria_of
from facetry.store import revision
from facetry.store.journal import Changes
from facetry.store.revision import StaleSnapshotError
from generated import models

MAX_BYTES: Final = 64 * 1024 * 1024
"""Maximum size of all sets. Collections beyond it are evaluated at each question."""
_MAX_LOG: Final = 64
"""Number of entries in the log of changed images before older ones are merged."""


@dataclass(frozen=True, slots=True)
class ImagesAt:
    """The images of a collection at a revision."""

    images: BitMap
    revision: int


@dataclass(slots=True, eq=False)
class KeptCollection:
    """A collection with its images, if they are known. `local` and `foreign` say what its filter depends on.

    When a local aspect of an image changes, only this image has to be evaluated again. When a foreign aspect of any
    image changes, all images have to be.
    """

    id: int
    filter: models.SearchFilter
    local: frozenset[Aspect]
    foreign: frozenset[Aspect]
    found: ImagesAt | None = None
    size: int = 0
    """Estimated bytes of the set."""
    dropped_at: int = 0
    """The revision at which the set was last dropped. Sets of earlier revisions are not kept."""


@dataclass(frozen=True, slots=True)
class _ChangedImages:
    revision: int
    aspect: Aspect
    images: BitMap


@dataclass(slots=True)
class _State:
    revision: int
    collections: dict[int, KeptCollection]
    log: list[_ChangedImages] = field(default_factory=list)
    """Images that changed up to each revision, oldest first. It is complete after `first_revision`."""
    first_revision: int = 0
    bytes: int = 0
    """The estimated size of all sets."""

    def forget(self, collection: KeptCollection) -> None:
        """Drop the set of the collection."""
        self.bytes -= collection.size
        collection.found, collection.size = None, 0


class CollectionImages:
    """The collections of a library with their images. Any thread may use it."""

    def __init__(self, journal: Changes) -> None:
        self._journal = journal
        self._lock = threading.Lock()
        self._state: _State | None = None
        self.evaluation_lock = threading.RLock()
        """To be held by the thread that evaluates collections, so that no two evaluate the same ones."""

    def refresh(self, connection: Connection) -> None:
        """Follow the changes up to the snapshot of the connection. Evaluates nothing.

        Raises `StaleSnapshotError` for a snapshot that is older than the state.
        """
        target = revision.current(connection)
        with self._lock:
            state = self._state
            changes = None if state is None else self._journal.changes_between(connection, state.revision, target)
            if state is not None and target < state.revision:
                raise StaleSnapshotError
            if state is None or changes is None:
                collections = {each.id: _kept(each) for each in smart_collections.evaluated(connection)}
                self._state = _State(target, collections, first_revision=target)
            elif changes:
                _apply(connection, state, target, changes)

    def select(
        self,
        revision: int,
        among: BitMap | None,
        extra: Mapping[KeptCollection, ImagesAt],
        is_wanted: Callable[[KeptCollection], bool],
    ) -> tuple[dict[KeptCollection, ImagesAt], list[KeptCollection]] | None:
        """The wanted collections, by id: those with images that are right at `revision` as far as `among` is concerned
        (None for all images), and those that have to be evaluated for that.

        `extra` are images that are not kept. None when the state is at another revision.
        """
        with self._lock:
            state = self._state
            if state is None or state.revision != revision:
                return None
            known: dict[KeptCollection, ImagesAt] = {}
            missing: list[KeptCollection] = []
            is_changed: dict[tuple[int, frozenset[Aspect]], bool] = {}
            for id in sorted(state.collections):
                each = state.collections[id]
                if not is_wanted(each):
                    continue
                found = _latest(state, each, extra)
                if found is not None:
                    since = (found.revision, each.local)
                    if since not in is_changed:
                        changed = _changed(state.log, *since)
                        is_changed[since] = bool(changed if among is None else changed & among)
                    if not is_changed[since]:
                        known[each] = found
                        continue
                missing.append(each)
            return known, missing

    def latest(
        self, collection: KeptCollection, extra: Mapping[KeptCollection, ImagesAt]
    ) -> tuple[ImagesAt, BitMap] | None:
        """The images of the collection at some revision, and those that have to be evaluated again since; None when all
        images have to be.
        """
        with self._lock:
            state = self._state
            found = None if state is None else _latest(state, collection, extra)
            if state is None or found is None:
                return None
            return found, _changed(state.log, found.revision, collection.local)

    def keep(self, collection: KeptCollection, found: ImagesAt) -> bool:
        """Keep the images of the collection, which were evaluated before. Whether they are kept."""
        with self._lock:
            state = self._state
            if state is None or state.collections.get(collection.id) is not collection:
                return False
            if found.revision < max(collection.dropped_at, state.first_revision):
                return False
            size = _size_of(found.images)
            if state.bytes - collection.size + size > MAX_BYTES:
                state.forget(collection)
                return False
            state.bytes += size - collection.size
            collection.found, collection.size = found, size
            return True


def _latest(state: _State, collection: KeptCollection, extra: Mapping[KeptCollection, ImagesAt]) -> ImagesAt | None:
    found = collection.found or extra.get(collection)
    if found is None or found.revision < max(collection.dropped_at, state.first_revision):
        return None
    return found


def _apply(connection: Connection, state: _State, target: int, changes: Sequence[object]) -> None:
    if any(isinstance(change, (ExtensionRemoved, FacetsRemoved)) for change in changes):
        _drop(state, target, frozenset(Aspect))
    changed = {aspect: BitMap() for aspect in (Aspect.IMAGE, Aspect.TAGS, Aspect.FEATURES, Aspect.VECTORS)}
    aspects = {Aspect.OTHERS}
    collection_ids: set[int] = set()
    for change in changes:
        match change:
            case ImagesChanged(keys=keys):
                changed[Aspect.IMAGE].update(keys)
            case TagsChanged(image=image):
                changed[Aspect.TAGS].add(image)
            case FeaturesChanged(image=image):
                changed[Aspect.FEATURES].add(image)
            case VectorsChanged(image=image):
                changed[Aspect.VECTORS].add(image)
            case StatesChanged():
                aspects.add(Aspect.STATES)
            case CollectionsChanged(ids=ids):
                collection_ids.update(ids)
    aspects |= {aspect for aspect, images in changed.items() if images}
    _drop(state, target, frozenset(aspects), only_foreign=True)
    state.log += [_ChangedImages(target, aspect, images) for aspect, images in changed.items() if images]
    for id in collection_ids:
        if (former := state.collections.pop(id, None)) is not None:
            state.forget(former)
    for each in smart_collections.evaluated(connection, collection_ids):
        state.collections[each.id] = _kept(each)
    state.revision = target
    _shorten_log(state)


def _drop(state: _State, target: int, aspects: frozenset[Aspect], *, only_foreign: bool = False) -> None:
    for each in state.collections.values():
        if not only_foreign or each.foreign & aspects:
            state.forget(each)
            each.dropped_at = target


def _shorten_log(state: _State) -> None:
    """Forget changes that all sets contain. Merge the others, if they are many, into later ones of the same aspect:
    some images are then evaluated once more than necessary.
    """
    oldest = min((each.found.revision for each in state.collections.values() if each.found), default=state.revision)
    state.log = [each for each in state.log if each.revision > oldest]
    state.first_revision = max(state.first_revision, oldest)
    if len(state.log) > _MAX_LOG:
        merged = {aspect: BitMap() for aspect in Aspect}
        for each in state.log:
            merged[each.aspect] |= each.images
        state.log = [_ChangedImages(state.revision, aspect, images) for aspect, images in merged.items() if images]


def _changed(log: Iterable[_ChangedImages], since: int, aspects: Collection[Aspect]) -> BitMap:
    return BitMap.union(BitMap(), *(each.images for each in log if each.revision > since and each.aspect in aspects))


def _size_of(images: BitMap) -> int:
    return min(2 * len(images), images.max() // 8) + 128 if images else 128


def _kept(record: smart_collections.CollectionRecord) -> KeptCollection:
    local, foreign = {Aspect.IMAGE}, set[Aspect]()
    for node in filter_tree.walk_criteria(record.filter):
        for each, value in criteria_of(node.criteria):
            dependencies = each.dependencies(value)
            local |= dependencies.local
            foreign |= dependencies.foreign
    return KeptCollection(record.id, record.filter, frozenset(local), frozenset(foreign))
