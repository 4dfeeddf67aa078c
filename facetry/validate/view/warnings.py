"""All warnings on a view document."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import Final

from facetry.validate.finding import Finding
from facetry.validate.view import bounds, layout, markup, values
from facetry.validate.view.names import NameCheck
from facetry.validate.view.schema import DOCUMENT
from facetry.validate.view.walk import Part, parts

MAX_WARNINGS: Final = 100
_CHECKS: Final[Mapping[str, tuple[Callable[[Part], Iterator[Finding]], ...]]] = {
    DOCUMENT: (layout.check_document,),
    "boolean": (values.check_variant,),
    "button": (layout.check_label,),
    "collapsible-group": (layout.check_group,),
    "external-link": (layout.check_label,),
    "flowing": (layout.check_elements,),
    "html": (markup.check_html,),
    "image-ref": (values.check_image,),
    "markdown": (markup.check_markdown,),
    "multi-slot": (layout.check_slots,),
    "number-meter": (values.check_meter,),
    "number-stars": (values.check_stars,),
    "ratio": (values.check_ratio,),
    "repeating-group": (layout.check_entries,),
    "string-code": (values.check_code,),
    "strings": (layout.check_values,),
    "table": (layout.check_table,),
    "timestamp": (values.check_timestamp,),
    "xml": (values.check_xml,),
}


def warnings(text: bytes, document: object) -> list[Finding]:
    """The warnings on the text of a document and its value, in document order, at most `MAX_WARNINGS`. A document that
    is too large for a feature gets this one warning, because checking all of it takes long.
    """
    too_large = list(bounds.check_size(text))
    return too_large or list(islice(_all(document), MAX_WARNINGS))


def _all(document: object) -> Iterator[Finding]:
    names = NameCheck()
    yield from bounds.check_depth(document)
    for part in parts(document):
        yield from names.check(part)
        for check in _CHECKS.get(part.shape.name, ()):
            yield from check(part)
