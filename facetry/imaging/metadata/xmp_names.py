"""Names of XMP: a namespace counts, and its prefix has no meaning (ISO 16684-1). Known ones have one prefix here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

RDF: Final = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
XML: Final = "http://www.w3.org/XML/1998/namespace"
XMP_BASIC: Final = "http://ns.adobe.com/xap/1.0/"
TIFF: Final = "http://ns.adobe.com/tiff/1.0/"
EXIF: Final = "http://ns.adobe.com/exif/1.0/"
XMP_NOTE: Final = "http://ns.adobe.com/xmp/note/"
GOOGLE_PHOTOS: Final = "http://ns.google.com/photos/"
GOOGLE_PANORAMA: Final = "http://ns.google.com/photos/1.0/panorama/"

PREFIXES: Final[Mapping[str, str]] = {
    RDF: "rdf",
    XML: "xml",
    "adobe:ns:meta/": "x",
    "http://purl.org/dc/elements/1.1/": "dc",
    "http://purl.org/dc/terms/": "dcterms",
    XMP_BASIC: "xmp",
    "http://ns.adobe.com/xap/1.0/rights/": "xmpRights",
    "http://ns.adobe.com/xap/1.0/mm/": "xmpMM",
    "http://ns.adobe.com/xap/1.0/bj/": "xmpBJ",
    "http://ns.adobe.com/xap/1.0/t/pg/": "xmpTPg",
    "http://ns.adobe.com/xap/1.0/g/": "xmpG",
    "http://ns.adobe.com/xap/1.0/g/img/": "xmpGImg",
    "http://ns.adobe.com/xap/1.0/sType/ResourceRef#": "stRef",
    "http://ns.adobe.com/xap/1.0/sType/ResourceEvent#": "stEvt",
    "http://ns.adobe.com/xap/1.0/sType/Version#": "stVer",
    "http://ns.adobe.com/xap/1.0/sType/Job#": "stJob",
    "http://ns.adobe.com/xap/1.0/sType/Dimensions#": "stDim",
    "http://ns.adobe.com/xap/1.0/sType/Font#": "stFnt",
    "http://ns.adobe.com/xmp/sType/Area#": "stArea",
    "http://ns.adobe.com/xmp/Identifier/qual/1.0/": "xmpidq",
    "http://ns.adobe.com/xmp/1.0/DynamicMedia/": "xmpDM",
    XMP_NOTE: "xmpNote",
    TIFF: "tiff",
    EXIF: "exif",
    "http://cipa.jp/exif/1.0/": "exifEX",
    "http://ns.adobe.com/exif/1.0/aux/": "aux",
    "http://ns.adobe.com/photoshop/1.0/": "photoshop",
    "http://ns.adobe.com/camera-raw-settings/1.0/": "crs",
    "http://ns.adobe.com/lightroom/1.0/": "lr",
    "http://ns.adobe.com/pdf/1.3/": "pdf",
    "http://ns.adobe.com/hdr-gain-map/1.0/": "hdrgm",
    "http://ns.adobe.com/creatorAtom/1.0/": "creatorAtom",
    "http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/": "Iptc4xmpCore",
    "http://iptc.org/std/Iptc4xmpExt/2008-02-29/": "Iptc4xmpExt",
    "http://ns.useplus.org/ldf/xmp/1.0/": "plus",
    "http://www.metadataworkinggroup.com/schemas/regions/": "mwg-rs",
    "http://www.metadataworkinggroup.com/schemas/keywords/": "mwg-kw",
    "http://www.metadataworkinggroup.com/schemas/collections/": "mwg-coll",
    "http://creativecommons.org/ns#": "cc",
    "http://ns.microsoft.com/photo/1.0/": "MicrosoftPhoto",
    "http://ns.microsoft.com/photo/1.2/": "MP",
    "http://ns.microsoft.com/photo/1.2/t/RegionInfo#": "MPRI",
    "http://ns.microsoft.com/photo/1.2/t/Region#": "MPReg",
    "http://www.digikam.org/ns/1.0/": "digiKam",
    "http://ns.acdsee.com/iptc/1.0/": "acdsee",
    "http://ns.google.com/photos/1.0/camera/": "GCamera",
    "http://ns.google.com/photos/1.0/container/": "Container",
    "http://ns.google.com/photos/1.0/container/item/": "Item",
    "http://ns.google.com/photos/1.0/depthmap/": "GDepth",
    "http://ns.google.com/photos/1.0/image/": "GImage",
    "http://ns.google.com/photos/1.0/audio/": "GAudio",
    GOOGLE_PANORAMA: "GPano",
    "http://ns.google.com/photos/1.0/creations/": "GCreations",
    "http://ns.apple.com/HDRGainMap/1.0/": "HDRGainMap",
    "http://ns.apple.com/faceinfo/1.0/": "apple-fi",
    "http://ns.apple.com/adjustment-settings/1.0/": "aas",
}
"""The usual prefix of each namespace, as its publisher writes it."""


class PrefixTable:
    """The prefix of each namespace in packets: the usual one of a known namespace, else that of the packet, with a
    number if another namespace has it.
    """

    def __init__(self) -> None:
        self._prefixes: dict[str, str] = dict(PREFIXES)
        self._taken: set[str] = set(PREFIXES.values())
        self._numbers: dict[str, int] = {}

    def declare(self, prefix: str, uri: str) -> None:
        """Note a namespace of a packet. The default one has no prefix."""
        if uri in self._prefixes:
            return
        own, number = prefix, self._numbers.get(prefix, 1)
        while own and own in self._taken:
            number += 1
            own = f"{prefix}{number}"
        self._numbers[prefix] = number  # so that many namespaces with one prefix are quickly told apart
        self._prefixes[uri] = own
        self._taken.add(own)

    def prefix_of(self, uri: str) -> str:
        """The prefix of a namespace; empty for one without."""
        return self._prefixes.get(uri, "")
