"""Sessions: what a browser presents in the place of a key. A session has the rights of its key, and ends with it.

The value in the cookie has 256 random bits, and its hash is stored. With the operator's own master key, which is in no
table, the hash is keyed by it. So another master key finds none of the earlier sessions.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import logging
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from sqlalchemy import BigInteger, Connection, Index, delete, insert, or_, select
from sqlmodel import Field, SQLModel, col

from facetry.auth import OnRecognised, Principal
from facetry.errors import FaultError
from facetry.library.api_keys import ApiKeys, master_id
from facetry.library.sessions import links
from facetry.store.store import Store
from facetry.store.work import Work
from generated.limits import SESSION_MAX_DAYS, SESSION_MAX_SESSIONS

LIFETIME_MS: Final = SESSION_MAX_DAYS * 86_400_000
RECHECK_SECONDS: Final = 0.5
"""How long a session that was found counts without another look. Other processes may end it meanwhile."""
REMOVAL_SECONDS: Final = 3_600.0
"""Interval in which expired sessions are removed."""
_VALUE_BYTES: Final = 32
_MAX_KNOWN: Final = 1_024

_log = logging.getLogger(__name__)


class SessionRow(SQLModel, table=True):
    """A session. `secret` is the id of its key; None for the operator's own master key."""

    __tablename__ = "session"
    __table_args__ = (Index("session_by_secret", "secret", "created"), Index("session_by_expiry", "expires"))

    key: int | None = Field(default=None, primary_key=True)
    digest: bytes = Field(unique=True)
    secret: int | None = Field(default=None, foreign_key="api_secret.id", ondelete="CASCADE")
    created: int = Field(sa_type=BigInteger)  # by the ending time, in milliseconds
    expires: int = Field(sa_type=BigInteger)  # by the ending time, in milliseconds


@dataclass(frozen=True, slots=True)
class NewSession:
    """A session that has just begun: the value of its cookie, its principal, and its times by the ending time, in
    milliseconds.
    """

    value: str
    principal: Principal
    created: int
    expires: int


@dataclass(frozen=True, slots=True)
class _Known:
    """A session that was found; `ended_credentials` is the number of ended keys and sessions before that."""

    principal: Principal
    expires: int
    checked: float
    ended_credentials: int


class Sessions:
    """The sessions of a library. Those that were found are kept in memory for a moment."""

    def __init__(
        self,
        store: Store,
        api_keys: ApiKeys,
        master_secret: str | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`master_secret` is the operator's own master key. `clock` returns seconds that never go back."""
        self._store = store
        self._api_keys = api_keys
        self._master = None if master_secret is None else master_secret.encode()
        self._clock = clock
        self._ending_time = api_keys.ending_time
        self._known: dict[bytes, _Known] = {}

    async def begin(self, principal: Principal) -> NewSession | None:
        """Begin a session of a key. The oldest end when the key has too many. None when the key has just ended."""
        return await self._store.write(lambda work: self._begin(work, principal))

    async def begin_by_link(self, token: str) -> NewSession | None:
        """Begin a session of the master key by a one-time link. None when the link is unknown, expired or used."""

        def unit(work: Work) -> NewSession | None:
            is_valid = links.use(work, token, self._ending_time)
            return self._begin(work, self._api_keys.master()) if is_valid else None

        return await self._store.write(unit)

    async def find(self, value: str, on_recognised: OnRecognised | None = None) -> Principal | None:
        """The principal of a session; None when it is unknown or has ended. See `OnRecognised`."""
        digest = self._digest(value)
        if on_recognised is not None and self._is_current(self._known.get(digest)):
            on_recognised()
        await self._api_keys.ended_credentials.refresh()
        ended, known = self._api_keys.ended_credentials.number, self._known.get(digest)
        if known is None or known.ended_credentials != ended or self._clock() - known.checked > RECHECK_SECONDS:
            known = await self._load(value, digest, ended)
        return known.principal if known is not None and self._is_current(known) else None

    async def end(self, value: str) -> None:
        """End a session; one that has ended already is passed over."""
        digests = self._digests(value)

        def unit(work: Work) -> None:
            work.connection.execute(delete(SessionRow).where(col(SessionRow.digest).in_(digests)))
            self._api_keys.ended_credentials.count(work)
            work.after_commit.append(self._known.clear)

        await self._store.write(unit)

    async def remove_expired_periodically(self) -> None:
        """Remove expired sessions, now and once an hour. Runs until it is cancelled."""
        while True:
            try:
                await self._store.write(self._remove_expired)
            except FaultError as error:
                _log.warning("expired sessions could not be removed; retrying in an hour: %s", error)
            await asyncio.sleep(REMOVAL_SECONDS)

    def _begin(self, work: Work, principal: Principal) -> NewSession | None:
        secret = principal.secret_id
        if secret is None and self._master is None:
            secret = master_id(work.connection)
        if secret is not None and self._api_keys.principal_of(work.connection, secret) is None:
            return None
        value = secrets.token_urlsafe(_VALUE_BYTES)
        created = self._ending_time.now_ms()
        expires = created + LIFETIME_MS
        if principal.expires is not None:
            expires = min(expires, principal.expires)
        row = {"digest": self._digests(value)[-1 if secret is None else 0], "secret": secret}
        self._remove_expired(work)
        work.connection.execute(insert(SessionRow).values(**row, created=created, expires=expires))
        of_key = col(SessionRow.secret).is_(None) if secret is None else col(SessionRow.secret) == secret
        newest = (
            select(col(SessionRow.key)).where(of_key).order_by(col(SessionRow.key).desc()).limit(SESSION_MAX_SESSIONS)
        )
        work.connection.execute(delete(SessionRow).where(of_key, col(SessionRow.key).not_in(newest)))
        self._api_keys.ended_credentials.count(work)
        work.after_commit.append(self._known.clear)
        return NewSession(value, principal, created, expires)

    async def _load(self, value: str, digest: bytes, ended: int) -> _Known | None:
        checked = self._clock()
        digests = self._digests(value)
        found = await self._store.read(lambda connection: self._find(connection, digests), is_short=True)
        self._known.pop(digest, None)
        if found is None:
            return None
        known = _Known(*found, checked, ended)
        if self._api_keys.ended_credentials.number == ended:  # else it may just have ended
            if len(self._known) >= _MAX_KNOWN:
                self._known.clear()
            self._known[digest] = known
        return known

    def _find(self, connection: Connection, digests: list[bytes]) -> tuple[Principal, int] | None:
        statement = select(col(SessionRow.secret), col(SessionRow.expires)).where(
            or_(*(col(SessionRow.digest) == digest for digest in digests))
        )
        row = connection.execute(statement).first()
        if row is None:
            return None
        secret, expires = row
        principal = self._api_keys.master() if secret is None else self._api_keys.principal_of(connection, secret)
        return None if principal is None else (principal, expires)

    def _digest(self, value: str) -> bytes:
        return hashlib.sha256(value.encode()).digest()

    def _digests(self, value: str) -> list[bytes]:
        """The stored forms of a value: for a session of any key, and for one of the operator's own master key."""
        digests = [self._digest(value)]
        if self._master is not None:
            digests.append(hmac.digest(self._master, value.encode(), "sha256"))
        return digests

    def _is_current(self, known: _Known | None) -> bool:
        """Whether a session was found, and has not expired."""
        return known is not None and not self._ending_time.has_ended(known.expires)

    def _remove_expired(self, work: Work) -> None:
        now = self._ending_time.now_ms()
        work.connection.execute(delete(SessionRow).where(col(SessionRow.expires) <= now))
