"""Raw bytes against a real server: no request makes it fail, leak, hang or respond twice."""

import json
import re
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote

import httpx
import pytest

from tests.contract.description import document
from tests.hostile.requests import (
    bodies,
    credentials,
    framing,
    lines,
    media,
    methods,
    names,
    queries,
    renditions,
    targets,
    uploads,
)
from tests.hostile.requests.target import Target
from tests.hostile.requests.wire import CLOSED, Answer, Case, Exchange, exchange_bytes
from tests.support.imaging.pictures import picture, write_pictures
from tests.support.services.servers import Server, running_server

pytestmark = pytest.mark.hostile

ERROR_BYTES: Final = 2_048
CASES_AT_LEAST: Final = 300
SECONDS_AT_MOST: Final = 60.0
EXTENSION: Final = "hostile-tests"
# Text that no error may contain: stack traces, paths of the machine, SQL, terms of Python.
LEAKS: Final = re.compile(
    rb"Traceback|File \"|\.py\b|site-packages|/home/|/root/|/usr/|/tmp/|sqlite|SELECT |INSERT |UPDATE |"
    rb"sqlalchemy|connexion|starlette|uvicorn|jsonschema|orjson|httptools|object at 0x|<class|Exception",
    re.IGNORECASE,
)
EXAMPLE: Final = b"file:///home/me/Pictures"
FAMILIES: Final = (
    "bodies",
    "media",
    "framing",
    "lines",
    "targets",
    "methods",
    "credentials",
    "uploads",
    "names",
    "renditions",
    "queries",
)
_run: Counter[str] = Counter()


@dataclass(frozen=True, slots=True)
class Setup:
    """A server, the targets of the cases, and the files and counts from before."""

    server: Server
    target: Target
    outside: Path
    files: Mapping[str, bytes]
    counts: Mapping[str, int]


@pytest.fixture(scope="module")
def setup(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Setup]:
    directory = tmp_path_factory.mktemp("hostile")
    pictures, outside = directory / "home" / "pictures", directory / "outside"
    write_pictures(pictures, 6)
    write_pictures(outside, 1)
    (pictures / "link").symlink_to(outside)
    with running_server(directory, [pictures]) as running:
        target = _target(running)
        yield Setup(running, target, outside, _files(pictures), _counts(running))


def _target(server: Server) -> Target:
    server.run_command("extension", "register", EXTENSION)
    with server.client() as client:
        wanted = {"filter": {"criteria": {"formats": ["PNG"]}}}
        (image,) = client.post("/image/search/summaries", json=wanted).json()["items"]
        created = client.post("/apiSecret/create", params={"type": "key", "name": "a target"})
        collection = client.post("/collection/create", params={"name": "a target"}, json={})
        attachment = client.post(
            "/imageAttachment/create",
            params={"imageId": image["id"], "extensionId": EXTENSION, "mimeType": "image/png"},
            content=picture("PNG"),
            headers={"Content-Type": "image/png"},
        )
        url = client.get(f"/image/{image['id']}/mediaUrl").json()["url"]
    return Target(
        key=server.key,
        image=image["id"],
        repository=image["repositoryId"],
        extension=EXTENSION,
        secret_id=created.json()["id"],
        collection=collection.json()["id"],
        attachment=attachment.json(),
        media=url.removeprefix(server.url),
        pictures=str(server.pictures[0]),
    )


def _files(folder: Path) -> Mapping[str, bytes]:
    """The files of a folder with their bytes, without links."""
    return {str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file() and not path.is_symlink()}


def _counts(server: Server) -> Mapping[str, int]:
    """Number of resources of each kind that a request can create."""
    with server.client() as client:
        lists = ("/repository/list", "/collection/list", "/apiSecret/list")
        counts = {path: len(client.get(path).json()) for path in lists}
        return {**counts, "images": client.post("/image/search/ids", json={}).json()["totalCount"]}


def corpus(family: str, target: Target) -> list[Case]:
    """The cases of one family."""
    if family == "methods":
        return methods.cases(target, document())
    builders = {
        "bodies": bodies.cases,
        "media": media.cases,
        "framing": framing.cases,
        "lines": lines.cases,
        "targets": targets.cases,
        "credentials": credentials.cases,
        "uploads": uploads.cases,
        "names": names.cases,
        "renditions": renditions.cases,
        "queries": queries.cases,
    }
    return builders[family](target)


@pytest.mark.parametrize("family", FAMILIES)
def test_family(family: str, setup: Setup) -> None:
    server = setup.server
    cases = corpus(family, setup.target)
    names = Counter(case.name for case in cases)
    assert names.most_common(1)[0][1] == 1, f"two cases have one name: {names.most_common(1)}"
    began = time.monotonic()
    faults: list[str] = []
    with httpx.Client(base_url=server.url, timeout=10, trust_env=False) as probe:
        for case in cases:
            exchange = exchange_bytes(server.port, case)
            faults += [f"{case.name}: {fault}" for fault in faults_of(case, exchange)]
            if probe.get("/livez").status_code != 200 or server.process.poll() is not None:
                faults.append(f"{case.name}: the server is not healthy afterwards")
    seconds = time.monotonic() - began
    _run.update(cases=len(cases), distinct=len({case.wire for case in cases}), milliseconds=int(seconds * 1_000))
    print(f"hostile {family}: {len(cases)} cases, {len(faults)} faults, {seconds:.1f} s")
    assert not faults, f"{len(faults)} faults\n" + "\n".join(faults)


