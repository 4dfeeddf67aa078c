"""PostgreSQL, with the methods of `Engine`. Its import imports the driver."""

# ruff: noqa: ARG002  # some methods of `Engine` have arguments that a server does not need

from __future__ import annotations

from collections.abc import MutableSequence
from contextlib import nullcontext

from sqlalchemy import Connection

from facetry.store.engines.bulk import BulkEngine
from facetry.store.engines.database_state import DatabaseState
from facetry.store.engines.interface import OpenedLibrary, TextIndex, Upgrade
from facetry.store.engines.postgresql import bulk, connections, errors, texts
from facetry.store.engines.postgresql.address import DatabaseUrl
from facetry.store.engines.postgresql.queries import Queries
from facetry.store.engines.postgresql.schema import Schema
from facetry.store.engines.postgresql.server_state import NoMark, ServerState
from facetry.store.engines.postgresql.transactions import Transactions
from facetry.store.engines.values import close
from facetry.store.lease import Lease


class PostgreSQL(Transactions, Queries, Schema):
    """A database on a server, which looks after its own files."""

    texts: TextIndex = texts
    bulk: BulkEngine = bulk
    is_remote = True
    runs_scripts = False

    connect = staticmethod(connections.connect)
    leave = staticmethod(close)
    claim_serving = staticmethod(connections.claim_serving)
    is_interruption = staticmethod(errors.is_interruption)
    fault_of = staticmethod(errors.fault_of)

    def open_library(
        self, location: DatabaseUrl, numbers: MutableSequence[int] | None, upgrade: Upgrade
    ) -> OpenedLibrary:
        connection = self.connect(location)
        try:
            former = upgrade(connection, None, lambda *_: None)
            connections.limit_transactions(connection)
        except BaseException:
            close(connection)
            raise
        return OpenedLibrary(connection, ServerState(), NoMark(), former)

    def follow(self, location: DatabaseUrl, numbers: MutableSequence[int]) -> DatabaseState:
        return ServerState()

    def prepare(self, location: DatabaseUrl) -> None: ...
    def damage_of_files(self, location: DatabaseUrl, *, is_served: bool) -> str | None: ...
    def acknowledged(self, location: DatabaseUrl) -> int | None: ...

    def copy_log(self, connection: Connection) -> bool:
        return True

    def write_under_lease(self, connection: Connection, lease: Lease) -> None:
        connections.session_of(connection).lease = lease

    def small_cache(self, connection: Connection) -> nullcontext[None]:
        return nullcontext()
