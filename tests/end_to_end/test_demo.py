"""The demonstration, from the command to what was found, with nothing left behind."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from facetry.authoring.shared_environment import unzipped
from facetry.demo import bundled, pictures
from tests.support.servers import environment


@pytest.mark.e2e
def test_it_shows_what_two_extensions_found_and_leaves_nothing(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "facetry", "demo", "--once"],
        env=environment("", {"TMPDIR": str(tmp_path)}),
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    first, last = re.match(r"60 pictures\. .* after ([\d.]+) s, all of them after ([\d.]+) s\.", done.stdout).groups()  # type: ignore[union-attr]  # it fails then, too
    assert 0 < float(first) <= float(last)
    counts = {name: int(count) for name, count in re.findall(r"^  (colour:\w+) +(\d+)  █", done.stdout, re.MULTILINE)}
    assert len(counts) >= 6
    assert all(1 <= count <= 60 for count in counts.values())
    picture, near = re.search(r"Nearest to (\w+)-\d+\.\w+, by perceptual-embedding: (.+)", done.stdout).groups()  # type: ignore[union-attr]  # as above
    assert picture == "sunset"
    assert near.count("sunset-") >= 2
    assert re.search(r"curl .*/image/search/summaries$", done.stdout.replace("\\\n", ""), re.MULTILINE)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_holds_something_is_not_used(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("years of work")
    done = subprocess.run(
        [sys.executable, "-m", "facetry", "demo", "--once", "--directory", str(tmp_path)],
        env=environment(""),
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (done.returncode, "no empty folder" in done.stderr) == (2, True)
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


def test_the_pictures_are_the_same_each_time_and_differ(tmp_path: Path) -> None:
    first = [path.read_bytes() for path in pictures.paint(tmp_path / "a", 12)]
    assert first == [path.read_bytes() for path in pictures.paint(tmp_path / "b", 12)]
    assert len(set(first)) == 12


@pytest.mark.parametrize("id", [bundled.TAGS, bundled.VECTORS])
def test_without_what_they_need_they_are_installed_as_any_other(id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    borrowed, borrows = bundled.archive(id)
    assert borrows
    monkeypatch.setattr(bundled, "_NEEDED", ("a_package_that_nobody_has",))
    ordinary, borrows = bundled.archive(id)
    assert not borrows
    names = [{file.name for file in unzipped(archive)} for archive in (borrowed, ordinary)]
    assert "requirements.txt" in names[1] - names[0]
    assert "facetry_extension/__init__.py" in names[0] - names[1]
    manifest = next(file for file in unzipped(borrowed) if file.name == "manifest.json")
    assert json.loads(manifest.data)["instructions"][0]["execution"]["executable"] == sys.executable
