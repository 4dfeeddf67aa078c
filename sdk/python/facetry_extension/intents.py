"""Requests of an extension to the user or to the service, and their outcomes."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

IntentKind: TypeAlias = Literal[
    "form",
    "dialog",
    "ui",
    "images",
    "show",
    "toast",
    "notification",
    "openBrowser",
    "processCommand",
    "action",
    "serveBundle",
    "readFile",
    "writeFile",
]


class Cancelled(Exception):  # noqa: N818 -- a decision of the user, no error
    """The user did not want it."""


class Refused(Exception):  # noqa: N818 -- as above, of the service or the front end
    """It could not be done, or no front end was there to do it."""


def value_of(answer: Any) -> Any:
    """What an answer to an intent gives. Raises `Cancelled` or `Refused` for others."""
    if not isinstance(answer, dict):
        raise Refused("nobody answered: no front end is connected")
    if answer.get("cancel") is not None:
        raise Cancelled(str(answer["cancel"]))
    if answer.get("error") is not None:
        raise Refused(str(answer["error"]))
    return answer.get("value")
