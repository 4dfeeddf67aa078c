"""A lane sends everything at least once, in the order of each image, and gives up what cannot be done."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from facetry.events.delivery_queue import Lane
from facetry.events.delivery_types import LOST, SECOND, Bounds, Fence, Trouble
from facetry.events.log import Entry
from facetry.events.throttle import Policy
from tests.facetry.events.stream_messages import entry


def lane(*topics: str, policies: Iterable[Policy] = (), bounds: Bounds | None = None, at: int = 0, **sent: int) -> Lane:
    return Lane(dict.fromkeys(topics or ("image.created",), at), policies, None, bounds)


def fed(entries: list[Entry], *topics: str, policies: Iterable[Policy] = (), bounds: Bounds | None = None) -> Lane:
    """A lane that has read these events, each group its own."""
    made = lane(*(topics or ("image.created",)), policies=policies, bounds=bounds)
    for group in made.groups:
        theirs = [each for each in entries if each.topic in group.topics]
        made.feed(group.index, theirs, entries[-1].sequence, {}, 0)
    return made


def sequences(made: Lane, now: int = 0) -> list[int]:
    return [item.entry.sequence for item in made.take(now)]


def test_different_images_go_at_once_and_the_same_image_in_order() -> None:
    made = fed([entry(1, image=1), entry(2, image=1), entry(3, image=2)])
    assert sequences(made) == [1, 3]
    made.acknowledged(1, None, 0)
    assert sequences(made) == [2]


def test_events_without_an_image_keep_the_order_of_their_topic() -> None:
    entries = [entry(number, topic, None) for number, topic in enumerate(["a", "a", "b"], start=1)]
    made = fed(entries, "a", "b")
    assert sequences(made) == [1, 3]


def test_no_more_than_the_window_is_in_flight() -> None:
    made = fed([entry(number, image=number) for number in range(1, 40)])
    assert sequences(made) == list(range(1, 17))
    assert sequences(made) == []
    made.acknowledged(4, None, 0)
    assert sequences(made) == [17]


def test_what_fails_is_tried_again_later_and_later_and_then_given_up() -> None:
    made = fed([entry(1, image=1), entry(2, image=1), entry(3, image=2)])
    now = 0
    assert sequences(made) == [1, 3]
    for delay in (1, 2, 4, 8):
        made.acknowledged(1, "no", now)
        assert sequences(made, now) == []
        assert made.wake_at(now) is not None
        assert sequences(made, now + delay * SECOND - 1) == []
        now += delay * SECOND
        assert sequences(made, now) == [1]
    made.acknowledged(1, "no more", now)
    assert sequences(made, now) == [2]
    kept = made.keep()
    (trouble,) = (each for each in kept.troubles if each.is_dead)
    assert (trouble.entry.sequence, trouble.attempts, trouble.error) == (1, 5, "no more")
    assert [(each.entry.sequence, each.error) for each in kept.outcomes] == [(1, "no more")]


def test_the_longest_delay_is_a_minute() -> None:
    made = fed([entry(1)], bounds=Bounds(attempts=12))
    now = 0
    for _ in range(9):
        assert sequences(made, now) == [1]
        made.acknowledged(1, "no", now)
        now = made.wake_at(now) or 0
    assert now == (1 + 2 + 4 + 8 + 16 + 32 + 60 + 60 + 60) * SECOND


def test_who_does_not_answer_in_time_has_failed_and_answers_too_late() -> None:
    made = fed([entry(1), entry(2, "image.computeTags", 7)], "image.created", "image.computeTags")
    assert sequences(made) == [1, 2]
    assert made.wake_at(0) == 60 * SECOND
    assert made.expire(60 * SECOND - 1) == []
    assert made.expire(60 * SECOND) == [1]
    assert not made.acknowledged(1, None, 60 * SECOND)
    assert made.expire(600 * SECOND) == [2]
    assert [each.error for each in made.keep().troubles] == [
        "The extension did not answer within 60 seconds.",
        "The extension did not answer within 600 seconds.",
    ]


def test_what_was_in_flight_when_the_connection_was_lost_is_then_sent_alone() -> None:
    made = fed([entry(number, image=number) for number in range(1, 20)], bounds=Bounds(window=3))
    assert sequences(made) == [1, 2, 3]
    made.lost(0, deliberate=False)
    assert sequences(made) == [4, 5, 6]
    made.acknowledged(4, None, SECOND)
    assert sequences(made, SECOND) == []  # those in flight are waited for
    assert made.wake_at(SECOND) == 60 * SECOND
    for number in (5, 6):
        made.acknowledged(number, None, SECOND)
    for number in (1, 2, 3):
        assert sequences(made, SECOND) == [number]
        assert sequences(made, SECOND) == []
        assert made.wake_at(SECOND) == 61 * SECOND
        made.acknowledged(number, None, SECOND)
    assert sequences(made, SECOND) == [7, 8, 9]


def test_after_a_restart_it_is_known_what_has_to_be_sent_alone() -> None:
    made = lane(at=10)
    troubles = [Trouble(entry(4, image=4), 1, 0, LOST, False), Trouble(entry(5, image=5), 1, 0, "no", False)]
    made.restore(troubles, {}, 0)
    assert sequences(made) == [4]
    made.acknowledged(4, None, 0)
    assert sequences(made) == [5]


def test_a_deliberate_stop_is_no_attempt() -> None:
    made = fed([entry(1, image=1), entry(2, image=2)])
    assert sequences(made) == [1, 2]
    made.lost(0, deliberate=True)
    assert made.keep().troubles == []
    assert sequences(made) == [1, 2]


def test_the_position_is_behind_what_is_finished_and_the_rest_has_rows() -> None:
    made = fed([entry(number, image=number) for number in range(1, 6)])
    sequences(made)
    made.acknowledged(3, None, 0)
    kept = made.keep()
    assert kept.positions == {"image.created": 3}
    assert [each.entry.sequence for each in kept.troubles] == [1, 2]
    for number in (1, 2, 4, 5):
        made.acknowledged(number, None, 0)
    kept = made.keep()
    assert (kept.positions, kept.gone, kept.troubles) == ({"image.created": 5}, [1, 2], [])


def test_what_is_not_for_the_extension_is_passed() -> None:
    made = lane()
    made.feed(0, [], 5_000, {}, 0)
    assert made.passed() == 5_000
    assert made.progress() == 0
    assert made.keep().positions == {"image.created": 5_000}


def test_a_group_reads_on_while_half_of_what_it_read_can_be_sent_and_never_holds_too_much() -> None:
    bounds = Bounds(ahead=8, most=20)
    made = lane(bounds=bounds)
    assert made.wants()[0].limit == 8
    made.feed(0, [entry(number, image=number) for number in range(1, 9)], 8, {}, 0)
    assert made.wants() == []
    sequence = 8
    made = lane(bounds=bounds)
    while wants := made.wants():  # all of one image: only the first can be sent
        entries = [entry(sequence + number, image=1) for number in range(1, wants[0].limit + 1)]
        sequence = entries[-1].sequence
        made.feed(0, entries, sequence, {}, 0)
    assert made.held() == 20


def test_topics_that_share_a_policy_are_a_group() -> None:
    policies = [Policy(frozenset("ab")), Policy(frozenset("bc")), Policy(frozenset("x")), Policy(frozenset("dz"))]
    made = lane(*"abcdefg", policies=policies)
    assert [group.topics for group in made.groups] == [("a", "b", "c"), ("d",), ("e", "f", "g")]


def test_a_throttled_topic_holds_up_no_other() -> None:
    entries = [entry(number, "a" if number < 4 else "b", number) for number in range(1, 7)]
    made = fed(entries, "a", "b", policies=[Policy(frozenset("a"))])
    assert sequences(made) == [1, 4, 5, 6]
    for number in (1, 4, 5, 6):
        made.acknowledged(number, None, 0)
    assert made.wake_at(0) == SECOND + 1
    assert sequences(made, SECOND + 1) == [2]


def test_a_group_that_is_ahead_waits_on_an_image_for_one_that_has_still_to_read() -> None:
    made = lane("a", "b", policies=[Policy(frozenset("a"))])
    made.feed(1, [entry(7, "b", 1), entry(8, "b", 2)], 8, {7: [Fence(0, 5)]}, 0)
    assert sequences(made) == [8]
    made.feed(0, [entry(4, "a", 3)], 4, {}, 0)
    assert sequences(made) == [4]
    made.feed(0, [entry(5, "a", 1)], 5, {}, 0)
    assert sequences(made, SECOND) == []
    assert sequences(made, SECOND + 1) == [5]
    made.acknowledged(5, None, SECOND + 1)
    assert sequences(made, SECOND + 1) == [7]


def test_what_is_withdrawn_is_not_sent_and_has_no_outcome() -> None:
    entries = [entry(number, topic, number) for number, topic in enumerate("aabab", start=1)]
    made = fed(entries, "a", "b", bounds=Bounds(window=1))
    assert sequences(made) == [1]
    assert made.withdraw(["a"], 5, 0) == 2
    made.acknowledged(1, None, 0)
    assert sequences(made) == [3]
    made.acknowledged(3, None, 0)
    assert sequences(made) == [5]
    made.acknowledged(5, None, 0)
    kept = made.keep()
    assert [each.entry.sequence for each in kept.outcomes] == [1, 3, 5]
    assert set(kept.positions.values()) == {5}
    assert made.held() == 0


def test_what_came_later_is_not_withdrawn() -> None:
    made = fed([entry(number, image=number) for number in range(1, 4)])
    assert made.withdraw(["image.created"], 2, 0) == 2
    assert sequences(made) == [3]


@pytest.mark.parametrize("at", [0, 5])
def test_a_topic_that_has_come_further_than_its_group_is_not_sent_twice(at: int) -> None:
    made = Lane({"a": at, "b": 5})
    made.feed(0, [entry(3, "b", 1), entry(6, "b", 2)], 6, {}, 0)
    assert sequences(made) == [6]
    made.acknowledged(6, None, 0)
    assert made.keep().positions == {"a": 6, "b": 6}


def test_a_topic_that_has_come_further_than_its_group_does_not_go_back() -> None:
    made = Lane({"a": 0, "b": 5})
    made.feed(0, [entry(2, "a", 1), entry(3, "a", 2)], 3, {}, 0)
    assert sequences(made) == [2, 3]
    made.acknowledged(2, None, 0)
    assert made.keep().positions == {"a": 2, "b": 5}
