"""A true server with painted pictures and the extensions of the demonstration, and its page in a browser."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page, expect

from facetry.demo import bundled, pictures
from tests.support.browser import OpenPage, chromium, open_page
from tests.support.services.servers import Server, running_server

PICTURES: Final = 48
_SECONDS: Final = 120.0


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser for the tests of a module. While it is open, an event loop runs, so no test may start another one."""
    with chromium() as opened:
        yield opened


@pytest.fixture(scope="session")
def painted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of painted pictures, to be copied."""
    folder = tmp_path_factory.mktemp("painted")
    for _ in pictures.paint(folder, PICTURES):
        pass
    return folder


@pytest.fixture(scope="module")
def server(painted: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with painted pictures, all of them with the facets of both extensions of the demonstration."""
    folder = tmp_path_factory.mktemp("page")
    shutil.copytree(painted, folder / "pictures")
    with running_server(folder, [folder / "pictures"]) as running:
        with running.client() as client:
            for id in (bundled.TAG_EXTENSION, bundled.VECTOR_EXTENSION):
                headers = {"Content-Type": "application/zip"}
                answer = client.post(
                    "/extension/install", params={"state": "enabled"}, content=bundled.archive(id)[0], headers=headers
                )
                assert answer.is_success, answer.text
            wait_for_facets(running)
        yield running


def wait_for_facets(server: Server) -> None:
    """Return when both extensions have evaluated all pictures."""
    deadline = time.monotonic() + _SECONDS
    missing = [
        {"notEvaluatedBy": {"extensionIds": [id], "facet": facet}}
        for id, facet in (
            (bundled.TAG_EXTENSION, "tags"),
            (bundled.TAG_EXTENSION, "features"),
            (bundled.VECTOR_EXTENSION, "embeddings"),
        )
    ]
    with server.client() as client:
        while True:
            total = client.post("/image/search/ids", json={}).json()["totalCount"]
            answer = client.post("/image/search/ids", json={"filter": {"criteria": {"any": missing}}})
            assert answer.is_success, answer.text
            if total >= PICTURES and answer.json()["totalCount"] == 0:
                return
            assert time.monotonic() < deadline, answer.text
            time.sleep(0.2)


@pytest.fixture
def opened(browser: Browser, server: Server) -> Iterator[OpenPage]:
    """The page of the server, signed in with the master key. No error may be left in its console."""
    with signed_in(browser, server) as page:
        yield page
        assert page.errors == []
        assert page.hosts() == {f"127.0.0.1:{server.port}"}


@contextmanager
def signed_in(browser: Browser, server: Server, fragment: str = "", **options: Any) -> Iterator[OpenPage]:
    """The page of a server, signed in with the master key, at a place such as `#/keys`."""
    with open_page(browser, f"{server.url}/", **options) as opened:
        sign_in(opened.page, server.key)
        if fragment:
            opened.page.goto(f"{server.url}/{fragment}")
        yield opened


def sign_in(page: Page, key: str) -> None:
    """Sign in as a person does who has the key."""
    page.get_by_label("Key").fill(key)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("navigation", name="Pages")).to_be_visible()
