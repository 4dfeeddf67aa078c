"""Metrics as OpenMetrics text, which Prometheus reads."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Final, Literal

from facetry.observability.histogram import Histogram

if TYPE_CHECKING:
    from prometheus_client.core import Metric
    from prometheus_client.registry import Collector

MEDIA_TYPE: Final = "application/openmetrics-text; version=1.0.0; charset=utf-8"


@dataclass(frozen=True, slots=True)
class Sample:
    """One value, or the histogram of one set of labels."""

    value: float | Histogram
    labels: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class MetricFamily:
    """All samples of one metric. The name of a counter has no `_total`: the text adds it."""

    name: str
    kind: Literal["counter", "gauge", "histogram"]
    summary: str
    samples: Sequence[Sample]


def one(name: str, kind: Literal["counter", "gauge"], summary: str, value: float) -> MetricFamily:
    """A metric without labels."""
    return MetricFamily(name, kind, summary, (Sample(value),))


def render(families: Iterable[MetricFamily]) -> bytes:
    """The families, and those of the process, as OpenMetrics text. Blocks for some milliseconds: it reads `/proc`."""
    from prometheus_client.openmetrics.exposition import generate_latest

    metrics = [*map(_metric, families), *_process_collector().collect()]
    text: bytes = generate_latest(SimpleNamespace(collect=lambda: metrics))  # type: ignore[no-untyped-call]  # not annotated
    return text


@functools.cache
def _process_collector() -> Collector:
    """CPU time, memory and open files of this process."""
    from prometheus_client import ProcessCollector

    return ProcessCollector(registry=None)


def _metric(family: MetricFamily) -> Metric:
    from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily

    classes: dict[str, Any] = {
        "counter": CounterMetricFamily,
        "gauge": GaugeMetricFamily,
        "histogram": HistogramMetricFamily,
    }
    names = list(family.samples[0].labels) if family.samples else []
    metric: Metric = classes[family.kind](family.name, family.summary, labels=names)
    for sample in family.samples:
        values = [sample.labels[name] for name in names]
        if isinstance(sample.value, Histogram):
            metric.add_metric(values, sample.value.buckets(), sample.value.seconds)  # type: ignore[attr-defined]
        else:
            metric.add_metric(values, sample.value)  # type: ignore[attr-defined]
    return metric
