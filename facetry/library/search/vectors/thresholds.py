"""Thresholds: from how many vectors on it is worth while to do what."""

from __future__ import annotations

import os
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Thresholds:
    """Numbers of vectors, shares of them, and seconds. The defaults were measured with 512 components."""

    rows: int = 2_000
    """From so many on the vectors are kept in files; reading fewer from the database takes no time."""
    index: int = 5_000
    """From so many on there is an index; looking at fewer takes less time than walking a graph."""
    tail_share: float = 0.01
    """When the space has been quiet, and more than this share of the files (and more than `rows`) is only in memory,
    or not in the index, that is changed."""
    crowded_share: float = 0.1
    """When there is no end of changes, that is done from this share on, and from ten times `rows` on."""
    dead_share: float = 0.2
    """More vectors than this share that no image has any more are thrown out of files and index."""
    churn_share: float = 1.0
    """When so many vectors, as a share, came and went since the index was made from nothing, it is made so again: what
    an index has lost to replacements does not come back otherwise."""
    quiet_seconds: float = 3.0
    """A space in which nothing changed for so long is quiet."""
    poll_seconds: float = 0.5
    """How long the background waits for news of a commit."""
    retry_seconds: float = 60.0
    """When files could not be written, or an index not be made, it is tried again after so long."""
    sample: int = 64
    """Rows of a file that are compared with the database when it is opened."""
    exact: int = 5_000
    """A filter that leaves no more than so many is never answered by the index."""
    favour: float = 1.0
    """The index answers when that takes less than so many times what a look at all is thought to take."""
    threads: int = max(1, (os.cpu_count() or 1) // 2)
    """Threads that make an index, which gives way to whatever else the machine does."""
