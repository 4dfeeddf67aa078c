"""The service under test: a client whose traffic is judged, and what the service offers."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import urlsplit

import httpx

from facetry.contract.bounded_transport import REMOVAL_SECONDS, BoundedTransport
from facetry.contract.creations import creates
from facetry.contract.description import Operation, operations
from facetry.contract.errors import OutOfTimeError, SetupError, UnreachableError
from facetry.contract.traffic.exchange import Exchange, below, exchange_of, json_value

FIRST_SECONDS: Final = 30.0
"""The first request has to be answered within this time, however short the time of the run is."""
_CERTIFICATE: Final = "CERTIFICATE_VERIFY_FAILED"


@dataclass(slots=True)
class Service:
    """A service at `url`, asked with `key`, which needs every right. Each exchange is passed to `observe`.

    After `deadline`, in seconds of `time.monotonic`, or once `is_interrupted`, requests raise `OutOfTimeError`;
    requests of `cleaner` do not. A request without an answer has the status 0.
    """

    url: str
    key: str
    observe: Callable[[Exchange], None] = lambda _: None
    deadline: float = float("inf")
    is_interrupted: bool = False
    offered: frozenset[str] = field(default_factory=lambda: frozenset(each.operation_id for each in operations()))
    """The ids of the operations that the service offers: all, until its own description was read."""
    client: httpx.Client = field(init=False)
    cleaner: httpx.Client = field(init=False)
    anonymous: httpx.Client = field(init=False)

    def __post_init__(self) -> None:
        headers = {"Authorization": f"Bearer {self.key}"}
        hooks: dict[str, list[Callable[..., Any]]] = {"request": [self._check_time], "response": [self._observed]}
        bounded, open_bounded = (BoundedTransport(self.remaining, creates=self._creates) for _ in range(2))
        self.client = httpx.Client(headers=headers, event_hooks=hooks, base_url=self.url, transport=bounded)
        self.anonymous = httpx.Client(event_hooks=hooks, base_url=self.url, transport=open_bounded)
        self.cleaner = httpx.Client(
            headers=headers, base_url=self.url, transport=BoundedTransport(patience=0, seconds=REMOVAL_SECONDS)
        )

    def close(self) -> None:
        """Close all connections."""
        for client in (self.client, self.anonymous, self.cleaner):
            client.close()

    @property
    def base_path(self) -> str:
        """The path of the address, which stands before the path of each operation; empty if it has none."""
        return urlsplit(self.url).path.rstrip("/")

    def read_description(self) -> None:
        """Read the service's own description, if it serves one, and note which operations it offers. Raises
        `UnreachableError`, or `SetupError` if it offers none.
        """
        transport = BoundedTransport(patience=0, seconds=FIRST_SECONDS)
        with httpx.Client(base_url=self.url, headers=self.cleaner.headers, transport=transport) as first:
            try:
                answer = first.get("/openapi.json")
            except httpx.HTTPError as error:
                raise self.unreachable(error) from None
        document = json_value(answer) if answer.status_code == 200 else None
        paths = document.get("paths") if isinstance(document, dict) else None
        if not isinstance(paths, dict):
            return
        described = {
            (method.upper(), _without_names(path))
            for path, item in paths.items()
            if isinstance(item, dict)
            for method in item
        }
        self.offered = frozenset(each.operation_id for each in operations() if _place(each) in described)
        if not self.offered:
            raise SetupError(f"{self.url}/openapi.json describes none of the operations; is the address right?")

    def offers(self, *operation_ids: str) -> bool:
        """Whether the service offers all of these operations."""
        return self.offered.issuperset(operation_ids)

    def unreachable(self, error: object) -> UnreachableError:
        """The error for a service that does not answer."""
        remedy = "; SSL_CERT_FILE names the file of a certificate authority" if _CERTIFICATE in str(error) else ""
        reason = str(error) or type(error).__name__
        return UnreachableError(f"{self.url} does not answer: {reason}{remedy}")

    def is_alive(self) -> bool:
        """Whether the service answers anything."""
        transport = BoundedTransport(self.remaining)
        try:
            return transport.is_alive(httpx.URL(self.url))
        finally:
            transport.close()

    def remaining(self) -> float:
        """The seconds until the end of the run; 0 once it is over."""
        return 0.0 if self.is_interrupted else max(0.0, self.deadline - time.monotonic())

    def is_over(self) -> bool:
        """Whether the time has run out or the run was interrupted."""
        return self.remaining() == 0

    def _check_time(self, _: httpx.Request) -> None:
        if self.is_over():
            raise OutOfTimeError

    def _creates(self, request: httpx.Request) -> bool:
        return creates(request.method, below(self.base_path, request.url.path))

    def _observed(self, response: httpx.Response) -> None:
        self.observe(exchange_of(response, self.base_path))


def _place(operation: Operation) -> tuple[str, str]:
    return operation.method, _without_names(operation.path)


def _without_names(path: str) -> str:
    """The template of a path without the names of its parameters, which a description may choose."""
    return re.sub(r"\{[^}]*\}", "{}", path)
