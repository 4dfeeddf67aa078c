"""Hostile texts that clients have checked: each is answered with findings, soon, and other requests go on."""

from __future__ import annotations

import fcntl
import os
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final

import httpx
import pytest

from facetry.service.data_folder import VALIDATION_LOCK
from tests.hostile.documents import texts
from tests.support.services.servers import Server, running_server
from tests.support.services.service_processes import wait_for_processes

BYTES: Final = 1_048_576
KINDS: Final = ("manifest", "view-document", "event", "settings-schema", "recipe")
SECONDS: Final = 8
"""Far above half a second, which holds on a machine without other work."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running_server(tmp_path_factory.mktemp("checks"), []) as started:
        yield started


@pytest.fixture
def client(server: Server) -> Iterator[httpx.Client]:
    with server.client() as opened:
        yield opened


def asked(client: httpx.Client, kind: str, text: bytes) -> dict[str, Any]:
    headers = {"Content-Type": "text/plain;charset=UTF-8"}
    answer = client.post("/validation/check", params={"kind": kind}, content=text, headers=headers, timeout=60)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def hostile() -> Iterator[tuple[str, bytes]]:
    for name, text, _ in texts():
        if text:
            yield name, text[:BYTES]
    yield "brackets", b"[" * BYTES
    yield "lone surrogates", b'["' + b"\\ud800" * (BYTES // 6 - 1) + b'"]'
    yield "a number of a megabyte", b"-" + b"1" * (BYTES - 1)
    yield "surrogates in UTF-8", b'["' + b"\xed\xa0\x80" * 1_000 + b'"]'
    yield "long keys", b'{"' + b"k" * (BYTES // 2) + b'":{"schemaVersion":1,"elements":[1,2,3]}}'


@pytest.mark.e2e
def test_hostile_texts_have_findings_soon(client: httpx.Client) -> None:
    for number, (name, text) in enumerate(hostile()):
        lines = text.count(b"\n") + 1
        for kind in sorted({"manifest", KINDS[number % len(KINDS)]}):
            begin = time.monotonic()
            answer = asked(client, kind, text)
            assert time.monotonic() - begin < SECONDS, (name, kind)
            assert answer["isValid"] is False, (name, kind)
            assert 0 < len(answer["findings"]) <= 256
            for finding in answer["findings"]:
                assert (1, 1) <= (finding["line"], finding["column"]) <= (finding["endLine"], finding["endColumn"])
                assert finding["endLine"] <= lines
                assert finding["endColumn"] <= len(text) + 1


@pytest.mark.e2e
def test_other_requests_go_on_during_checks(server: Server, client: httpx.Client) -> None:
    text = b'{"schemaVersion":"1.0","elements":[' + b'{"type":"string"},' * 50_000 + b"1]}"

    def check_texts(_: int) -> None:
        with server.client() as own:
            for _ in range(6):
                asked(own, "event", text)

    with ThreadPoolExecutor(4) as checking:
        running = [checking.submit(check_texts, number) for number in range(4)]
        waits = []
        while not all(each.done() for each in running):
            begin = time.monotonic()
            assert client.get("/miscellaneous/configuration").status_code == 200
            waits.append(time.monotonic() - begin)
        for each in running:
            each.result()
    assert sorted(waits)[len(waits) // 2] < 0.5, waits


@pytest.mark.e2e
def test_a_key_is_needed_and_any_will_do(server: Server, client: httpx.Client) -> None:
    made = client.post("/apiSecret/create", params={"type": "key", "name": "editor", "scope": "image:read"})
    assert made.status_code == 201, made.text
    with server.client(made.json()["value"]) as reader:
        answer = asked(reader, "view-document", b'{"schemaVersion": "1.0", "elements": [{"type": "divider"}]}')
    assert answer == {"isValid": True, "findings": []}
    with httpx.Client(base_url=server.url) as keyless:
        refused = keyless.post("/validation/check?kind=manifest", content=b"{}", headers={"Content-Type": "text/plain"})
    assert refused.status_code == 401


@pytest.mark.e2e
def test_a_text_beyond_the_limit_is_refused(client: httpx.Client) -> None:
    headers = {"Content-Type": "text/plain"}
    answer = client.post("/validation/check?kind=manifest", content=b" " * (BYTES + 1), headers=headers)
    assert (answer.status_code, answer.json()["rule"]) == (413, "body.too-large")


@pytest.mark.e2e
def test_api_processes_check_documents_one_at_a_time(tmp_path: Path) -> None:
    with running_server(tmp_path, [], extra_environment={"FACETRY_WORKERS": "2"}) as several, several.client() as own:
        coordinator = wait_for_processes(several.process.pid, several.data_dir, 2).coordinator
        os.kill(coordinator, signal.SIGSTOP)
        try:
            assert asked(own, "event", b"{")["isValid"] is False
        finally:
            os.kill(coordinator, signal.SIGCONT)
        with ThreadPoolExecutor(1) as checking:
            with (several.data_dir / VALIDATION_LOCK).open("rb") as turn:
                fcntl.flock(turn, fcntl.LOCK_EX)
                check = checking.submit(asked, own, "event", b"{")
                time.sleep(0.5)
                assert not check.done()
            assert check.result(SECONDS)["isValid"] is False
