"""View documents: what an extension shows, as frozen values that become JSON.

from facetry_extension import views

views.Card("Lighthouse", [views.LabelValue("Taken", views.Timestamp("1767225600000"))]).to_json()
"""

from facetry_extension.views.documents import Card, Container
from facetry_extension.views.part import Action, Element
from facetry_extension.views.parts import *  # noqa: F403 -- its __all__ is what was generated
from facetry_extension.views.parts import __all__ as _parts

__all__ = ["Action", "Card", "Container", "Element", *_parts]
