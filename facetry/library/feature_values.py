"""Values of features: checks that a text is valid for the format of its feature, as far as the text alone shows.

The checks never build a document, so that memory stays bounded: they consume YAML as events and XML as SAX calls.
"""

from __future__ import annotations

import functools
import importlib.resources
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final
from xml.sax import SAXParseException
from xml.sax.handler import ContentHandler

import orjson
import yaml
from defusedxml.common import DefusedXmlException  # type: ignore[import-untyped]  # published without types
from defusedxml.expatreader import DefusedExpatParser  # type: ignore[import-untyped]

from facetry.errors import Fault, FaultError, FaultKind
from facetry.schema.document import Document
from facetry.schema.strict_json import MAX_DEPTH, parse
from facetry.schema.violations import first_violation
from facetry.validate import views
from generated import models

YAML_NODES: Final = 100_000
"""Maximum number of YAML nodes in one request, at 2 µs each; an alias counts as a copy of its target."""

_RECIPE: Final = "#/components/schemas/GenerationRecipe"
_LOADER: Final[Any] = yaml.CSafeLoader if yaml.__with_libyaml__ else yaml.SafeLoader
_TAGS: Final[Mapping[type[yaml.Event], frozenset[str | None]]] = {
    yaml.ScalarEvent: frozenset({None, "!", "tag:yaml.org,2002:str"}),
    yaml.SequenceStartEvent: frozenset({None, "!", "tag:yaml.org,2002:seq"}),
    yaml.MappingStartEvent: frozenset({None, "!", "tag:yaml.org,2002:map"}),
}


def check_features(features: Sequence[models.ImageFeature]) -> None:
    """Raise 400 for the first feature whose value is not valid for its format; the pointer refers to the value.

    Whether the attachment of a `binary` feature exists is checked elsewhere.
    """
    nodes = 0
    for index, feature in enumerate(features):
        check, pointer = _CHECKS.get(feature.format), f"/{index}/value"
        if feature.format == "yaml":
            nodes = _check_yaml(pointer, str(feature.value), nodes)
        elif check is not None:
            check(feature.type, pointer, str(feature.value))


def value_fault(format: str, pointer: str, detail: str, text: str) -> FaultError:
    """400 with the rule `feature.<format>`: the value at `pointer` is not valid for its format."""
    return FaultError(
        Fault(kind=FaultKind.BAD_PARAMETER, rule=f"feature.{format}", detail=detail, pointer=pointer, value=text)
    )


def _check_json(type: str, pointer: str, text: str) -> None:
    try:
        value = parse(text.encode(), label="text")
    except FaultError as error:
        raise value_fault("json", pointer, error.fault.detail, error.fault.value or text) from None
    if type == "recipe" and not _schemas().validator(_RECIPE).is_valid(value):
        fault = first_violation(_schemas(), _RECIPE, value, size=len(text))
        place = f" It stands at {fault.pointer} of the text." if fault.pointer else ""
        raise FaultError(replace(fault, rule="feature.recipe", detail=fault.detail + place, pointer=pointer))


@functools.cache
def _schemas() -> Document:
    text = importlib.resources.files("generated").joinpath("openapi.json").read_bytes()
    return Document({"components": {"schemas": orjson.loads(text)["components"]["schemas"]}})


def _check_yaml(pointer: str, text: str, nodes: int) -> int:
    """The number of nodes including those of this text, where `nodes` is the number before it."""
    checker = _YamlChecker(nodes)
    try:
        for event in yaml.parse(text, Loader=_LOADER):
            checker.feed(event)
    except _BadYamlError as error:
        raise value_fault("yaml", pointer, str(error), text) from None
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        place = f", at line {mark.line + 1}, column {mark.column + 1}" if mark is not None else ""
        raise value_fault("yaml", pointer, f"The text is not YAML: {error.problem}{place}.", text) from None
    except yaml.YAMLError:
        raise value_fault("yaml", pointer, "The text holds a character that YAML does not permit.", text) from None
    return checker.count


class _BadYamlError(Exception):
    """A YAML text that parses but is refused; the message says why."""


@dataclass(frozen=True, slots=True)
class _Node:
    """A complete node, as an alias needs it: its number of nodes, its height, and the text of a scalar."""

    count: int
    height: int
    scalar: str | None


@dataclass(slots=True)
class _OpenCollection:
    """A collection whose end event has not arrived yet."""

    anchor: str | None
    nodes_before: int
    keys: set[str] | None  # the keys so far, if it is a mapping
    is_key: bool = True
    height: int = 0


