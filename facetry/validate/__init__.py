"""Validation of documents from extensions, also as a library for other programs. It needs neither the library of images
nor a server, and it opens no connection.

    from facetry.validate import Kind, findings, locate

    text = open("card.json", "rb").read()
    for located in locate("card.json", text, findings(text, Kind.VIEW_DOCUMENT)):
        print(located)

The names below are the public interface. They are imported when they are first used, so that the import is fast.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from facetry.validate.documents import findings
    from facetry.validate.finding import Finding
    from facetry.validate.kinds import Kind
    from facetry.validate.located import LocatedFinding, locate
    from facetry.validate.manifests import findings as manifest_findings
    from facetry.validate.ranges import Position, Range

__all__ = ["Finding", "Kind", "LocatedFinding", "Position", "Range", "findings", "locate", "manifest_findings"]

_PLACES: Final = {
    "Finding": ("finding", "Finding"),
    "Kind": ("kinds", "Kind"),
    "LocatedFinding": ("located", "LocatedFinding"),
    "Position": ("ranges", "Position"),
    "Range": ("ranges", "Range"),
    "findings": ("documents", "findings"),
    "locate": ("located", "locate"),
    "manifest_findings": ("manifests", "findings"),
}
"""Each public name, with its module and its name there."""


def __getattr__(name: str) -> Any:
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, original = _PLACES[name]
    return getattr(import_module(f"{__name__}.{module}"), original)
