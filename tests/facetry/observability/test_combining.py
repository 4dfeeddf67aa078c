"""The metrics of several processes are those of one service."""

from __future__ import annotations

import marshal

from facetry.observability.combining import combined, counters_only, from_plain, to_plain
from facetry.observability.exposition import MetricFamily, Sample, render
from facetry.observability.histogram import Histogram


def histogram(*seconds: float) -> Histogram:
    made = Histogram()
    for each in seconds:
        made.observe(each)
    return made


def families(count: int, *seconds: float) -> list[MetricFamily]:
    return [
        MetricFamily(
            "requests", "counter", "Requests.", (Sample(count, {"a": "x", "b": "y"}), Sample(1, {"a": "z", "b": "y"}))
        ),
        MetricFamily("seconds", "histogram", "Seconds.", (Sample(histogram(*seconds), {"a": "x"}),)),
        MetricFamily("open", "gauge", "Open.", (Sample(count),)),
    ]


def test_samples_with_the_same_labels_are_added_up() -> None:
    other = [MetricFamily("requests", "counter", "Requests.", (Sample(10, {"b": "y", "a": "x"}),))]
    requests, seconds, opened = combined([families(2, 0.1), families(3, 0.2, 40.0), other])
    assert [(each.labels, each.value) for each in requests.samples] == [
        ({"a": "x", "b": "y"}, 15),
        ({"a": "z", "b": "y"}, 2),
    ]
    assert isinstance(seconds.samples[0].value, Histogram)
    assert seconds.samples[0].value.counts == histogram(0.1, 0.2, 40.0).counts
    assert abs(seconds.samples[0].value.seconds - 40.3) < 1e-9
    assert opened.samples[0].value == 5
    assert b"requests_total" in render([requests, seconds, opened])


def test_the_parts_are_left_as_they_were() -> None:
    parts = [families(1, 0.1), families(2, 0.2)]
    combined(parts)
    value = parts[0][1].samples[0].value
    assert isinstance(value, Histogram)
    assert value.count == 1


def test_families_of_another_process_arrive_as_they_were() -> None:
    sent = families(7, 0.003, 1.0)
    arrived = from_plain(marshal.loads(marshal.dumps(to_plain(sent))))  # noqa: S302
    assert render(arrived).split(b"# HELP process")[0] == render(sent).split(b"# HELP process")[0]


def test_what_a_process_had_counted_stays_counted() -> None:
    assert [each.name for each in counters_only(families(1))] == ["requests", "seconds"]
