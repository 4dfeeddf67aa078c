"""Checks the key that a socket sends to identify itself."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

from facetry.auth import Principal
from facetry.extensions.socket.messages import ConnectionMessage
from facetry.http.failed_keys import FailedKeys
from facetry.system.log_rate_limit import client_logger

FRONT_END_SCOPE: Final = "event:read"

Authenticate = Callable[[str], Awaitable[Principal | None]]

log = client_logger(__name__)


class TooManyKeysError(Exception):
    """The address tries one unknown key after another, and its socket should be closed."""


class KeyCheck:
    """Checks keys of sockets. Unknown ones are slowed down by address, as those of requests."""

    def __init__(self, authenticate: Authenticate, failed_keys: FailedKeys) -> None:
        self._authenticate = authenticate
        self._failed_keys = failed_keys

    async def is_allowed(self, message: ConnectionMessage, address: str) -> bool:
        """Whether the socket may be that of the extension in the message, or of a front end. The reason for a refusal
        is logged. Raises `TooManyKeysError`.
        """
        principal = await self._authenticate(message.secret)
        if principal is None:
            log.warning("a socket was refused: its key is unknown, expired or revoked")
            if not await self._failed_keys.record(address, message.secret):
                raise TooManyKeysError
            return False
        if principal.extension_id != message.extension or principal.is_page:
            log.warning("a socket was refused: its key is not that of the program of %s", message.extension)
            return False
        if message.extension is None and principal.missing_scopes(frozenset({FRONT_END_SCOPE})):
            log.warning("a socket was refused: its key lacks the scope %s", FRONT_END_SCOPE)
            return False
        return True
