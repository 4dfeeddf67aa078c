"""Opening a folder that an operator has granted: the one that was granted, in its place, or none.

The guardian imports this module only for programs with such folders; see `landlock.py`.
"""

from __future__ import annotations

import errno
import os

from facetry.system.folder_identity import FolderIdentity, identity_of_open
from facetry.system.safe_open import open_without_links

PLACE: int = os.O_PATH | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
"""For a folder that need not be readable."""


def open_granted(path: str, identity: tuple[int | None, int | None]) -> int:
    """A descriptor of the granted folder, as a place (`O_PATH`); the caller closes it.

    No link is followed. Raises `OSError` with the path; ESTALE for another folder than the one with this identity,
    whose members are those of `FolderIdentity`.
    """
    folder = open_without_links(path, PLACE)
    if identity_of_open(folder) != FolderIdentity(*identity):
        os.close(folder)
        raise OSError(errno.ESTALE, os.strerror(errno.ESTALE), path)
    return folder
