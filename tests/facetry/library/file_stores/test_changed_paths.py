"""Changed paths are collected, up to a number."""

from __future__ import annotations

import asyncio

import pytest

from facetry.library.file_stores.changed_paths import MAX_CHANGED_PATHS, ChangedPathCollector


def test_paths_are_taken_once_together() -> None:
    async def scenario() -> None:
        collector = ChangedPathCollector()
        collector.add(["a", "b"])
        collector.add({"b", "c"})
        await collector.wait()
        assert collector.take() == frozenset({"a", "b", "c"})
        assert collector.take() == frozenset()
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.01):
                await collector.wait()
        collector.add(())
        await collector.wait()

    asyncio.run(scenario())


def test_beyond_the_maximum_anything_may_have_changed() -> None:
    collector = ChangedPathCollector()
    collector.add([str(number) for number in range(MAX_CHANGED_PATHS)])
    assert collector.take() == frozenset(map(str, range(MAX_CHANGED_PATHS)))
    collector.add([str(number) for number in range(MAX_CHANGED_PATHS)])
    collector.add(["one more"])
    collector.add(["another"])
    assert collector.take() is None
    assert collector.take() == frozenset()
