"""Maintenance of the files of a space: decides when new files are written and when an index is built."""

from __future__ import annotations

import contextlib
import logging
import time
from dataclasses import replace
from typing import Final

from facetry.library.search.vectors.base import BaseSegment, next_file_number
from facetry.library.search.vectors.building.build import BuildError, IndexBuild
from facetry.library.search.vectors.files import manifest as manifests
from facetry.library.search.vectors.files.atomic_files import remove_other_files
from facetry.library.search.vectors.files.manifest import DamagedError, IndexFile
from facetry.library.search.vectors.interface import SpaceProgress
from facetry.library.search.vectors.loaded_space import LoadedSpace
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


class Maintenance:
    """Keeps the files of one space up to date. A single thread calls `run_once` repeatedly."""

    def __init__(self, loaded_space: LoadedSpace, thresholds: Thresholds) -> None:
        self.loaded_space = loaded_space
        self._thresholds = thresholds
        self._build: IndexBuild | None = None
        self._build_epoch = 0
        """The epoch of the space when the build was started."""
        self._build_started_at = 0.0
        """Time on the monotonic clock."""
        self._files_rested_at = self._index_rested_at = 0.0
        """Times on the monotonic clock from which the files and the index count as rested."""
        self._needs_full_rebuild = False
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
                self._start_build(view)
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
        index = None if base is None or base.graph is None else base.graph.index_file
        indexed_end = 0 if base is None else base.indexed_end
        dead_count = snapshot.size - view.count
        build = self._build
        state = "exact" if view.count < self._thresholds.min_index_vectors and index is None else "ready"
        return SpaceProgress(
            space=self.loaded_space.space,
            count=view.count,
            indexed_count=min(indexed_end, view.count),
            tail_count=snapshot.size - snapshot.tail_start,
            dead_count=dead_count,
            state="building" if build is not None or self._must_build(view) else state,  # type: ignore[arg-type]
            build_progress=1.0 if build is None else build.progress,
            recall=None if index is None else index.recall.share,
            ef=None if index is None else index.recall.efs.ten,
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

    def _must_build(self, view: SpaceView) -> bool:
        """Whether the vectors in the files need a new index."""
        base, limits = view.snapshot.base, self._thresholds
        if base is None or len(base) < limits.min_index_vectors:
            return False
        if base.graph is None:
            return True
        # Half as many as for files, because vectors that die before they reach the files never count here.
        if self._is_due(2 * (len(base) - base.indexed_end), len(base), self._index_rested_at):
            return True
        removed_count = base.graph.index_file.count - base.indexed_end
        return (
            removed_count >= limits.dead_share * base.graph.index_file.count
            and removed_count >= limits.min_file_vectors / 2
            and self._may_update(self._index_rested_at)
        )

    def _start_build(self, view: SpaceView) -> None:
        base = view.snapshot.base
        assert base is not None  # noqa: S101  # `_must_build` has checked it
        self._build_epoch = self.loaded_space.epoch
        self._build_started_at = time.monotonic()
        is_full_rebuild = self._needs_full_rebuild or _is_degraded(base, self._thresholds)
        number = next_file_number(self.loaded_space.folder)
        threads = self._thresholds.build_threads
        self._build = IndexBuild(
            self.loaded_space.folder, base.manifest, number, is_full_rebuild=is_full_rebuild, threads=threads
        )

    def _poll_build(self, build: IndexBuild) -> None:
        try:
            index_file = build.poll()
        except BuildError as error:
            _log.warning(
                "the vector index in %s could not be built; the next attempt follows later: %s",
                self.loaded_space.folder,
                error,
            )
            self._build = None
            self._needs_full_rebuild = self._must_rewrite = True  # the former index or damaged files may be the cause
            self._is_cleaned_up = False
            self._postpone()
            return
        if index_file is None:
            return
        self._build = None
        self._index_rested_at = _end_of_rest(self._build_started_at, _INDEX_REST)
        self._needs_full_rebuild = False
        self._is_cleaned_up = False
        try:
            self._use_index(index_file)
        except (OSError, DamagedError) as error:
            _log.warning("the new vector index in %s cannot be used: %s", self.loaded_space.folder, error)
            self._postpone()

    def _use_index(self, index_file: IndexFile) -> None:
        view = self.loaded_space.view
        base = None if view is None else view.snapshot.base
        if base is None or self.loaded_space.epoch != self._build_epoch:
            return  # its vectors were discarded when the space was loaded again
        manifest = replace(base.manifest, index=index_file)
        manifests.write(self.loaded_space.folder, manifest)
        self.loaded_space.use_index(manifest, self._build_epoch)

    def _clean_up(self) -> None:
        view = self.loaded_space.view
        base = None if view is None else view.snapshot.base
        file_names = [] if base is None else base.manifest.file_names()
        if self._build is not None:
            file_names += [self._build.file_name, self._build.partial_file_name]
        remove_other_files(self.loaded_space.folder, file_names)
        if not file_names:
            with contextlib.suppress(OSError):
                self.loaded_space.folder.rmdir()
        self._is_cleaned_up = True

    def _postpone(self) -> None:
        self._retry_at = time.monotonic() + self._thresholds.retry_seconds


def _end_of_rest(update_began_at: float, factor: float) -> float:
    now = time.monotonic()
    return now + min(factor * (now - update_began_at), _MAX_REST_SECONDS)


def _is_degraded(base: BaseSegment, thresholds: Thresholds) -> bool:
    """Whether the share of added and removed vectors calls for a complete rebuild of the index."""
    if base.graph is None:
        return False
    file = base.graph.index_file
    churn = file.churn + (file.count - base.indexed_end)
    return churn > thresholds.churn_share * file.made or base.indexed_end < file.count / 2
