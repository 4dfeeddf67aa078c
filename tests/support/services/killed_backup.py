"""A backup that is killed: `python -m tests.support.services.killed_backup DATA TARGET REPORTS`.

The process kills itself with SIGKILL at the given report of progress, so each phase of a backup is hit.
"""

import os
import signal
import sys
from pathlib import Path

from facetry.backup.archive import writing_archive
from facetry.backup.create import create
from facetry.backup.folder import writing_folder
from tests.support.libraries.backups import data_folder

if __name__ == "__main__":
    data, target, remaining = Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3])

    def report(*_: object) -> None:
        global remaining
        remaining -= 1
        if remaining < 0:
            os.kill(os.getpid(), signal.SIGKILL)

    if target.suffix == ".zip":
        with writing_archive(target) as archive:
            create(data_folder(data), archive, with_pictures=True, report=report)
    else:
        with writing_folder(target) as folder:
            create(data_folder(data), folder, with_pictures=True, report=report)
    print("finished")
