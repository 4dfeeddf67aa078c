"""Errors of PostgreSQL and of its driver, by their codes: https://www.postgresql.org/docs/current/errcodes-appendix.html

The driver is not imported here: this module also looks at errors of services without PostgreSQL.
"""

from __future__ import annotations

from typing import Final

from facetry.errors import FaultError, storage_full, unavailable

LEASE_LOST: Final = "FL001"
"""Raised by a function of ours: another process has the lease under which a transaction was to write."""
_CANCELED: Final = "57014"
_DISK_FULL: Final = "53100"
_BUSY: Final = frozenset({"40001", "40P01", "55P03"})
"""Serialization failure, deadlock, and a lock that was not free in time."""
_UNREACHABLE: Final = frozenset({"53200", "53300", "57P01", "57P02", "57P03", "57P05", "25P03", "25P04"})
"""A server that has no memory or no connection left, stops, starts, has crashed, or has ended a session that did
nothing for too long.
"""


class UnusableServerError(RuntimeError):
    """The PostgreSQL server or the database cannot be used; the message says why, and what to do."""


class OutcomeUnknownError(RuntimeError):
    """The connection was lost during a commit, and the server could not be asked for the outcome."""


def code_of(error: BaseException) -> str | None:
    """The code of an error of the server; None for other errors."""
    code = getattr(_cause(error), "sqlstate", None)
    return code if isinstance(code, str) else None


def message_of(error: BaseException) -> str | None:
    """What the server or the driver says, on one line; None for an error that is not theirs."""
    if not _is_of_driver(_cause(error)):
        return None
    lines = [line.strip() for line in str(_cause(error)).splitlines() if line.strip()]
    return " ".join(lines[:2]) or type(_cause(error)).__name__


def is_interruption(error: BaseException) -> bool:
    """Whether the error is that of an interrupted statement."""
    return code_of(error) == _CANCELED


def is_lost_connection(error: BaseException) -> bool:
    """Whether the error says that the connection is lost, or cannot be made."""
    cause = _cause(error)
    code = code_of(error)
    if code is None:
        names = {base.__name__ for base in type(cause).__mro__}
        return _is_of_driver(cause) and bool(names & {"OperationalError", "InterfaceError"})
    return code.startswith("08") or code in _UNREACHABLE


def fault_of(error: BaseException) -> FaultError | None:
    """The fault for an error that is no bug: disk full (507); server out of reach or busy, or a lost lease
    (503); None for others.
    """
    code = code_of(error)
    if code == _DISK_FULL:
        return storage_full("The disk of the database server is full; nothing was written.")
    if code in _BUSY:
        detail = "Another program has locked a part of the library's database; try again."
        return unavailable("store.busy", detail, retry_after=1)
    if code == LEASE_LOST:
        detail = "Another host leads the cluster now; nothing was written."
        return unavailable("service.leader", detail, retry_after=1)
    if is_lost_connection(error) or isinstance(error, UnusableServerError):  # such as one that is being replaced
        detail = "The database server of the library cannot be reached, or takes no work now; nothing was written."
        return unavailable("store.unreachable", detail, retry_after=5)
    return None


def fault_of_write(error: BaseException) -> FaultError | None:
    """The fault for an error of a transaction that was not committed; None if its outcome is unknown, and for bugs."""
    if isinstance(error, OutcomeUnknownError):
        return None
    fault = fault_of(error)
    if fault is None and _is_of_driver(_cause(error)):  # such as a server that takes no writes, or a canceled statement
        fault = unavailable("store.unreachable", "The database server refused a transaction.", retry_after=5)
    return fault


def _is_of_driver(error: BaseException) -> bool:
    return type(error).__module__.partition(".")[0] == "psycopg"


def _cause(error: BaseException) -> BaseException:
    """The error of the driver inside one of SQLAlchemy."""
    cause = getattr(error, "orig", None)
    return cause if isinstance(cause, BaseException) else error
