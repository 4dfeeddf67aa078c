"""The XMP packet of a rendition: that of the original without what was true of its file only."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final
from xml.parsers import expat
from xml.sax.saxutils import quoteattr

from facetry.imaging.metadata.xmp_names import (
    EXIF,
    GOOGLE_PANORAMA,
    GOOGLE_PHOTOS,
    PREFIXES,
    RDF,
    TIFF,
    XMP_BASIC,
    XMP_NOTE,
)

Name = tuple[str, str]
"""A namespace and a name in it."""

_LAYOUT_NAMESPACES: Final = (
    f"{GOOGLE_PHOTOS}1.0/camera/",  # motion photos: where the video is
    f"{GOOGLE_PHOTOS}1.0/container/",  # which other files follow the picture
    f"{GOOGLE_PHOTOS}1.0/depthmap/",
    f"{GOOGLE_PHOTOS}1.0/image/",
    f"{GOOGLE_PHOTOS}1.0/audio/",
    f"{GOOGLE_PHOTOS}dd/1.0/",  # dynamic depth
    "http://ns.adobe.com/hdr-gain-map/1.0/",
    "http://ns.apple.com/HDRGainMap/1.0/",
    "http://ns.apple.com/pixeldatainfo/1.0/",
    "http://ns.xiaomi.com/photos/1.0/camera/",
    XMP_NOTE,  # a second packet, of which the properties are not copied
)
"""Namespaces, also those below them, with statements about the layout and the companions of a file."""
_PANORAMA_SIZES: Final = re.compile(r"(Cropped|Full|Original|Source|Largest|Image).*(Pixels|Top|Left|Width|Height)")
_OF_FILE: Final = frozenset({(XMP_BASIC, "Thumbnails"), (TIFF, "StripOffsets"), (TIFF, "StripByteCounts")})
_USUAL_SCOPE: Final = {prefix: namespace for namespace, prefix in PREFIXES.items()}
"""What a prefix means that a broken packet does not declare: many readers take it for this as well."""
_MAX_DEPTH: Final = 64
_TAG: Final = re.compile(rb"""(?:[^"'>]++|"[^"]*+"|'[^']*+')*+>""")
_ATTRIBUTE: Final = re.compile(rb"""\s+([^\s=/>]+)\s*=\s*("[^"]*"|'[^']*')""")


def packet_for_rendition(packet: bytes, size: tuple[int, int]) -> bytes:
    """The packet for an upright rendition of `size`: with orientation 1, and without statements about the layout of the
    original file, such as where a video, a gain map or a further picture is in it.

    Empty for a packet that is no well-formed XML.
    """
    width, height = map(str, size)
    values: dict[Name, str] = {
        (TIFF, "Orientation"): "1",
        (TIFF, "ImageWidth"): width,
        (TIFF, "ImageLength"): height,
        (EXIF, "PixelXDimension"): width,
        (EXIF, "PixelYDimension"): height,
    }
    try:
        return _Editor(packet, values).result()
    except (expat.ExpatError, ValueError):
        return b""


def _is_of_file(name: Name) -> bool:
    namespace, local = name
    if namespace.startswith(GOOGLE_PANORAMA):
        return _PANORAMA_SIZES.match(local) is not None
    return name in _OF_FILE or namespace.startswith(_LAYOUT_NAMESPACES)


class _Editor:
    """Finds the offsets of properties in a packet, and writes it again without some of them, or with other values."""

    def __init__(self, packet: bytes, values: Mapping[Name, str]) -> None:
        self._packet = packet
        self._values = values
        self._edits: list[tuple[int, int, bytes]] = []
        self._scopes: list[dict[str, str]] = [_USUAL_SCOPE]
        self._open: list[tuple[Name, int, int]] = []
        """Of each open element: its name, where it begins, and where its content does."""
        self._removed_depth: int | None = None
        self._parser = expat.ParserCreate("utf-8")
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.StartDoctypeDeclHandler = self._refuse

    def result(self) -> bytes:
        """The packet with all changes."""
        self._parser.Parse(self._packet, True)
        pieces, at = [], 0
        for start, end, replacement in sorted(self._edits):
            pieces += [self._packet[at:start], replacement]
            at = end
        return b"".join([*pieces, self._packet[at:]])

    def _refuse(self, *_: object) -> None:
        raise ValueError("a packet has no document type")

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        if len(self._open) >= _MAX_DEPTH:
            raise ValueError("elements are nested too deep")
        scope = dict(self._scopes[-1])
        for key, value in attributes.items():
            if key == "xmlns" or key.startswith("xmlns:"):
                scope[key[6:]] = value
        self._scopes.append(scope)
        at = self._parser.CurrentByteIndex
        end = _end_of_tag(self._packet, at)
        name = self._name(tag, scope)
        self._open.append((name, at, end))
        if self._removed_depth is not None:
            return
        if _is_of_file(name):
            self._removed_depth = len(self._open)
            return
        self._edit_attributes(at, end, scope, name)

    def _edit_attributes(self, at: int, end: int, scope: Mapping[str, str], element: Name) -> None:
        for match in _ATTRIBUTE.finditer(self._packet, at, end):
            name = self._name(match[1].decode(), scope, is_attribute=True)
            if _is_of_file(name):
                self._edits.append((match.start(), match.end(), b""))
            elif name in self._values:
                self._edits.append((match.start(2), match.end(2), quoteattr(self._values[name]).encode()))
            elif name == (RDF, "value") and element in self._values:
                self._edits.append((match.start(2), match.end(2), quoteattr(self._values[element]).encode()))

    def _end(self, _: str) -> None:
        name, start, content = self._open.pop()
        self._scopes.pop()
        end_tag = self._parser.CurrentByteIndex
        is_empty = self._packet[content - 2 : content] == b"/>"
        if self._removed_depth is not None:
            if len(self._open) < self._removed_depth:
                self._removed_depth = None
                end = content if is_empty else _end_of_tag(self._packet, end_tag)
                self._edits.append((start, end, b""))
            return
        value = self._values.get(name)
        if value is not None and not is_empty and b"<" not in self._packet[content:end_tag]:
            self._edits.append((content, end_tag, value.encode()))

    @staticmethod
    def _name(name: str, scope: Mapping[str, str], *, is_attribute: bool = False) -> Name:
        prefix, _, local = name.rpartition(":")
        if not prefix and is_attribute:
            return "", local
        return scope.get(prefix, ""), local


def _end_of_tag(packet: bytes, at: int) -> int:
    """Where the tag that begins at an offset ends: a `>` may be in the values of its attributes."""
    tag = _TAG.match(packet, at)
    if tag is None:
        raise ValueError("a tag has no end")
    return tag.end()
