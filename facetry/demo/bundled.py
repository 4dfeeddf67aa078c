"""The two extensions of the demonstration, as archives. A checkout has them in `examples/`, the wheel carries them."""

from __future__ import annotations

import importlib.util
import sys
import tempfile
from pathlib import Path
from typing import Final

from facetry.authoring import kits
from facetry.authoring.package import pack
from facetry.authoring.shared_environment import borrowing, unzipped

TAGS: Final = "dominant-colours"
VECTORS: Final = "perceptual-embedding"
VECTOR: Final = "look"
"""The name that the second gives its vectors."""
_NEEDED: Final = ("aiohttp", "httpx", "socketio", "numpy", "PIL")
"""What the two and their kit import. The service brings all but the first two; the extra `demo` brings these."""


class BundleError(Exception):
    """An extension of the demonstration is not here, or is not good."""


def archive(id: str) -> tuple[bytes, bool]:
    """The archive of one of them, and whether it borrows.

    One that borrows runs on the interpreter of the service, if that has all it needs: then no environment has to be
    made and no package installed for it, which would take longer than everything else. It is the same program.
    """
    with tempfile.TemporaryDirectory(prefix="facetry-") as scratch:
        made = pack(_home(id), Path(scratch))
    if made.data is None:
        raise BundleError(f"{id} is not as it should be:\n" + "\n".join(map(str, made.told)))
    if not all(importlib.util.find_spec(name) for name in _NEEDED):
        return made.data, False
    kit = [file for file in unzipped(kits.python().data) if ".dist-info/" not in file.name]
    borrowed = borrowing(made.data, Path(sys.executable), kit)
    return borrowed, borrowed != made.data


def _home(id: str) -> Path:
    package = Path(__file__).parent
    for folder in (package / "extensions" / id, package.parent.parent / "examples" / "extensions" / id):
        if folder.is_dir():
            return folder
    raise BundleError(f"This installation of Facetry has no {id}. Install its wheel, or use a checkout.")
