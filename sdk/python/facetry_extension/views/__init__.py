"""View documents: what an extension shows, as frozen values that become JSON.

from facetry_extension import views

views.Card("Lighthouse", [views.LabelValue("Taken", views.Timestamp("1767225600000"))]).to_json()
views.read(text).elements
"""

from facetry_extension.views.documents import Card, Container
from facetry_extension.views.part import Action, Element, OpenPart, Part
from facetry_extension.views.parts import *  # noqa: F403 -- its __all__ is what was generated
from facetry_extension.views.parts import __all__ as _parts
from facetry_extension.views.reading import ViewError, read

__all__ = ["Action", "Card", "Container", "Element", "OpenPart", "Part", "ViewError", "read", *_parts]
