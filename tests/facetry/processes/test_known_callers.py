"""The connection of a valid key or session counts as known before a host has looked whether they have ended.

A flood of connections from the same address can have an unknown connection closed.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from facetry.auth import Authenticator, SessionFinder
from facetry.http.connexion31 import build_application
from facetry.http.request import KNOWN_CALLER_KEY
from facetry.library import api_keys
from facetry.library.api_keys import ApiKeys
from facetry.library.credentials.ended_credentials import EndedCredentials
from facetry.library.sessions.sessions import Sessions
from facetry.processes.known_callers import has_known_caller
from facetry.store.store import Store
from tests.facetry.http.small_application import BODIES, TABLE, RecordingHandlers, description
from tests.support.engines.databases import database_at
from tests.support.libraries.slow_store import SlowStore

PATH: Final = "/image/12345678-9abc-4def-8123-456789abcdef/getTags"
Ask = Callable[[Authenticator, SessionFinder, dict[str, Any]], Awaitable[object]]


async def ask_before_forwarding(keys: Authenticator, sessions: SessionFinder, scope: dict[str, Any]) -> object:
    """A request that is forwarded: whether its caller is known."""
    return await has_known_caller(keys, sessions, scope)


async def ask_operation(keys: Authenticator, sessions: SessionFinder, scope: dict[str, Any]) -> object:
    """A request that is answered here: whether its caller is known."""
    statuses: list[int] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request"}

    async def send(message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            statuses.append(message["status"])

    application: Any = build_application(
        description(),
        RecordingHandlers().handlers(),
        TABLE,
        BODIES,
        authenticator=keys,
        sessions=sessions,
        make_call=lambda principal, _: principal.name,
        spool=Path(os.devnull),
        events={"asyncapi": "3.0.0"},
    )
    await application(scope, receive, send)
    return statuses == [200]


class Host:
    """A host with a key, and what has been noted of the connection of a request."""

    def __init__(self, store: Store, ask: Ask) -> None:
        self.store = store
        self.slow = SlowStore(store)
        self.slow.go_on.set()
        self.keys = ApiKeys(store, ended_credentials=EndedCredentials(followed=self.slow))
        self.sessions = Sessions(store, self.keys)
        self._ask = ask
        self.is_known = False

    async def key(self, expires: int | None = None) -> tuple[int, str]:
        """The id and the secret of a new key."""
        return await self.store.write(
            lambda work: api_keys.create(work, name="ada", type="key", scopes=["image:read"], expires=expires)
        )

    def request(self, header: bytes, value: str) -> asyncio.Future[object]:
        """Whether the caller of a request is known, in the future. The request begins at once."""
        self.is_known = False
        scope = {
            "type": "http",
            "method": "GET",
            "scheme": "http",
            "path": PATH,
            "raw_path": PATH.encode(),
            "query_string": b"extensionId=a",
            "headers": [(b"host", b"x"), (b"x-facetry-page", b"1"), (header, value.encode())],
            KNOWN_CALLER_KEY: self._note,
        }
        return asyncio.ensure_future(self._ask(self.keys, self.sessions, scope))

    async def is_known_at_once(self, header: bytes, value: str) -> bool:
        """Whether the caller counts as known while the look at the database lasts, and then the answer."""
        self.slow.has_read.clear()
        self.slow.go_on.clear()
        request = self.request(header, value)
        await self.slow.has_read.wait()
        is_known = self.is_known
        self.slow.go_on.set()
        await request
        return is_known

    def _note(self) -> None:
        self.is_known = True


@pytest.fixture(params=[ask_before_forwarding, ask_operation])
def host(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Host]:
    store = Store(database_at(tmp_path / "library.db"))
    store.write_now(api_keys.ensure_master)
    yield Host(store, request.param)
    store.close()


def test_a_key_is_known_at_once_after_its_first_use(host: Host) -> None:
    async def run() -> None:
        _, secret = await host.key()
        key = b"x-api-key", secret
        assert not await host.is_known_at_once(*key)
        assert host.is_known
        assert await host.is_known_at_once(*key)
        assert not await host.is_known_at_once(b"x-api-key", secret[:-1])

    asyncio.run(run())


def test_a_session_is_known_at_once_after_its_first_use(host: Host) -> None:
    async def run() -> None:
        _, secret = await host.key()
        principal = await host.keys.authenticate(secret)
        assert principal is not None
        session = await host.sessions.begin(principal)
        assert session is not None
        cookie = b"cookie", f"facetry-session-80={session.value}"
        assert not await host.is_known_at_once(*cookie)
        assert host.is_known
        assert await host.is_known_at_once(*cookie)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(time, "time_ns", lambda: session.expires * 1_000_000)
            assert not await host.is_known_at_once(*cookie)

    asyncio.run(run())


def test_an_expired_key_is_never_known(host: Host) -> None:
    async def run() -> None:
        _, secret = await host.key(expires=time.time_ns() // 1_000_000 - 1)
        for _ in range(3):
            assert not await host.is_known_at_once(b"x-api-key", secret)
            assert not host.is_known

    asyncio.run(run())


def test_a_key_that_another_host_has_revoked_is_refused_and_then_unknown(host: Host) -> None:
    async def run() -> None:
        id, secret = await host.key()
        assert await host.request(b"x-api-key", secret)
        await ApiKeys(host.store).revoke(id)
        assert not await host.request(b"x-api-key", secret)
        assert not await host.is_known_at_once(b"x-api-key", secret)

    asyncio.run(run())
