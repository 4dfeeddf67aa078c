"""Metrics as text, read back by Prometheus's own parser."""

from prometheus_client.openmetrics.parser import text_string_to_metric_families

from facetry.observability.exposition import MetricFamily, Sample, one, render
from facetry.observability.histogram import BOUNDS, Histogram

HOSTILE = 'a"b\\c\nd'


def test_the_text_has_all_samples_and_those_of_the_process() -> None:
    times = Histogram()
    for seconds in (0.0001, 0.001, 0.003, 0.003, 7.0, 100.0):
        times.observe(seconds)
    text = render(
        [
            MetricFamily("requests", "counter", "Requests.", [Sample(3, {"operation": HOSTILE, "status": "200"})]),
            MetricFamily("seconds", "histogram", "Times.", [Sample(times, {"operation": "a"})]),
            MetricFamily("nothing", "gauge", "No samples yet.", []),
            one("queue", "gauge", "A queue.", 7),
        ]
    ).decode()
    families = {family.name: family for family in text_string_to_metric_families(text)}  # type: ignore[no-untyped-call]
    assert [(s.name, s.labels, s.value) for s in families["requests"].samples] == [
        ("requests_total", {"operation": HOSTILE, "status": "200"}, 3)
    ]
    samples = {(s.name, s.labels.get("le")): s.value for s in families["seconds"].samples}
    assert samples["seconds_count", None] == samples["seconds_bucket", "+Inf"] == 6
    assert samples["seconds_sum", None] == times.seconds
    expected = {0.001: 2, 0.0025: 2, 0.005: 4, 5.0: 4, 10.0: 5, 30.0: 5}
    assert {bound: samples["seconds_bucket", str(bound)] for bound in expected} == expected
    assert len(families["seconds"].samples) == len(BOUNDS) + 3
    assert families["nothing"].samples == []
    assert families["queue"].samples[0].value == 7
    assert families["process_open_fds"].samples[0].value > 0
    assert text.endswith("# EOF\n")


def test_a_copy_does_not_change() -> None:
    times = Histogram()
    times.observe(1)
    copy = times.copy()
    times.observe(2)
    assert (copy.count, copy.seconds, times.count) == (1, 1, 2)
