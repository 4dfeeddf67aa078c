"""Items of manifests that repeat earlier ones."""

from typing import Any

import pytest

from facetry.schema.edits import RemoveMember
from tests.facetry.validate.test_manifests import BASE, findings_of

ITEM = "/instructions/0"
COMMAND = f"{ITEM}/commands/0"
POLICY: dict[str, Any] = {"events": ["image.computeTags"], "durationInMilliseconds": 1000, "maximumCount": 4}
TWO_EVENTS = {**POLICY, "events": ["image.computeTags", "image.runCommand"]}


@pytest.mark.parametrize(
    ("pointer", "items", "repeated"),
    [
        ("/categories", ["utility", "other", "utility", "utility"], [2, 3]),
        (f"{ITEM}/events", ["image.runCommand", "image.computeTags", "image.runCommand"], [2]),
        (f"{COMMAND}/on/withTags", ["a", "A", "a"], [2]),
    ],
)
def test_a_repeated_text_is_a_warning_at_the_later_item(pointer: str, items: list[str], repeated: list[int]) -> None:
    found = findings_of((pointer, items))
    assert [(f.rule, f.level, f.pointer, f.value, f.edit) for f in found] == [
        ("manifest.repeated", "warning", place, items[index], RemoveMember(place))
        for index in repeated
        for place in [f"{pointer}/{index}"]
    ]


def test_a_repeated_event_of_a_policy_is_a_warning() -> None:
    place = f"{ITEM}/throttlingPolicies/1/events/1"
    other = {**POLICY, "durationInMilliseconds": 5}
    twice = {**POLICY, "events": ["image.computeTags", "image.computeTags"]}
    (found,) = findings_of((f"{ITEM}/throttlingPolicies", [other, twice]))
    assert (found.rule, found.pointer, found.edit) == ("manifest.repeated", place, RemoveMember(place))


def test_a_repeated_runtime_or_capability_is_removed_if_it_is_the_same() -> None:
    (runtime,) = findings_of(("/runtimes", [{"environment": "python"}, {"environment": "python"}]))
    assert (runtime.pointer, runtime.edit) == ("/runtimes/1/environment", RemoveMember("/runtimes/1"))
    (same,) = findings_of((f"{ITEM}/capabilities", [{"id": "image.tags"}, {"id": "image.tags"}]))
    assert (same.pointer, same.edit) == (f"{ITEM}/capabilities/1/id", RemoveMember(f"{ITEM}/capabilities/1"))
    (other,) = findings_of((f"{ITEM}/capabilities", [{"id": "image.tags"}, {"id": "image.tags", "details": {}}]))
    assert (other.pointer, other.edit) == (f"{ITEM}/capabilities/1/id", None)


def test_two_texts_for_one_locale_are_a_warning() -> None:
    pointer = f"{COMMAND}/specifications"
    first, second = {"locale": "en-GB", "label": "Convert"}, {"locale": "EN-gb", "label": "Change"}
    (found,) = findings_of((pointer, [first, {"locale": "de", "label": "x"}, second]))
    assert (found.rule, found.level, found.pointer) == ("manifest.locale", "warning", f"{pointer}/2/locale")
    assert (found.value, found.edit) == ("EN-gb", None)
    (same,) = findings_of((pointer, [first, dict(first)]))
    assert same.edit == RemoveMember(f"{pointer}/1")
    command = BASE["instructions"][0]["commands"][0]
    assert findings_of((f"{ITEM}/commands", [command, {**command, "id": "other"}])) == []


@pytest.mark.parametrize(
    ("second", "is_repeated", "is_same"),
    [
        (POLICY, True, True),
        ({**POLICY, "maximumCount": 8}, True, False),
        ({**POLICY, "durationInMilliseconds": 60_000}, False, False),
        (TWO_EVENTS, False, False),
        ({**POLICY, "events": ["image.runCommand"]}, False, False),
    ],
)
def test_two_policies_for_the_same_events_are_a_warning(second: object, *, is_repeated: bool, is_same: bool) -> None:
    place = f"{ITEM}/throttlingPolicies/1"
    found = findings_of((f"{ITEM}/throttlingPolicies", [POLICY, second]))
    assert [(f.rule, f.level, f.pointer) for f in found] == [("manifest.throttling.repeated", "warning", place)][
        : int(is_repeated)
    ]
    assert [f.edit for f in found] == [RemoveMember(place) if is_same else None][: int(is_repeated)]


def test_the_order_of_the_events_of_a_policy_does_not_matter() -> None:
    turned = {**TWO_EVENTS, "events": TWO_EVENTS["events"][::-1]}
    (found,) = findings_of((f"{ITEM}/throttlingPolicies", [TWO_EVENTS, turned]))
    assert (found.rule, found.edit) == ("manifest.throttling.repeated", None)


def test_true_is_not_one() -> None:
    policies = [{**POLICY, "durationInMilliseconds": 1}, {**POLICY, "durationInMilliseconds": True}]
    (found, *_) = findings_of((f"{ITEM}/throttlingPolicies", policies))
    assert found.rule == "schema.type"
    assert all(f.edit is None for f in findings_of((f"{ITEM}/throttlingPolicies", policies)))
