"""Dates of files from the view of clients: a program may set any, and none of them vouches for other bytes."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from email.utils import formatdate, parsedate_to_datetime
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.support.files import saving
from tests.support.files.file_dates import wait_for_date, wait_for_second
from tests.support.services.picture_server import records
from tests.support.services.servers import running_server

BEFORE, AFTER = saving.pair(1)
PNG = {"Content-Type": "image/png"}


class Place:
    """A service without watching, and one picture."""

    def __init__(self, home: Path, client: httpx.Client) -> None:
        self.file = home / "pictures" / "a.png"
        self.client = client
        self.synchronize()
        self.id: str = records(client)["a.png"]["id"]
        self.url = f"/image/{self.id}/download"

    def synchronize(self) -> None:
        (repository,) = self.client.get("/repository/list").json()
        assert self.client.put(f"/repository/{repository['id']}/synchronize").status_code == 204
        deadline = time.monotonic() + 30
        while self.client.get("/repository/activities").json()[0]["kind"] != "none":
            assert time.monotonic() < deadline
            time.sleep(0.05)

    def date(self) -> str:
        """The date of the file, once it is told."""
        return str(wait_for_date(self.client, self.url).headers["Last-Modified"])

    def read(self, **headers: str) -> httpx.Response:
        return self.client.get(self.url, headers={name.replace("_", "-"): value for name, value in headers.items()})


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    (tmp_path / "pictures").mkdir()
    saving.write(tmp_path / "pictures" / "a.png", BEFORE)
    with (
        running_server(tmp_path, [tmp_path / "pictures"], options=["--no-watch"]) as server,
        server.client() as client,
    ):
        yield Place(tmp_path, client)


def test_a_date_in_the_future_is_not_sent(place: Place) -> None:
    ahead = time.time() + 400 * 86_400
    os.utime(place.file, (ahead, ahead))
    changed = place.file.stat().st_ctime
    for _ in ("before a scan", "after it"):
        assert changed < parsedate_to_datetime(place.date()).timestamp() <= changed + 1
        answer = place.read()
        assert parsedate_to_datetime(answer.headers["Last-Modified"]) <= parsedate_to_datetime(answer.headers["Date"])
        place.synchronize()
    known = place.date()
    saving.write(place.file, AFTER)
    assert place.read(If_Modified_Since=known).content == AFTER


@pytest.mark.parametrize("is_ahead", [True, False])
def test_a_change_just_before_the_answer_is_not_missed(place: Place, is_ahead: bool) -> None:
    """The former change was in the second before, so its date is told from now on."""
    for _ in range(3):
        wait_for_second(0.8)
        saving.write(place.file, BEFORE)
        wait_for_second(0.05)
        former = place.read()
        assert former.content == BEFORE
        saving.write(place.file, AFTER)
        if is_ahead:
            os.utime(place.file, (time.time() + 3600,) * 2)
        for known in (former.headers["Last-Modified"], former.headers["Date"]):
            answer = place.read(If_Modified_Since=known)
            assert (answer.status_code, answer.content) == (200, AFTER)
            held = {"If-Unmodified-Since": known, **PNG}
            assert place.client.put(f"/image/{place.id}/modify", content=BEFORE, headers=held).status_code == 412


def test_two_changes_in_one_second_have_different_dates(place: Place) -> None:
    wait_for_second(0.2)
    saving.write(place.file, AFTER)
    between = place.read()
    assert "Last-Modified" not in between.headers
    saving.write(place.file, BEFORE)
    assert time.time() % 1 > 0.2, "the machine was too slow for this test"
    wait_for_date(place.client, place.url)
    for known in (between.headers["Date"], formatdate(place.file.stat().st_ctime, usegmt=True)):
        assert place.read(If_Modified_Since=known).content == BEFORE


def test_no_date_is_after_that_of_the_answer(place: Place) -> None:
    told = 0
    for number in range(40):
        content = (BEFORE, AFTER)[number % 2]
        assert place.client.put(f"/image/{place.id}/modify", content=content, headers=PNG).is_success
        for _ in range(2):
            answer = place.read()
            if date := answer.headers.get("Last-Modified"):
                told += 1
                assert parsedate_to_datetime(date) <= parsedate_to_datetime(answer.headers["Date"])
            time.sleep(0.07)
    assert told


@pytest.mark.parametrize("is_scanned", [True, False])
def test_the_date_of_bytes_in_between_is_none_of_those_that_came_back(place: Place, is_scanned: bool) -> None:
    """Something else is in the place of the file for a while, such as a copy that is half done."""
    assert place.date() == formatdate(saving.TIME_NS // 10**9, usegmt=True)
    saving.write(place.file, AFTER[:-30])
    if is_scanned:
        place.synchronize()
    between = place.date()
    time.sleep(2.5)
    saving.write(place.file, BEFORE)
    place.synchronize()
    answer = place.read(If_Modified_Since=between)
    assert (answer.status_code, answer.content) == (200, BEFORE)
    held = {"If-Unmodified-Since": between, **PNG}
    assert place.client.put(f"/image/{place.id}/modify", content=AFTER, headers=held).status_code == 412


@pytest.mark.parametrize("is_first", [True, False])
def test_the_date_of_a_file_in_the_trash_is_that_of_before(place: Place, is_first: bool) -> None:
    known = place.date()
    if not is_first:
        saving.write(place.file, AFTER)
        place.synchronize()
    present = place.date()
    assert (present == known) is is_first
    assert place.client.delete(f"/image/{place.id}/delete", params={"toTrash": "true"}).status_code == 204
    time.sleep(1.1)

    def remove(date: str) -> int:
        return place.client.delete(f"/trash/{place.id}/delete", headers={"If-Unmodified-Since": date}).status_code

    if not is_first:
        assert remove(known) == 412
    assert remove(present) == 204


@pytest.mark.parametrize("size", [None, 20])
def test_bytes_that_the_library_has_not_read_are_not_kept_under_a_media_url(place: Place, size: int | None) -> None:
    wish: dict[str, Any] = {} if size is None else {"width": size}
    url = place.client.get(f"/image/{place.id}/mediaUrl", params=wish).json()["url"]
    saving.write(place.file, AFTER)
    answer = httpx.get(url, trust_env=False)
    assert (answer.status_code, answer.headers["Cache-Control"]) == (200, "private, no-cache")
    saving.write(place.file, BEFORE)
    time.sleep(0.1)  # a scan just after a change reads the file once more later
    place.synchronize()
    url = place.client.get(f"/image/{place.id}/mediaUrl", params=wish).json()["url"]
    answer = httpx.get(url, trust_env=False)
    assert "immutable" in answer.headers["Cache-Control"]
    if size is None:
        assert answer.content == BEFORE
