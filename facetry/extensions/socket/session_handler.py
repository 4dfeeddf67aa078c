"""The session handler: the interface through which the gateway reports and resolves socket sessions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from facetry.extensions.socket.messages import Instructions


@dataclass(frozen=True, slots=True)
class ExtensionVersions:
    """The versions in the handshake with an extension."""

    current: str
    previous: str | None
    is_upgrade: bool
    """Whether the current version has not completed its upgrade yet."""


class SessionHandler(Protocol):
    """Provides the versions of extensions, and is called for the events of their sockets."""

    async def versions(self, extension: str) -> ExtensionVersions | None:
        """The versions of an extension; None for one that may not connect."""

    async def on_upgraded(self, extension: str, version: str) -> None:
        """The extension has completed its upgrade to the version."""

    async def on_ready(self, extension: str, *, sends_confirmations: bool) -> None:
        """The extension accepts events when this returns; cancelled if its socket closes before.

        `sends_confirmations`: see `ConnectionMessage`.
        """

    async def on_disconnected(self, extension: str) -> None:
        """The socket of an extension has closed after `on_ready`."""

    async def on_front_end_connected(self) -> None:
        """A front end has connected; it is ready for events when this returns."""

    def on_refused(self, extension: str, fault: str) -> None:
        """A message of the extension is not valid. `fault` says why, in a sentence."""

    async def on_instructions(self, extension: str, instructions: Instructions) -> Any:
        """The extension sent a message. The return value becomes the acknowledgement, if one was requested."""
