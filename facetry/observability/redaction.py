"""Keys in texts for the log: none is written there on purpose, and those in messages of others are removed."""

from __future__ import annotations

import re
from typing import Final

HIDDEN: Final = "[hidden]"
_KEYS: Final = re.compile(
    r"""fct_[A-Za-z0-9_-]{8,}                       # keys that the service made
    | (?<=[Bb]earer\ )[!-+\--~]+                    # keys in the header
    | (?<=://)[^/\s:@]+:[^/\s@]+(?=@)               # a password in a URL
    """,
    re.VERBOSE,
)
_secrets: Final[set[str]] = set()


def never_log(secret: str) -> None:
    """Hide this text in all later lines of the log. Texts of fewer than 8 characters are part of too many words."""
    if len(secret) >= 8:
        _secrets.add(secret)


def hide_secrets(text: str) -> str:
    """The text with `[hidden]` in the place of keys."""
    for secret in _secrets:
        text = text.replace(secret, HIDDEN)
    return _KEYS.sub(HIDDEN, text)
