"""The service under test: a client whose traffic is judged, and what the service offers."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

import httpx

from facetry.contract.description import operations
from facetry.contract.errors import OutOfTimeError, UnreachableError
from facetry.contract.traffic.exchange import Exchange, exchange_of

REQUEST_SECONDS: Final = 60.0


@dataclass(slots=True)
class Service:
    """A service at `url`, asked with `key`, which needs every right. Each exchange is passed to `observe`.

    After `deadline`, in seconds of `time.monotonic`, or once `is_interrupted`, requests raise `OutOfTimeError`;
    requests of `cleaner` do not.
    """

    url: str
    key: str
    observe: Callable[[Exchange], None] = lambda _: None
    deadline: float = float("inf")
    is_interrupted: bool = False
    client: httpx.Client = field(init=False)
    cleaner: httpx.Client = field(init=False)
    anonymous: httpx.Client = field(init=False)

    def __post_init__(self) -> None:
        headers = {"Authorization": f"Bearer {self.key}"}
        hooks: dict[str, list[Callable[..., Any]]] = {"request": [self._check_time], "response": [self._observed]}
        options: dict[str, Any] = {"base_url": self.url, "timeout": REQUEST_SECONDS}
        self.client = httpx.Client(headers=headers, event_hooks=hooks, **options)
        self.anonymous = httpx.Client(event_hooks=hooks, **options)
        self.cleaner = httpx.Client(headers=headers, **options)

    def close(self) -> None:
        """Close all connections."""
        for client in (self.client, self.anonymous, self.cleaner):
            client.close()

    def offered(self) -> frozenset[str]:
        """The ids of the operations that the service offers by its own description, or all if it serves none. Raises
        `UnreachableError`.
        """
        try:
            answer = self.cleaner.get("/openapi.json")
        except httpx.HTTPError as error:
            raise UnreachableError(f"{self.url} does not answer: {error}") from None
        try:
            paths = answer.json()["paths"] if answer.status_code == 200 else None
        except (ValueError, KeyError, TypeError):
            paths = None
        return frozenset(
            operation.operation_id
            for operation in operations()
            if paths is None or operation.method.lower() in paths.get(operation.path, {})
        )

    def is_over(self) -> bool:
        """Whether the time has run out or the run was interrupted."""
        return self.is_interrupted or time.monotonic() > self.deadline

    def _check_time(self, _: httpx.Request) -> None:
        if self.is_over():
            raise OutOfTimeError

    def _observed(self, response: httpx.Response) -> None:
        response.read()
        self.observe(exchange_of(response))
