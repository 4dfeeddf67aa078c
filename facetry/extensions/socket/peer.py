"""A socket that has identified itself."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Any


@dataclass(eq=False, slots=True)
class Peer:
    """A socket with a valid key; `extension` is None for a front end."""

    sid: str
    secret: str = field(repr=False)
    extension: str | None
    is_ready: bool = False
    ended_keys: int = -1
    """How many keys had ended when its own was last found valid."""
    expires: int | None = None
    """When its key expires, in milliseconds since the epoch."""
    pending_answers: set[asyncio.Future[Any]] = field(default_factory=set)
    handshake: asyncio.Task[None] | None = None
