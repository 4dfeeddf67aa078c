"""The request that is being answered, known to everything that runs for it: log lines, units of work, queries."""

from __future__ import annotations

import os
from contextvars import ContextVar
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from facetry.observability.traces import RequestTrace

OTHER_OPERATION: Final = "other"
"""Stands for addresses that are no operation: documentation, preflights, and what does not exist."""


class ObservedRequest:
    """What logs and traces know of a request. One object is made for each, so it has few members."""

    __slots__ = ("caller", "id", "is_over", "operation", "status", "trace")

    def __init__(self, id: str | None = None) -> None:
        """A new request; `id` is that of a request which began in another process."""
        self.id = os.urandom(8).hex() if id is None else id
        self.operation = OTHER_OPERATION
        """The id of the operation."""
        self.caller: object = None
        """The principal of a valid key, or its name if another process knows it; None before it is known."""
        self.status = 0
        """The status of the answer; 0 before it began."""
        self.trace: RequestTrace | None = None
        """Its part of a trace; None while traces are off."""
        self.is_over = False
        """Whether the answer has ended. Tasks that the request started may go on."""


_current: Final[ContextVar[ObservedRequest | None]] = ContextVar("facetry.request", default=None)


def begin_request(request: ObservedRequest | None = None) -> ObservedRequest:
    """A request, by default a new one, which is the current one in this context and in tasks started from it."""
    request = ObservedRequest() if request is None else request
    _current.set(request)
    return request


def current_request() -> ObservedRequest | None:
    """The request that is being answered; None outside of one, and in tasks that go on after it."""
    request = _current.get()
    return None if request is None or request.is_over else request
