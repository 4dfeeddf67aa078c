"""Raw bytes against the real server: nothing that a client can send makes it fail, leak, hang or answer twice."""

import json
import re
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Final

import httpx
import pytest

from tests.contract.description import document
from tests.hostile import bodies, credentials, framing, lines, media, methods, targets
from tests.hostile.target import Target
from tests.hostile.wire import CLOSED, Answer, Case, Talk, talk
from tests.pictures import fill
from tests.servers import Server, serving

pytestmark = pytest.mark.hostile

ERROR_BYTES: Final = 2_048
CASES_AT_LEAST: Final = 300
SECONDS_AT_MOST: Final = 60.0
EXTENSION: Final = "hostile-tests"
# What an error must never show: stack traces, paths of the machine, SQL, Python's own words.
LEAKS: Final = re.compile(
    rb"Traceback|File \"|\.py\b|site-packages|/home/|/root/|/usr/|/tmp/|sqlite|SELECT |INSERT |UPDATE |"
    rb"sqlalchemy|connexion|starlette|uvicorn|jsonschema|orjson|httptools|object at 0x|<class|Exception",
    re.IGNORECASE,
)
FAMILIES: Final = ("bodies", "media", "framing", "lines", "targets", "methods", "credentials")
_run: Counter[str] = Counter()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    directory = tmp_path_factory.mktemp("hostile")
    fill(directory / "pictures", 6)
    with serving(directory, [directory / "pictures"]) as running:
        yield running


@pytest.fixture(scope="module")
def target(server: Server) -> Target:
    server.facetry("extension", "register", EXTENSION)
    with server.client() as client:
        found = client.post("/image/search/ids", json={}).json()["items"]
        created = client.post("/apiSecret/create", params={"type": "key", "name": "a target"})
        return Target(server.key, found[0], EXTENSION, created.json()["id"])


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
    }
    return builders[family](target)


@pytest.mark.parametrize("family", FAMILIES)
def test_family(family: str, server: Server, target: Target) -> None:
    cases = corpus(family, target)
    names = Counter(case.name for case in cases)
    assert names.most_common(1)[0][1] == 1, f"two cases have one name: {names.most_common(1)}"
    began = time.monotonic()
    faults: list[str] = []
    with httpx.Client(base_url=server.url, timeout=10, trust_env=False) as probe:
        for case in cases:
            spoken = talk(server.port, case)
            faults += [f"{case.name}: {fault}" for fault in faults_of(case, spoken)]
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


def test_nothing_changed(server: Server, target: Target) -> None:
    """The image still carries tags that some accepted case wrote, and nothing of what was refused."""
    with server.client() as client:
        tags = client.get(f"/image/{target.image}/getTags", params={"extensionId": EXTENSION})
        assert tags.status_code == 200
        assert set(tags.json()) <= {"media", "framing", "a", "q"}
        assert client.get("/repository/tags").status_code == 200


def faults_of(case: Case, spoken: Talk) -> list[str]:
    """What is wrong with what came back; nothing when all is well."""
    statuses = [answer.status for answer in spoken.answers]
    faults: list[str] = []
    if not statuses:
        if spoken.rest:
            faults.append(f"came back, and is no HTTP answer: {spoken.rest[:200]!r}")
        if CLOSED not in case.statuses:
            ending = "closed" if spoken.closed else f"still open after {spoken.seconds:.1f} s"
            faults.append(f"no answer, {ending}; wanted {sorted(case.statuses)}")
        return faults
    if statuses[0] not in case.statuses:
        faults.append(f"{statuses[0]}, wanted {sorted(case.statuses)}: {spoken.answers[0].body[:300]!r}")
    if len(statuses) > case.answers:
        faults.append(f"{len(statuses)} answers: {statuses}")
    if spoken.rest:
        faults.append(f"bytes after the answers: {spoken.rest[:200]!r}")
    for answer in spoken.answers:
        faults += answer_faults(answer, heads=case.heads)
    if case.allow is not None:
        listed = frozenset(
            part.strip() for part in (spoken.answers[0].header("allow") or "").split(",") if part.strip()
        )
        if listed != case.allow:
            faults.append(f"Allow lists {sorted(listed)}, wanted {sorted(case.allow)}")
    if case.rule is not None and statuses[0] >= 400:
        rule = problem_of(spoken.answers[0]).get("rule")
        if rule != case.rule:
            faults.append(f"the rule is {rule}, wanted {case.rule}")
    return faults


def answer_faults(answer: Answer, *, heads: bool) -> list[str]:
    """What no answer may be, whatever was asked."""
    faults = []
    if answer.status >= 500 and answer.status != 501:
        faults.append(f"a server error: {answer.status} {answer.body[:300]!r}")
    if answer.header("access-control-allow-origin") == "*":
        faults.append("open to every web page")
    if answer.header("x-injected") is not None:
        faults.append("a header of the client came back")
    content_type = answer.header("content-type") or ""
    if answer.status == 401 and not (answer.header("www-authenticate") or "").startswith("Bearer"):
        faults.append("401 without WWW-Authenticate: Bearer")
    if answer.status == 405 and answer.header("allow") is None:
        faults.append("405 without Allow")
    if answer.status < 400 or heads:
        return faults
    if len(answer.body) > ERROR_BYTES:
        faults.append(f"an error of {len(answer.body)} bytes")
    leak = LEAKS.search(answer.body)
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


def problem_of(answer: Answer) -> dict[str, Any]:
    """The problem document of an answer, read strictly: no NaN, no Infinity, no repeated name."""

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
