"""A clock that leaps, at a start or while the service runs: nothing is lost for good, and what is due happens.

With `CLOCK_LEAPS=all` by an hour, 60 days and 400 days in both directions; otherwise by some of these.
"""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

import httpx
import pytest

from tests.support.engines.databases import only_sqlite
from tests.support.imaging.pictures import picture, write_pictures
from tests.support.services.servers import Server, running_server
from tests.support.services.set_clocks import SetClock, wrong_clock

ALL_OFFSETS: Final = ("+1h", "-1h", "+60d", "-60d", "+400d", "-400d")
OFFSETS: Final = ALL_OFFSETS if os.environ.get("CLOCK_LEAPS") == "all" else ("+400d", "-60d")
"""What the clock shows one after the other, as distances from the right time."""
PERIOD_SECONDS: Final = 20.0
"""Within this time, what is due has to happen: backups have a period of four seconds."""
BACKUPS: Final = {"FACETRY_BACKUP__HOURS": "0.001", "FACETRY_BACKUP__KEEP_DAILY": "12"}

pytestmark = only_sqlite


class Place:
    """A library on which several services run, one after the other, with a clock that the test sets."""

    def __init__(self, folder: Path, **settings: str) -> None:
        self.folder = folder
        self.pictures = folder / "pictures"
        write_pictures(self.pictures, 4)
        self.clock = SetClock(folder / "clock")
        self.settings = settings

    def server(self, offset: str | None = None, workers: str = "1") -> Any:
        """A service whose clock is wrong by `offset`; without one, it has the clock that the test sets."""
        clock = self.clock.environment if offset is None else wrong_clock(offset)
        environment = {**clock, **self.settings, "FACETRY_WORKERS": workers}
        return running_server(self.folder, [self.pictures], extra_environment=environment)

    def trashed_files(self) -> set[str]:
        return {path.name for path in (self.pictures / ".facetry-trash").iterdir()}

    def backup_days(self) -> set[str]:
        return {path.name[:8] for path in (self.folder / "backups" / "backups").glob("*.json")}

    def sequences(self) -> list[int]:
        with closing(sqlite3.connect(f"file:{self.folder / 'data' / 'library.db'}?mode=ro", uri=True)) as connection:
            return [sequence for (sequence,) in connection.execute("SELECT sequence FROM event ORDER BY sequence")]


def place_with_backups(folder: Path) -> Place:
    return Place(folder, FACETRY_BACKUP__FOLDER=str(folder / "backups"), **BACKUPS)


def wait_until(is_done: Callable[[], object], what: str) -> None:
    deadline = time.monotonic() + PERIOD_SECONDS
    while not is_done():
        assert time.monotonic() < deadline, what
        time.sleep(0.1)


def ids_of(client: httpx.Client) -> list[str]:
    items: list[str] = client.post("/image/search/ids", json={}).json()["items"]
    return items


def trash(client: httpx.Client, id: str) -> None:
    client.delete(f"/image/{id}/delete", params={"toTrash": "true"}).raise_for_status()


def trashed(client: httpx.Client) -> dict[str, dict[str, Any]]:
    return {item["id"]: item for item in client.get("/trash/list").json()["items"]}


def backups_made(server: Server) -> int:
    return server.output().count("INFO backup ")


def test_the_clock_of_these_tests_leaps(tmp_path: Path) -> None:
    clock = SetClock(tmp_path / "clock")
    clock.set("+400d")
    assert clock.shown() == f"{datetime.now(UTC) + timedelta(days=400):%Y-%m-%d}"


def test_starts_with_a_wrong_clock_lose_nothing(tmp_path: Path) -> None:
    place = place_with_backups(tmp_path)
    with place.server("+0") as server, server.client() as client:
        (id, *_) = ids_of(client)
        trash(client, id)
        wait_until(lambda: backups_made(server), "no backup")
    files, days, events = place.trashed_files(), place.backup_days(), place.sequences()
    assert len(files) == len(days) == 1
    for offset in OFFSETS:
        with place.server(offset) as server, server.client() as client:
            made = backups_made(server)
            wait_until(lambda: backups_made(server) > made, f"no backup is made at {offset}")  # noqa: B023  # called now
            assert list(trashed(client)) == [id], offset
        assert place.trashed_files() == files, offset
        assert place.backup_days() >= days, offset
        assert set(place.sequences()) >= set(events), offset
        assert server.traceback() == ""
        days = place.backup_days()
    with place.server("+0") as server, server.client() as client:
        client.put(f"/trash/{id}/restore").raise_for_status()
        assert id in ids_of(client)


