"""Maintenance of the files of a space: decides when new files are written, and looks after builds of its index."""

from __future__ import annotations

import contextlib
import logging
import time
from abc import ABC, abstractmethod
from typing import Final, Generic, Protocol, TypeVar

from facetry.library.search.vectors.base import BaseSegment
from facetry.library.search.vectors.files.atomic_files import remove_other_files
from facetry.library.search.vectors.files.manifest import DamagedError
from facetry.library.search.vectors.interface import SpaceProgress
from facetry.library.search.vectors.loaded_space import LoadedSpace
from facetry.library.search.vectors.neighbour_index import NeighbourIndex
from facetry.library.search.vectors.space_view import SpaceView
from facetry.library.search.vectors.thresholds import Thresholds

_FORCED_TAIL_FACTOR: Final = 10
"""A tail of this multiple of `Thresholds.min_file_vectors` is written without a wait for a quiet or rested space."""
_FILES_REST: Final = 20.0
"""Files have rested for this multiple of the time that it took to write them."""
_INDEX_REST: Final = 5.0
"""The same for an index, which another process builds at low priority."""
_MAX_REST_SECONDS: Final = 1_800.0
"""The longest rest: a full build of an index may take long, but those that follow do not."""

_log = logging.getLogger(__name__)


IndexT = TypeVar("IndexT")
IndexT_co = TypeVar("IndexT_co", covariant=True)


class BuildError(Exception):
    """The build failed; the message says why."""


class Build(Protocol[IndexT_co]):
    """A running build of an index."""

    @property
    def progress(self) -> float:
        """The share of the build that is done, 0 to 1."""

    @property
    def has_opened_files(self) -> bool:
        """Whether the build has opened its input files, which must not be removed before."""

    def poll(self) -> IndexT_co | None:
        """The index when it is complete; None while the build runs. Raises `BuildError`."""

    def kill(self) -> None:
        """End the build as soon as possible."""


