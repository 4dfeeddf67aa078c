"""XMP: properties of a picture in RDF/XML, as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from defusedxml.ElementTree import DefusedXMLParser  # type: ignore[import-untyped]  # published without types

from facetry.imaging.metadata.json_values import MAX_ITEMS, JsonObject, clean_text
from facetry.imaging.metadata.xmp_names import RDF, XML, PrefixTable

_RDF: Final = f"{{{RDF}}}"
_LANGUAGE_ATTRIBUTE: Final = f"{{{XML}}}lang"
_LIST_TAGS: Final = frozenset({_RDF + "Bag", _RDF + "Seq", _RDF + "Alt"})
_VALUE: Final = _RDF + "value"
_SYNTAX_ATTRIBUTES: Final = frozenset({_LANGUAGE_ATTRIBUTE, "about", "ID", "nodeID", "datatype"})
"""Besides those of RDF: the language, and those that old writers gave no namespace."""
_MAX_BYTES: Final = 1024 * 1024
_MAX_DEPTH: Final = 32


def properties(packets: Sequence[bytes]) -> JsonObject:
    """The properties of a packet, and of others that extend it, by their names with the usual prefixes: `dc:title`.

    Lists become arrays; structures, and texts in several languages, become objects; a value with qualifiers becomes the
    value. Document types and entities are refused. Raises ValueError, or the exceptions of the XML parser.
    """
    builder = _TreeBuilder()
    members: JsonObject = {}
    for packet in packets:
        for description in _descriptions(builder.tree(packet)):
            for name, value in builder.members(description).items():
                members.setdefault(name, value)
    return members


class _Node:
    """An element of the packet."""

    __slots__ = ("attributes", "children", "tag", "text_parts")

    def __init__(self, tag: str, attributes: dict[str, str]) -> None:
        self.tag: str = tag
        self.attributes: dict[str, str] = attributes
        self.children: list[_Node] = []
        self.text_parts: list[str] = []


class _TreeBuilder:
    """Builds nodes from the events of the XML parser, which defines the names of the methods."""

    def __init__(self) -> None:
        self._root: _Node | None = None
        self._open_nodes: list[_Node] = []
        self._prefixes: PrefixTable = PrefixTable()

    def tree(self, packet: bytes) -> _Node:
        """The root of a packet."""
        if len(packet) > _MAX_BYTES:
            raise ValueError(f"the packet has more than {_MAX_BYTES} bytes")
        self._root, self._open_nodes = None, []
        parser = DefusedXMLParser(target=self, forbid_dtd=True, forbid_entities=True, forbid_external=True)
        parser.feed(packet)
        parser.close()
        root: _Node | None = self._root
        if root is None:
            raise ValueError("the packet is empty")
        return root

    def start_ns(self, prefix: str, uri: str) -> None:
        self._prefixes.declare(prefix, uri)

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        if len(self._open_nodes) >= _MAX_DEPTH:
            raise ValueError(f"elements are nested deeper than {_MAX_DEPTH}")
        node = _Node(tag, attributes)
        if self._open_nodes:
            self._open_nodes[-1].children.append(node)
        else:
            self._root = node
        self._open_nodes.append(node)

    def data(self, characters: str) -> None:
        if self._open_nodes:
            self._open_nodes[-1].text_parts.append(characters)

    def end(self, tag: str) -> None:  # noqa: ARG002  # the parser matches start and end
        self._open_nodes.pop()

    def close(self) -> None:
        """End of the packet; nothing is left to do."""

    def members(self, node: _Node) -> JsonObject:
        """The properties of a structure, which are attributes or elements."""
        members: JsonObject = {
            self._name(tag): clean_text(value) for tag, value in node.attributes.items() if _is_property(tag)
        }
        for child in node.children[:MAX_ITEMS]:
            elements = child.children if child.tag == _RDF + "Description" else [child]
            for member in elements[:MAX_ITEMS]:
                members.setdefault(self._name(member.tag), self._value(member))
            if child.tag == _RDF + "Description":
                inner = self.members(_Node(child.tag, child.attributes))
                members |= {name: value for name, value in inner.items() if name not in members}
        return members

    def _value(self, node: _Node) -> object:
        if len(node.children) == 1 and node.children[0].tag in _LIST_TAGS:
            return self._list(node.children[0])
        qualified = _qualified_value(node)
        if qualified is not None:
            return self._value(qualified)
        if node.children or any(map(_is_property, node.attributes)):
            return self.members(node)
        text = clean_text("".join(node.text_parts)).strip()
        return text or clean_text(node.attributes.get(_VALUE, node.attributes.get(_RDF + "resource", "")))

    def _list(self, node: _Node) -> object:
        items = node.children[:MAX_ITEMS]
        if node.tag == _RDF + "Alt" and items and all(_LANGUAGE_ATTRIBUTE in item.attributes for item in items):
            by_language = {clean_text(item.attributes[_LANGUAGE_ATTRIBUTE]): self._value(item) for item in items}
            return by_language["x-default"] if list(by_language) == ["x-default"] else by_language
        return [self._value(item) for item in items]

    def _name(self, tag: str) -> str:
        uri, _, local = tag[1:].rpartition("}") if tag.startswith("{") else ("", "", tag)
        prefix = self._prefixes.prefix_of(uri)
        return clean_text(f"{prefix}:{local}" if prefix else local)


def _is_property(tag: str) -> bool:
    """Whether an attribute is a property, and no part of the syntax."""
    return not tag.startswith(_RDF) and tag not in _SYNTAX_ATTRIBUTES


def _qualified_value(node: _Node) -> _Node | None:
    """The element with the value of a property that has qualifiers beside it; None without one."""
    children = node.children
    if len(children) == 1 and children[0].tag == _RDF + "Description":
        children = children[0].children
        if _VALUE in node.children[0].attributes:
            value = _Node(_VALUE, {})
            value.text_parts = [node.children[0].attributes[_VALUE]]
            return value
    if _VALUE in node.attributes and not children:
        value = _Node(_VALUE, {})
        value.text_parts = [node.attributes[_VALUE]]
        return value
    return next((child for child in children if child.tag == _VALUE), None)


def _descriptions(root: _Node) -> list[_Node]:
    """The top-level descriptions, with or without a wrapper around the RDF element."""
    for node in (root, *root.children):
        if node.tag == _RDF + "RDF":
            return [child for child in node.children if child.tag == _RDF + "Description"]
    raise ValueError("the packet has no rdf:RDF")
