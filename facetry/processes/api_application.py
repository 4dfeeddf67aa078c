"""The application of the API processes. The supervisor makes it, so that they have it in memory once; each API process
binds it to its own library.
"""

from __future__ import annotations

import functools
from typing import Final

from facetry.handling.call import Call
from facetry.http.operation import Handler
from facetry.http.request_observer import name_of
from facetry.library.library import Library
from facetry.processes.known_callers import routed
from facetry.processes.link.calls import CALLED_OPERATIONS
from facetry.processes.link.forwarding import CoordinatorLink
from facetry.service.assembly import Service, assemble
from facetry.service.data_folder import INCOMING
from facetry.service.elsewhere import FailedKeysElsewhere
from facetry.service.http_application import HttpApplication
from facetry.service.parts import API_PROCESS
from facetry.settings import Settings

ANSWERED_HERE: Final = frozenset({"validationCheck"})
"""Operations that need nothing of the coordinator, although their body is a file."""


class ApiApplication(HttpApplication):
    """An application without a library, until `assemble` is called."""

    _link: CoordinatorLink

    def __init__(self, settings: Settings) -> None:
        """Raises `ContractError` as `HttpApplication` does."""
        super().__init__(settings, settings.data_dir / INCOMING, FailedKeysElsewhere(), self._calling)
        self._settings = settings

    def assemble(self, library: Library, link: CoordinatorLink) -> Service:
        """The API process over its library. The coordinator answers requests over the link."""
        self._link = link
        route, logs_access = routed(self, link.forward, ANSWERED_HERE), self._settings.log.access
        return assemble(self._settings, API_PROCESS, library, self, logs_access=logs_access, route=route)

    def _calling(self, operation: str, handler: Handler) -> Handler:
        """The handler of an operation in this process: that of the coordinator is called if possible."""
        if operation not in CALLED_OPERATIONS:
            return handler

        @functools.wraps(handler)
        async def call_coordinator(call: Call, /, **arguments: object) -> object:
            return await self._link.call(operation, name_of(call.principal), arguments, call.request.abort)

        return call_coordinator