class Maintenance(ABC, Generic[IndexT]):
    """Keeps the files of one space up to date. A single thread calls `run_once` repeatedly."""

    def __init__(self, loaded_space: LoadedSpace, thresholds: Thresholds) -> None:
        self.loaded_space = loaded_space
        self._thresholds = thresholds
        self._build: Build[IndexT] | None = None
        self._build_epoch = 0
        """The epoch of the space when the build was started."""
        self._build_started_at = 0.0
        """Time on the monotonic clock."""
        self._files_rested_at = self._index_rested_at = 0.0
        """Times on the monotonic clock from which the files and the index count as rested."""
        self._must_rewrite = False
        """Whether the files have to be written again, because a build has failed on them."""
        self._retry_at = 0.0
        """Time on the monotonic clock before which nothing is attempted again."""
        self._is_cleaned_up = False

    @property
    def is_building(self) -> bool:
        """Whether an index build is running."""
        return self._build is not None

    def run_once(self, *, can_build: bool) -> None:
        """Do one step of the maintenance that is due. An index build is started only if `can_build`."""
        view = self.loaded_space.view
        if view is None:
            return
        if self._build is not None:
            self._poll_build(self._build)
        if time.monotonic() < self._retry_at:
            return
        try:
            if (self._must_rewrite or self._must_flush(view)) and (self._build is None or self._build.has_opened_files):
                begin = time.monotonic()
                self.loaded_space.flush()
                self._files_rested_at = _end_of_rest(begin, _FILES_REST)
                self._is_cleaned_up = self._must_rewrite = False
            elif self._build is None and can_build and self._must_build(view):
                self._build_epoch = self.loaded_space.epoch
                self._build_started_at = time.monotonic()
                self._build = self._start_build(base_of(view))
            elif not self._is_cleaned_up:
                self._clean_up()
        except OSError as error:
            _log.warning(
                "the vectors in %s cannot be written; the next attempt follows later: %s",
                self.loaded_space.folder,
                error,
            )
            self._postpone()

    def stop(self) -> None:
        """Cancel the running index build."""
        if self._build is not None:
            self._build.kill()
            self._build = None

    def progress(self) -> SpaceProgress | None:
        """The state of the space; None while it is not loaded."""
        view = self.loaded_space.view
        if view is None:
            return None
        snapshot, base = view.snapshot, view.snapshot.base
        recall = None if base is None or base.graph is None else base.graph.recall
        indexed_end = 0 if base is None else base.indexed_end
        dead_count = snapshot.size - view.count
        build = self._build
        is_indexed = view.count >= self._thresholds.min_index_vectors and self._can_index(view.length)
        state = "ready" if is_indexed or recall is not None else "exact"
        return SpaceProgress(
            space=self.loaded_space.space,
            count=view.count,
            indexed_count=min(indexed_end, view.count),
            tail_count=snapshot.size - snapshot.tail_start,
            dead_count=dead_count,
            state="building" if build is not None or self._must_build(view) else state,  # type: ignore[arg-type]
            build_progress=1.0 if build is None else build.progress,
            recall=None if recall is None else recall.share,
            ef=None if recall is None else recall.efs.ten,
        )

    def _may_update(self, rested_at: float) -> bool:
        """Whether the space is quiet, or has rested: constant changes must not put off what spares readers work."""
        now = time.monotonic()
        return now >= min(self.loaded_space.changed_at + self._thresholds.quiet_seconds, rested_at)

    def _is_due(self, lag: int, total: int, rested_at: float) -> bool:
        """Whether files or index must be updated, when they lack `lag` vectors of `total` and rest until then."""
        limits = self._thresholds
        if lag >= max(_FORCED_TAIL_FACTOR * limits.min_file_vectors, limits.forced_tail_share * total):
            return True
        return self._may_update(rested_at) and lag >= max(limits.min_file_vectors, limits.tail_share * total)

    def _must_flush(self, view: SpaceView) -> bool:
        snapshot = view.snapshot
        tail_count, dead_count = snapshot.size - snapshot.tail_start, snapshot.size - view.count
        is_heavy = (
            dead_count >= max(1, self._thresholds.dead_share * snapshot.size)
            and dead_count >= self._thresholds.min_file_vectors / 2
        )
        if is_heavy and self._may_update(self._files_rested_at):
            return True
        is_small = snapshot.base is None and view.count < self._thresholds.min_file_vectors
        return not is_small and self._is_due(tail_count, snapshot.tail_start, self._files_rested_at)

    def _poll_build(self, build: Build[IndexT]) -> None:
        try:
            index = build.poll()
        except BuildError as error:
            self._build = None
            self._is_cleaned_up = False
            self._on_failure(error)
            self._postpone()
            return
        if index is None:
            return
        self._build = None
        self._index_rested_at = _end_of_rest(self._build_started_at, _INDEX_REST)
        self._is_cleaned_up = False
        try:
            self._use_index(index)
        except (OSError, DamagedError) as error:
            _log.warning("the new vector index in %s cannot be used: %s", self.loaded_space.folder, error)
            self._postpone()

    def _is_heavy(self, index: NeighbourIndex, live_count: int) -> bool:
        """Whether so many vectors in the index are dead that it should be built again."""
        removed_count = index.count - live_count
        return (
            removed_count >= self._thresholds.dead_share * index.count
            and removed_count >= self._thresholds.min_file_vectors / 2
            and self._may_update(self._index_rested_at)
        )

    def _is_behind(self, base: BaseSegment) -> bool:
        """Whether the index lacks so many vectors of the files that it should be built again."""
        # Half as many as for files, because vectors that die before they reach the files never count here.
        return self._is_due(2 * (len(base) - base.indexed_end), len(base), self._index_rested_at)

    def _can_index(self, length: int) -> bool:  # noqa: ARG002  # for engines with a limit
        """Whether there can be an index of vectors of this length."""
        return True

    @abstractmethod
    def _must_build(self, view: SpaceView) -> bool:
        """Whether the vectors in the files need a new index."""

    @abstractmethod
    def _start_build(self, base: BaseSegment) -> Build[IndexT]:
        """Start a build over the files. Raises `OSError`."""

    @abstractmethod
    def _on_failure(self, error: BuildError) -> None:
        """Say in the log that a build has failed."""

    @abstractmethod
    def _use_index(self, index: IndexT) -> None:
        """Use an index that was built. Raises `OSError` and `DamagedError`."""

    @abstractmethod
    def _index_file_names(self) -> list[str]:
        """Names of files that belong to an index, besides those of the manifest."""

    def _clean_up(self) -> None:
        view = self.loaded_space.view
        base = None if view is None else view.snapshot.base
        file_names = [] if base is None else [*base.manifest.file_names(), *self._index_file_names()]
        remove_other_files(self.loaded_space.folder, file_names)
        if not file_names:
            with contextlib.suppress(OSError):
                self.loaded_space.folder.rmdir()
        self._is_cleaned_up = True

    def _postpone(self) -> None:
        self._retry_at = time.monotonic() + self._thresholds.retry_seconds


def base_of(view: SpaceView) -> BaseSegment:
    """The base segment of a view, which is known to have one."""
    assert view.snapshot.base is not None  # noqa: S101  # the caller has checked it
    return view.snapshot.base


def _end_of_rest(update_began_at: float, factor: float) -> float:
    now = time.monotonic()
    return now + min(factor * (now - update_began_at), _MAX_REST_SECONDS)
