"""A location is looked at again and again, with pauses that grow with the time of a look."""

from __future__ import annotations

import asyncio
import time
from itertools import pairwise

from facetry.library.file_stores.changed_paths import ChangedPathCollector
from facetry.library.file_stores.file_store import ChangedPaths
from facetry.library.file_stores.polling import poll


def test_a_pause_is_ten_times_as_long_as_the_look_before_it() -> None:
    async def main() -> None:
        spans: list[tuple[float, float]] = []

        async def look() -> ChangedPaths:
            begin = time.monotonic()
            await asyncio.sleep(0.05)
            spans.append((begin, time.monotonic()))
            return frozenset({str(len(spans))}) if len(spans) % 2 else frozenset()

        changes = poll(look, ChangedPathCollector(), 0.01)
        async with asyncio.timeout(60):
            assert [await anext(changes), await anext(changes)] == [frozenset({"1"}), frozenset({"3"})]
        for (begin, end), (next_begin, _) in pairwise(spans):
            assert next_begin - end >= 10 * (end - begin)

    asyncio.run(main())
