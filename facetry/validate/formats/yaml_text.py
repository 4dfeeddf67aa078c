"""Checks that a text is one YAML document with unique keys, within bounds of depth and size.

The text is consumed as events and no document is built, so that memory stays bounded.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import yaml

from facetry.schema.strict_json import MAX_DEPTH
from facetry.validate.formats.bad_text import BadTextError

MAX_NODES: Final = 100_000
"""Maximum number of nodes, at 2 µs each; an alias counts as a copy of its target."""

_LOADER: Final[Any] = yaml.CSafeLoader if yaml.__with_libyaml__ else yaml.SafeLoader
_TAGS: Final[Mapping[type[yaml.Event], frozenset[str | None]]] = {
    yaml.ScalarEvent: frozenset({None, "!", "tag:yaml.org,2002:str"}),
    yaml.SequenceStartEvent: frozenset({None, "!", "tag:yaml.org,2002:seq"}),
    yaml.MappingStartEvent: frozenset({None, "!", "tag:yaml.org,2002:map"}),
}


def check(text: str, nodes: int = 0) -> int:
    """The number of nodes of this text and of `nodes` before it, which share the maximum. Raises `BadTextError` when
    the text is not a YAML document, is too deep or too large, repeats a key, or has a tag of its own.
    """
    checker = _YamlChecker(nodes)
    try:
        for event in yaml.parse(text, Loader=_LOADER):
            checker.feed(event)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        place = f", at line {mark.line + 1}, column {mark.column + 1}" if mark is not None else ""
        raise BadTextError(f"The text is not YAML: {error.problem}{place}.") from None
    except yaml.YAMLError:
        raise BadTextError("The text holds a character that YAML does not permit.") from None
    return checker.count


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
        """Process one event; raises `BadTextError` when the text is refused."""
        match event:
            case yaml.ScalarEvent():
                self._require_tag(event, event.tag)
                self._end_node(_Node(1, 0, event.value), event.anchor)
            case yaml.AliasEvent():
                target = self.anchors.get(event.anchor or "")
                if target is None:
                    raise BadTextError("An alias refers to an anchor that no earlier node defines.")
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
                    raise BadTextError("The text holds more than one YAML document.")

    def _end_node(self, node: _Node, anchor: str | None) -> None:
        self.count += node.count
        if self.count > MAX_NODES:
            raise BadTextError(
                f"The YAML has more than {MAX_NODES} nodes, with each alias counted as a copy of its target."
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
            raise BadTextError(f"The tag {tag} is not supported here.")


def _add_key(keys: set[str], node: _Node) -> None:
    if node.scalar is None:
        raise BadTextError("A key of a mapping is not a scalar.")
    if node.scalar in keys:
        raise BadTextError(f"A mapping has the key {node.scalar} twice.")
    keys.add(node.scalar)


def _too_deep() -> BadTextError:
    return BadTextError(f"The text nests deeper than {MAX_DEPTH} levels.")
