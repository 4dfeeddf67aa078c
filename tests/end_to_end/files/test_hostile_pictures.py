"""A folder of hostile pictures on a real server: no file makes the server fail, hang or exceed its memory.

The short form scans the whole corpus and sends a sample of it to the operations that take or return pictures. The long
form, `HOSTILE_PICTURES=all` in the environment, sends all of it, with the decoder's default time limit.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Final
from urllib.parse import unquote_to_bytes, urlsplit

import httpx
import pytest

from facetry.imaging.formats import format_of
from facetry.imaging.rules import RULES
from tests.hostile_pictures.case import MUST_BE_READABLE, READABLE
from tests.hostile_pictures.corpus import SEED, WrittenFile, fingerprint_of, write_corpus
from tests.hostile_pictures.watching import ServerMeasurements, measuring
from tests.support.contract.reference_checks import check_exchanges
from tests.support.processor_speed import slowness
from tests.support.services.servers import WORKERS, Server, running_server

pytestmark = pytest.mark.hostile

ROOT: Final = Path(__file__).resolve().parents[3]
ALL: Final = os.environ.get("HOSTILE_PICTURES") == "all"
FILES_AT_LEAST: Final = 500
BYTES_AT_MOST: Final = 300 * 1024**2
FURTHER_PROCESSES: Final = int(WORKERS) + 1 if int(WORKERS) > 1 else 0
"""A service of several processes has them beside the one with the library."""
TREE_BYTES: Final = 1024**3 + FURTHER_PROCESSES * 60 * 1024**2
ANSWER_SECONDS: Final = 1.0
"""On an idle machine, no request that has nothing to do with a picture takes longer, whatever is decoded meanwhile."""
DECODER_SECONDS: Final = 20.0 if ALL else 5.0
RENDER_SECONDS: Final = DECODER_SECONDS + 2.0
"""No answer about one picture takes longer, when nothing heavy waits before it."""
SCAN_SECONDS: Final = 600.0
BODY_BYTES: Final = 32 * 1024**2
SAMPLE: Final = 10_000 if ALL else 5
"""How many of each kind are sent."""
HEAVY_SAMPLE: Final = 10_000 if ALL else 4
HEAVY: Final = frozenset({"bombs", "bombs-moving"})
WRITABLE: Final = ("PNG", "JPEG", "WEBP", "GIF", "AVIF")
PERMITTED: Final = frozenset({400, 409, 413, 503})


@dataclass(slots=True)
class Scanned:
    """A server that has scanned the corpus: the corpus, the outcome of each file, and the server's memory and response
    times.
    """

    server: Server
    folder: Path
    placed: list[WrittenFile]
    watched: ServerMeasurements
    seconds: float
    images: dict[bytes, dict[str, Any]] = field(default_factory=dict)
    refused: dict[str, dict[str, Any]] = field(default_factory=dict)

    def outcome(self, case: WrittenFile) -> set[str]:
        """The outcome of a file: `READABLE`, rules, both or nothing."""
        found = {READABLE} if case.path in self.images else set()
        escaped = case.path.decode("utf-8", "backslashreplace")
        parents = [escaped[:at] for at in range(len(escaped)) if escaped[at] == "/"]
        return found | {str(self.refused[each]["rule"]) for each in (escaped, *parents) if each in self.refused}


@pytest.fixture(scope="module")
def scanned(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scanned]:
    directory = tmp_path_factory.mktemp("h")
    folder, other = directory / "pictures", directory / "other"
    folder.mkdir()
    other.mkdir()
    placed = write_corpus(folder)
    settings = {"FACETRY_DECODER__SECONDS": str(DECODER_SECONDS)}
    began = time.monotonic()
    with running_server(directory, [folder, other], extra_environment=settings, wait_for_scans=False) as server:
        with measuring(server) as watched:
            server.wait_until_scanned(SCAN_SECONDS)
        found = Scanned(server, folder, placed, watched, time.monotonic() - began)
        _look_up(found)
        yield found


def _look_up(scanned: Scanned) -> None:
    """Ask the server for the outcome of each file."""
    root = os.fsencode(scanned.folder) + b"/"
    with scanned.server.client() as client:
        repository = _repositories(client)[scanned.folder.as_uri()]
        while True:
            page = {"skip": len(scanned.refused), "take": 500}
            answer = client.get(f"/repository/{repository}/unreadableFiles", params=page)
            assert answer.status_code == 200, answer.text[:500]
            for each in answer.json()["items"]:
                scanned.refused[each["path"]] = each
            if not answer.json()["items"]:
                break
        while True:
            body = {"range": {"skip": len(scanned.images), "take": 100}}
            answer = client.post("/image/search/images", json=body)
            assert answer.status_code == 200, answer.text[:500]
            for each in answer.json()["items"]:
                path = unquote_to_bytes(urlsplit(each["url"]).path)
                assert path.startswith(root), path
                assert path not in scanned.images
                scanned.images[path.removeprefix(root)] = each
            if not answer.json()["items"]:
                return


def _repositories(client: httpx.Client) -> dict[str, str]:
    return {each["url"].rstrip("/"): each["id"] for each in client.get("/repository/list").json()}


def test_the_corpus_is_large_distinct_and_reproducible(scanned: Scanned) -> None:
    kinds = Counter(case.kind for case in scanned.placed)
    print(f"hostile pictures: {len(scanned.placed)} files, {sum(case.size for case in scanned.placed) / 1e6:.0f} MB")
    print(", ".join(f"{count} {kind}" for kind, count in kinds.items()))
    assert len({case.digest for case in scanned.placed}) == len(scanned.placed) >= FILES_AT_LEAST
    assert sum(case.size for case in scanned.placed) <= BYTES_AT_MOST
    again = "from tests.hostile_pictures.corpus import fingerprint; print(fingerprint())"
    process = subprocess.run([sys.executable, "-c", again], cwd=ROOT, capture_output=True, text=True, check=True)
    assert process.stdout.strip() == fingerprint_of(scanned.placed)


def test_a_scan_of_the_corpus_keeps_memory_small_and_responses_fast(scanned: Scanned) -> None:
    print(f"hostile pictures: scanned in {scanned.seconds:.1f} s; {scanned.watched}")
    assert scanned.server.process.poll() is None
    assert not scanned.server.traceback(), scanned.server.traceback()
    assert not scanned.watched.failures
    assert scanned.watched.slowest_answer_seconds <= ANSWER_SECONDS * slowness()
    assert scanned.watched.peak_bytes <= TREE_BYTES


def test_every_file_is_an_image_or_refused_with_a_rule(scanned: Scanned) -> None:
    faults = []
    for case in scanned.placed:
        outcome = scanned.outcome(case)
        if len(outcome) != 1 or not outcome <= case.outcomes:
            faults.append(f"{case.printable_path}: {sorted(outcome)}, wanted one of {sorted(case.outcomes)}")
    counts = Counter(outcome for case in scanned.placed for outcome in scanned.outcome(case))
    print(f"hostile pictures: {dict(counts.most_common())}")
    assert not faults, f"{len(faults)} faults\n" + "\n".join(faults)
    assert {each["rule"] for each in scanned.refused.values()} <= RULES
    assert len(scanned.images) == counts[READABLE]
    with scanned.server.client() as client:
        progress = [each.get("progress", {}) for each in client.get("/repository/activities").json()]
    assert max(each["found"] for each in progress) == max(each["done"] for each in progress)


def test_responses_about_hostile_pictures_conform_to_the_contract(scanned: Scanned) -> None:
    for path, image in scanned.images.items():
        for name, text in image["metadata"].items():
            assert isinstance(json.loads(text), dict), (path, name)
            assert "\0" not in text
    count, faults = check_exchanges(scanned.server.recorder.exchanges)
    assert count > len(scanned.images) // 100
    assert not faults, "\n".join(faults)


@dataclass(slots=True)
class Sent:
    """The requests sent and their responses: statuses by operation, the slowest responses, and faults."""

    statuses: dict[str, Counter[int]] = field(default_factory=lambda: defaultdict(Counter))
    slowest: dict[str, float] = field(default_factory=lambda: defaultdict(float))
    rules: Counter[str] = field(default_factory=Counter)
    hidden: list[str] = field(default_factory=list)
    """Images of which no rendition could be made, although they were scanned."""
    faults: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        parts = [f"{name} {dict(counts)} ≤ {self.slowest[name]:.2f} s" for name, counts in self.statuses.items()]
        parts += [f"rules {dict(self.rules)}", f"not shown {self.hidden}", f"{len(self.faults)} faults"]
        return "; ".join(parts)


@dataclass(frozen=True, slots=True)
class Sender:
    """Sends requests about one file after the other, and checks the responses."""

    client: httpx.Client
    sent: Sent
    scanned: Scanned
    store: str
    """The id of the repository that bodies are stored in."""

    def send(self, case: WrittenFile, formats: tuple[str, ...]) -> None:
        """Send all requests for this file and for the image that it became; a readable picture gets every request."""
        if case.size <= BODY_BYTES:
            data = self._read(case)
            self._ask(case, "format", "PUT", "/image/format", data=data)
            for format in formats:
                answer = self._ask(case, "convert", "PUT", "/image/convert", {"format": format}, data)
                self._check_picture(case, answer, format)
            self._ask(case, "store", "POST", f"/repository/{self.store}/storeImage", {}, data)
        image = self.scanned.images.get(case.path)
        if image is None:
            return
        small: dict[str, str | int] = {"width": 256, "stripMetadata": "true"}
        answer = self._ask(case, "download", "GET", f"/image/{image['id']}/download", small)
        self._check_picture(case, answer, None)
        response = self._ask(
            case, "mediaUrl", "GET", f"/image/{image['id']}/mediaUrl", {"width": 200, "format": "WEBP"}
        )
        if response is not None and response.status_code == 200:
            url = urlsplit(response.json()["url"])
            answer = self._ask(case, "media", "GET", f"{url.path}?{url.query}")
            self._check_picture(case, answer, "WEBP")

    def _read(self, case: WrittenFile) -> bytes:
        with open(os.path.join(os.fsencode(self.scanned.folder), case.path), "rb") as file:  # noqa: PTH118, PTH123
            return file.read()

    def _ask(
        self,
        case: WrittenFile,
        name: str,
        method: str,
        path: str,
        parameters: dict[str, str | int] | None = None,
        data: bytes | None = None,
    ) -> httpx.Response | None:
        headers = {} if data is None else {"Content-Type": "image/png"}  # published clients send this for every body
        began = time.monotonic()
        try:
            answer = self.client.request(method, path, params=parameters, content=data, headers=headers)
        except httpx.HTTPError as error:
            self.sent.faults.append(f"{name} {case.printable_path}: {error!r}")
            return None
        seconds = time.monotonic() - began
        self.sent.statuses[name][answer.status_code] += 1
        self.sent.slowest[name] = max(self.sent.slowest[name], seconds)
        if not answer.is_success and (answer.status_code not in PERMITTED or case.outcomes == MUST_BE_READABLE):
            self.sent.faults.append(f"{name} {case.printable_path}: {answer.status_code} {answer.text[:300]}")
        if not answer.is_success and answer.headers["content-type"] != "application/problem+json":
            self.sent.faults.append(f"{name} {case.printable_path}: an error that is no problem document")
        elif not answer.is_success:
            self.sent.rules[answer.json()["rule"]] += 1
            if name in ("download", "media"):
                self.sent.hidden.append(f"{case.printable_path}: {answer.json()['detail']}")
        if seconds > RENDER_SECONDS:
            self.sent.faults.append(f"{name} {case.printable_path}: {seconds:.1f} s")
        if answer.headers.get("x-content-type-options") != "nosniff" or "set-cookie" in answer.headers:
            self.sent.faults.append(f"{name} {case.printable_path}: {dict(answer.headers)}")
        return answer

    def _check_picture(self, case: WrittenFile, answer: httpx.Response | None, format: str | None) -> None:
        """Check that the picture has the format of its media type and of the request."""
        if answer is None or not answer.is_success:
            return
        really = format_of(answer.content[:64])
        if (
            really is None
            or answer.headers["content-type"] != f"image/{really.lower()}"
            or format not in (None, really)
        ):
            self.sent.faults.append(
                f"{case.printable_path}: {answer.headers['content-type']}, really {really}, not {format}"
            )


def _chosen(placed: list[WrittenFile], *, heavy: bool) -> list[WrittenFile]:
    """A reproducible sample of each kind."""
    kinds: dict[str, list[WrittenFile]] = defaultdict(list)
    for case in placed:
        if (case.kind in HEAVY) == heavy:
            kinds[case.kind].append(case)
    chance, most = Random(SEED), HEAVY_SAMPLE if heavy else SAMPLE
    return [case for cases in kinds.values() for case in chance.sample(cases, min(most, len(cases)))]


@pytest.mark.parametrize("heavy", [False, True], ids=["light", "heavy"])
def test_uploads_and_downloads_of_hostile_pictures_do_no_harm(scanned: Scanned, heavy: bool) -> None:
    sent, server = Sent(), scanned.server
    cases = _chosen(scanned.placed, heavy=heavy)
    headers = {"Authorization": f"Bearer {server.key}"}
    limits = httpx.Timeout(4 * RENDER_SECONDS + 30)
    with (
        httpx.Client(base_url=server.url, headers=headers, timeout=limits, trust_env=False) as client,
        measuring(server) as watched,
        ThreadPoolExecutor(1 if heavy else 3) as clients,
    ):
        store = _repositories(client)[(scanned.folder.parent / "other").as_uri()]
        sender = Sender(client, sent, scanned, store)
        for future in [clients.submit(sender.send, case, _formats(number)) for number, case in enumerate(cases)]:
            future.result()
    print(f"hostile pictures: {len(cases)} sent: {sent}; {watched}")
    assert server.process.poll() is None
    assert not server.traceback(), server.traceback()
    assert not sent.faults + watched.failures, "\n".join((*sent.faults[:50], *watched.failures[:10]))
    assert watched.slowest_answer_seconds <= ANSWER_SECONDS * slowness()
    assert watched.peak_bytes <= TREE_BYTES


def _formats(number: int) -> tuple[str, ...]:
    """The formats that a file is converted to: one, in rotation; in the long form all of them."""
    return WRITABLE if ALL else (WRITABLE[number % len(WRITABLE)],)
