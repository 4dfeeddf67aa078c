"""The two extensions of the demonstration, as archives. They are in `examples/` of a checkout, and in the wheel."""

from __future__ import annotations

import importlib.util
import sys
import tempfile
from pathlib import Path
from typing import Final

from facetry.authoring import kits
from facetry.authoring.package import pack
from facetry.authoring.shared_environment import unzip, use_interpreter

TAG_EXTENSION: Final = "dominant-colours"
VECTOR_EXTENSION: Final = "perceptual-embedding"
VECTOR_NAME: Final = "look"
"""The name of the vectors of the second extension."""
_REQUIRED_MODULES: Final = ("aiohttp", "httpx", "socketio", "numpy", "PIL")
"""Imports of both extensions and their kit. The extra `demo` installs the first two, Facetry itself the others."""


class BundleError(Exception):
    """An extension of the demonstration is missing or invalid."""


def archive(id: str) -> tuple[bytes, bool]:
    """The archive of one of the extensions, and whether it runs on the interpreter of the service.

    It does when that interpreter has all required modules. Creating an environment and installing packages, which would
    take longer than everything else, is then not necessary. The program is the same in both cases.
    """
    with tempfile.TemporaryDirectory(prefix="facetry-") as scratch:
        result = pack(_extension_folder(id), Path(scratch))
    if result.data is None:
        raise BundleError(f"{id} is invalid:\n" + "\n".join(map(str, result.findings)))
    if not all(importlib.util.find_spec(name) for name in _REQUIRED_MODULES):
        return result.data, False
    kit = [file for file in unzip(kits.python_kit().data) if ".dist-info/" not in file.name]
    adapted = use_interpreter(result.data, Path(sys.executable), kit)
    return adapted, adapted != result.data


def _extension_folder(id: str) -> Path:
    package = Path(__file__).parent
    for folder in (package / "extensions" / id, package.parent.parent / "examples" / "extensions" / id):
        if folder.is_dir():
            return folder
    raise BundleError(f"This installation of Facetry lacks the extension {id}. Install the wheel, or use a checkout.")
