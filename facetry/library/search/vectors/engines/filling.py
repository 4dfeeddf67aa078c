"""Filling of an engine: brings what it has of a space to the vectors of a base segment; measures its recall and cost.

What the engine has is compared by keys, so a repetition changes nothing. A state is recorded after it is true. Vectors
that are no longer in the files are removed later: searches of older snapshots may still look for them.
"""

from __future__ import annotations

import logging
import math
import secrets
import threading
import time
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from facetry.library.search.vectors import planner
from facetry.library.search.vectors.base import KEY_DTYPE, BaseSegment
from facetry.library.search.vectors.building.recall import combined_recall, held_out_slots, measure_recall
from facetry.library.search.vectors.engines.interface import EngineError, EngineState, Keys, VectorEngine, Vectors
from facetry.library.search.vectors.exact_pass import rough_distances, rows_per_call
from facetry.library.search.vectors.files.manifest import Recall
from facetry.library.search.vectors.maintenance import BuildError
from facetry.library.search.vectors.rows import query_of
from facetry.library.search.vectors.table import Slots

BATCH_SIZE: Final = 2_000
"""Number of vectors in one call."""
_BULK_SHARE: Final = 0.5
"""When at least this share of all vectors is missing, the index is built after they have been added."""
_CHECKED_COUNT: Final = 64
"""Number of random vectors, and of the newest ones, whose components are compared."""
_MAX_DIFFERENCE: Final = 0.01
"""Largest distance of a unit vector from its rounded form in an engine."""
_MEASURED_SEARCH_SECONDS: Final = 60.0
"""Maximum time of a search that is measured. A slow search has a high cost, and is no failure."""
_MEASURED_SEARCHES: Final = 24
_MEASURED_VECTORS: Final = 65_536
"""Number of vectors of the exact pass that costs are compared with."""
_MIN_CANDIDATE_COST: Final = 0.2
_MIN_CALL_COST: Final = 20.0
_FOLLOWERS_SECONDS: Final = 1.5
"""Time in which the processes that follow learn that the engine is not to be searched."""
_STOP_SECONDS: Final = 10.0

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, eq=False)
class Contents:
    """What an engine is known to have of a space."""

    number: int
    """The number of the files that it was filled from."""
    length: int
    state: EngineState
    keys: Keys
    """The keys of all vectors in it, ascending."""


class CancelledError(Exception):
    """The work is no longer wanted."""


