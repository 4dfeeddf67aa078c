"""Exchanges a file or folder and a link, many thousand times a second."""

from __future__ import annotations

import ctypes
import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

_LIBC: Final = ctypes.CDLL(None, use_errno=True)
_HERE, _EXCHANGE = -100, 2


@contextmanager
def swapping(place: Path, target: Path, *, link: Path | None = None) -> Iterator[None]:
    """Exchange a file or folder and a link, which is new, again and again, while both are there. At the end the place
    is what it was.
    """
    link = place.with_name(f"{place.name}-link") if link is None else link
    link.symlink_to(target)
    one, other, is_over = os.fsencode(place), os.fsencode(link), threading.Event()

    def swap() -> None:
        while not is_over.is_set():
            for _ in range(20):
                _LIBC.renameat2(_HERE, one, _HERE, other, _EXCHANGE)
            time.sleep(0)

    swapper = threading.Thread(target=swap)
    swapper.start()
    try:
        yield
    finally:
        is_over.set()
        swapper.join()
        if place.is_symlink():
            assert _LIBC.renameat2(_HERE, one, _HERE, other, _EXCHANGE) == 0
