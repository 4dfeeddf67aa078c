"""`facetry` that is killed before a new file gets its name: `python -m tests.support.dying_server`."""

import os
import signal
import sys

from facetry.cli import main
from facetry.library.originals import atomic_files
from facetry.library.originals.atomic_files import NewFile


def die(new_file: NewFile, name: str) -> None:  # it replaces functions with these arguments
    """End this process as a loss of power would: without any clean-up."""
    os.kill(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    atomic_files.give_name = die
    atomic_files.exchange = die
    sys.exit(main())
