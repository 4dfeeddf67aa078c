"""The folders of `facetry extension init`: their own tests pass, and fail when their manifest is broken."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from facetry.authoring import kits, starter
from tests.support.extensions.node_sdk import built
from tests.support.extensions.npm import NEEDS_NPM

ROOT: Final = Path(__file__).parents[3]
PYTHON: Final = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", os.devnull, "--rootdir", ".")
BROKEN: Final = ("image.computeTags", "image.computeFeatures")


def run_tests(folder: Path, *command: str) -> tuple[int, str]:
    """The exit code and the output of the tests of an extension, with this checkout as their validator."""
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join((str(ROOT / "sdk" / "python"), str(ROOT))),
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
        "FACETRY_COMMAND": f"{shlex.quote(sys.executable)} -m facetry",
    }
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False, timeout=120
    )
    return done.returncode, done.stdout + done.stderr


def break_manifest(folder: Path) -> None:
    path = folder / "manifest.json"
    text = path.read_text()
    assert BROKEN[0] in text
    path.write_text(text.replace(*BROKEN))


def test_the_tests_of_the_python_template(tmp_path: Path) -> None:
    folder = tmp_path / "sky-tagger"
    starter.write_extension(folder, "sky-tagger", "python", kits.python_kit())
    code, output = run_tests(folder, *PYTHON)
    assert code == 0, output
    assert "2 passed" in output
    break_manifest(folder)
    code, output = run_tests(folder, *PYTHON)
    assert code == 1, output
    assert "2 failed" in output
    assert "manifest.capability" in output


@NEEDS_NPM
@pytest.mark.parametrize("is_broken", [False, True])
def test_the_tests_of_the_node_template(tmp_path: Path, is_broken: bool) -> None:
    folder = tmp_path / "sky-tagger"
    starter.write_extension(folder, "sky-tagger", "node", kits.Kit("vendor/kit.tgz", b""))
    (folder / "node_modules").mkdir()
    (folder / "node_modules" / "facetry-extension").symlink_to(built())
    if is_broken:
        break_manifest(folder)
    code, output = run_tests(folder, "node", "--test")
    assert code == is_broken, output
    assert ("manifest.capability" in output) is is_broken
