"""Errors of SQLite and of its driver, by their codes: https://sqlite.org/rescode.html"""

from __future__ import annotations

import errno
import os
import sqlite3
from pathlib import Path

from facetry.errors import FaultError, storage_full, unavailable
from facetry.store.engines.sqlite.connections import driver
from facetry.store.engines.values import DamageError, damaged

_DAMAGE_CODES = frozenset(
    {
        sqlite3.SQLITE_IOERR,  # what the full-text index makes of the others
        sqlite3.SQLITE_IOERR_DATA,  # the checksum of a page is wrong
        sqlite3.SQLITE_IOERR_SHORT_READ,
        sqlite3.SQLITE_IOERR_READ,
        sqlite3.SQLITE_IOERR_CORRUPTFS,
    }
)


def damage_of(error: BaseException) -> str | None:
    """What SQLite says about a damaged database; None for other errors."""
    if isinstance(error, DamageError):
        return str(error)
    cause = getattr(error, "orig", None) or error
    code = getattr(cause, "sqlite_errorcode", None)
    is_damage = code is not None and (
        code & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB) or code in _DAMAGE_CODES
    )
    if is_damage or (isinstance(cause, driver().OperationalError) and "Could not decode" in str(cause)):
        name = getattr(cause, "sqlite_errorname", None)
        return f"{cause} ({name})" if name else str(cause)
    return None


def fault_of(error: BaseException) -> FaultError | None:
    """The fault for an SQLite error that is no bug: disk full (507), database busy or damaged (503).

    None for other errors.
    """
    if damage_of(error) is not None:
        return damaged()
    match _error_code(error):
        case sqlite3.SQLITE_FULL:
            return storage_full("The disk that holds the library is full; nothing was written.")
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return unavailable(
                "store.busy", "Another program has locked the library's database; try again.", retry_after=1
            )
    return None


def is_interruption(error: BaseException) -> bool:
    """Whether the error is that of an interrupted statement."""
    return _error_code(error) == sqlite3.SQLITE_INTERRUPT


def _error_code(error: BaseException) -> int | None:
    """The primary SQLite code of an error of the driver or of SQLAlchemy; None for other errors."""
    code = getattr(error, "sqlite_errorcode", getattr(getattr(error, "orig", None), "sqlite_errorcode", None))
    return None if code is None else code & 0xFF


def operating_system_error(error: BaseException, path: Path) -> OSError | None:
    """The error of the operating system behind an SQLite error while the file at `path` was written; None if it has
    another reason.
    """
    # the errors of `backup` have a text and no code
    match _error_code(error) or str(error):
        case sqlite3.SQLITE_FULL | "database or disk is full":
            number = errno.ENOSPC
        case sqlite3.SQLITE_IOERR | "disk I/O error":
            number = errno.EIO
        case _:
            return None
    return OSError(number, os.strerror(number), str(path))
