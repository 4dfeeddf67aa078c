"""Sessions: they have the rights of their key, and end with it, in this process and by others."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from unittest import mock

import pytest
from sqlalchemy import func, select

from facetry.auth import EVERY_SCOPE, Principal
from facetry.library import api_keys
from facetry.library.api_keys import ApiKeys
from facetry.library.sessions import links
from facetry.library.sessions.links import SignInLink
from facetry.library.sessions.sessions import LIFETIME_MS, RECHECK_SECONDS, NewSession, SessionRow, Sessions
from facetry.store.store import Store
from generated.limits import SESSION_MAX_SESSIONS
from tests.support.engines.databases import database_at, only_sqlite

OWN_MASTER = "an operator's master key of their own"


class Clock:
    """Seconds that a test moves."""

    seconds = 1_000.0

    def __call__(self) -> float:
        return self.seconds


class Place:
    """A store with keys and sessions, as a service has them."""

    def __init__(self, store: Store, master: str | None = None) -> None:
        self.store = store
        self.clock = Clock()
        self.keys = ApiKeys(store, master)
        self.sessions = Sessions(store, self.keys, master, self.clock)

    def key(self, *, expires: int | None = None) -> tuple[int, Principal]:
        """A new key that reads images: its id and its principal."""
        id, secret = self.store.write_now(
            lambda work: api_keys.create(work, name="ada", type="key", scopes=["image:read"], expires=expires)
        )
        principal = asyncio.run(self.keys.authenticate(secret))
        assert principal is not None
        return id, principal

    def begin(self, principal: Principal) -> NewSession:
        """A new session, which has to begin."""
        session = asyncio.run(self.sessions.begin(principal))
        assert session is not None
        return session

    def find(self, value: str) -> Principal | None:
        """The principal of a session."""
        return asyncio.run(self.sessions.find(value))

    def count(self) -> int:
        """The number of stored sessions."""
        return self.store.read_now(
            lambda connection: connection.execute(select(func.count()).select_from(SessionRow)).scalar_one()
        )


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = Store(database_at(tmp_path / "library.db"))
    opened.write_now(api_keys.ensure_master)
    yield opened
    opened.close()


@pytest.fixture
def place(store: Store) -> Place:
    return Place(store)


def test_a_session_has_the_principal_of_its_key(place: Place) -> None:
    _, principal = place.key()
    session = place.begin(principal)
    assert place.find(session.value) == principal
    assert session.expires - session.created == LIFETIME_MS
    assert place.find(session.value[:-1] + "~") is None
    assert place.find("") is None


@only_sqlite
def test_only_a_hash_of_the_value_is_stored(place: Place) -> None:
    session = place.begin(place.keys.master())
    rows = place.store.read_now(lambda connection: connection.execute(select(SessionRow)).all())
    assert session.value not in repr(rows)
    assert session.value.encode() not in place.store.path.read_bytes()
    assert session.value.encode() not in place.store.path.with_name("library.db-wal").read_bytes()


def test_a_session_ends_at_once_with_its_key(place: Place) -> None:
    id, principal = place.key()
    session = place.begin(principal)
    assert place.find(session.value) is not None
    asyncio.run(place.keys.revoke(id))
    assert place.find(session.value) is None
    assert place.count() == 0


def test_a_session_ends_at_once_when_it_is_deleted(place: Place) -> None:
    session, other = place.begin(place.keys.master()), place.begin(place.keys.master())
    assert place.find(session.value) is not None
    asyncio.run(place.sessions.end(session.value))
    asyncio.run(place.sessions.end(session.value))
    assert place.find(session.value) is None
    assert place.find(other.value) is not None


def test_a_session_is_never_longer_than_its_key(place: Place) -> None:
    expires = time.time_ns() // 1_000_000 + 60_000
    _, principal = place.key(expires=expires)
    session = place.begin(principal)
    assert session.expires == expires
    assert place.find(session.value) is not None
    with mock.patch("time.time_ns", return_value=expires * 1_000_000):
        assert place.find(session.value) is None


def test_a_session_expires_also_while_it_is_known(place: Place) -> None:
    session = place.begin(place.keys.master())
    assert place.find(session.value) is not None
    with mock.patch("time.time_ns", return_value=session.expires * 1_000_000):
        assert place.find(session.value) is None


def test_a_key_that_has_just_ended_begins_no_session(place: Place) -> None:
    id, principal = place.key()
    asyncio.run(place.keys.revoke(id))
    assert asyncio.run(place.sessions.begin(principal)) is None


def test_a_replaced_master_key_ends_its_sessions(place: Place) -> None:
    session = place.begin(place.keys.master())
    _, principal = place.key()
    other = place.begin(principal)
    place.store.write_now(api_keys.replace_master)
    again = Place(place.store)
    assert again.find(session.value) is None
    assert again.find(other.value) == principal


def test_an_own_master_key_ends_sessions_of_the_stored_one_and_of_earlier_ones(store: Store) -> None:
    stored, own = Place(store), Place(store, OWN_MASTER)
    first, second = stored.begin(stored.keys.master()), own.begin(own.keys.master())
    assert second.principal.scopes == {EVERY_SCOPE}
    assert own.find(second.value) is not None
    assert own.find(first.value) is None
    assert Place(store, OWN_MASTER + "2").find(second.value) is None
    assert Place(store).find(second.value) is None
    assert Place(store).find(first.value) is not None


@only_sqlite
def test_another_process_ends_sessions_within_half_a_second(place: Place) -> None:
    id, principal = place.key()
    session, other = place.begin(principal), place.begin(place.keys.master())
    assert place.find(session.value) is not None
    assert place.find(other.value) is not None
    program = (
        "import sys, asyncio; from pathlib import Path; from facetry.store.store import Store; "
        "from facetry.library.api_keys import ApiKeys; from facetry.library.sessions.sessions import Sessions; "
        "store = Store(Path(sys.argv[1])); keys = ApiKeys(store); asyncio.run(keys.revoke(int(sys.argv[2]))); "
        "asyncio.run(Sessions(store, keys).end(sys.argv[3])); store.close()"
    )
    subprocess.run([sys.executable, "-c", program, str(place.store.path), str(id), other.value], check=True, timeout=60)
    place.clock.seconds += RECHECK_SECONDS + 0.01
    assert place.find(session.value) is None
    assert place.find(other.value) is None


def test_a_known_session_needs_no_query(place: Place) -> None:
    session = place.begin(place.keys.master())
    assert place.find(session.value) is not None
    before = place.store.read_metrics["ordinary"].begun
    for _ in range(100):
        assert place.find(session.value) is not None
    assert place.store.read_metrics["ordinary"].begun == before


def test_the_oldest_session_of_a_key_ends_when_there_are_too_many(place: Place) -> None:
    _, principal = place.key()
    others = place.begin(place.keys.master())
    values = [place.begin(principal).value for _ in range(SESSION_MAX_SESSIONS + 2)]
    assert place.count() == SESSION_MAX_SESSIONS + 1
    assert [place.find(value) is not None for value in values[:3]] == [False, False, True]
    assert place.find(values[-1]) is not None
    assert place.find(others.value) is not None


def test_sessions_of_an_own_master_key_are_bounded_too(store: Store) -> None:
    own = Place(store, OWN_MASTER)
    values = [own.begin(own.keys.master()).value for _ in range(SESSION_MAX_SESSIONS + 1)]
    assert own.count() == SESSION_MAX_SESSIONS
    assert own.find(values[0]) is None


def test_expired_sessions_are_removed(place: Place) -> None:
    place.begin(place.keys.master())
    later = place.store.write_now(lambda work: work.now) + LIFETIME_MS + 1

    async def remove() -> None:
        removal = asyncio.create_task(place.sessions.remove_expired_periodically())
        while place.count():  # noqa: ASYNC110  # the removal signals nothing
            await asyncio.sleep(0.01)
        removal.cancel()

    with mock.patch("facetry.store.writer.time.time_ns", return_value=later * 1_000_000):
        asyncio.run(asyncio.wait_for(remove(), 10))
    assert place.count() == 0


def test_a_link_counts_once_and_begins_a_session_of_the_master_key(place: Place) -> None:
    token = place.store.write_now(links.create)
    session = asyncio.run(place.sessions.begin_by_link(token))
    assert session is not None
    assert place.find(session.value) == place.keys.master()
    assert asyncio.run(place.sessions.begin_by_link(token)) is None
    assert asyncio.run(place.sessions.begin_by_link("")) is None


def test_a_link_expires(place: Place) -> None:
    token = place.store.write_now(links.create)
    now = place.store.write_now(lambda work: work.now)
    with mock.patch("facetry.store.writer.time.time_ns", return_value=(now + links.LIFETIME_MS + 1_000) * 1_000_000):
        assert asyncio.run(place.sessions.begin_by_link(token)) is None


def test_links_are_stored_as_hashes_and_can_all_be_made_void(place: Place) -> None:
    tokens = [place.store.write_now(links.create) for _ in range(2)]
    rows = repr(place.store.read_now(lambda connection: connection.execute(select(SignInLink)).all()))
    assert all(token not in rows for token in tokens)
    place.store.write_now(links.remove_all)
    assert asyncio.run(place.sessions.begin_by_link(tokens[0])) is None
