"""Names of images that a former version has written: a host of the cluster that was upgraded later, or one whose
database was repaired. They get the forms in which names are compared.
"""

from __future__ import annotations

import json
import logging
from typing import Final

from sqlalchemy import bindparam, literal_column, select, update
from sqlmodel import col

from facetry.errors import FaultError
from facetry.library.changes import ImagesChanged
from facetry.library.images import Image, name_columns, searchable_text
from facetry.store import fulltext
from facetry.store.prepared import PreparedStatement
from facetry.store.store import Store
from facetry.store.work import Work

_BATCH: Final = 500
_FORMER: Final = PreparedStatement(
    select(col(Image.key), col(Image.name), col(Image.details))
    .where(col(Image.name_key) == literal_column("''"))
    .limit(literal_column(str(_BATCH)))
)
_SET_NAME: Final = PreparedStatement(
    update(Image)
    .where(col(Image.key) == bindparam("at_key"))
    .values({name: bindparam(name) for name in name_columns("")})
)

_log = logging.getLogger(__name__)


async def complete(store: Store) -> None:
    """Complete the names of all such images."""
    try:
        while await store.write(complete_some):
            pass
    except FaultError as error:  # such as damage of the database: the rest of the service starts
        _log.warning("the names of images could not be completed: %s", error.fault.detail)


def complete_some(work: Work) -> int:
    """Complete some such names, and index the texts of their images again; returns the number of images."""
    rows = _FORMER.rows(work.connection)
    if not rows:
        return 0
    _SET_NAME.run_many(work.connection, ({"at_key": key, **name_columns(name)} for key, name, _ in rows))
    fulltext.put_many(work.connection, "name_text", ((key, name) for key, name, _ in rows))
    texts = ((key, searchable_text(json.loads(details))) for key, _, details in rows)
    fulltext.put_many(work.connection, "metadata_text", ((key, text) for key, text in texts if text))
    work.changes.append(ImagesChanged(tuple(key for key, *_ in rows)))
    return len(rows)
