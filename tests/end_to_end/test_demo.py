"""The demonstration, from the command to its output, with no leftovers."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from facetry.authoring.shared_environment import unzip
from facetry.demo import bundled, pictures
from tests.support.services.servers import server_environment


@pytest.mark.e2e
def test_the_demo_shows_results_of_two_extensions_and_leaves_nothing(tmp_path: Path) -> None:
    temporary, link = tmp_path / "temporary", tmp_path / "link"  # as /tmp of macOS
    temporary.mkdir()
    link.symlink_to(temporary)
    process = subprocess.run(
        [sys.executable, "-m", "facetry", "demo", "--once"],
        env=server_environment("", {"TMPDIR": str(link)}),
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert process.returncode == 0, process.stderr
    first, last = re.match(
        r"60 pictures\. .* after ([\d.]+) s, all of them after ([\d.]+) s\.", process.stdout
    ).groups()  # type: ignore[union-attr]  # without a match the test fails too
    assert 0 < float(first) <= float(last)
    counts = {
        name: int(count) for name, count in re.findall(r"^  (colour:\w+) +(\d+)  █", process.stdout, re.MULTILINE)
    }
    assert len(counts) >= 6
    assert all(1 <= count <= 60 for count in counts.values())
    picture, nearest = re.search(r"Nearest to (\w+)-\d+\.\w+, by perceptual-embedding: (.+)", process.stdout).groups()  # type: ignore[union-attr]  # as above
    assert picture == "sunset"
    assert nearest.count("sunset-") >= 2
    assert "http://" not in process.stdout, "nobody serves any more"
    assert list(temporary.iterdir()) == []


def test_a_folder_that_is_not_empty_is_refused(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("years of work")
    process = subprocess.run(
        [sys.executable, "-m", "facetry", "demo", "--once", "--directory", str(tmp_path)],
        env=server_environment(""),
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (process.returncode, "not an empty folder" in process.stderr) == (2, True)
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


def test_the_pictures_are_reproducible_and_distinct(tmp_path: Path) -> None:
    first = [path.read_bytes() for path in pictures.paint(tmp_path / "a", 12)]
    assert first == [path.read_bytes() for path in pictures.paint(tmp_path / "b", 12)]
    assert len(set(first)) == 12


@pytest.mark.parametrize("id", [bundled.TAG_EXTENSION, bundled.VECTOR_EXTENSION])
def test_without_their_packages_the_extensions_are_installed_as_any_other(
    id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    borrowed, borrows = bundled.archive(id)
    assert borrows
    monkeypatch.setattr(bundled, "_REQUIRED_MODULES", ("a_package_that_nobody_has",))
    ordinary, borrows = bundled.archive(id)
    assert not borrows
    names = [{file.name for file in unzip(archive)} for archive in (borrowed, ordinary)]
    assert "requirements.txt" in names[1] - names[0]
    assert "facetry_extension/__init__.py" in names[0] - names[1]
    manifest = next(file for file in unzip(borrowed) if file.name == "manifest.json")
    assert json.loads(manifest.data)["instructions"][0]["execution"]["executable"] == sys.executable
