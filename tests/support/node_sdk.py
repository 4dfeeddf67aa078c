"""The Node SDK, built once for all tests of a run, from nothing but what is committed, node and npm."""

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
    """A folder with the built kit. What it is built with lies in the kit's own folder, where its authors have it."""
    with (SDK / "package-lock.json").open() as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # tests run side by side
        installed = SDK / "node_modules" / ".package-lock.json"
        if not installed.exists() or installed.stat().st_mtime < (SDK / "package-lock.json").stat().st_mtime:
            npm("ci", "--no-audit", "--no-fund", folder=SDK)
    made = Path(tempfile.mkdtemp(prefix="facetry-extension-"))
    atexit.register(shutil.rmtree, made)
    for name in ("package.json", "README.md", "LICENSE", "tsconfig.json"):
        shutil.copy(SDK / name, made / name)
    shutil.copytree(SDK / "src", made / "src")
    (made / "node_modules").symlink_to(SDK / "node_modules")
    npm("run", "build", folder=made)
    return made


def pack(folder: Path) -> Path:
    """The package of the kit, put into the folder of an extension."""
    npm("pack", "--ignore-scripts", "--pack-destination", str(folder), folder=built())
    [packed] = folder.glob("facetry-extension-*.tgz")
    return packed


def npm(*arguments: str, folder: Path) -> None:
    """Run npm."""
    done = subprocess.run(["npm", *arguments], cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def output(*command: str, folder: Path) -> Any:
    """The JSON that a program prints."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