class EngineFill:
    """A thread that fills an engine with the vectors of a base segment (implements `Build`)."""

    def __init__(
        self, engine: VectorEngine, space: int, base: BaseSegment, known: Contents | None, removable: Keys
    ) -> None:
        """Start the thread. Without `known`, what the engine has is read and checked first. Of the vectors that are not
        in the files any more, those with keys in `removable` are removed.
        """
        self.progress = 0.0
        self.has_opened_files = True  # they stay mapped, also when others replace them
        self._engine, self._space, self._base = engine, space, base
        self._known, self._removable = known, removable
        self._is_cancelled = threading.Event()
        self._contents: Contents | None = None
        self._failure: Exception | None = None
        self._thread = threading.Thread(target=self._run, name="facetry-vector-engine", daemon=True)
        self._thread.start()

    def poll(self) -> Contents | None:
        """The index when it is complete; None while the build runs."""
        if self._thread.is_alive():
            return None
        if self._failure is not None:
            raise BuildError(str(self._failure) or type(self._failure).__name__) from self._failure
        return self._contents

    def kill(self) -> None:
        """End the build as soon as possible."""
        self._is_cancelled.set()
        self._thread.join(_STOP_SECONDS)

    def _run(self) -> None:
        try:
            self._contents = self._fill()
        except (EngineError, CancelledError) as error:
            self._failure = error
        except Exception as error:
            _log.exception("filling %s failed", self._engine.name)
            self._failure = error

    def _fill(self) -> Contents:
        engine, space, base = self._engine, self._space, self._base
        length = base.manifest.length
        known = self._known
        old_state, keys = (None, None) if known is None else (known.state, known.keys)
        if keys is None:
            keys = engine.keys(space, length)
            old_state = engine.state(space)
            if keys is None or not self._is_same(keys):
                if keys is not None and self._is_cancelled.wait(_FOLLOWERS_SECONDS):
                    self._checkpoint()
                engine.create(space, length)
                old_state, keys = None, np.empty(0, KEY_DTYPE)
        missing = np.flatnonzero(~np.isin(base.keys, keys, assume_unique=True))
        if old_state is not None and len(missing) and base.keys[missing[0]] <= old_state.newest:
            old_state = None  # the recorded state was not true
        is_bulk = len(missing) >= _BULK_SHARE * len(base)
        if is_bulk:
            old_state = None
            engine.begin_bulk(space)
        if old_state is None or len(missing):
            keys, state = self._add(keys, missing, old_state)
        else:
            state = old_state
        dead = np.setdiff1d(np.setdiff1d(keys, base.keys, assume_unique=True), self._kept(keys), assume_unique=True)
        for start in range(0, len(dead), BATCH_SIZE):
            self._checkpoint()
            engine.remove(space, dead[start : start + BATCH_SIZE])
        keys = np.setdiff1d(keys, dead, assume_unique=True)
        state = replace(state, generation=secrets.token_hex(8), newest=int(base.keys[-1]), count=len(keys))
        engine.record(space, state)
        return Contents(base.manifest.number, length, state, keys)

    def _kept(self, keys: Keys) -> Keys:
        """The keys that must not be removed yet."""
        return np.setdiff1d(keys, self._removable, assume_unique=True)

    def _is_same(self, keys: Keys) -> bool:
        """Whether sampled vectors of the engine are those of the files: keys may have other vectors after a backup was
        restored."""
        base = self._base
        shared = np.intersect1d(base.keys, keys, assume_unique=True)
        if not len(shared):
            return not len(keys)
        sampled = np.random.default_rng().choice(shared, min(_CHECKED_COUNT, len(shared)), replace=False)
        sample = np.union1d(sampled, shared[-_CHECKED_COUNT:])
        found, vectors = self._engine.vectors(self._space, sample)
        if not np.array_equal(found, sample):
            return False
        true = _units(base, np.searchsorted(base.keys, sample))
        return bool((np.linalg.norm(vectors - true, axis=1) <= _MAX_DIFFERENCE).all())

    def _add(self, keys: Keys, missing: Slots, old_state: EngineState | None) -> tuple[Keys, EngineState]:
        """Add the missing slots, and measure the recall before the held-out ones are added."""
        base, engine = self._base, self._engine
        candidates = missing if len(missing) else np.arange(len(base))
        held_out = candidates[held_out_slots(0, len(candidates), engine.sample_size)]
        rest = np.setdiff1d(missing, held_out, assume_unique=True)
        held_out_keys = base.keys[held_out]
        self._put(rest, 0.85)
        engine.build(self._space, self._is_cancelled.is_set)
        measured_keys = np.union1d(keys, base.keys[rest])
        oversampling = max(1.0, len(measured_keys) / max(1, len(base) - len(held_out)))

        def search(unit: Vectors, count: int, ef: int) -> Keys:
            neighbours = math.ceil(count * oversampling)
            found = self._search(unit, neighbours, max(ef, neighbours))
            return found[~np.isin(found, held_out_keys)]  # it has them already if only the state was lost

        recall = measure_recall(search, base, held_out, len(base))
        self.progress = 0.95
        call_cost, candidate_cost = self._measure_cost(recall, held_out)
        self._put(np.intersect1d(held_out, missing, assume_unique=True), 0.99)
        engine.build(self._space, self._is_cancelled.is_set)
        if old_state is not None:
            share = 1.0 - len(missing) / len(base)
            recall = combined_recall(old_state.recall, recall, share)
        state = EngineState("", 0, 0, recall, call_cost, candidate_cost)
        return np.union1d(keys, base.keys[missing]), state

    def _put(self, slots: Slots, progress_end: float) -> None:
        begin = self.progress
        for start in range(0, len(slots), BATCH_SIZE):
            self._checkpoint()
            batch = slots[start : start + BATCH_SIZE]
            self._engine.put(self._space, self._base.keys[batch], _units(self._base, batch))
            self.progress = begin + (progress_end - begin) * min(1.0, (start + len(batch)) / len(slots))

    def _measure_cost(self, recall: Recall, slots: Slots) -> tuple[float, float]:
        """The cost of a call, and of each candidate, beside that of an exact pass at this time."""
        few, many = recall.efs.ten or 64, max(recall.efs.hundred or 0, 4 * (recall.efs.ten or 64))
        units = _units(self._base, slots[:_MEASURED_SEARCHES])
        unit_of_costs = planner.unit_of_costs(self._scan_microseconds(units))
        few_cost, many_cost = (self._median_microseconds(units, ef) / unit_of_costs for ef in (few, many))
        candidate_cost = max(_MIN_CANDIDATE_COST, (many_cost - few_cost) / (many - few))
        return max(_MIN_CALL_COST, few_cost - candidate_cost * few), candidate_cost

    def _scan_microseconds(self, units: Vectors) -> float:
        """The median time of an exact pass for each vector."""
        upper, step = self._base.vectors.upper[:_MEASURED_VECTORS], rows_per_call(self._base.manifest.length)
        times = []
        for unit in units:
            query = query_of(unit, len(unit)).upper
            begin = time.perf_counter()
            for start in range(0, len(upper), step):
                rough_distances(query, upper[start : start + step])
            times.append(time.perf_counter() - begin)
        return float(np.median(times)) * 1e6 / len(upper)

    def _median_microseconds(self, units: Vectors, ef: int) -> float:
        times = []
        for unit in units:
            begin = time.perf_counter()
            self._search(unit, 10, ef)
            times.append(time.perf_counter() - begin)
        return float(np.median(times)) * 1e6

    def _search(self, unit: Vectors, count: int, ef: int) -> Keys:
        self._checkpoint()
        return self._engine.search(self._space, unit, count, ef, seconds=_MEASURED_SEARCH_SECONDS)[0]

    def _checkpoint(self) -> None:
        if self._is_cancelled.is_set():
            raise CancelledError("the service stops")


def _units(base: BaseSegment, slots: Slots) -> Vectors:
    """The vectors in these slots, with the norm 1."""
    norms = np.sqrt(base.vectors.squared_norms[slots])[:, None]
    units: NDArray[np.float32] = (base.vectors.to_float64(slots) / norms).astype(np.float32)
    return units
