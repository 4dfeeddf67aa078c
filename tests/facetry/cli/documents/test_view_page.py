"""`facetry view render --html`: pages, files that exist, and exit codes."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest

DOCUMENT: Final = {"schemaVersion": "1.0", "title": "A <b>card</b>", "elements": [{"type": "divider"}]}
ROOT: Final = Path(__file__).parents[4]


def run(*arguments: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "facetry", "view", "render", *arguments],
        input=stdin,
        capture_output=True,
        env={"PYTHONPATH": str(ROOT), "PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8"},
        check=False,
        timeout=60,
    )


@pytest.fixture
def card(tmp_path: Path) -> str:
    file = tmp_path / "card.json"
    file.write_text(json.dumps(DOCUMENT))
    return str(file)


def documents_of(page: str) -> Any:
    embedded = re.search(r'<script type="application/json" id="documents">(.*?)</script>', page, re.DOTALL)
    assert embedded is not None
    return json.loads(embedded[1])


def test_the_policy_allows_the_one_script_and_nothing_else(card: str) -> None:
    page = run("--html", card).stdout.decode()
    policy = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]*)"', page)[0]
    (script,) = re.findall(r'<script type="module">(.*?)</script>', page, re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert "default-src 'none'" in policy
    assert f"script-src 'sha256-{digest}';" in policy
    assert documents_of(page) == [DOCUMENT]
    assert "<title>A &lt;b&gt;card&lt;/b&gt;</title>" in page
    assert re.findall(r"https?://[^ \"'`<>]+", page.replace(script, "")) == []


def test_several_documents_stand_under_their_names(card: str, tmp_path: Path) -> None:
    output = tmp_path / "page.html"
    other = {"schemaVersion": "1.0", "elements": [{"type": "string", "value": "</script><script>x"}]}
    done = run("--html", "--output", str(output), card, "-", stdin=json.dumps(other).encode())
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    page = output.read_text()
    assert documents_of(page) == [DOCUMENT, other]
    assert re.findall("<h2>(.*?)</h2>", page) == [card, "standard input"]


def test_a_file_that_exists_is_replaced_only_by_force(card: str, tmp_path: Path) -> None:
    output = tmp_path / "page.html"
    output.write_text("mine")
    refused = run("--html", "--output", str(output), card)
    assert (refused.returncode, output.read_text()) == (2, "mine")
    assert b"--force replaces it" in refused.stderr
    assert run("--html", "--force", "--output", str(output), card).returncode == 0
    assert "facetry-view" in output.read_text()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["card.json", "page.html"]
    missing = run("--html", "--output", str(tmp_path / "no" / "page.html"), card)
    assert (missing.returncode, b"cannot be written" in missing.stderr) == (3, True)


def test_an_invalid_document_writes_no_page(card: str, tmp_path: Path) -> None:
    broken, output = tmp_path / "broken.json", tmp_path / "page.html"
    broken.write_text('{"schemaVersion": "1.0", "elements": [{"type": "string"}]}')
    done = run("--html", "--output", str(output), card, str(broken))
    assert (done.returncode, output.exists()) == (1, False)
    assert "[schema.required]" in done.stderr.decode()
    output.write_text("mine")
    assert run("--html", "--force", "--output", str(output), str(broken)).returncode == 1
    assert output.read_text() == "mine"


def test_assets_are_embedded_and_missing_ones_are_named(tmp_path: Path) -> None:
    (tmp_path / "cat.gif").write_bytes(b"GIF89a")
    elements = [{"type": "image-ref", "src": source} for source in ("cat.gif", "dog.gif")]
    text = json.dumps({"schemaVersion": "1.0", "elements": elements}).encode()
    done = run("-", "--html", "--assets", str(tmp_path), stdin=text)
    shown = [element["src"] for element in documents_of(done.stdout.decode())[0]["elements"]]
    assert shown == ["data:image/gif;base64,R0lGODlh", "dog.gif"]
    assert done.stderr.decode() == "facetry: the asset dog.gif is not shown: No such file or directory\n"
    assert run("-", "--html", "--assets", str(tmp_path / "no"), stdin=text).returncode == 3


@pytest.mark.parametrize(
    "arguments",
    [
        ("--output", "x"),
        ("--assets", "."),
        ("--html", "--width", "40"),
        ("--html", "--force"),
        ("card.json",),
        ("--html", "-", "-"),
    ],
)
def test_options_that_do_not_fit_together_are_wrong_usage(card: str, arguments: tuple[str, ...]) -> None:
    done = run(card, *arguments)
    assert (done.returncode, done.stdout) == (2, b"")
