"""A call: what every handler gets before the arguments of its operation."""

from __future__ import annotations

from dataclasses import dataclass

from facetry.auth import Principal
from facetry.extensions.runtime import Runtime
from facetry.http.connection import Connection
from facetry.library.library import Library


@dataclass(frozen=True, slots=True)
class Call:
    """The library, its extensions, who asks (`facetry.auth.ANONYMOUS` if it is public), and by which connection."""

    library: Library
    extensions: Runtime
    principal: Principal
    connection: Connection
