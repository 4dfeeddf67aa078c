"""The bundled description of events, the modules generated from it, and faults of its source."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from codegen import lint, model
from codegen.bundle import bundle
from codegen.finding import SpecError
from codegen.targets import TARGETS, events, topics

IMAGE = "123e4567-e89b-12d3-a456-426614174000"


def document(sample: Path) -> Any:
    return json.loads(TARGETS["asyncapi.json"](model.read(bundle(sample))))


def test_topics_become_messages_in_the_envelope_of_their_channel(sample: Path) -> None:
    rendered = document(sample)
    assert ".yaml" not in json.dumps(rendered)
    assert "x-envelope" not in json.dumps(rendered)
    message = rendered["channels"]["events"]["messages"]
    assert list(message) == ["image.computeTags", "image.created"]
    assert message["image.created"]["summary"] == "An image was ingested."
    payload = {**message["image.created"]["payload"], "components": rendered["components"]}
    validator = jsonschema.Draft202012Validator(payload)
    assert validator.is_valid({"channel": "image.created", "value": {"id": IMAGE}})
    assert not validator.is_valid({"channel": "image.updated", "value": {"id": IMAGE}})
    assert not validator.is_valid({"channel": "image.created", "value": {}})
    assert rendered["channels"]["stream"]["messages"]["other"]["payload"] == {"$ref": "#/components/schemas/Delivery"}
    assert rendered["operations"]["send"]["channel"] == {"$ref": "#/channels/events"}


def test_a_value_may_be_that_of_another_topic(sample: Path) -> None:
    schemas = document(sample)["components"]["schemas"]
    assert list(schemas) == ["Delivery", "ImageComputeTagsValue", "ImageCreatedValue", "Uuid"]
    assert schemas["ImageComputeTagsValue"] == {"$ref": "#/components/schemas/ImageCreatedValue"}


def test_members_beside_a_reference_are_kept(sample: Path) -> None:
    """AsyncAPI ignores what stands beside a reference."""
    (sample / "socket" / "Delivery.yaml").write_text("{description: One event., $ref: ../schemas/Uuid.yaml}")
    delivery = document(sample)["components"]["schemas"]["Delivery"]
    assert delivery == {"description": "One event.", "allOf": [{"$ref": "#/components/schemas/Uuid"}]}


NEW = "description: An image was liked.\nentity: image\nlog: true\naudience: [extensions, frontEnds]\ndirected: false\n"


def test_the_file_of_a_topic_is_enough_to_have_it_everywhere(sample: Path) -> None:
    """A value of its own needs an example, and the lint names where."""
    (sample / "schemas" / "Mode.yaml").write_text("{type: string, x-topics: streamed, default: image.created}")
    (sample / "events" / "image.liked.yaml").write_text(f"{NEW}value: {{$ref: image.created.yaml#/value}}\n")
    description = model.read(bundle(sample))
    assert description.schemas["Mode"]["enum"] == ["image.created", "image.liked"]
    channels = document(sample)["channels"]
    assert list(channels["events"]["messages"]) == ["image.computeTags", "image.created", "image.liked"]
    assert list(channels["stream"]["messages"]) == ["other", "image.created", "image.liked"]
    assert lint.findings(bundle(sample)) == []
    (sample / "events" / "image.liked.yaml").write_text(f"{NEW}value: {{type: object}}\n")
    (finding,) = lint.findings(bundle(sample))
    assert (finding.place, finding.rule) == ("specs/events/image.liked.yaml", "event.example")
    assert "examples/events/valid/image.liked" in finding.remedy


def test_lists_of_topics_are_in_the_order_of_the_entities(sample: Path) -> None:
    for entity in ("text", "album"):
        (sample / "events" / f"{entity}.read.yaml").write_text(NEW.replace("y: image", f"y: {entity}") + "value: {}\n")
    path = sample / "asyncapi.yaml"
    path.write_text(path.read_text().replace("x-entities: [image]", "x-entities: [text, image]"))
    assert list(bundle(sample).topics) == ["text.read", "image.computeTags", "image.created", "album.read"]


def test_a_source_without_events_has_no_description(sample: Path) -> None:
    (sample / "asyncapi.yaml").unlink()
    assert document(sample) == {}


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        ("events/image.computeTags.yaml", "#/value", "", "leads to no value of a topic"),
        ("events/image.computeTags.yaml", "#/value", "#/audience", "leads to no value of a topic"),
        ("events/image.computeTags.yaml", "image.created.yaml#/value", "../socket/Uuid.yaml", "is also the name of"),
        ("asyncapi.yaml", "x-topics: streamed", "x-topics: some", "there is no list of topics some"),
        ("asyncapi.yaml", "{$ref: socket/Delivery.yaml}", "{$ref: events/image.created.yaml}", "is a topic"),
        ("asyncapi.yaml", "    x-envelope: socket/Delivery.yaml\n", "", "has x-topics without x-envelope"),
        ("asyncapi.yaml", "#/channels/events'", "#/channels/event'", "leads nowhere"),
    ],
)
def test_a_reference_that_cannot_be_followed(sample: Path, file: str, old: str, new: str, message: str) -> None:
    (sample / "socket" / "Uuid.yaml").write_text("type: string")
    path = sample / file
    assert old in path.read_text()
    path.write_text(path.read_text().replace(old, new))
    with pytest.raises(SpecError, match=message):
        bundle(sample)


def test_the_generated_modules(sample: Path) -> None:
    description = model.read(bundle(sample))
    namespace: dict[str, Any] = {}
    exec(topics.render(description), namespace)  # noqa: S102 -- what was just made
    assert namespace["TOPICS"] == ("image.computeTags", "image.created")
    assert namespace["STREAMED"] == ("image.created",)
    path = sample / "events" / "image.computeTags.yaml"
    path.write_text(path.read_text().replace("log: true", "log: false"))
    exec(topics.render(model.read(bundle(sample))), namespace)  # noqa: S102 -- idem
    assert namespace["TOPICS"] == ("image.created",)
    text = events.render(description)
    assert "class Delivery(TypedDict):" in text
    assert 'ImageComputeTagsValue: TypeAlias = "ImageCreatedValue"' in text
    assert 'kind: NotRequired[Literal["a", "b"]]' in text
