"""Packages for node, installed with npm from committed lock files."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
from pathlib import Path
from typing import Final

import pytest

NEEDS_NPM: Final = pytest.mark.skipif(
    shutil.which("npm") is None and not os.environ.get("CI"), reason="there is no npm"
)
_SECONDS: Final = 300


def install(folder: Path, *options: str) -> None:
    """Installs the packages of the lock file in `folder` there, unless that is done already."""
    lock = folder / "package-lock.json"
    with lock.open() as locked:
        fcntl.flock(locked, fcntl.LOCK_EX)  # test processes run concurrently
        installed = folder / "node_modules" / ".package-lock.json"
        if not installed.exists() or installed.stat().st_mtime < lock.stat().st_mtime:
            npm("ci", "--no-audit", "--no-fund", *options, folder=folder)


def npm(*arguments: str, folder: Path) -> None:
    """Run npm."""
    process = subprocess.run(
        ["npm", *arguments], cwd=folder, capture_output=True, text=True, check=False, timeout=_SECONDS
    )
    assert process.returncode == 0, process.stdout + process.stderr
