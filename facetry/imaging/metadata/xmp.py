"""XMP: properties that programs wrote into a picture, as RDF in XML, read as JSON and carried into renditions."""

from __future__ import annotations

import re
from typing import Final

from defusedxml.ElementTree import DefusedXMLParser  # type: ignore[import-untyped]  # published without types
from PIL import Image

from facetry.imaging.metadata.json_values import ITEMS, JsonObject, text

_RDF: Final = "{http://www.w3.org/1999/02/22-rdf-syntax-ns#}"
_LANGUAGE: Final = "{http://www.w3.org/XML/1998/namespace}lang"
_LISTS: Final = frozenset({_RDF + "Bag", _RDF + "Seq", _RDF + "Alt"})
_MAX_BYTES: Final = 1024 * 1024
_MAX_DEPTH: Final = 32
_ORIENTATION: Final = re.compile(rb"(tiff:Orientation\s*(?:=\s*[\"']|>)\s*)[0-9]")


def packet_of(image: Image.Image) -> bytes:
    """The XMP packet of an opened picture as it stands there, without padding; empty when it has none."""
    packet = image.info.get("xmp") or image.info.get("XML:com.adobe.xmp") or b""
    if isinstance(packet, str):
        packet = packet.encode("utf-8", "replace")
    return packet.strip(b"\0 \r\n") if isinstance(packet, bytes) else b""


def carried_packet(image: Image.Image) -> bytes:
    """The packet for a rendition that is turned already: it no longer tells readers to turn it."""
    return _ORIENTATION.sub(rb"\g<1>1", packet_of(image))


def properties(packet: bytes) -> JsonObject:
    """The properties of a packet by their prefixed names, such as `dc:title`.

    Lists become arrays, structures and texts in several languages objects. Raises ValueError, or what the XML parser
    raises: document types and entities are refused.
    """
    if len(packet) > _MAX_BYTES:
        raise ValueError(f"the packet has more than {_MAX_BYTES} bytes")
    builder = _Builder()
    parser = DefusedXMLParser(target=builder, forbid_dtd=True, forbid_entities=True, forbid_external=True)
    parser.feed(packet)
    parser.close()
    if builder.root is None:
        raise ValueError("the packet is empty")
    found: JsonObject = {}
    for description in _descriptions(builder.root):
        for name, value in builder.members(description).items():
            found.setdefault(name, value)
    return found


class _Node:
    """An element of the packet."""

    __slots__ = ("attributes", "children", "said", "tag")

    def __init__(self, tag: str, attributes: dict[str, str]) -> None:
        self.tag: str = tag
        self.attributes: dict[str, str] = attributes
        self.children: list[_Node] = []
        self.said: list[str] = []


class _Builder:
    """What the XML parser tells of elements, as nodes; the method names are the parser's."""

    def __init__(self) -> None:
        self.root: _Node | None = None
        self._open: list[_Node] = []
        self._prefixes: dict[str, str] = {}

    def start_ns(self, prefix: str, uri: str) -> None:
        self._prefixes.setdefault(uri, prefix)

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        if len(self._open) >= _MAX_DEPTH:
            raise ValueError(f"elements are nested deeper than {_MAX_DEPTH}")
        node = _Node(tag, attributes)
        if self._open:
            self._open[-1].children.append(node)
        else:
            self.root = node
        self._open.append(node)

    def data(self, said: str) -> None:
        if self._open:
            self._open[-1].said.append(said)

    def end(self, tag: str) -> None:  # noqa: ARG002  # the parser has matched it
        self._open.pop()

    def close(self) -> None:
        """The packet has ended."""

    def members(self, node: _Node) -> JsonObject:
        """The properties of a structure, written as attributes or as elements."""
        found: JsonObject = {
            self._name(tag): text(value)
            for tag, value in node.attributes.items()
            if not tag.startswith(_RDF) and tag != _LANGUAGE
        }
        for child in node.children[:ITEMS]:
            inner = child.children if child.tag == _RDF + "Description" else [child]
            for member in inner[:ITEMS]:
                found.setdefault(self._name(member.tag), self._value(member))
            if child.tag == _RDF + "Description":
                found |= {k: v for k, v in self.members(_Node(child.tag, child.attributes)).items() if k not in found}
        return found

    def _value(self, node: _Node) -> object:
        if len(node.children) == 1 and node.children[0].tag in _LISTS:
            return self._list(node.children[0])
        if node.children or any(not tag.startswith(_RDF) and tag != _LANGUAGE for tag in node.attributes):
            return self.members(node)
        return text("".join(node.said)).strip() or text(node.attributes.get(_RDF + "resource", ""))

    def _list(self, node: _Node) -> object:
        items = node.children[:ITEMS]
        if node.tag == _RDF + "Alt" and items and all(_LANGUAGE in item.attributes for item in items):
            by_language = {text(item.attributes[_LANGUAGE]): self._value(item) for item in items}
            return by_language["x-default"] if list(by_language) == ["x-default"] else by_language
        return [self._value(item) for item in items]

    def _name(self, tag: str) -> str:
        uri, _, local = tag[1:].rpartition("}") if tag.startswith("{") else ("", "", tag)
        prefix = self._prefixes.get(uri)
        return text(f"{prefix}:{local}" if prefix else local)


def _descriptions(root: _Node) -> list[_Node]:
    """The top-level descriptions, wherever programs wrap the RDF element."""
    for node in (root, *root.children):
        if node.tag == _RDF + "RDF":
            return [child for child in node.children if child.tag == _RDF + "Description"]
    raise ValueError("the packet has no rdf:RDF")
