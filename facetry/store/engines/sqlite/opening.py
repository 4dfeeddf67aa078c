"""Opens a library in a file: what is damaged is found before the first write."""

from __future__ import annotations

import logging
from collections.abc import MutableSequence
from functools import partial
from pathlib import Path

from facetry.store.engines.interface import OpenedLibrary, Upgrade
from facetry.store.engines.sqlite.connections import connect, has_page_checksums, leave_open, require_not_emptied
from facetry.store.engines.sqlite.errors import damage_of
from facetry.store.engines.sqlite.integrity.commit_mark import MarkWriter, read_mark
from facetry.store.engines.sqlite.integrity.files import damage_of_files
from facetry.store.engines.sqlite.integrity.page_checksums import create_database, has_room, require_verification
from facetry.store.engines.sqlite.integrity.quick_check import START_SECONDS, BackgroundCheck, deadline, quick_check
from facetry.store.engines.sqlite.integrity.roots import keep_roots
from facetry.store.engines.sqlite.integrity.state import IntegrityState
from facetry.store.engines.sqlite.migration_copies import keep_copy
from facetry.store.engines.values import DamageError, close

_log = logging.getLogger(__name__)


def prepare(path: Path) -> None:
    """Look at the files of a database before its first connection, and create a missing one. Closing a file ends
    SQLite's locks on it, so this comes before any connection.
    """
    require_not_emptied(path)
    create_database(path, with_checksums=has_page_checksums())
    if (damage := damage_of_files(path, is_served=False)) is not None:
        raise DamageError(damage)
    require_verification(path)


def open_library(path: Path, numbers: MutableSequence[int] | None, upgrade: Upgrade) -> OpenedLibrary:
    """Open a database to write, and have it upgraded."""
    prepare(path)
    if has_page_checksums() and path.stat().st_size and not has_room(path):
        _log.warning(
            "the pages of the database %s have no checksums, because an older version created it: damage may remain "
            "unnoticed. To add them, stop the server and run `facetry repair`.",
            path,
        )
    connection = connect(path)  # reads the schema already
    try:
        findings = quick_check(connection, deadline(START_SECONDS))
        if findings:
            raise DamageError("; ".join(findings[:3]))
        mark = read_mark(path)
        former = upgrade(connection, None if mark is None else mark.revision, partial(keep_copy, path))
        keep_roots(path, connection)
        state, mark_writer = IntegrityState(path, numbers), MarkWriter(path)
        is_checked = findings is not None and state.search_zero_pages(deadline(START_SECONDS))
        if state.damage is not None:
            raise DamageError(state.damage)
    except BaseException as error:
        if damage_of(error) is not None:
            leave_open(connection)
        else:
            close(connection)
        raise
    end_check = (lambda: None) if is_checked else BackgroundCheck(path, state).close
    return OpenedLibrary(connection, state, mark_writer, former, end_check)
