"""Dates of files in answers, which are left out until no later change can get the same one."""

from __future__ import annotations

import time

import httpx

MAX_SECONDS = 10


def wait_for_date(client: httpx.Client, url: str) -> httpx.Response:
    """The answer to HEAD, once it has a date."""
    deadline = time.monotonic() + MAX_SECONDS
    while True:
        answer = client.head(url)
        if "Last-Modified" in answer.headers:
            return answer
        assert time.monotonic() < deadline, answer.headers
        time.sleep(0.05)


def wait_for_second(fraction: float) -> None:
    """Wait for this part of a second of the clock."""
    time.sleep((fraction - time.time()) % 1)
