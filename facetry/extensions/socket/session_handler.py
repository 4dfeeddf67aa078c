"""Hooks: what the gateway asks of whoever knows the extensions, and tells them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from facetry.extensions.socket.messages import Instructions


@dataclass(frozen=True, slots=True)
class Versions:
    """What an extension is told of its own versions."""

    current: str
    previous: str | None
    is_upgrade: bool
    """Whether the current one has never said that it is ready."""


class Owner(Protocol):
    """Whoever knows the extensions, and is told what happens to their sockets."""

    async def versions(self, extension: str) -> Versions | None:
        """Its versions; None for one that may not connect now."""

    async def upgraded(self, extension: str, version: str) -> None:
        """The extension has gone through its upgrade to the version."""

    async def ready(self, extension: str, *, confirms: bool) -> None:
        """The extension takes events from now on; `confirms`: see `Introduction`."""

    async def gone(self, extension: str) -> None:
        """Its socket is gone, after `ready`."""

    async def listening(self) -> None:
        """A front end is about to be told what happens."""

    async def said(self, extension: str, instructions: Instructions) -> Any:
        """It sent a message; what is returned is the acknowledgement, if it asked for one."""
