"""Metrics of several processes as those of one service."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from facetry.observability.exposition import MetricFamily, Sample
from facetry.observability.histogram import Histogram


def combined(parts: Iterable[Iterable[MetricFamily]]) -> list[MetricFamily]:
    """The families of all processes. Samples with the same name and labels are added up."""
    families: dict[str, MetricFamily] = {}
    samples: dict[str, dict[tuple[tuple[str, str], ...], Sample]] = {}
    for part in parts:
        for family in part:
            families.setdefault(family.name, family)
            by_labels = samples.setdefault(family.name, {})
            for sample in family.samples:
                labels = tuple(sorted(sample.labels.items()))
                before = by_labels.get(labels)
                by_labels[labels] = (
                    sample if before is None else Sample(_sum(before.value, sample.value), sample.labels)
                )
    return [
        MetricFamily(name, family.kind, family.summary, tuple(samples[name].values()))
        for name, family in families.items()
    ]


def counters_only(families: Iterable[MetricFamily]) -> list[MetricFamily]:
    """The families that only grow, for a process that has ended: what it has counted stays counted."""
    return [family for family in families if family.kind != "gauge"]


def to_plain(families: Iterable[MetricFamily]) -> list[Any]:
    """The families as lists, texts and numbers, which another process can be sent."""
    return [
        [family.name, family.kind, family.summary, [[dict(each.labels), _plain(each.value)] for each in family.samples]]
        for family in families
    ]


def from_plain(families: Sequence[Any]) -> list[MetricFamily]:
    """The families of another process."""
    return [
        MetricFamily(
            name,
            kind,
            summary,
            tuple(Sample(Histogram(*value) if isinstance(value, list) else value, labels) for labels, value in samples),
        )
        for name, kind, summary, samples in families
    ]


def _sum(one: float | Histogram, other: float | Histogram) -> float | Histogram:
    if isinstance(one, Histogram) and isinstance(other, Histogram):
        counts = [a + b for a, b in zip(one.counts, other.counts, strict=True)]
        return Histogram(counts, one.seconds + other.seconds)
    assert not isinstance(one, Histogram) and not isinstance(other, Histogram)  # noqa: PT018, S101  # one metric
    return one + other


def _plain(value: float | Histogram) -> Any:
    return [value.counts, value.seconds] if isinstance(value, Histogram) else value