def test_corpus_is_large_and_quick() -> None:
    if _run["cases"] == 0:
        pytest.skip("runs after the families")
    print(f"hostile: {_run['cases']} cases, {_run['distinct']} distinct, {_run['milliseconds'] / 1_000:.1f} s")
    assert _run["distinct"] >= CASES_AT_LEAST
    assert _run["milliseconds"] <= SECONDS_AT_MOST * 1_000


def test_nothing_changed(setup: Setup) -> None:
    """The image has only tags of accepted cases, and refused requests left nothing."""
    server, target = setup.server, setup.target
    with server.client() as client:
        tags = client.get(f"/image/{target.image}/getTags", params={"extensionId": EXTENSION})
        assert tags.status_code == 200
        assert set(tags.json()) <= {"media", "framing", "a", "q"}
        assert client.get("/repository/tags").status_code == 200
        shown = client.get(f"/collection/{target.collection}/get").json()
        assert (shown["name"], shown["filter"]) == ("a target", {})
    assert _counts(server) == setup.counts
    assert _files(server.pictures[0]) == setup.files
    assert len(_files(setup.outside)) == 1
    assert list((server.data_dir / "incoming").iterdir()) == []
    assert list((server.data_dir / "scratch").iterdir()) == []


def faults_of(case: Case, exchange: Exchange) -> list[str]:
    """The faults of the responses to a case; empty when there are none."""
    statuses = [answer.status for answer in exchange.answers]
    faults: list[str] = []
    if not statuses:
        if exchange.rest:
            faults.append(f"came back, and is no HTTP answer: {exchange.rest[:200]!r}")
        if CLOSED not in case.statuses:
            ending = "closed" if exchange.closed else f"still open after {exchange.seconds:.1f} s"
            faults.append(f"no answer, {ending}; wanted {sorted(case.statuses)}")
        return faults
    if statuses[0] not in case.statuses:
        faults.append(f"{statuses[0]}, wanted {sorted(case.statuses)}: {exchange.answers[0].body[:300]!r}")
    if len(statuses) > case.answers:
        faults.append(f"{len(statuses)} answers: {statuses}")
    if exchange.rest:
        faults.append(f"bytes after the answers: {exchange.rest[:200]!r}")
    for answer in exchange.answers:
        faults += answer_faults(answer, heads=case.heads, wire=case.wire)
    if case.allow is not None:
        listed = frozenset(
            part.strip() for part in (exchange.answers[0].header("allow") or "").split(",") if part.strip()
        )
        if listed != case.allow:
            faults.append(f"Allow lists {sorted(listed)}, wanted {sorted(case.allow)}")
    if case.rule is not None and statuses[0] >= 400:
        rule = problem_of(exchange.answers[0]).get("rule")
        if rule != case.rule:
            faults.append(f"the rule is {rule}, wanted {case.rule}")
    return faults


def answer_faults(answer: Answer, *, heads: bool, wire: bytes) -> list[str]:
    """The faults of a response that no request may cause."""
    faults = []
    if answer.status >= 500 and answer.status != 501:
        faults.append(f"a server error: {answer.status} {answer.body[:300]!r}")
    if answer.header("access-control-allow-origin") == "*":
        faults.append("open to every web page")
    if answer.header("x-injected") is not None or (answer.status < 400 and b"injected" in answer.body.lower()):
        faults.append("what a client smuggled in came back")
    content_type = answer.header("content-type") or ""
    if answer.status == 401 and not (answer.header("www-authenticate") or "").startswith("Bearer"):
        faults.append("401 without WWW-Authenticate: Bearer")
    if answer.status == 405 and answer.header("allow") is None:
        faults.append("405 without Allow")
    if answer.status < 400 or heads:
        return faults
    if len(answer.body) > ERROR_BYTES:
        faults.append(f"an error of {len(answer.body)} bytes")
    leak = LEAKS.search(_without_echo(answer, wire))
    if leak is not None:
        faults.append(f"the error shows {leak[0]!r}: {answer.body[:300]!r}")
    if content_type == "application/problem+json":
        problem = problem_of(answer)
        wanted = {"type", "title", "status", "detail", "message", "code", "rule"}
        if not wanted <= problem.keys() or problem.get("status") != answer.status:
            faults.append(f"an incomplete problem: {answer.body[:300]!r}")
    else:
        faults.append(f"an error that is no problem document: {content_type} {answer.body[:200]!r}")
    return faults


def _without_echo(answer: Answer, wire: bytes) -> bytes:
    """The body of an error without the value from the request, and without the example path of a remedy."""
    problem = problem_of(answer)
    if "unreadable" in problem:
        return answer.body
    value = str(problem.get("value", "")).removesuffix("…")
    if value and value in unquote(wire.decode("utf-8", "replace")):
        del problem["value"]
    return json.dumps(problem, ensure_ascii=False).encode().replace(EXAMPLE, b"")


def problem_of(answer: Answer) -> dict[str, Any]:
    """The problem document of a response, parsed strictly: no NaN, no Infinity, no repeated name."""

    def refused(token: str) -> Any:
        raise ValueError(f"{token} in an answer")

    def unique(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
        assert len({name for name, _ in pairs}) == len(pairs), f"repeated names: {pairs}"
        return dict(pairs)

    try:
        parsed = json.loads(answer.body, parse_constant=refused, object_pairs_hook=unique)
    except ValueError as error:
        return {"unreadable": str(error)}
    return parsed if isinstance(parsed, dict) else {"unreadable": "not an object"}
