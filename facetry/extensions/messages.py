"""What is said on sockets, as values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from facetry.auth import is_key

KINDS: Final = ("log", "notification", "acknowledgment", "intent")
_VERSIONED: Final = (0, 20)
"""SDKs from this version on are told versions, and say that they are ready."""
_TELLING: Final = (1, 0)
"""SDKs from this version on tell in the acknowledgement itself whether a hook failed, earlier ones in a message."""


@dataclass(frozen=True, slots=True)
class Introduction:
    """Who a client says it is; `extension` is None for a front end."""

    secret: str = field(repr=False)
    extension: str | None
    is_open: bool
    version: tuple[int, int] | None
    """Of its SDK, if it told one."""

    @property
    def is_versioned(self) -> bool:
        """Whether it waits for its versions, and says that it is ready."""
        return self.version is not None and self.version >= _VERSIONED

    @property
    def confirms(self) -> bool:
        """Whether it tells in a message of its own how a hook ended, behind the acknowledgement."""
        return self.version is None or self.version < _TELLING


@dataclass(frozen=True, slots=True)
class Instructions:
    """What an extension tells or asks: exactly one of `KINDS`, and what it says of it."""

    secret: str = field(repr=False)
    extension: str
    context: str | None
    kind: str
    content: Mapping[str, Any]


def introduction_of(data: Any) -> Introduction | None:
    """The message `connection`, None when it is none."""
    if not isinstance(data, dict):
        return None
    secret, extension, is_open = data.get("apiKey"), data.get("extensionId"), data.get("isOpen")
    if not (isinstance(secret, str) and is_key(secret) and isinstance(is_open, bool)):
        return None
    if not (extension is None or isinstance(extension, str)):
        return None
    return Introduction(secret, extension, is_open, _version(data.get("sdkVersion")))


def instructions_of(data: Any) -> Instructions | None:
    """The message `instructions`, None when it is none."""
    if not isinstance(data, dict):
        return None
    secret, extension, context = data.get("apiKey"), data.get("extensionId"), data.get("contextId")
    given = [kind for kind in KINDS if data.get(kind) is not None]
    if not (isinstance(secret, str) and isinstance(extension, str) and (context is None or isinstance(context, str))):
        return None
    if len(given) != 1 or not isinstance(data[given[0]], dict):
        return None
    return Instructions(secret, extension, context, given[0], data[given[0]])


def _version(text: Any) -> tuple[int, int] | None:
    if not isinstance(text, str):
        return None
    numbers = text.split(".")[:2]
    if len(numbers) < 2 or not all(number.isascii() and number.isdigit() and len(number) < 6 for number in numbers):
        return None
    return int(numbers[0]), int(numbers[1])
