"""The description of events in one file, what is generated from it, and the ways in which its source can be broken."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from codegen import model
from codegen.bundle import bundle
from codegen.finding import SpecError
from codegen.targets import asyncapi, events, topics

IMAGE = "123e4567-e89b-12d3-a456-426614174000"


def document(sample: Path) -> Any:
    return json.loads(asyncapi.render(model.read(bundle(sample))))


def test_topics_become_messages_in_the_envelope_of_their_channel(sample: Path) -> None:
    made = document(sample)
    assert ".yaml" not in json.dumps(made)
    assert "x-envelope" not in json.dumps(made)
    told = made["channels"]["events"]["messages"]
    assert list(told) == ["image.computeTags", "image.created"]
    assert told["image.created"]["summary"] == "An image was ingested."
    payload = {**told["image.created"]["payload"], "components": made["components"]}
    judge = jsonschema.Draft202012Validator(payload)
    assert judge.is_valid({"channel": "image.created", "value": {"id": IMAGE}})
    assert not judge.is_valid({"channel": "image.updated", "value": {"id": IMAGE}})
    assert not judge.is_valid({"channel": "image.created", "value": {}})
    assert made["channels"]["stream"]["messages"]["other"]["payload"] == {"$ref": "#/components/schemas/Delivery"}
    assert made["operations"]["send"]["channel"] == {"$ref": "#/channels/events"}


def test_a_value_may_be_that_of_another_topic(sample: Path) -> None:
    schemas = document(sample)["components"]["schemas"]
    assert list(schemas) == ["Delivery", "ImageComputeTagsValue", "ImageCreatedValue", "Uuid"]
    assert schemas["ImageComputeTagsValue"] == {"$ref": "#/components/schemas/ImageCreatedValue"}


def test_a_source_without_events_has_no_description(sample: Path) -> None:
    (sample / "asyncapi.yaml").unlink()
    assert document(sample) == {}


@pytest.mark.parametrize(
    ("file", "old", "new", "told"),
    [
        ("events/image.computeTags.yaml", "#/value", "", "leads to no value of a topic"),
        ("events/image.computeTags.yaml", "#/value", "#/told", "leads to no value of a topic"),
        ("events/image.computeTags.yaml", "image.created.yaml#/value", "../socket/Uuid.yaml", "is also the schema of"),
        ("asyncapi.yaml", "#/channels/events'", "#/channels/event'", "leads nowhere"),
    ],
)
def test_a_reference_that_cannot_be_followed(sample: Path, file: str, old: str, new: str, told: str) -> None:
    (sample / "socket" / "Uuid.yaml").write_text("type: string")
    path = sample / file
    assert old in path.read_text()
    path.write_text(path.read_text().replace(old, new))
    with pytest.raises(SpecError, match=told):
        bundle(sample)


def test_the_generated_modules(sample: Path) -> None:
    description = model.read(bundle(sample))
    found: dict[str, Any] = {}
    exec(topics.render(description), found)  # noqa: S102 -- what was just made
    assert found["TOPICS"] == ("image.computeTags", "image.created")
    assert found["STREAMED"] == ("image.created",)
    path = sample / "events" / "image.computeTags.yaml"
    path.write_text(path.read_text().replace("log: true", "log: false"))
    exec(topics.render(model.read(bundle(sample))), found)  # noqa: S102 -- idem
    assert found["TOPICS"] == ("image.created",)
    text = events.render(description)
    assert "class Delivery(TypedDict):" in text
    assert 'ImageComputeTagsValue: TypeAlias = "ImageCreatedValue"' in text
    assert 'kind: NotRequired[Literal["a", "b"]]' in text