@dataclass(slots=True)
class _YamlChecker:
    """Consumes the events of a YAML parser and counts the nodes of everything that has ended."""

    count: int
    documents: int = 0
    stack: list[_OpenCollection] = field(default_factory=list)
    anchors: dict[str, _Node] = field(default_factory=dict)

    def feed(self, event: yaml.Event) -> None:
        """Process one event; raises `_BadYamlError` when the text is refused."""
        match event:
            case yaml.ScalarEvent():
                self._require_tag(event, event.tag)
                self._end_node(_Node(1, 0, event.value), event.anchor)
            case yaml.AliasEvent():
                target = self.anchors.get(event.anchor or "")
                if target is None:
                    raise _BadYamlError("An alias refers to an anchor that no earlier node defines.")
                self._end_node(target, None)
            case yaml.CollectionStartEvent():
                self._require_tag(event, event.tag)
                if len(self.stack) == MAX_DEPTH:
                    raise _too_deep()
                keys: set[str] | None = set() if isinstance(event, yaml.MappingStartEvent) else None
                self.stack.append(_OpenCollection(event.anchor, self.count, keys))
                # An anchor refers to its newest node. Inside that node the anchor is not defined yet.
                self.anchors.pop(event.anchor or "", None)
            case yaml.CollectionEndEvent():
                collection = self.stack.pop()
                size = self.count - collection.nodes_before + 1
                self.count = collection.nodes_before
                self._end_node(_Node(size, collection.height + 1, None), collection.anchor)
            case yaml.DocumentStartEvent():
                self.documents += 1
                if self.documents > 1:
                    raise _BadYamlError("The text holds more than one YAML document.")

    def _end_node(self, node: _Node, anchor: str | None) -> None:
        self.count += node.count
        if self.count > YAML_NODES:
            raise _BadYamlError(
                f"The YAML has more than {YAML_NODES} nodes, with each alias counted as a copy of its target."
            )
        if len(self.stack) + node.height > MAX_DEPTH:
            raise _too_deep()
        if anchor is not None:
            self.anchors[anchor] = node
        if self.stack:
            parent = self.stack[-1]
            parent.height = max(parent.height, node.height)
            if parent.keys is not None:
                if parent.is_key:
                    _add_key(parent.keys, node)
                parent.is_key = not parent.is_key

    @staticmethod
    def _require_tag(event: yaml.Event, tag: str | None) -> None:
        if tag not in _TAGS[type(event)]:
            raise _BadYamlError(f"The tag {tag} is not supported here.")


def _add_key(keys: set[str], node: _Node) -> None:
    if node.scalar is None:
        raise _BadYamlError("A key of a mapping is not a scalar.")
    if node.scalar in keys:
        raise _BadYamlError(f"A mapping has the key {node.scalar} twice.")
    keys.add(node.scalar)


def _too_deep() -> _BadYamlError:
    return _BadYamlError(f"The text nests deeper than {MAX_DEPTH} levels.")


def _check_xml(_: str, pointer: str, text: str) -> None:
    parser = DefusedExpatParser(forbid_dtd=True, forbid_entities=True, forbid_external=True)
    parser.setContentHandler(_DepthLimiter())
    try:
        parser.feed(text)
        parser.close()
    except DefusedXmlException:
        raise value_fault(
            "xml", pointer, "The text has a document type declaration, which is not accepted.", text
        ) from None
    except _TooDeepError:
        raise value_fault("xml", pointer, f"The text nests deeper than {MAX_DEPTH} levels.", text) from None
    except SAXParseException as error:
        place = f"at line {error.getLineNumber()}, column {(error.getColumnNumber() or 0) + 1}"
        detail = f"The text is not XML: {error.getMessage()}, {place}."
        raise value_fault("xml", pointer, detail, text) from None


class _TooDeepError(Exception):
    """An XML text has too many levels."""


class _DepthLimiter(ContentHandler):
    """A SAX handler that counts the open elements."""

    def __init__(self) -> None:
        super().__init__()
        self.depth = 0

    def startElement(self, name: str, attrs: object) -> None:  # noqa: N802, ARG002  # the name that SAX requires
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise _TooDeepError

    def endElement(self, name: str) -> None:  # noqa: N802, ARG002
        self.depth -= 1


def _check_ui(_: str, pointer: str, text: str) -> None:
    views.require(text, pointer=pointer)


_CHECKS: Final[Mapping[str, Callable[[str, str, str], None]]] = {
    "json": _check_json,
    "xml": _check_xml,
    "ui": _check_ui,
}
