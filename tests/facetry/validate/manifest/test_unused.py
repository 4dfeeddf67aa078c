"""Parts of manifests without an effect: events that nothing requests, runtimes, and required tags."""

from typing import Any

import pytest

from facetry.schema.edits import RemoveMember
from tests.facetry.validate.test_manifests import BASE, findings_of

ITEM = "/instructions/0"
COMMAND = f"{ITEM}/commands/0"
WATCHER = {"execution": {"executable": "${python}", "arguments": ["main.py"]}, "events": ["image.created"]}


def seen(*changes: tuple[str, object]) -> list[tuple[str, str, str]]:
    """(rule, level, pointer) of each finding."""
    return [(finding.rule, finding.level, finding.pointer) for finding in findings_of(*changes)]


@pytest.mark.parametrize(
    "topic", ["image.computeFeatures", "image.computeEmbeddings", "text.computeEmbeddings", "process.runCommand"]
)
def test_an_event_that_nothing_requests_is_a_warning(topic: str) -> None:
    events = [*BASE["instructions"][0]["events"], topic]
    (found,) = findings_of((f"{ITEM}/events", events))
    assert (found.rule, found.level, found.pointer) == ("manifest.event", "warning", f"{ITEM}/events/2")
    assert (found.value, found.edit) == (topic, None)
    assert found.remedy is not None
    assert found.remedy.startswith("Add ")


def test_the_words_of_a_warning_on_an_event() -> None:
    events = [*BASE["instructions"][0]["events"], "image.computeEmbeddings", "process.runCommand"]
    assert [(f.detail, f.remedy) for f in findings_of((f"{ITEM}/events", events))] == [
        (
            "No capability is image.embeddings, so this event is never sent.",
            "Add the capability image.embeddings, or remove the event.",
        ),
        (
            "There is no command on the process, so this event is never sent.",
            "Add a command on the process, or remove the event.",
        ),
    ]


def test_a_capability_or_command_of_another_program_requests_an_event() -> None:
    other = {**WATCHER, "events": ["image.computeTags", "image.runCommand"]}
    assert findings_of(("/instructions", [BASE["instructions"][0], other])) == []


@pytest.mark.parametrize("event", ["image.created", "extension.settings", "process.started", "image.tags.updated"])
def test_other_events_need_no_request(event: str) -> None:
    assert findings_of(("/instructions", [BASE["instructions"][0], {**WATCHER, "events": [event]}])) == []


def test_a_misspelt_capability_or_entity_requests_no_warning_on_its_event() -> None:
    assert seen((f"{ITEM}/capabilities/0/id", "image.tag")) == [("schema.enum", "error", f"{ITEM}/capabilities/0/id")]
    assert seen((f"{COMMAND}/on/entity", "Pictures")) == [("schema.enum", "error", f"{COMMAND}/on/entity")]
    for change in ((f"{ITEM}/capabilities", [{"id": 3}]), (f"{COMMAND}/on", {"entity": 3})):
        assert {rule for rule, _, _ in seen(change)} == {"schema.type", "schema.enum"}


@pytest.mark.parametrize("executable", ["./bin/tagger", "${extensionDirectoryPath}/bin/tagger"])
def test_a_runtime_that_no_program_uses_is_a_warning(executable: str) -> None:
    found = seen((f"{ITEM}/execution", {"executable": executable, "arguments": []}))
    assert ("manifest.runtime.unused", "warning", "/runtimes/0/environment") in found


def test_each_unused_runtime_is_a_warning() -> None:
    assert seen(("/runtimes", [{"environment": "node"}, {"environment": "python"}, {"environment": "node"}])) == [
        ("manifest.runtime.unused", "warning", "/runtimes/0/environment"),
        ("manifest.runtime.unused", "warning", "/runtimes/2/environment"),
        ("manifest.repeated", "warning", "/runtimes/2/environment"),
    ]


@pytest.mark.parametrize("argument", ["${python}", "--with=${venvPython}"])
def test_a_runtime_may_be_used_by_an_argument(argument: str) -> None:
    program: dict[str, Any] = {"executable": "./run", "arguments": [argument]}
    assert "manifest.runtime.unused" not in {rule for rule, _, _ in seen((f"{ITEM}/execution", program))}


def test_an_executable_with_an_error_uses_any_runtime() -> None:
    for executable in ("python", "${pyton}", 3, None):
        assert "manifest.runtime.unused" not in {
            rule for rule, _, _ in seen((f"{ITEM}/execution", {"executable": executable, "arguments": []}))
        }


def test_required_tags_without_an_effect_are_a_warning() -> None:
    place = f"{COMMAND}/on/withTags"
    (empty,) = findings_of((place, []))
    assert (empty.rule, empty.level, empty.pointer) == ("manifest.gate", "warning", place)
    assert empty.edit == RemoveMember(place)
    events = (f"{ITEM}/events", ["image.computeTags", "process.runCommand"])
    (process,) = findings_of(events, (f"{COMMAND}/on", {"entity": "Process", "withTags": ["a"]}))
    assert (process.rule, process.pointer, process.edit) == ("manifest.gate", place, None)
    assert findings_of((place, ["a"])) == []
    assert findings_of((f"{COMMAND}/on", {"entity": "Image", "withTags": ["a"]})) == []
    assert findings_of(events, (f"{COMMAND}/on", {"entity": "Process"})) == []
