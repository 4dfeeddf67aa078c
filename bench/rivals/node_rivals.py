"""The rivals in Node, installed at first use: `package.json` and its lock decide the versions."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
from pathlib import Path
from typing import Final

_SOURCE: Final = Path(__file__).with_name("node")
FASTIFY: Final = "fastify_server.mjs"


def is_available() -> bool:
    """Whether Node and npm are there."""
    return shutil.which("node") is not None and shutil.which("npm") is not None


def installed_folder(data: Path) -> Path:
    """The folder in `data` with the scripts and their packages. Raises `CalledProcessError` when npm fails."""
    files = sorted(file for file in _SOURCE.iterdir() if file.is_file())
    digest = hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:8]
    folder = data / f"node-rivals-{digest}"
    if not folder.exists():
        partial_folder = folder.with_suffix(".making")
        shutil.rmtree(partial_folder, ignore_errors=True)
        partial_folder.mkdir(parents=True)
        for file in files:
            shutil.copy(file, partial_folder)
        command = ["npm", "ci", "--silent", "--no-audit", "--no-fund", "--ignore-scripts"]
        subprocess.run(command, cwd=partial_folder, check=True)
        partial_folder.rename(folder)
    return folder
