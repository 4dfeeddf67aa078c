"""Turns: processes with the same file do something one after another."""

from __future__ import annotations

import contextlib
import fcntl
import logging
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

_log = logging.getLogger(__name__)


@contextlib.contextmanager
def own_turn(path: Path, is_over: Callable[[], bool], poll_seconds: float) -> Iterator[None]:
    """Wait for the turn of this process, at most until `is_over`. A process that ends gives its turn back. Blocks.

    Without the file, for example on a full disk, there are no turns.
    """
    try:
        file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        _log.warning("processes do not take turns at %s: %s", path.name, error.strerror)
        yield
        return
    try:
        while not is_over():
            with contextlib.suppress(BlockingIOError):
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            time.sleep(poll_seconds)
        yield
    finally:
        os.close(file)
