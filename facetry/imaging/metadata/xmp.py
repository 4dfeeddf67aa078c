"""XMP: properties of a picture in RDF/XML, as JSON and as a packet for renditions."""

from __future__ import annotations

import re
from typing import Final

from defusedxml.ElementTree import DefusedXMLParser  # type: ignore[import-untyped]  # published without types
from PIL import Image

from facetry.imaging.metadata.json_values import MAX_ITEMS, JsonObject, clean_text

_RDF: Final = "{http://www.w3.org/1999/02/22-rdf-syntax-ns#}"
_LANGUAGE_ATTRIBUTE: Final = "{http://www.w3.org/XML/1998/namespace}lang"
_LIST_TAGS: Final = frozenset({_RDF + "Bag", _RDF + "Seq", _RDF + "Alt"})
_MAX_BYTES: Final = 1024 * 1024
_MAX_DEPTH: Final = 32
_ORIENTATION_PATTERN: Final = re.compile(rb"(tiff:Orientation\s*(?:=\s*[\"']|>)\s*)[0-9]")


def packet_of(image: Image.Image) -> bytes:
    """The XMP packet of an opened picture, unparsed and without padding; empty when it has none."""
    packet = image.info.get("xmp") or image.info.get("XML:com.adobe.xmp") or b""
    if isinstance(packet, str):
        packet = packet.encode("utf-8", "replace")
    return packet.strip(b"\0 \r\n") if isinstance(packet, bytes) else b""


def packet_for_rendition(image: Image.Image) -> bytes:
    """The packet for an upright rendition, with orientation 1."""
    return _ORIENTATION_PATTERN.sub(rb"\g<1>1", packet_of(image))


def properties(packet: bytes) -> JsonObject:
    """The properties of a packet by their prefixed names, such as `dc:title`.

    Lists become arrays; structures, and texts in several languages, become objects. Document types and entities are
    refused. Raises ValueError, or the exceptions of the XML parser.
    """
    if len(packet) > _MAX_BYTES:
        raise ValueError(f"the packet has more than {_MAX_BYTES} bytes")
    builder = _TreeBuilder()
    parser = DefusedXMLParser(target=builder, forbid_dtd=True, forbid_entities=True, forbid_external=True)
    parser.feed(packet)
    parser.close()
    if builder.root is None:
        raise ValueError("the packet is empty")
    members: JsonObject = {}
    for description in _descriptions(builder.root):
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
        self.root: _Node | None = None
        self._open_nodes: list[_Node] = []
        self._prefixes: dict[str, str] = {}

    def start_ns(self, prefix: str, uri: str) -> None:
        self._prefixes.setdefault(uri, prefix)

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        if len(self._open_nodes) >= _MAX_DEPTH:
            raise ValueError(f"elements are nested deeper than {_MAX_DEPTH}")
        node = _Node(tag, attributes)
        if self._open_nodes:
            self._open_nodes[-1].children.append(node)
        else:
            self.root = node
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
            self._name(tag): clean_text(value)
            for tag, value in node.attributes.items()
            if not tag.startswith(_RDF) and tag != _LANGUAGE_ATTRIBUTE
        }
        for child in node.children[:MAX_ITEMS]:
            elements = child.children if child.tag == _RDF + "Description" else [child]
            for member in elements[:MAX_ITEMS]:
                members.setdefault(self._name(member.tag), self._value(member))
            if child.tag == _RDF + "Description":
                members |= {
                    k: v for k, v in self.members(_Node(child.tag, child.attributes)).items() if k not in members
                }
        return members

    def _value(self, node: _Node) -> object:
        if len(node.children) == 1 and node.children[0].tag in _LIST_TAGS:
            return self._list(node.children[0])
        if node.children or any(not tag.startswith(_RDF) and tag != _LANGUAGE_ATTRIBUTE for tag in node.attributes):
            return self.members(node)
        return clean_text("".join(node.text_parts)).strip() or clean_text(node.attributes.get(_RDF + "resource", ""))

    def _list(self, node: _Node) -> object:
        items = node.children[:MAX_ITEMS]
        if node.tag == _RDF + "Alt" and items and all(_LANGUAGE_ATTRIBUTE in item.attributes for item in items):
            by_language = {clean_text(item.attributes[_LANGUAGE_ATTRIBUTE]): self._value(item) for item in items}
            return by_language["x-default"] if list(by_language) == ["x-default"] else by_language
        return [self._value(item) for item in items]

    def _name(self, tag: str) -> str:
        uri, _, local = tag[1:].rpartition("}") if tag.startswith("{") else ("", "", tag)
        prefix = self._prefixes.get(uri)
        return clean_text(f"{prefix}:{local}" if prefix else local)


def _descriptions(root: _Node) -> list[_Node]:
    """The top-level descriptions, with or without a wrapper around the RDF element."""
    for node in (root, *root.children):
        if node.tag == _RDF + "RDF":
            return [child for child in node.children if child.tag == _RDF + "Description"]
    raise ValueError("the packet has no rdf:RDF")
