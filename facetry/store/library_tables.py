"""Whether a database has the tables of a library, the rows without which nothing works, and what was acknowledged."""

from __future__ import annotations

import functools
import re
from pathlib import Path
from typing import Final

from sqlalchemy import Connection

from facetry.store import migrations
from facetry.store.copy_marker import MARKER
from facetry.store.engine import engine_of
from facetry.store.revision import Revision, recorded

_STATEMENTS: Final = Path(migrations.__file__).parent / "new_library.sql"
_TABLE: Final = re.compile(r"^CREATE TABLE \"?(\w+)", re.MULTILINE)
_NAMED: Final = 5
"""Number of tables that a message names."""


def damage_of_contents(connection: Connection, acknowledged: int | None) -> str | None:
    """What a database lacks of the marked commit, or of the tables of a library; None if it is whole.

    None also for an unfinished copy, which `require_finished` refuses. For `acknowledged` see `_damage_of_end`.
    """
    if engine_of(connection).has_table(connection, MARKER):
        return None
    return _damage_of_end(connection, acknowledged) or damage_of_tables(connection)


def _damage_of_end(connection: Connection, acknowledged: int | None) -> str | None:
    """What the database lacks of the revision that was acknowledged last; None when it has reached it.

    It must have been asked for before the transaction of the connection began.
    """
    if acknowledged is None:  # a copy that was interrupted has tables without rows, and never had a mark
        return None
    lost = f"commits up to revision {acknowledged} were acknowledged, and"
    if not engine_of(connection).has_table(connection, Revision.__tablename__):
        return None if acknowledged == 0 else f"{lost} there are no tables of a library"
    reached = recorded(connection)
    if reached is None:
        return f"{lost} the table of the revision is empty"
    return None if reached >= acknowledged else f"{lost} {reached} is the last one there"


def damage_of_tables(connection: Connection) -> str | None:
    """What a database lacks that has the revision of this version, or tables of a library and no revision.

    None for a whole library, for a database without tables, and for those of other versions: they have other tables.
    """
    revision = migrations.current(connection)
    if revision is None:
        there = [name for name in table_names() if engine_of(connection).has_table(connection, name)]
        return f"it has tables ({_list(there)}), and nothing says of which version they are" if there else None
    if revision != migrations.HEAD:
        return None
    lacking = [name for name in table_names() if not engine_of(connection).has_table(connection, name)]
    if lacking:
        return f"{'a table is' if len(lacking) == 1 else 'tables are'} missing: {_list(lacking)}"
    if recorded(connection) is None:
        return f"the table {Revision.__tablename__} has no number"
    return None


@functools.cache
def table_names() -> tuple[str, ...]:
    """The tables of a library of this version, on both engines, without those of full-text indexes."""
    names = _TABLE.findall(_STATEMENTS.read_text(encoding="utf-8"))
    return tuple(name for name in names if name != migrations.VERSION_TABLE)


def _list(names: list[str]) -> str:
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return ", ".join(names[:_NAMED]) + more
