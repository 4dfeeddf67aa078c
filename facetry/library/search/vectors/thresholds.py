"""Thresholds of vector search: the numbers of vectors from which files, an index and maintenance pay."""

from __future__ import annotations

import os
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Thresholds:
    """Numbers of vectors, shares of them, and seconds. The defaults were measured with 512 components."""

    min_file_vectors: int = 2_000
    """Smallest number of vectors that are stored in files; fewer are read from the database in negligible time."""
    min_index_vectors: int = 5_000
    """Smallest number of vectors that are indexed; with fewer, an exact pass is faster than a graph search."""
    tail_share: float = 0.01
    """In a quiet or rested space, files and index are updated when they lack at least this share of their vectors, and
    at least `min_file_vectors`."""
    forced_tail_share: float = 0.1
    """In any other space, the same happens from this share on, and from ten times `min_file_vectors` on."""
    dead_share: float = 0.2
    """In a quiet or rested space, dead vectors are removed from memory, files and index when they are at least this
    share of all."""
    churn_share: float = 1.0
    """The index is rebuilt completely when more vectors were added and removed since its last full rebuild than this
    multiple of its vectors then. Only a full rebuild restores the recall that replacements have cost."""
    quiet_seconds: float = 3.0
    """A space without changes for this time is quiet."""
    poll_seconds: float = 0.5
    """Maximum time that the background thread waits for a commit."""
    retry_seconds: float = 60.0
    """Time before the next attempt after a failure to write files or to build an index."""
    sample_size: int = 64
    """Number of vectors in the files that are compared with the database when a space is opened."""
    max_exact_candidates: int = 5_000
    """A query with at most this number of qualifying vectors is always answered by an exact pass."""
    max_cost_ratio: float = 1.0
    """The index is used when its estimated cost is below this multiple of the estimated cost of an exact pass."""
    max_substitute_seconds: float = 1.0
    """The longest exact pass, by its estimated cost, that takes the place of a search of an unavailable engine."""
    engine_check_seconds: float = 30.0
    """Time between two checks whether an engine still has what it was given."""
    removal_seconds: float = 60.0
    """Time after which dead vectors are removed from an engine: searches of older snapshots still need them. It exceeds
    the deadline of reads, 20 s."""
    build_threads: int = max(1, (os.cpu_count() or 1) // 2)
    """Number of threads of the process that builds an index, which runs at low priority."""
