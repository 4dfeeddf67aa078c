"""A call: what every handler gets before the arguments of its operation."""

from __future__ import annotations

from dataclasses import dataclass

from facetry.auth import Principal
from facetry.library.library import Library


@dataclass(frozen=True, slots=True)
class Call:
    """The library, and who asks. In a public operation that is `facetry.auth.ANONYMOUS`."""

    library: Library
    principal: Principal
