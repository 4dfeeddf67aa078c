"""Over random documents, the validator says what `jsonschema` says, and all doors of the service say the same.

`nox -s validators` has 50,000 documents of each kind.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Final

from referencing import Registry
from referencing.jsonschema import DRAFT202012

from facetry.errors import MAX_PROBLEM_BYTES, Fault, FaultError, problem_body
from facetry.validate import manifests as our_manifests
from facetry.validate import recipes, views
from facetry.validate.finding import Finding
from facetry.validate.positions import SourceMap
from facetry.validate.socket import events
from tests.contract.description import document as api
from tests.contract.documents import events as event_examples
from tests.contract.documents import manifests as manifest_examples
from tests.contract.documents import views as view_examples
from tests.contract.documents.mutations import DocumentMaker
from tests.contract.documents.schema_documents import examples_of, strict_validator, violations_of
from tests.contract.documents.transcript import part

DOCUMENTS: Final = int(os.environ.get("VALIDATOR_DOCUMENTS", "300"))
"""How many documents of each kind are made."""
SEED: Final = int(os.environ.get("VALIDATOR_SEED", "20261122"))
SMALL: Final = 3_000  # characters: a larger document takes the reference validator long
LISTED: Final = 100
DAMAGED_SHARE: Final = 8


def valid_documents(paths: list[Any]) -> list[Any]:
    texts = [path.read_text(encoding="utf-8") for path in paths]
    return [json.loads(text) for text in texts if len(text) < SMALL]


def errors(found: list[Finding]) -> list[Finding]:
    return [finding for finding in found if finding.level == "error"]


def refusal(require: Callable[[], object]) -> Fault | None:
    """The fault with which a door of the service refuses a document."""
    try:
        require()
    except FaultError as error:
        refused = error.fault
    else:
        return None
    assert len(problem_body(refused)) <= MAX_PROBLEM_BYTES
    return refused


def made(maker: DocumentMaker) -> Iterator[tuple[str, Any]]:
    """(text, document) of each document; the document is None if its text is damaged."""
    for number in range(DOCUMENTS):
        document = maker.document()
        if number % DAMAGED_SHARE == 0:
            yield maker.damaged(document), None
        else:
            yield json.dumps(document, ensure_ascii=number % 2 == 0, indent=number % 3 or None), document


def test_view_documents() -> None:
    maker = DocumentMaker(valid_documents(examples_of("views", "valid") + examples_of("views", "warned")), SEED)
    verdicts: Counter[str] = Counter()
    for text, document in made(maker):
        encoded = text.encode("utf-8", "surrogatepass")
        found = views.findings(encoded)
        ours = errors(found)
        fault, refused = views.fault(text), refusal(partial(views.require, text, pointer="/0/value"))
        assert bool(ours) == (fault is not None) == (refused is not None), text
        if fault is not None and refused is not None:
            assert fault.rule == refused.rule, text
            places = {(error.rule, error.pointer) for error in ours}
            is_of_text = fault.rule.startswith("json.")  # the service names no place in it
            assert is_of_text or (fault.rule, fault.pointer) in places or len(ours) == LISTED
            assert refused.pointer == "/0/value"
        if document is not None and [error.rule for error in ours] != ["json.depth"]:
            assert {(error.rule, error.pointer) for error in ours} == view_examples.faults(document), text
            check_places(encoded, found)
        verdicts["warned" if found and not ours else "invalid" if ours else "valid"] += 1
    assert min(verdicts[name] for name in ("valid", "warned", "invalid")) > DOCUMENTS // 50, verdicts


def check_places(text: bytes, found: list[Finding]) -> None:
    """The range of each finding holds the value at its pointer, or the key."""
    source = SourceMap(text)
    for finding in found:
        area = source.range(finding.pointer, on_key=finding.on_key)
        assert json.loads(text[area.start.offset : area.end.offset]) == part(
            json.loads(text), finding.pointer, on_key=finding.on_key
        )


def test_manifests() -> None:
    maker = DocumentMaker(valid_documents(examples_of("manifests", "valid")), SEED)
    verdicts: Counter[str] = Counter()
    for text, document in made(maker):
        encoded = text.encode("utf-8", "surrogatepass")
        found = our_manifests.findings(encoded)
        ours = errors(found)
        refused = refusal(partial(our_manifests.require, text))
        assert bool(ours) == (refused is not None), text
        if refused is not None:
            assert refused.rule == ours[0].rule
        if document is not None and len(found) < LISTED:
            of_schema = {(e.rule, e.pointer) for e in ours if e.rule.startswith("schema.")}
            assert of_schema == manifest_examples.faults(document), text
        verdicts["invalid" if ours else "valid"] += 1
    assert min(verdicts[name] for name in ("valid", "invalid")) > DOCUMENTS // 50, verdicts


def recipe_faults(recipe: Any) -> set[tuple[str, str]]:
    registry: Registry[Any] = Registry().with_resource("urn:api", DRAFT202012.create_resource(api()))
    schema = {"$ref": "urn:api#/components/schemas/GenerationRecipe"}
    return violations_of(strict_validator(schema, registry=registry), recipe)


def event_faults(event: Any) -> set[tuple[str, str]]:
    """What `jsonschema` finds by the payload of the topic, or by the envelope for an unknown topic."""
    channels = event_examples.document()["channels"]
    topic = event.get("channel") if isinstance(event, dict) else None
    is_known = {name: isinstance(topic, str) and topic in channels[name]["messages"] for name in ("events", "stream")}
    is_delivery = isinstance(event, dict) and ("contextId" in event or "isActivity" in event)
    channel = "events" if is_delivery or (is_known["events"] and not is_known["stream"]) else "stream"
    envelope = {"events": "Delivery", "stream": "StreamedEvent"}[channel]
    pointer = (
        f"/channels/{channel}/messages/{topic}/payload" if is_known[channel] else f"/components/schemas/{envelope}"
    )
    return violations_of(event_examples.reference_validator_at(pointer), event)


def test_events() -> None:
    maker = DocumentMaker(
        valid_documents(examples_of("event-files", "valid") + examples_of("event-files", "warned")), SEED
    )
    verdicts: Counter[str] = Counter()
    for text, document in made(maker):
        encoded = text.encode("utf-8", "surrogatepass")
        found = events.findings(encoded)
        ours = errors(found)
        if document is not None:
            of_schema = {error.rule for error in ours} - {"event.topic", "schema.format"}  # beyond what it checks
            assert of_schema == {rule for rule, _ in event_faults(document)}, text
            check_places(encoded, found)
        verdicts["invalid" if ours else "valid"] += 1
    assert min(verdicts[name] for name in ("valid", "invalid")) > DOCUMENTS // 50, verdicts


def test_recipes() -> None:
    maker = DocumentMaker(valid_documents(examples_of("recipes", "valid") + examples_of("recipes", "warned")), SEED)
    for text, document in made(maker):
        encoded = text.encode("utf-8", "surrogatepass")
        found = recipes.findings(encoded)
        ours = errors(found)
        refused = refusal(partial(recipes.require, text, pointer="/0/value"))
        assert bool(ours) == (refused is not None), text
        if refused is not None:
            assert refused.rule in {error.rule for error in ours}, text
        if document is not None:
            assert bool(ours) == bool(recipe_faults(document)), text
            check_places(encoded, found)
