"""Hostile texts of documents: each is refused with few findings at places within it, in bounded time and memory, by the
engine and by the process of `facetry validate`.
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from facetry.validate import documents
from facetry.validate.kinds import Kind
from facetry.validate.located import locate
from tests.hostile.documents import texts

CPU_SECONDS: Final = 10
"""The hard limit of a process, far above two seconds, which hold on a machine without other work."""
MEMORY_BYTES: Final = 2**30
CASES: Final = list(texts(2))
PROGRAM: Final = f"""
import resource, sys
resource.setrlimit(resource.RLIMIT_CPU, ({CPU_SECONDS}, {CPU_SECONDS}))
resource.setrlimit(resource.RLIMIT_AS, ({MEMORY_BYTES}, {MEMORY_BYTES}))
from facetry.cli import main
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.parametrize(("name", "text", "rule"), CASES, ids=[name for name, _, _ in CASES])
def test_the_engine_refuses_each(name: str, text: bytes, rule: str) -> None:
    found = documents.findings(text, Kind.VIEW_DOCUMENT)
    assert 0 < len(found) <= 101
    assert any(finding.level == "error" and finding.rule.startswith(rule) for finding in found), found[:3]
    for finding in found:
        assert len(finding.detail) < 1_000
        assert len(finding.value or "") < 1_000
    for located in locate("file", text, found):
        assert located.range is not None
        assert 0 <= located.range.start.offset <= located.range.end.offset <= len(text)


@pytest.mark.parametrize("kind", ["view-document", "manifest"])
def test_the_command_refuses_all_within_its_limits(tmp_path: Path, kind: str) -> None:
    names = [
        "10 MB of brackets", "10 MB of quotes", "100,000 objects", "100,000 keys twice", "UTF-16 of 10 MB",
        "100,000 bytes that are not UTF-8", "a wrong element behind 10 MB", "remote references",
        "a duplicate key behind 10 MB of objects", "a duplicate key behind 10 MB of deep arrays",
        "10 MB of wrong elements with many values",
    ]  # fmt: skip
    by_name = {name: text for name, text, _ in texts()}
    for number, name in enumerate(names):
        file = tmp_path / f"{number}.json"
        file.write_bytes(by_name[name])
        command = [sys.executable, "-c", PROGRAM, "validate", "--as", kind, "--format", "json", str(file)]
        done = subprocess.run(
            command, capture_output=True, timeout=120, check=False, env={**os.environ, "NO_COLOR": "1"}
        )
        assert (done.returncode, done.stderr) == (1, b""), (name, done.stderr[-500:])
        assert b"Traceback" not in done.stdout
        json.loads(done.stdout)
        assert len(done.stdout) < 1_000_000
