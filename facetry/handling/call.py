"""The call: the first argument of every handler."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import TypeVar

from sqlalchemy import Connection

from facetry.auth import Principal
from facetry.extensions.runtime import Runtime
from facetry.handling.service_metrics import ServiceMetrics
from facetry.http.request import Request
from facetry.library.library import Elsewhere, Library, here
from facetry.library.search.search import PreparedSearch
from facetry.store.interruption import ReadInterruptedError
from facetry.store.work import Work
from generated.limits import SEARCH_PARAMETERS_MAX_SECONDS

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Call:
    """The context of one request: the library, its extensions, the calling principal, the request itself,
    and the metrics of the service.

    The principal of a public operation is `facetry.auth.ANONYMOUS`.
    """

    library: Library
    own_extensions: Runtime | Elsewhere
    principal: Principal
    request: Request
    own_metrics: ServiceMetrics | Elsewhere

    @property
    def extensions(self) -> Runtime:
        """The extensions. Raises `CoordinatorNeededError` if another process has them."""
        return here(self.own_extensions)

    @property
    def metrics(self) -> ServiceMetrics:
        """The metrics of the service. Raises `CoordinatorNeededError` if another process reads them."""
        return here(self.own_metrics)

    def read(self, query: Callable[[Connection], T]) -> Awaitable[T]:
        """Run a query on a snapshot of the library, with the deadline of requests; see `Store.read`."""
        return self.library.store.read(query, seconds=SEARCH_PARAMETERS_MAX_SECONDS)

    def lookup(self, query: Callable[[Connection], T]) -> Awaitable[T]:
        """Run a query that reads a bounded number of rows by their keys, such as the tags of an image: it takes less
        time than handing it to a thread. Otherwise as `read`.
        """
        return self.library.store.read(query, seconds=SEARCH_PARAMETERS_MAX_SECONDS, is_short=True)

    async def search(
        self, search: PreparedSearch | None, query: Callable[[Connection], T], *, may_be_short: bool = False
    ) -> T:
        """Run a query that runs `search`, or that takes as long as a search. It ends when the client disconnects.

        Short searches run on the event loop, and costly ones in their own lane. A query without a search runs on the
        event loop if it `may_be_short`: it then calls `begin_long_work` before what takes long. Raises as `Store.read`
        does.
        """
        if may_be_short if search is None else search.is_short:
            with suppress(ReadInterruptedError):
                return self.library.store.read_short(query)
        return await self._read_for_client(query, is_costly=search is not None and search.is_costly)

    def read_costly(self, query: Callable[[Connection], T]) -> Awaitable[T]:
        """Run a query in the lane of costly searches. It ends when the client disconnects."""
        return self._read_for_client(query, is_costly=True)

    def _read_for_client(self, query: Callable[[Connection], T], *, is_costly: bool) -> Awaitable[T]:
        reading = self.library.store.read(query, seconds=SEARCH_PARAMETERS_MAX_SECONDS, is_costly=is_costly)
        return self.request.cancel_on_disconnect(reading)

    def write(self, unit: Callable[[Work], T]) -> Awaitable[T]:
        """Run a unit of work, and return after its commit; see `Store.write`."""
        return self.library.store.write(unit)
