"""What is said on sockets, as values."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, cast

from facetry.extensions.socket.log_rate_limit import Sparing
from facetry.validate import messages
from generated.events import INSTRUCTIONS, INTENTS, Connection

_VERSIONED: Final = (0, 20)
"""SDKs from this version on are told versions, and say that they are ready."""
_TELLING: Final = (1, 0)
"""SDKs from this version on tell in the acknowledgement itself whether a hook failed, earlier ones in a message."""
_WHO: Final = ("apiKey", "extensionId", "contextId")
_ANYTHING: Final[dict[str, Any]] = {"notification": {}}
"""What a message is judged with whose content is judged elsewhere, or not at all."""

log = logging.getLogger(__name__)
log.addFilter(Sparing())


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
    """What an extension tells or asks: exactly one of `INSTRUCTIONS`, and what it says of it."""

    secret: str = field(repr=False)
    extension: str
    context: str | None
    kind: str
    content: Mapping[str, Any]


def introduction_of(data: Any) -> Introduction | None:
    """The message `connection`, None when it is none, which is noted in the log."""
    if (fault := messages.fault("Connection", data)) is not None:
        log.warning("a message of a socket is not heard: connection, %s", fault)
        return None
    told = cast("Connection", data)
    return Introduction(told["apiKey"], told.get("extensionId"), told["isOpen"], _version(told.get("sdkVersion")))


def instructions_of(data: Any) -> Instructions | None:
    """The message `instructions`, None when it is none, which is noted in the log. Whether an intent is one is told by
    `intent_fault`, for that is answered.
    """
    given = [kind for kind in INSTRUCTIONS if data.get(kind) is not None] if isinstance(data, dict) else []
    if len(given) != 1 or not isinstance(data[given[0]], dict):
        log.warning("a message of a socket is not heard: instructions, not exactly one of %s", ", ".join(INSTRUCTIONS))
        return None
    kind, content = given[0], data[given[0]]
    judged = {name: data.get(name) for name in _WHO}
    judged |= {kind: content} if kind in ("log", "acknowledgment") else _ANYTHING
    if (fault := messages.fault("Instructions", judged)) is not None:
        log.warning("a message of a socket is not heard: instructions, %s", fault)
        return None
    return Instructions(judged["apiKey"], judged["extensionId"], judged["contextId"], kind, content)


def intent_fault(intent: Mapping[str, Any]) -> str | None:
    """What is wrong with an intent, in a sentence that names the member; None when nothing is."""
    given = [kind for kind in INTENTS if intent.get(kind) is not None]
    if len(given) != 1:
        return f"An intent has exactly one of {', '.join(INTENTS)}; this one has {' and '.join(given) or 'none'}."
    return messages.fault("Intent", intent)


def _version(text: Any) -> tuple[int, int] | None:
    if not isinstance(text, str):
        return None
    numbers = text.split(".")[:2]
    if len(numbers) < 2 or not all(number.isascii() and number.isdigit() and len(number) < 6 for number in numbers):
        return None
    return int(numbers[0]), int(numbers[1])
