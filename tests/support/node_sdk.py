"""The Node SDK, built once for all tests of a run, only from committed files, with node and npm."""

from __future__ import annotations

import atexit
import fcntl
import functools
import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any, Final

import pytest

SDK: Final = Path(__file__).parents[2] / "sdk" / "node"
NEEDS_NPM: Final = pytest.mark.skipif(
    shutil.which("npm") is None and not os.environ.get("CI"), reason="there is no npm"
)


@functools.cache
def built() -> Path:
    """A folder with the built kit. The build tools are in the kit's own folder, as for its authors."""
    with (SDK / "package-lock.json").open() as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # test processes run concurrently
        installed = SDK / "node_modules" / ".package-lock.json"
        if not installed.exists() or installed.stat().st_mtime < (SDK / "package-lock.json").stat().st_mtime:
            npm("ci", "--no-audit", "--no-fund", folder=SDK)
    target = Path(tempfile.mkdtemp(prefix="facetry-extension-"))
    atexit.register(shutil.rmtree, target)
    for name in ("package.json", "README.md", "LICENSE", "tsconfig.json"):
        shutil.copy(SDK / name, target / name)
    shutil.copytree(SDK / "src", target / "src")
    (target / "node_modules").symlink_to(SDK / "node_modules")
    npm("run", "build", folder=target)
    return target


def pack(folder: Path) -> Path:
    """Pack the kit into the folder of an extension; returns the package."""
    npm("pack", "--ignore-scripts", "--pack-destination", str(folder), folder=built())
    [packed] = folder.glob("facetry-extension-*.tgz")
    return packed


def npm(*arguments: str, folder: Path) -> None:
    """Run npm."""
    process = subprocess.run(["npm", *arguments], cwd=folder, capture_output=True, text=True, check=False)
    assert process.returncode == 0, process.stdout + process.stderr


def output(*command: str, folder: Path) -> Any:
    """The JSON output of a program."""
    process = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert process.returncode == 0, process.stderr
    return json.loads(process.stdout)
