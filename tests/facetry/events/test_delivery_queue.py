"""A delivery queue sends each event at least once, in the order of each image, and gives up hopeless events."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from facetry.events.delivery_queue import DeliveryQueue
from facetry.events.delivery_types import CONNECTION_LOST, SECOND, Barrier, DeliveryLimits, PendingRow
from facetry.events.log import LoggedEvent
from facetry.events.throttle import Policy
from tests.facetry.events.delivery_simulation import logged_event


def new_queue(
    *topics: str, policies: Iterable[Policy] = (), limits: DeliveryLimits | None = None, at: int = 0, **sent: int
) -> DeliveryQueue:
    return DeliveryQueue(dict.fromkeys(topics or ("image.created",), at), policies, None, limits)


def filled_queue(
    events: list[LoggedEvent], *topics: str, policies: Iterable[Policy] = (), limits: DeliveryLimits | None = None
) -> DeliveryQueue:
    """A queue in which each group has read its events."""
    queue = new_queue(*(topics or ("image.created",)), policies=policies, limits=limits)
    for group in queue.groups:
        group_events = [each for each in events if each.topic in group.topics]
        queue.feed(group.index, group_events, events[-1].sequence, {}, 0)
    return queue


def take_sequences(queue: DeliveryQueue, now: int = 0) -> list[int]:
    return [item.event.sequence for item in queue.take(now)]


def test_events_of_different_images_are_sent_at_once_and_of_the_same_image_in_order() -> None:
    queue = filled_queue([logged_event(1, image=1), logged_event(2, image=1), logged_event(3, image=2)])
    assert take_sequences(queue) == [1, 3]
    queue.acknowledge(1, None, 0)
    assert take_sequences(queue) == [2]


def test_events_without_an_image_keep_the_order_of_their_topic() -> None:
    events = [logged_event(number, topic, None) for number, topic in enumerate(["a", "a", "b"], start=1)]
    queue = filled_queue(events, "a", "b")
    assert take_sequences(queue) == [1, 3]


def test_no_more_events_than_the_limit_are_in_flight() -> None:
    queue = filled_queue([logged_event(number, image=number) for number in range(1, 40)])
    assert take_sequences(queue) == list(range(1, 17))
    assert take_sequences(queue) == []
    queue.acknowledge(4, None, 0)
    assert take_sequences(queue) == [17]


def test_a_failed_event_is_retried_with_growing_delays_and_then_given_up() -> None:
    queue = filled_queue([logged_event(1, image=1), logged_event(2, image=1), logged_event(3, image=2)])
    now = 0
    assert take_sequences(queue) == [1, 3]
    for delay in (1, 2, 4, 8):
        queue.acknowledge(1, "no", now)
        assert take_sequences(queue, now) == []
        assert queue.wake_at(now) is not None
        assert take_sequences(queue, now + delay * SECOND - 1) == []
        now += delay * SECOND
        assert take_sequences(queue, now) == [1]
    queue.acknowledge(1, "no more", now)
    assert take_sequences(queue, now) == [2]
    checkpoint = queue.take_checkpoint()
    (dead_row,) = (each for each in checkpoint.pending_rows if each.is_dead)
    assert (dead_row.event.sequence, dead_row.attempts, dead_row.error) == (1, 5, "no more")
    assert [(each.event.sequence, each.error) for each in checkpoint.outcomes] == [(1, "no more")]


def test_the_longest_retry_delay_is_a_minute() -> None:
    queue = filled_queue([logged_event(1)], limits=DeliveryLimits(max_attempts=12))
    now = 0
    for _ in range(9):
        assert take_sequences(queue, now) == [1]
        queue.acknowledge(1, "no", now)
        now = queue.wake_at(now) or 0
    assert now == (1 + 2 + 4 + 8 + 16 + 32 + 60 + 60 + 60) * SECOND


def test_an_event_without_a_timely_answer_fails_and_a_late_answer_is_ignored() -> None:
    queue = filled_queue(
        [logged_event(1), logged_event(2, "image.computeTags", 7)], "image.created", "image.computeTags"
    )
    assert take_sequences(queue) == [1, 2]
    assert queue.wake_at(0) == 60 * SECOND
    assert queue.expire(60 * SECOND - 1) == []
    assert queue.expire(60 * SECOND) == [1]
    assert not queue.acknowledge(1, None, 60 * SECOND)
    assert queue.expire(600 * SECOND) == [2]
    assert [each.error for each in queue.take_checkpoint().pending_rows] == [
        "The extension did not answer within 60 seconds.",
        "The extension did not answer within 600 seconds.",
    ]


def test_events_in_flight_on_a_lost_connection_are_then_sent_alone() -> None:
    queue = filled_queue(
        [logged_event(number, image=number) for number in range(1, 20)], limits=DeliveryLimits(max_in_flight=3)
    )
    assert take_sequences(queue) == [1, 2, 3]
    queue.connection_lost(0, deliberate=False)
    assert take_sequences(queue) == [4, 5, 6]
    queue.acknowledge(4, None, SECOND)
    assert take_sequences(queue, SECOND) == []  # the suspects wait until nothing is in flight
    assert queue.wake_at(SECOND) == 60 * SECOND
    for number in (5, 6):
        queue.acknowledge(number, None, SECOND)
    for number in (1, 2, 3):
        assert take_sequences(queue, SECOND) == [number]
        assert take_sequences(queue, SECOND) == []
        assert queue.wake_at(SECOND) == 61 * SECOND
        queue.acknowledge(number, None, SECOND)
    assert take_sequences(queue, SECOND) == [7, 8, 9]


def command(number: int, topic: str = "image.runCommand") -> LoggedEvent:
    return logged_event(number, topic, None)


def test_a_command_needs_no_free_place_among_the_events_in_flight() -> None:
    events = [*(logged_event(number, image=number) for number in range(1, 20)), command(20), command(21)]
    queue = filled_queue(events, "image.created", "image.runCommand", limits=DeliveryLimits(max_in_flight=3))
    assert sorted(take_sequences(queue)) == [1, 2, 20]
    assert take_sequences(queue) == []
    queue.acknowledge(20, None, 0)
    assert queue.wake_at(0) == 0
    assert take_sequences(queue) == [21]
    queue.acknowledge(1, None, 0)
    assert take_sequences(queue) == [3]


def test_commands_are_sent_before_suspects() -> None:
    queue = filled_queue([logged_event(1, image=1), command(2), command(3)], "image.created", "image.runCommand")
    assert sorted(take_sequences(queue)) == [1, 2]
    queue.acknowledge(2, None, 0)
    queue.connection_lost(0, deliberate=False)
    queue.feed(queue.read_requests()[-1].group_index, [command(4), command(5)], 5, {}, 0)
    for number in (3, 4, 5):
        assert take_sequences(queue, SECOND) == [number]
        queue.acknowledge(number, None, SECOND)
    assert take_sequences(queue, SECOND) == [1]


def test_commands_and_suspects_that_have_waited_for_long_take_turns() -> None:
    limits = DeliveryLimits(max_in_flight=4, suspect_wait=0)
    events = [*(logged_event(number, image=number) for number in range(1, 4)), *map(command, range(4, 9))]
    queue = filled_queue(events, "image.created", "image.runCommand", limits=limits)
    queue.take(0)
    queue.acknowledge(4, None, 0)
    queue.connection_lost(0, deliberate=False)
    for suspect, number in ((1, 5), (2, 6), (3, 7)):
        assert take_sequences(queue, SECOND) == [number], "the command is sent before the suspects that are due"
        assert take_sequences(queue, SECOND) == []
        queue.acknowledge(number, None, SECOND)
        assert queue.wake_at(SECOND) == SECOND
        assert take_sequences(queue, SECOND) == [suspect], "and the next suspect before the next command"
        assert take_sequences(queue, SECOND) == [], "which would be blamed for a crash"
        queue.acknowledge(suspect, None, SECOND)
    assert take_sequences(queue, SECOND) == [8]


def test_commands_are_read_although_there_is_no_place_for_other_events() -> None:
    policy = Policy(frozenset({"image.computeTags"}), 1, 3_600_000)
    topics = ("image.computeTags", "image.tags.updated", "image.runCommand")
    limits = DeliveryLimits(max_queued_per_group=8)
    queue = new_queue(*topics, policies=[policy], limits=limits)
    groups = {group.topics: group for group in queue.groups}
    work = [logged_event(number, "image.computeTags", number) for number in range(1, 9)]
    changes = [logged_event(number + 8, "image.tags.updated", number) for number in range(1, 9)]
    queue.feed(groups["image.computeTags",].index, work, 8, {}, 0)
    queue.take(0)
    (others,) = (group for group in queue.groups if "image.tags.updated" in group.topics)
    queue.feed(others.index, changes, 16, {}, 0)
    (request,) = queue.read_requests()
    assert request.topics == ("image.runCommand",), "each of the other events waits for a policy"
    queue.feed(request.group_index, [command(17)], 17, {}, 0)
    assert take_sequences(queue) == [17]


def test_after_a_restart_suspects_are_still_sent_alone() -> None:
    queue = new_queue(at=10)
    pending_rows = [
        PendingRow(logged_event(4, image=4), 1, 0, CONNECTION_LOST, False),
        PendingRow(logged_event(5, image=5), 1, 0, "no", False),
    ]
    queue.restore(pending_rows, {}, 0)
    assert take_sequences(queue) == [4]
    queue.acknowledge(4, None, 0)
    assert take_sequences(queue) == [5]


def test_a_deliberate_disconnection_is_no_attempt() -> None:
    queue = filled_queue([logged_event(1, image=1), logged_event(2, image=2)])
    assert take_sequences(queue) == [1, 2]
    queue.connection_lost(0, deliberate=True)
    assert queue.take_checkpoint().pending_rows == []
    assert take_sequences(queue) == [1, 2]


def test_the_position_includes_finished_events_and_unfinished_ones_have_rows() -> None:
    queue = filled_queue([logged_event(number, image=number) for number in range(1, 6)])
    take_sequences(queue)
    queue.acknowledge(3, None, 0)
    checkpoint = queue.take_checkpoint()
    assert checkpoint.positions == {"image.created": 3}
    assert [each.event.sequence for each in checkpoint.pending_rows] == [1, 2]
    for number in (1, 2, 4, 5):
        queue.acknowledge(number, None, 0)
    checkpoint = queue.take_checkpoint()
    assert (checkpoint.positions, checkpoint.deleted_sequences, checkpoint.pending_rows) == (
        {"image.created": 5},
        [1, 2],
        [],
    )


def test_the_position_passes_events_for_others() -> None:
    queue = new_queue()
    queue.feed(0, [], 5_000, {}, 0)
    assert queue.unsaved_distance() == 5_000
    assert queue.unsaved_count() == 0
    assert queue.take_checkpoint().positions == {"image.created": 5_000}


def test_a_group_reads_on_below_half_a_batch_of_ready_events_and_up_to_its_limit() -> None:
    limits = DeliveryLimits(read_batch_size=8, max_queued_per_group=20)
    queue = new_queue(limits=limits)
    assert queue.read_requests()[0].limit == 8
    queue.feed(0, [logged_event(number, image=number) for number in range(1, 9)], 8, {}, 0)
    assert queue.read_requests() == []
    sequence = 8
    queue = new_queue(limits=limits)
    while requests := queue.read_requests():  # all of one image: only the first can be sent
        events = [logged_event(sequence + number, image=1) for number in range(1, requests[0].limit + 1)]
        sequence = events[-1].sequence
        queue.feed(0, events, sequence, {}, 0)
    assert queue.queued_count() == 20


def test_topics_that_share_a_policy_form_a_group() -> None:
    policies = [Policy(frozenset("ab")), Policy(frozenset("bc")), Policy(frozenset("x")), Policy(frozenset("dz"))]
    queue = new_queue(*"abcdefg", policies=policies)
    assert [group.topics for group in queue.groups] == [("a", "b", "c"), ("d",), ("e", "f", "g")]


def test_a_throttled_topic_delays_no_other() -> None:
    events = [logged_event(number, "a" if number < 4 else "b", number) for number in range(1, 7)]
    queue = filled_queue(events, "a", "b", policies=[Policy(frozenset("a"))])
    assert take_sequences(queue) == [1, 4, 5, 6]
    for number in (1, 4, 5, 6):
        queue.acknowledge(number, None, 0)
    assert queue.wake_at(0) == SECOND + 1
    assert take_sequences(queue, SECOND + 1) == [2]


def test_a_group_waits_on_an_image_until_the_other_group_has_read_up_to_the_barrier() -> None:
    queue = new_queue("a", "b", policies=[Policy(frozenset("a"))])
    queue.feed(1, [logged_event(7, "b", 1), logged_event(8, "b", 2)], 8, {7: [Barrier(0, 5)]}, 0)
    assert take_sequences(queue) == [8]
    queue.feed(0, [logged_event(4, "a", 3)], 4, {}, 0)
    assert take_sequences(queue) == [4]
    queue.feed(0, [logged_event(5, "a", 1)], 5, {}, 0)
    assert take_sequences(queue, SECOND) == []
    assert take_sequences(queue, SECOND + 1) == [5]
    queue.acknowledge(5, None, SECOND + 1)
    assert take_sequences(queue, SECOND + 1) == [7]


def test_withdrawn_events_are_not_sent_and_have_no_outcome() -> None:
    events = [logged_event(number, topic, number) for number, topic in enumerate("aabab", start=1)]
    queue = filled_queue(events, "a", "b", limits=DeliveryLimits(max_in_flight=1))
    assert take_sequences(queue) == [1]
    assert queue.withdraw(["a"], 5, 0) == 2
    queue.acknowledge(1, None, 0)
    assert take_sequences(queue) == [3]
    queue.acknowledge(3, None, 0)
    assert take_sequences(queue) == [5]
    queue.acknowledge(5, None, 0)
    checkpoint = queue.take_checkpoint()
    assert [each.event.sequence for each in checkpoint.outcomes] == [1, 3, 5]
    assert set(checkpoint.positions.values()) == {5}
    assert queue.queued_count() == 0


def test_events_after_the_limit_are_not_withdrawn() -> None:
    queue = filled_queue([logged_event(number, image=number) for number in range(1, 4)])
    assert queue.withdraw(["image.created"], 2, 0) == 2
    assert take_sequences(queue) == [3]


@pytest.mark.parametrize("at", [0, 5])
def test_a_topic_ahead_of_its_group_is_not_sent_twice(at: int) -> None:
    queue = DeliveryQueue({"a": at, "b": 5})
    queue.feed(0, [logged_event(3, "b", 1), logged_event(6, "b", 2)], 6, {}, 0)
    assert take_sequences(queue) == [6]
    queue.acknowledge(6, None, 0)
    assert queue.take_checkpoint().positions == {"a": 6, "b": 6}


def test_the_position_of_a_topic_ahead_of_its_group_does_not_go_back() -> None:
    queue = DeliveryQueue({"a": 0, "b": 5})
    queue.feed(0, [logged_event(2, "a", 1), logged_event(3, "a", 2)], 3, {}, 0)
    assert take_sequences(queue) == [2, 3]
    queue.acknowledge(2, None, 0)
    assert queue.take_checkpoint().positions == {"a": 2, "b": 5}
