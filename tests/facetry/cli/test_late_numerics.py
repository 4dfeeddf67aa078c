"""The service imports numpy for the first search, in a thread, and keeps no stand-in for a part of it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.support.services.servers import free_port

KEY = "0" * 64
PROGRAM = """
import http.client, json, os, signal, sys, threading, time
from facetry.cli import main

port, method, target, body = int(sys.argv[1]), *sys.argv[2:]
threads = []

class Recorder:
    def find_spec(self, name, path=None, target=None):
        if name in ("numpy._core", "numkong._numkong"):
            threads.append(threading.current_thread().name)

def ask(method, target, body=None):
    link = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    link.request(method, target, body, {"Authorization": "Bearer " + "0" * 64, "Content-Type": "application/json"})
    status = link.getresponse().status
    link.close()
    return status

def stand_ins():
    from facetry.system.late_modules import LatePart
    found = []
    for module_name, module in list(sys.modules.items()):
        if module_name.split(".")[0] not in ("facetry", "handlers", "generated"):
            continue
        for name, value in vars(module).items():
            parts = [value, *(getattr(value, field, None) for field in getattr(value, "__dataclass_fields__", ()))]
            if any(type(part) is LatePart for part in parts):
                found.append(name)
    return sorted(set(found))

def report():
    while True:
        try:
            if ask("GET", "/readyz") == 200:
                break
        except OSError:
            time.sleep(0.02)
    before = list(threads)
    kept = stand_ins()
    status = ask(method, target, body)
    print(json.dumps({"before": before, "after": threads, "status": status, "stand_ins": kept}), flush=True)
    os.kill(os.getpid(), signal.SIGTERM)

sys.meta_path.insert(0, Recorder())
threading.Thread(target=report, daemon=True).start()
main(["serve", "--quiet", "--data-dir", "data", "--port", str(port)])
"""


def report_of(folder: Path, method: str, target: str, body: object = None) -> dict[str, Any]:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(free_port()), method, target, "" if body is None else json.dumps(body)],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[3]), "FACETRY_API_SECRET": KEY},
        capture_output=True,
        text=True,
        check=False,  # it ends by a signal
        timeout=120,
    )
    assert "Traceback" not in done.stderr
    report: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return report


def test_requests_without_a_search_need_no_numpy(tmp_path: Path) -> None:
    report = report_of(tmp_path, "GET", "/repository/list")
    assert (report["status"], report["before"], report["after"]) == (200, [], [])
    # aliases of types, which only annotations use
    assert set(report["stand_ins"]) == {"Keys", "NDArray", "Slots", "Values", "Vectors"}


@pytest.mark.parametrize(
    ("method", "target", "body"),
    [
        ("POST", "/image/search/ids", {"filter": {"criteria": {"tags": {"values": ["cat"]}}}}),
        ("POST", "/image/search/images", {}),
        ("PUT", "/image/closestEmbeddingsImages?extensionId=none", {"name": "n", "values": [1.0]}),
        ("GET", "/image/00000000-0000-4000-8000-000000000000/closestImages?extensionId=none&name=n", None),
    ],
)
def test_a_search_imports_numpy_in_a_thread(tmp_path: Path, method: str, target: str, body: object) -> None:
    report = report_of(tmp_path, method, target, body)
    assert report["status"] in {200, 400, 404}
    assert report["before"] == []
    assert report["after"]
    assert all("reader" in name for name in report["after"])
