"""Whether an engine answers: after a failure, it is not asked for a while, so that searches do not wait for it."""

from __future__ import annotations

import logging
import threading
import time
from typing import Final

from facetry.library.search.vectors.engines.interface import EngineError

FIRST_PAUSE_SECONDS: Final = 0.5
MAX_PAUSE_SECONDS: Final = 15.0
"""A pause is twice as long as the one before it, up to this."""

_log = logging.getLogger(__name__)


class Availability:
    """The state of one engine. Any thread may use it."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._lock = threading.Lock()
        self._pause = 0.0
        self._retry_at = 0.0
        self.failure_count = 0
        """Number of calls that have failed since the start."""

    @property
    def is_available(self) -> bool:
        """Whether the last call has succeeded."""
        return self._pause == 0.0

    def require(self) -> None:
        """Raise `EngineError` while the engine is not to be asked."""
        if self._pause and time.monotonic() < self._retry_at:
            raise EngineError(f"{self._name} failed a moment ago and is not asked again yet")

    def failed(self, error: EngineError) -> None:
        """Record a failure."""
        with self._lock:
            self.failure_count += 1
            is_first = self._pause == 0.0
            self._pause = min(MAX_PAUSE_SECONDS, 2 * self._pause or FIRST_PAUSE_SECONDS)
            self._retry_at = time.monotonic() + self._pause
        if is_first:
            _log.warning("%s cannot be searched; vectors are compared one by one meanwhile: %s", self._name, error)

    def succeeded(self) -> None:
        """Record a success."""
        if self._pause:
            with self._lock:
                self._pause = 0.0
            _log.warning("%s answers again", self._name)
