"""Hostile manifests and schemas: each is refused by its rule within a time limit, and no reference is retrieved."""

import contextlib
import socket
import sys
import threading
import time
from collections.abc import Iterator
from typing import Any, Final

import orjson
import pytest

from facetry.errors import MAX_PROBLEM_BYTES, FaultError, problem_body
from facetry.validate import manifests, schemas
from tests.hostile import manifests as hostile
from tests.support.processor_speed import slowness

CPU_SECONDS: Final = 0.1
VALUES: Final[list[Any]] = [
    {},
    {"a": "a" * 100_000 + "!"},
    {"a": 1e308},
    {"a": -5e-324},
    {"a": 2**63},
    {"a": ["a" * 200] * 900, "b": {"a": {"b": {"a": {}}}}},
    {f"p{n}": "a" * 100 + "!" for n in range(900)},
    {"a": [[n] for n in range(1_000)]},
]


class AccessRecorder:
    """Records connections to a port, and network and file accesses of the process. There may be none."""

    def __init__(self) -> None:
        self.connections = 0
        self.accesses: list[str] = []
        self.is_watching = False
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self.listener.getsockname()[1]
        sys.addaudithook(self._notice)
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                self.listener.accept()[0].close()
                self.connections += 1

    def _notice(self, event: str, arguments: tuple[object, ...]) -> None:
        if self.is_watching and (event.startswith(("socket.connect", "socket.getaddrinfo")) or event == "open"):
            self.accesses.append(f"{event} {arguments[:2]}"[:200])


@pytest.fixture(scope="module")
def recorder() -> Iterator[AccessRecorder]:
    made = AccessRecorder()
    manifests.findings(hostile.manifest())  # reads the schema of manifests from its file
    for dialect in ("draft-04", "draft-06", "draft-07"):
        schemas.check_schema(
            {"$schema": f"http://json-schema.org/{dialect}/schema#", "properties": {"a": {"pattern": "a"}}}
        )
    manifests.findings("{")  # loads what reads texts
    for dialect in ("2019-09", "2020-12"):
        schemas.check_schema({"$schema": f"https://json-schema.org/draft/{dialect}/schema"})
    yield made
    made.listener.close()


def test_recorder_sees_accesses(recorder: AccessRecorder) -> None:
    recorder.is_watching = True
    socket.create_connection(("127.0.0.1", recorder.port)).close()
    recorder.is_watching = False
    deadline = time.monotonic() + 30
    while not recorder.connections and time.monotonic() < deadline:
        time.sleep(0.01)
    assert recorder.connections == 1
    assert any(event.startswith("socket.connect") for event in recorder.accesses)
    recorder.connections = 0
    recorder.accesses.clear()


def test_each_is_refused_by_its_rule_in_time(recorder: AccessRecorder) -> None:
    cases = list(hostile.texts(recorder.port))
    assert len({name for name, _, _ in cases}) == len(cases) >= 60
    wrong, slowest = [], (0.0, "")
    recorder.is_watching = True
    for name, text, rule in cases:
        best = CPU_SECONDS * 9
        for _ in range(3):  # the machine may have been busy with something else
            before = time.process_time()
            found = manifests.findings(text)
            best = min(best, time.process_time() - before)
            if best < CPU_SECONDS / 2:
                break
        slowest = max(slowest, (best, name))
        errors = [finding for finding in found if finding.level == "error"]
        if (rule == hostile.SOUND) != (not errors) or not all(error.rule.startswith(rule) for error in errors[:1]):
            wrong.append((name, rule, [(error.rule, error.pointer[:60]) for error in errors[:3]]))
        assert len(found) <= manifests.MAX_FINDINGS
        for finding in found:
            assert len(problem_body(finding.fault)) <= MAX_PROBLEM_BYTES
        if errors:
            with pytest.raises(FaultError):
                manifests.require(text)
    recorder.is_watching = False
    print(f"hostile manifests: {len(cases)}, the slowest took {slowest[0] * 1000:.0f} ms: {slowest[1]}")
    assert wrong == []
    assert (recorder.connections, recorder.accesses) == (0, [])
    assert slowest[0] < CPU_SECONDS * slowness(), slowest


def test_accepted_schemas_check_hostile_values_in_time(recorder: AccessRecorder) -> None:
    slowest, checks = (0.0, ""), 0
    recorder.is_watching = True
    for name, schema, _ in hostile.schemas(recorder.port):
        try:
            checked = schemas.check_schema(schema)
        except FaultError:
            continue
        schemas.defaults(schema)
        for value in VALUES:
            best = CPU_SECONDS * 9
            for _ in range(3):
                before = time.process_time()
                fault = checked.fault(value, "/value")
                best = min(best, time.process_time() - before)
            slowest = max(slowest, (best, f"{name}: {str(value)[:40]}"))
            checks += 1
            assert fault is None or (fault.pointer or "").startswith("/value")
    recorder.is_watching = False
    print(f"hostile settings: {checks}, the slowest took {slowest[0] * 1000:.0f} ms: {slowest[1]}")
    assert checks > 100
    assert (recorder.connections, recorder.accesses) == (0, [])
    assert slowest[0] < CPU_SECONDS * slowness(), slowest


def test_the_heaviest_settings_that_are_permitted_take_no_longer() -> None:
    """The largest number of values, each checked against the largest number of subschemas."""
    choices = [{"enum": [[number, n] for n in range(10)]} for number in range(6)]
    composite: dict[str, Any] = {"properties": {"a": {"items": {"anyOf": choices}}}}
    patterns: dict[str, Any] = {
        "properties": {"a": {"items": {"anyOf": [{"pattern": f"^(a+)+{n}$"} for n in range(23)]}}}
    }
    heaviest: list[tuple[dict[str, Any], dict[str, Any]]] = [
        (composite, {"a": [[5, 9]] * 1_300}),
        (patterns, {"a": ["a" * 60 + "22"] * 3_900}),
        (patterns, {"a": ["a" * 250_000]}),
    ]
    for schema, value in heaviest:
        checked = schemas.check_schema(schema)
        assert len(orjson.dumps(value)) <= schemas.MAX_SETTINGS_BYTES
        best = 9.0
        for _ in range(3):
            before = time.process_time()
            fault = checked.fault(value, "")
            best = min(best, time.process_time() - before)
        assert (fault is None) == (len(value["a"]) > 1)
        print(f"heaviest settings: {best * 1000:.0f} ms")
        assert best < CPU_SECONDS * slowness()
