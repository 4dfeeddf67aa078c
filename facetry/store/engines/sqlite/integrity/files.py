"""The files of a library's database, looked at before SQLite opens them: it would remove what is damaged in the log."""

from __future__ import annotations

from pathlib import Path

from facetry.store.engines.sqlite.connections import EmptiedDatabaseError, require_not_emptied
from facetry.store.engines.sqlite.integrity.commit_mark import damage_of_log
from facetry.store.engines.sqlite.integrity.page_checksums import damage_of_header


def damage_of_files(database: Path, *, is_served: bool) -> str | None:
    """What is wrong with the files of a database that this process has not opened. Raises `OSError`.

    While a server writes, the first page may be one that is being written, so it is not looked at.
    """
    try:
        require_not_emptied(database)
    except EmptiedDatabaseError as error:
        return str(error)
    return (None if is_served else damage_of_header(database)) or damage_of_log(database)
