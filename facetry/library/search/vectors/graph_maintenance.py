"""Maintenance of a space whose index is a graph in a file, which another process of this machine builds."""

from __future__ import annotations

import logging
from dataclasses import replace

from facetry.library.search.vectors.base import BaseSegment, next_file_number
from facetry.library.search.vectors.building.build import IndexBuild
from facetry.library.search.vectors.files import manifest as manifests
from facetry.library.search.vectors.files.manifest import IndexFile
from facetry.library.search.vectors.loaded_space import LoadedSpace
from facetry.library.search.vectors.maintenance import BuildError, Maintenance
from facetry.library.search.vectors.space_view import SpaceView
from facetry.library.search.vectors.thresholds import Thresholds

_log = logging.getLogger(__name__)


class GraphMaintenance(Maintenance[IndexFile]):
    """Keeps files and graph of one space up to date."""

    def __init__(self, loaded_space: LoadedSpace, thresholds: Thresholds) -> None:
        super().__init__(loaded_space, thresholds)
        self._needs_full_rebuild = False
        self._build_file_names: list[str] = []

    def _must_build(self, view: SpaceView) -> bool:
        base = view.snapshot.base
        if base is None or len(base) < self._thresholds.min_index_vectors:
            return False
        if base.graph is None:
            return True
        return self._is_behind(base) or self._is_heavy(base.graph, base.indexed_end)

    def _start_build(self, base: BaseSegment) -> IndexBuild:
        folder, threads = self.loaded_space.folder, self._thresholds.build_threads
        is_full_rebuild = self._needs_full_rebuild or _is_degraded(base, self._thresholds)
        build = IndexBuild(
            folder, base.manifest, next_file_number(folder), is_full_rebuild=is_full_rebuild, threads=threads
        )
        self._build_file_names = [build.file_name, build.partial_file_name]
        return build

    def _on_failure(self, error: BuildError) -> None:
        _log.warning(
            "the vector index in %s could not be built; the next attempt follows later: %s",
            self.loaded_space.folder,
            error,
        )
        self._needs_full_rebuild = self._must_rewrite = True  # the former index or damaged files may be the cause

    def _use_index(self, index: IndexFile) -> None:
        self._needs_full_rebuild = False
        view = self.loaded_space.view
        base = None if view is None else view.snapshot.base
        if base is None or self.loaded_space.epoch != self._build_epoch:
            return  # its vectors were discarded when the space was loaded again
        manifest = replace(base.manifest, index=index)
        manifests.write(self.loaded_space.folder, manifest)
        self.loaded_space.use_index(manifest, self._build_epoch)

    def _index_file_names(self) -> list[str]:
        return [] if self._build is None else self._build_file_names


def _is_degraded(base: BaseSegment, thresholds: Thresholds) -> bool:
    """Whether the share of added and removed vectors calls for a complete rebuild of the index."""
    file = None if base.graph is None else base.graph.index_file
    if file is None:
        return False
    churn = file.churn + (file.count - base.indexed_end)
    return churn > thresholds.churn_share * file.made or base.indexed_end < file.count / 2
