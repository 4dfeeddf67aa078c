"""How many keys and sessions have ended. Whoever keeps a principal looks it up again when the number has changed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, MutableSequence
from functools import partial
from typing import Protocol

from sqlalchemy import BigInteger, Connection, select, update
from sqlmodel import Field, SQLModel, col

from facetry.events.commit_signal import notify_after_commit
from facetry.store.prepared import PreparedStatement
from facetry.store.work import Work


class EndedCredentialCount(SQLModel, table=True):
    """The table of the number; its only row is inserted by the migration."""

    __tablename__ = "ended_credentials"

    key: int | None = Field(default=None, primary_key=True)
    value: int = Field(sa_type=BigInteger)


_VALUE = PreparedStatement(select(col(EndedCredentialCount.value)))


class DatabaseReader(Protocol):
    """Reads the database that all hosts of a cluster write; a `Store`."""

    async def read(self, query: Callable[[Connection], int], /) -> int:
        """The result of a query. See `Store.read`."""
        ...


class EndedCredentials:
    """The number, as of the last look. It changes before the answer that confirms an end."""

    def __init__(self, numbers: MutableSequence[int] | None = None, followed: DatabaseReader | None = None) -> None:
        """The number is `numbers[0]`, which may be shared with other processes of the service. With `followed`, hosts
        of a cluster write to its database, and `refresh` looks there.
        """
        self._numbers = [0] if numbers is None else numbers
        self._followed = followed
        self._look: asyncio.Future[None] | None = None
        """The look at the database that is running."""
        self._next_look: asyncio.Future[None] | None = None
        """The look that begins after it, for all who have called meanwhile."""

    @property
    def number(self) -> int:
        """The number as of the last look."""
        return self._numbers[0]

    def count(self, work: Work) -> None:
        """Count a key or a session that ends with this unit of work."""
        value = col(EndedCredentialCount.value)
        statement = update(EndedCredentialCount).values(value=value + 1).returning(value)
        number: int = work.connection.execute(statement).scalar_one()
        work.after_commit.append(partial(self._raise_to, number))
        notify_after_commit(work)  # after the number is raised: streams of the credential end

    async def refresh(self) -> None:
        """Return when the number is at least what it was at the time of the call, on all hosts.

        One look at the database is for all who wait for one. Raises as `Store.read` does.
        """
        if self._followed is None:
            return
        if self._next_look is None:
            self._next_look = asyncio.ensure_future(self._read(self._followed))
            self._next_look.add_done_callback(_note_error)
        await asyncio.shield(self._next_look)

    async def _read(self, database: DatabaseReader) -> None:
        if self._look is not None:
            await asyncio.wait([self._look])
        self._look, self._next_look = self._next_look, None
        self._raise_to(await database.read(_read_value))

    def _raise_to(self, number: int) -> None:
        """Not an increase by one: another process may have seen this end in the database already."""
        self._numbers[0] = max(self._numbers[0], number)


def _note_error(look: asyncio.Future[None]) -> None:
    """All who wait for a look may have been cancelled before it failed."""
    if not look.cancelled():
        look.exception()


def _read_value(connection: Connection) -> int:
    value: int = _VALUE.column(connection)[0]
    return value
