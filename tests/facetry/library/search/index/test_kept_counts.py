"""Kept counts are those that would be counted again."""

from __future__ import annotations

from random import Random

import pytest
from pyroaring import BitMap

from facetry.library.search.index import kept_counts
from facetry.library.search.index.kept_counts import Counts, KeptCounts

Tags = dict[int, set[tuple[int, int]]]


def counts_in(tags: Tags, images: BitMap) -> Counts:
    counts: Counts = {}
    for image in images:
        for tag in tags.get(image, ()):
            counts[tag] = counts.get(tag, 0) + 1
    return counts


@pytest.mark.parametrize("seed", range(5))
def test_counts_follow_tags_and_sets(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_counts, "MAX_DIFFERENCES", 6)
    rng = Random(seed)
    tags: Tags = {image: {(rng.randrange(5), 1)} for image in range(100)}
    kept = KeptCounts()
    images = BitMap(rng.sample(range(100), 50))
    found = 0
    for _ in range(500):
        image, tag = rng.randrange(100), (rng.randrange(5), rng.randrange(2))
        sign = -1 if tag in tags[image] else 1
        kept.change(image, [tag], sign)
        tags[image] ^= {tag}
        if rng.random() < 0.1:
            images = BitMap(rng.sample(range(100), 50))
        images ^= BitMap(rng.sample(range(100), rng.choice((0, 1, 2))))
        counts = kept.find(images, lambda few: counts_in(tags, few))
        if counts is None:
            kept.keep(images, counts_in(tags, images))
        else:
            found += 1
            assert {tag: count for tag, count in counts.items() if count} == counts_in(tags, images)
    assert found > 300


def test_nothing_changes_when_the_rows_cannot_be_read() -> None:
    tags: Tags = {1: {(1, 1)}, 2: {(1, 1), (2, 1)}}
    kept = KeptCounts()
    kept.keep(BitMap([1]), counts_in(tags, BitMap([1])))

    def fail(_: BitMap) -> Counts:
        raise OSError("the disk")

    with pytest.raises(OSError, match="the disk"):
        kept.find(BitMap([2]), fail)
    assert kept.find(BitMap([1]), fail) == {(1, 1): 1}


def test_only_some_sets_are_kept() -> None:
    kept = KeptCounts()
    sets = [BitMap(range(number * 1_000, number * 1_000 + 500)) for number in range(kept_counts.MAX_SETS + 1)]
    for images in sets:
        kept.keep(images, {(1, 1): len(images)})
    assert kept.find(sets[0], lambda _: {}) is None
    assert kept.find(sets[1], lambda _: {}) is not None
    kept.forget()
    assert kept.find(sets[1], lambda _: {}) is None
