"""Damages of a library are noticed, named and mended: no answer changes, no server dies, and repair lists all losses.

`DAMAGES` is the number of random damages; `nox -s damages` does 600.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

NAMED = (503, "store.damaged")


def judge(outcome: dict[str, Any], answers: list[Any]) -> list[str]:
    """The faults of the service with one damage."""
    faults = []
    running = outcome["answers"]
    if "died" in running:
        return [f"the server died: {running['died']}"]
    if "error" in running:
        return [f"the server did not start: {running['error'][-600:]}"]
    result = running["result"]
    asked = [*zip(answers * 2, [*result.get("before", []), *result.get("after", [])], strict=False)]
    for expected, answer in asked:
        if answer != expected and tuple(answer) != NAMED:
            faults.append(f"changed answer or wrong status: {answer[0]} {answer[1][:80]}")
    for written, read, is_there in result.get("writes", []):
        if written not in (204, 503) or read not in (200, 503) or (written == 204 and read == 200 and not is_there):
            faults.append(f"a write was answered with {written}, and its reading with {read}, {is_there}")
    if False in result.get("renditions", []):
        faults.append("a damaged rendition was answered")
    is_damaged = result.get("damage") is not None
    if "ready" in result and (tuple(result["ready"]) == NAMED) != is_damaged:
        faults.append(f"readyz says {result['ready']}, and the damage is {result['damage']}")
    is_named = "refused" in result or is_damaged or outcome["findings"].get("result") or None in result["renditions"]
    is_harmless = outcome["target"] in ("vectors", "renditions") or "not in use" in outcome["what"]
    if not is_named and not is_harmless:
        faults.append(f"nobody named the damage: {outcome['findings']}")
    return faults


def judge_repair(outcome: dict[str, Any]) -> list[str]:
    """The faults of the repair after one damage."""
    repaired = outcome["repair"]
    if "result" not in repaired:
        return [f"the repair failed: {str(repaired)[-600:]}"]
    result = repaired["result"]
    return [result["failed"]] if "failed" in result else list(result["unlisted"])


def test_damages_are_named_and_mended(tmp_path: Path) -> None:
    count, seed = int(os.environ.get("DAMAGES", "8")), int(os.environ.get("DAMAGES_SEED", "1"))
    command = [sys.executable, "-m", "tests.crash.damages", str(tmp_path), str(count), str(seed)]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr[-2_000:]
    lines = [json.loads(line) for line in ended.stdout.splitlines()]
    answers, outcomes = lines[0]["answers"], lines[1:]
    assert {status for status, _ in answers} == {200}
    assert len(outcomes) == count
    faults = []
    for outcome in outcomes:
        found = [*judge(outcome, answers), *judge_repair(outcome)]
        faults += [f"{outcome['number']} ({outcome['what']}, {outcome['runs']=}): {fault}" for fault in found]
    targets = Counter((outcome["target"], "running" if outcome["runs"] else "stopped") for outcome in outcomes)
    lossy = sum(bool(outcome["repair"].get("result", {}).get("lost")) for outcome in outcomes)
    print(f"\n{count} damages, {len(faults)} faults, {lossy} with listed losses: {dict(targets)}")
    assert not faults, "\n".join(faults)
