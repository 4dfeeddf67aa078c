"""`facetry demo` where it can write neither its folder nor its results."""

import threading
from pathlib import Path
from typing import Any

import pytest

from facetry.demo import bundled, show
from tests.facetry.cli.test_commands import run_facetry
from tests.facetry.cli.test_streams import run


@pytest.mark.parametrize("place", ["file", "loop"])
def test_a_folder_that_cannot_be_created_has_a_message(place: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / "loop").symlink_to("loop")
    directory = tmp_path / place / "demo"
    done = run_facetry("demo", "--once", "--directory", str(directory))
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(f"facetry: {directory} cannot be used: ")
    assert len(done.stderr.splitlines()) == 1


def test_results_that_cannot_be_written_have_a_message(tmp_path: Path) -> None:
    done = run(tmp_path, "demo --once", ">/dev/full", HOME=str(tmp_path), TMPDIR=str(tmp_path))
    assert done.returncode == 2, done.stderr
    assert done.stderr.splitlines()[-1] == "facetry: the output cannot be written: No space left on device"
    assert "Traceback" not in done.stderr
    assert not list(tmp_path.glob("facetry-demo-*"))


def test_a_reader_of_the_results_that_has_ended_is_no_error(tmp_path: Path) -> None:
    done = run(tmp_path, "demo --once", "| true", HOME=str(tmp_path), TMPDIR=str(tmp_path))
    assert "Traceback" not in done.stderr
    assert "cannot be" not in done.stderr


def test_counts_of_the_progress_are_never_negative(monkeypatch: pytest.MonkeyPatch) -> None:
    """The scan adds images between the requests that count them."""
    counts = iter([0, 37, 37])
    ending, reports = threading.Event(), list[str]()
    monkeypatch.setattr(show, "_count", lambda *_: next(counts))
    monkeypatch.setattr(show, "_install", lambda *_: None)

    def report(text: str) -> None:
        reports.append(text)
        ending.set()

    client: Any = None
    assert show.run_demo(client, ending, 60, 0.0, report) is None
    assert reports == [
        f"0 of 60 pictures; 0 with tags of {bundled.TAG_EXTENSION}, 0 with features of {bundled.TAG_EXTENSION}"
    ]
