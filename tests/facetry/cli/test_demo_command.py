"""`facetry demo` where it can write neither its folder nor its results."""

from pathlib import Path

import pytest

from tests.facetry.cli.test_commands import run_facetry


@pytest.mark.parametrize("place", ["file", "loop"])
def test_a_folder_that_cannot_be_created_has_a_message(place: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / "loop").symlink_to("loop")
    directory = tmp_path / place / "demo"
    done = run_facetry("demo", "--once", "--directory", str(directory))
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(f"facetry: {directory} cannot be used: ")
    assert len(done.stderr.splitlines()) == 1
