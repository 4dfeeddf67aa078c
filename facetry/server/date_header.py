"""The `Date` of answers: the time at which the head of an answer is made.

Uvicorn takes the second in which a request began, or the one before. A file that is read for the answer may have
changed later, and its `Last-Modified` must not be later than `Date` (RFC 9110 §8.8.2.1).
"""

from __future__ import annotations

import functools
import time
from collections.abc import Iterable
from email.utils import formatdate

Header = tuple[bytes, bytes]


class HeadersOfAnswers(list[Header]):
    """The headers that Uvicorn puts before those of each answer, by adding lists."""

    def __add__(self, others: Iterable[Header]) -> list[Header]:  # type: ignore[override]  # only headers are added
        return [(b"date", _text_of(int(time.time()))), *others]


@functools.lru_cache(maxsize=1)
def _text_of(seconds: int) -> bytes:
    return formatdate(seconds, usegmt=True).encode()
