"""The Node SDK, built once for all tests of a run, only from committed files, with node and npm."""

from __future__ import annotations

import atexit
import functools
import json
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any, Final

from tests.support.extensions.npm import install, npm

SDK: Final = Path(__file__).parents[3] / "sdk" / "node"


@functools.cache
def built() -> Path:
    """A folder with the built kit. The build tools are in the kit's own folder, as for its authors."""
    install(SDK)
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


def output(*command: str, folder: Path) -> Any:
    """The JSON output of a program."""
    process = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert process.returncode == 0, process.stderr
    return json.loads(process.stdout)
