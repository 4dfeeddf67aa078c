"""The keys of sockets: whether they may identify themselves, and whether they are still valid later."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Final, Protocol

from facetry.auth import Principal
from facetry.extensions.socket.messages import ConnectionMessage
from facetry.extensions.socket.peer import Peer
from facetry.http.failed_keys import FailedKeys
from facetry.system.log_rate_limit import client_logger

FRONT_END_SCOPE: Final = "event:read"

Authenticate = Callable[[str], Awaitable[Principal | None]]

log: Final = logging.getLogger(__name__)
_client_log: Final = client_logger(f"{__name__}.clients")


class EndedKeys(Protocol):
    """How many keys have ended. See `EndedCredentials`."""

    @property
    def number(self) -> int:
        """The number as of the last look."""
        ...

    async def refresh(self) -> None:
        """Return when the number is at least what it was at the time of the call."""
        ...


class PeerKeys:
    """Looks a key up again when any key has ended since the last time, or when it has expired."""

    def __init__(self, authenticate: Authenticate, ended: EndedKeys, has_expired: Callable[[int], bool]) -> None:
        """`has_expired` says whether the ending time has reached a time in milliseconds since the epoch."""
        self._authenticate = authenticate
        self._ended = ended
        self._has_expired = has_expired

    async def valid(self, peers: Sequence[Peer]) -> list[Peer]:
        """Those with a valid key. None of these has ended when this returns, as far as this process can know."""
        try:
            await self._ended.refresh()
        except Exception:
            log.exception("the keys of sockets could not be checked")
            return []
        found, number = list(peers), -1
        while found and number != self._ended.number:  # more may have ended while keys were looked up
            number = self._ended.number
            found = [peer for peer in found if await self.is_valid(peer, number)]
        return found

    async def is_valid(self, peer: Peer, number: int | None = None) -> bool:
        """Whether a key is valid; False when that cannot be found out. With a `number` of ended keys, the key is looked
        up only if more have ended than before.
        """
        is_expired = peer.expires is not None and self._has_expired(peer.expires)
        if peer.ended_keys == number and not is_expired:
            return True
        try:
            principal = await self._authenticate(peer.secret)
        except Exception:
            log.exception("the key of a socket could not be checked")
            return False
        if principal is None:
            return False
        peer.expires = principal.expires
        if number is not None:
            peer.ended_keys = number
        return True


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
            _client_log.warning("a socket was refused: its key is unknown, expired or revoked")
            if not await self._failed_keys.record(address, message.secret):
                raise TooManyKeysError
            return False
        if principal.extension_id != message.extension or principal.is_page:
            _client_log.warning("a socket was refused: its key is not that of the program of %s", message.extension)
            return False
        if message.extension is None and principal.missing_scopes(frozenset({FRONT_END_SCOPE})):
            _client_log.warning("a socket was refused: its key lacks the scope %s", FRONT_END_SCOPE)
            return False
        return True
