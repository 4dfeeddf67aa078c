"""Values of features: whether a text is what the format of its feature says, as far as the text alone can tell.

Nothing here builds what it reads, so that no text can grow: YAML is followed by its events, XML by its tags.
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

from facetry.errors import Fault, FaultError, Kind
from facetry.schema.document import Document
from facetry.schema.strict_json import DEPTH, parse
from facetry.schema.violations import first_violation
from facetry.validate import views
from generated import models

YAML_NODES: Final = 100_000
"""How many nodes the YAML texts of one request may have, each alias counted as all that it stands for: following a
node takes 2 µs.
"""

_RECIPE: Final = "#/components/schemas/GenerationRecipe"
_LOADER: Final[Any] = yaml.CSafeLoader if yaml.__with_libyaml__ else yaml.SafeLoader
_TAGS: Final[Mapping[type[yaml.Event], frozenset[str | None]]] = {
    yaml.ScalarEvent: frozenset({None, "!", "tag:yaml.org,2002:str"}),
    yaml.SequenceStartEvent: frozenset({None, "!", "tag:yaml.org,2002:seq"}),
    yaml.MappingStartEvent: frozenset({None, "!", "tag:yaml.org,2002:map"}),
}


def judge(features: Sequence[models.ImageFeature]) -> None:
    """400 for the first feature whose value is not what its format says; its pointer leads to the value.

    Whether the attachment of a feature of the format `binary` exists is not asked here.
    """
    nodes = 0
    for number, feature in enumerate(features):
        check, pointer = _CHECKS.get(feature.format), f"/{number}/value"
        if feature.format == "yaml":
            nodes = _judge_yaml(pointer, str(feature.value), nodes)
        elif check is not None:
            check(feature.type, pointer, str(feature.value))


def refusal(format: str, pointer: str, detail: str, text: str) -> FaultError:
    """The value at `pointer` is not of its format: 400, rule `feature.<format>`."""
    return FaultError(
        Fault(kind=Kind.BAD_PARAMETER, rule=f"feature.{format}", detail=detail, pointer=pointer, value=text)
    )


def _judge_json(type: str, pointer: str, text: str) -> None:
    try:
        value = parse(text.encode(), what="text")
    except FaultError as error:
        raise refusal("json", pointer, error.fault.detail, error.fault.value or text) from None
    if type == "recipe" and not _schemas().validator(_RECIPE).is_valid(value):
        fault = first_violation(_schemas(), _RECIPE, value, size=len(text))
        place = f" It stands at {fault.pointer} of the text." if fault.pointer else ""
        raise FaultError(replace(fault, rule="feature.recipe", detail=fault.detail + place, pointer=pointer))


@functools.cache
def _schemas() -> Document:
    text = importlib.resources.files("generated").joinpath("openapi.json").read_bytes()
    return Document({"components": {"schemas": orjson.loads(text)["components"]["schemas"]}})


def _judge_yaml(pointer: str, text: str, nodes: int) -> int:
    """How many nodes there are now, when those before had so many."""
    following = _Yaml(nodes)
    try:
        for event in yaml.parse(text, Loader=_LOADER):
            following.take(event)
    except _BadYamlError as error:
        raise refusal("yaml", pointer, str(error), text) from None
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        place = f", at line {mark.line + 1}, column {mark.column + 1}" if mark is not None else ""
        raise refusal("yaml", pointer, f"The text is not YAML: {error.problem}{place}.", text) from None
    except yaml.YAMLError:
        raise refusal("yaml", pointer, "The text holds a character that YAML does not permit.", text) from None
    return following.count


class _BadYamlError(Exception):
    """A YAML text that parses and is refused all the same; says why."""


@dataclass(frozen=True, slots=True)
class _Node:
    """What an alias stands for: how many nodes, how deep, and the text of a scalar."""

    count: int
    height: int
    scalar: str | None


@dataclass(slots=True)
class _Open:
    """A collection that has begun and not ended."""

    anchor: str | None
    before: int
    keys: set[str] | None  # of a mapping
    is_key: bool = True
    height: int = 0


@dataclass(slots=True)
class _Yaml:
    """Follows the events of a parser, and knows the size of all that has ended."""

    count: int
    documents: int = 0
    stack: list[_Open] = field(default_factory=list)
    anchors: dict[str, _Node] = field(default_factory=dict)

    def take(self, event: yaml.Event) -> None:
        """Go on with one event; raises `_BadYamlError` for what is refused."""
        match event:
            case yaml.ScalarEvent():
                self._require_tag(event, event.tag)
                self._ended(_Node(1, 0, event.value), event.anchor)
            case yaml.AliasEvent():
                meant = self.anchors.get(event.anchor or "")
                if meant is None:
                    raise _BadYamlError("An alias has no node before it that it could stand for.")
                self._ended(meant, None)
            case yaml.CollectionStartEvent():
                self._require_tag(event, event.tag)
                if len(self.stack) == DEPTH:
                    raise _too_deep()
                keys: set[str] | None = set() if isinstance(event, yaml.MappingStartEvent) else None
                self.stack.append(_Open(event.anchor, self.count, keys))
                # An anchor is known by its newest node; inside of that, nothing has its name yet.
                self.anchors.pop(event.anchor or "", None)
            case yaml.CollectionEndEvent():
                ended = self.stack.pop()
                size = self.count - ended.before + 1
                self.count = ended.before
                self._ended(_Node(size, ended.height + 1, None), ended.anchor)
            case yaml.DocumentStartEvent():
                self.documents += 1
                if self.documents > 1:
                    raise _BadYamlError("The text holds more than one YAML document.")

    def _ended(self, node: _Node, anchor: str | None) -> None:
        self.count += node.count
        if self.count > YAML_NODES:
            raise _BadYamlError(f"More than {YAML_NODES} nodes of YAML, counting aliases as what they stand for.")
        if len(self.stack) + node.height > DEPTH:
            raise _too_deep()
        if anchor is not None:
            self.anchors[anchor] = node
        if self.stack:
            home = self.stack[-1]
            home.height = max(home.height, node.height)
            if home.keys is not None:
                if home.is_key:
                    _add_key(home.keys, node)
                home.is_key = not home.is_key

    @staticmethod
    def _require_tag(event: yaml.Event, tag: str | None) -> None:
        if tag not in _TAGS[type(event)]:
            raise _BadYamlError(f"The tag {tag} is not known here.")


def _add_key(keys: set[str], node: _Node) -> None:
    if node.scalar is None:
        raise _BadYamlError("A key of a mapping is not a scalar.")
    if node.scalar in keys:
        raise _BadYamlError(f"A mapping has the key {node.scalar} twice.")
    keys.add(node.scalar)


def _too_deep() -> _BadYamlError:
    return _BadYamlError(f"The text nests deeper than {DEPTH} levels.")


def _judge_xml(_: str, pointer: str, text: str) -> None:
    parser = DefusedExpatParser(forbid_dtd=True, forbid_entities=True, forbid_external=True)
    parser.setContentHandler(_Depth())
    try:
        parser.feed(text)
        parser.close()
    except DefusedXmlException:
        raise refusal("xml", pointer, "The text has a document type.", text) from None
    except _TooDeepError:
        raise refusal("xml", pointer, f"The text nests deeper than {DEPTH} levels.", text) from None
    except SAXParseException as error:
        place = f"at line {error.getLineNumber()}, column {(error.getColumnNumber() or 0) + 1}"
        detail = f"The text is not XML: {error.getMessage()}, {place}."
        raise refusal("xml", pointer, detail, text) from None


class _TooDeepError(Exception):
    """An XML text has too many levels."""


class _Depth(ContentHandler):
    """Counts the open elements."""

    def __init__(self) -> None:
        super().__init__()
        self.open = 0

    def startElement(self, name: str, attrs: object) -> None:  # noqa: N802, ARG002  # the name SAX calls
        self.open += 1
        if self.open > DEPTH:
            raise _TooDeepError

    def endElement(self, name: str) -> None:  # noqa: N802, ARG002
        self.open -= 1


def _judge_ui(_: str, pointer: str, text: str) -> None:
    views.require(text, pointer=pointer)


_CHECKS: Final[Mapping[str, Callable[[str, str, str], None]]] = {
    "json": _judge_json,
    "xml": _judge_xml,
    "ui": _judge_ui,
}
