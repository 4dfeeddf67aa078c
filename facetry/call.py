"""A call: what every handler gets before the arguments of its operation."""

from __future__ import annotations

from dataclasses import dataclass

from facetry.auth import Principal
from facetry.http.connection import Connection
from facetry.library.library import Library


@dataclass(frozen=True, slots=True)
class Call:
    """The library, who asks (in a public operation `facetry.auth.ANONYMOUS`), and by which connection."""

    library: Library
    principal: Principal
    connection: Connection
