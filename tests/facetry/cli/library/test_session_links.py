"""One-time links: on terminals, for commands, and after a new master key; with real processes."""

from __future__ import annotations

import os
import pty
import re
import select
import shlex
from pathlib import Path
from typing import Final

import httpx
import pytest

from facetry.cli import main
from facetry.cli.library.session import new_link
from facetry.service.library_database import open_store
from facetry.settings import Settings
from tests.facetry.cli.library.test_master_key import facetry, serving

LINK: Final = re.compile(r"(http://127\.0\.0\.1:\d+)/#sign-in=([A-Za-z0-9_-]{43})")


def signs_in(port: int, token: str) -> int:
    """The status of the answer to a token."""
    return httpx.post(
        f"http://127.0.0.1:{port}/session/create", json={"token": token}, trust_env=False, timeout=30
    ).status_code


def test_a_terminal_shows_a_link_that_counts_once(tmp_path: Path) -> None:
    terminal, side = pty.openpty()
    try:
        with serving(tmp_path / "data", tmp_path / "log", output=side) as port:
            shown = ""
            while (found := LINK.search(shown)) is None and select.select([terminal], [], [], 10)[0]:
                shown += os.read(terminal, 65_536).decode()
            assert found is not None, shown
            assert found[1] == f"http://127.0.0.1:{port}"
            assert [signs_in(port, found[2]) for _ in range(2)] == [201, 401]
    finally:
        os.close(side)
        os.close(terminal)
    assert "sign-in=" not in (tmp_path / "log").read_text()


def test_a_log_has_no_link_but_the_command_that_prints_one(tmp_path: Path) -> None:
    data = tmp_path / "my data"
    with serving(data, tmp_path / "log", key="k" * 40) as port:
        output = (tmp_path / "log").read_text()
        command = shlex.split(output.partition("To sign in: facetry ")[2].partition("\n")[0])
        assert str(data) in command
        printed = facetry(*command, data=data)
        assert printed.returncode == 0, printed.stderr
        found = LINK.fullmatch(printed.stdout.strip())
        assert found is not None
        assert found[1] == f"http://127.0.0.1:{port}"
        assert signs_in(port, found[2]) == 201
    assert "sign-in=" not in output


def test_a_new_master_key_ends_links_and_sessions(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with (
        serving(data, tmp_path / "log") as port,
        httpx.Client(base_url=f"http://127.0.0.1:{port}", trust_env=False) as browser,
    ):
        store_links = [facetry("session", "link", data=data).stdout.partition("#sign-in=")[2].strip() for _ in range(2)]
        assert browser.post("/session/create", json={"token": store_links[0]}).status_code == 201
        cookie = next(iter(browser.cookies.values()))
    assert facetry("key", "rotate", data=data).returncode == 0
    with serving(data, tmp_path / "log") as port:
        assert signs_in(port, store_links[1]) == 401
        headers = {"Cookie": f"facetry-session-{port}={cookie}", "X-Facetry-Page": "1"}
        answer = httpx.get(f"http://127.0.0.1:{port}/apiSecret/self", headers=headers, trust_env=False)
        assert (answer.status_code, answer.json()["rule"]) == (401, "session.ended")


@pytest.mark.parametrize(
    ("settings", "address"),
    [
        ({}, "http://127.0.0.1:3001/"),
        ({"FACETRY_HOST": "0.0.0.0", "FACETRY_PORT": "8080"}, "http://127.0.0.1:8080/"),  # noqa: S104  # a setting
        ({"FACETRY_HOST": "::1"}, "http://[::1]:3001/"),
        ({"FACETRY_ROOT_PATH": "/facetry/"}, "http://127.0.0.1:3001/facetry/"),
        ({"FACETRY_PUBLIC_URL": "https://pictures.example/facetry"}, "https://pictures.example/facetry/"),
    ],
)
def test_the_address_follows_from_the_settings(
    settings: dict[str, str],
    address: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    open_store(Settings(data_dir=tmp_path)).close()
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    assert main(["session", "link", "--data-dir", str(tmp_path)]) == 0
    assert capsys.readouterr().out.startswith(f"{address}#sign-in=")


def test_refusals(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["session", "link", "--data-dir", str(tmp_path / "absent")]) == 1
    assert "there is no library" in capsys.readouterr().err
    assert not (tmp_path / "absent").exists()
    for address in ("pictures.example", "ftp://pictures.example", "https://pictures.example/#x", "https://"):
        assert main(["session", "link", "--url", address, "--data-dir", str(tmp_path)]) == 2
        assert "is no address of a service" in capsys.readouterr().err


def test_each_link_has_a_token_of_its_own(tmp_path: Path) -> None:
    store = open_store(Settings(data_dir=tmp_path))
    try:
        links = {new_link(store, "https://pictures.example/facetry/") for _ in range(3)}
    finally:
        store.close()
    assert len(links) == 3
    assert all(link.startswith("https://pictures.example/facetry/#sign-in=") for link in links)