@pytest.mark.parametrize(("workers", "offsets"), [("1", OFFSETS), ("2", ("+400d", "-60d"))])
def test_leaps_while_the_service_runs_lose_nothing(tmp_path: Path, workers: str, offsets: Sequence[str]) -> None:
    place = place_with_backups(tmp_path)
    with place.server(workers=workers) as server, server.client() as client:
        ids = ids_of(client)
        first, later = ids.pop(), dict[str, str]()
        trash(client, first)
        wait_until(lambda: backups_made(server), "no backup")
        days = place.backup_days()
        for number, offset in enumerate(offsets):
            place.clock.set(offset)
            made = backups_made(server)
            (place.pictures / f"new{number}.png").write_bytes(picture("PNG", seed=100 + number))
            wait_until(lambda: len(ids_of(client)) > len(ids), f"no new picture is found at {offset}")  # noqa: B023
            wait_until(lambda: backups_made(server) > made, f"no backup is made at {offset}")  # noqa: B023
            assert place.backup_days() >= days, offset
            days = place.backup_days()
            ids = ids_of(client)
            trash(client, ids[-1])
            later[ids.pop()] = offset
        assert set(trashed(client)) == {first, *later}
        assert "the clock went ahead while the service runs" in server.output()
        assert "the clock went back while the service runs" in server.output()
        metrics = client.get("/metrics").text
        assert 'facetry_clock_leaps_total{direction="back"}' in metrics
        (age,) = (line for line in metrics.splitlines() if line.startswith("facetry_newest_backup_age_seconds"))
        assert float(age.split()[1]) < PERIOD_SECONDS
        assert "\nfacetry_future_backups 0" not in metrics
    assert server.traceback() == ""
    with place.server("+0", workers) as server, server.client() as client:
        left = trashed(client)
        assert set(left) == {first, *later}
        now = time.time() * 1000
        for id, item in left.items():
            assert now + 29.9 * 86_400_000 < item["expiryDate"] < now + 30.1 * 86_400_000, later.get(id)
        client.put(f"/trash/{first}/restore").raise_for_status()


def test_what_is_old_by_lived_time_goes_whatever_the_clock_shows(tmp_path: Path) -> None:
    seconds = 5.0
    place = Place(
        tmp_path,
        FACETRY_TRASH_DAYS=f"{seconds / 86_400:.9f}",
        FACETRY_EXTENSIONS__LOG_DAYS=f"{seconds / 86_400:.9f}",
    )
    with place.server("+0") as server, server.client() as client:
        old, young, other = ids_of(client)[:3]
        trash(client, old)
        first, *_ = place.sequences()
        time.sleep(seconds + 1)
        trash(client, young)
    with place.server("+400d") as server, server.client() as client:
        wait_until(lambda: list(trashed(client)) == [young], "the old image stays")
        wait_until(lambda: place.sequences()[0] > first, "the old events stay")
        client.put(f"/trash/{young}/restore").raise_for_status()
        trash(client, other)
        time.sleep(seconds + 1)
        trash(client, young)
        first, *_ = place.sequences()
    with place.server("-60d") as server, server.client() as client:  # what is old was deleted 460 days later
        wait_until(lambda: list(trashed(client)) == [young], "the old image stays")
        wait_until(lambda: place.sequences()[0] > first, "the old events stay")


def test_a_clock_that_goes_back_revives_no_key_and_no_session(tmp_path: Path) -> None:
    place = Place(tmp_path)

    def status(key: str) -> int:
        with server.client(key) as holder:
            code: int = holder.get("/apiSecret/self").status_code
            return code

    def key_for(seconds: float) -> str:
        expires = int((time.time() + seconds) * 1000)
        parameters = {"type": "key", "name": "k", "expirationDate": expires, "scope": "image:read"}
        secret: str = client.post("/apiSecret/create", params=parameters).raise_for_status().json()["value"]
        return secret

    def session_of(key: str) -> dict[str, str]:
        headers = {"Sec-Fetch-Site": "same-origin"}
        answer = httpx.post(f"{server.url}/session/create", json={"key": key}, headers=headers, trust_env=False)
        return dict(answer.raise_for_status().cookies)

    def session_status(cookies: dict[str, str]) -> int:
        headers = {"Sec-Fetch-Site": "same-origin"}
        return httpx.get(f"{server.url}/apiSecret/self", cookies=cookies, headers=headers, trust_env=False).status_code

    with place.server() as server, server.client() as client:
        hour, long = key_for(3_600), key_for(3_600 * 24 * 365)
        session = session_of(server.key)
        (id, *_) = ids_of(client)
        url = client.get(f"/image/{id}/mediaUrl").json()["url"]
        assert (status(hour), status(long), session_status(session)) == (200, 200, 200)
        place.clock.set("+60d")
        wait_until(lambda: status(hour) == 401, "the key does not end")
        assert (status(long), session_status(session)) == (200, 401)
        assert httpx.get(url, trust_env=False).status_code == 403
        place.clock.set("+0")
        time.sleep(1.5)
        assert (status(hour), status(long), session_status(session)) == (401, 200, 401)
        assert httpx.get(url, trust_env=False).status_code == 403
    with place.server("+0") as server, server.client() as client:
        assert (status(hour), status(long), session_status(session)) == (401, 200, 401)
        assert httpx.get(url.replace(url.split("/media/")[0], server.url), trust_env=False).status_code == 403
        new, new_session = key_for(30), session_of(server.key)
        assert (status(new), session_status(new_session)) == (200, 200)
        assert httpx.get(client.get(f"/image/{id}/mediaUrl").json()["url"], trust_env=False).status_code == 200
        with server.client(new) as holder:
            shown = holder.get("/apiSecret/self").json()["expirationDate"]
        assert abs(shown / 1000 - time.time() - 30) < 60, "dates are those of the clock"
        server.process.kill()
    with place.server("-60d") as server, server.client() as client:
        assert (status(hour), status(long), session_status(session)) == (401, 200, 401)
