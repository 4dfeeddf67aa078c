"""`facetry` that is killed, with all its processes, before a new file gets its name.

`python -m tests.support.services.dying_server serve …` is `facetry serve …`.
"""

import os
import signal
import sys
from typing import Final

from facetry.cli import main
from facetry.library.file_stores.folder import atomic_files
from facetry.library.file_stores.folder.atomic_files import NewFile

COMMAND: Final = os.getpid()
"""The process of the command, from which others may have been forked."""


def die(new_file: NewFile, name: str) -> None:  # it replaces functions with these arguments
    """End the service as a loss of power would: without any clean-up."""
    os.kill(COMMAND, signal.SIGKILL)
    os.kill(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    atomic_files.give_name = die
    atomic_files.exchange = die
    sys.exit(main())
