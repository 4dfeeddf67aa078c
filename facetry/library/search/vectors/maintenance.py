"""The upkeep of a space's files: when to write new ones, and when to make an index."""

from __future__ import annotations

import contextlib
import logging
import time
from dataclasses import replace
from typing import Final

from facetry.library.search.vectors import manifest as manifests
from facetry.library.search.vectors.base import Base, next_number
from facetry.library.search.vectors.building.build import Build, BuildError
from facetry.library.search.vectors.files import tidy
from facetry.library.search.vectors.interface import SpaceProgress
from facetry.library.search.vectors.loaded_space import HeldSpace
from facetry.library.search.vectors.manifest import IndexFile
from facetry.library.search.vectors.space_view import View
from facetry.library.search.vectors.thresholds import Thresholds

_CROWD: Final = 10
"""A crowd is so many times `Thresholds.rows`."""

_log = logging.getLogger(__name__)


class Upkeep:
    """Keeps the files of one space up with it. `tend` is called now and then, by one thread."""

    def __init__(self, held: HeldSpace, thresholds: Thresholds) -> None:
        self.held = held
        self._thresholds = thresholds
        self._build: Build | None = None
        self._epoch = 0
        """That of the space when the build began."""
        self._must_be_anew = False
        self._not_before = 0.0
        """No new attempt before this time."""
        self._is_tidy = False

    @property
    def is_building(self) -> bool:
        """Whether an index is being made."""
        return self._build is not None

    def tend(self, *, may_build: bool) -> None:
        """Do what is due. With `may_build` an index may be begun."""
        view = self.held.view
        if view is None:
            return
        if self._build is not None:
            self._look_after(self._build)
        if time.monotonic() < self._not_before:
            return
        try:
            if self._must_flush(view) and (self._build is None or self._build.has_begun):
                self.held.flush()
                self._is_tidy = False
            elif self._build is None and may_build and self._must_build(view):
                self._begin(view)
            elif not self._is_tidy:
                self._tidy()
        except OSError as error:
            _log.warning("the vectors in %s cannot be written, and will be later: %s", self.held.folder, error)
            self._later()

    def end(self) -> None:
        """Give up what is being made."""
        if self._build is not None:
            self._build.end()
            self._build = None

    def progress(self) -> SpaceProgress | None:
        """How far the space has come; None while it is not open."""
        view = self.held.view
        if view is None:
            return None
        moment, base = view.moment, view.moment.base
        index = None if base is None or base.graph is None else base.graph.file
        covered = 0 if base is None else base.covered
        dead = moment.size - view.count
        build = self._build
        state = "exact" if view.count < self._thresholds.index and index is None else "ready"
        return SpaceProgress(
            space=self.held.space,
            count=view.count,
            indexed=min(covered, view.count),
            tail=moment.size - moment.split,
            dead=dead,
            state="building" if build is not None or self._must_build(view) else state,  # type: ignore[arg-type]
            share=1.0 if build is None else build.share,
            recall=None if index is None else index.recall.share,
            ef=None if index is None else index.recall.efs.ten,
        )

    def _is_quiet(self) -> bool:
        return time.monotonic() >= self.held.changed + self._thresholds.quiet_seconds

    def _is_due(self, lag: int, whole: int) -> bool:
        """Whether to catch up, when so many are missing of the whole."""
        limits = self._thresholds
        if lag >= max(_CROWD * limits.rows, limits.crowded_share * whole):
            return True
        return self._is_quiet() and lag >= max(limits.rows, limits.tail_share * whole)

    def _must_flush(self, view: View) -> bool:
        moment = view.moment
        if moment.base is None and view.count < self._thresholds.rows:
            return False
        tail, dead = moment.size - moment.split, moment.size - view.count
        is_heavy = dead >= max(1, self._thresholds.dead_share * moment.size) and dead >= self._thresholds.rows / 2
        return self._is_due(tail, moment.split) or (is_heavy and self._is_quiet())

    def _must_build(self, view: View) -> bool:
        """Whether the rows in the files need an index, or another one."""
        base, limits = view.moment.base, self._thresholds
        if base is None or len(base) < limits.index:
            return False
        if base.graph is None:
            return True
        if self._is_due(len(base) - base.covered, len(base)):
            return True
        gone = base.graph.file.count - base.covered
        return gone >= limits.dead_share * base.graph.file.count and gone >= limits.rows / 2 and self._is_quiet()

    def _begin(self, view: View) -> None:
        base = view.moment.base
        assert base is not None  # noqa: S101  # that is what was looked at
        self._epoch = self.held.epoch
        anew = self._must_be_anew or _is_worn(base, self._thresholds)
        number = next_number(self.held.folder)
        threads = self._thresholds.threads
        self._build = Build(self.held.folder, base.manifest, number, is_anew=anew, threads=threads)

    def _look_after(self, build: Build) -> None:
        try:
            made = build.poll()
        except BuildError as error:
            _log.warning("no index of the vectors in %s was made: %s", self.held.folder, error)
            self._build = None
            self._must_be_anew = True  # it may be for the old one's sake
            self._is_tidy = False
            self._later()
            return
        if made is None:
            return
        self._build = None
        self._must_be_anew = False
        self._is_tidy = False
        try:
            self._adopt(made)
        except OSError as error:
            _log.warning("the index in %s cannot be used: %s", self.held.folder, error)
            self._later()

    def _adopt(self, made: IndexFile) -> None:
        view = self.held.view
        base = None if view is None else view.moment.base
        if base is None or self.held.epoch != self._epoch:
            return  # it is of vectors that were all thrown away
        manifest = replace(base.manifest, index=made)
        manifests.write(self.held.folder, manifest)
        self.held.adopt(manifest, self._epoch)

    def _tidy(self) -> None:
        view = self.held.view
        base = None if view is None else view.moment.base
        kept = [] if base is None else base.manifest.names()
        if self._build is not None:
            kept += [self._build.name, self._build.name_beside]
        tidy(self.held.folder, kept)
        if not kept:
            with contextlib.suppress(OSError):
                self.held.folder.rmdir()
        self._is_tidy = True

    def _later(self) -> None:
        self._not_before = time.monotonic() + self._thresholds.retry_seconds


def _is_worn(base: Base, thresholds: Thresholds) -> bool:
    """Whether the index has lost so much by changes that it is better made from nothing."""
    if base.graph is None:
        return False
    file = base.graph.file
    churn = file.churn + (file.count - base.covered)
    return churn > thresholds.churn_share * file.made or base.covered < file.count / 2
