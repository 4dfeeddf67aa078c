"""Names are sorted in the natural order, and texts are found in the normal form of Unicode."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa
from alembic import op

from facetry.schema.text_forms import folded, name_key
from facetry.store import fulltext

revision = "0024"
down_revision = "0023"

_BATCH_SIZE = 5_000


def upgrade() -> None:
    """Add the key of the order and its index, and index texts again that are not in the normal form."""
    op.add_column("image", sa.Column("name_key", sa.String(), server_default="", nullable=False))
    connection = op.get_bind()
    set_key = sa.text("UPDATE image SET name_key = :value WHERE key = :key")
    set_folded = sa.text("UPDATE image SET name_order = :value WHERE key = :key")
    for batch in _batches(connection, "image", "name"):
        connection.execute(set_key, [{"key": key, "value": name_key(name)} for key, name in batch])
        if changed := _index(connection, "name_text", batch):
            connection.execute(set_folded, [{"key": key, "value": folded(name)} for key, name in changed])
    op.create_index("image_by_name_key", "image", ["name_key", "key"])
    for batch in _batches(connection, "image", "details", _beyond_ascii("details")):
        _index(connection, "metadata_text", [(key, _metadata(json.loads(details))) for key, details in batch])
    for batch in _batches(connection, "image_feature", "text", _beyond_ascii("text")):
        _index(connection, "feature_text", batch)


def _batches(
    connection: sa.Connection, table: str, column: str, where: str = "true"
) -> Iterator[list[tuple[int, str]]]:
    """The keys of the rows that meet the condition, and the values of a column."""
    key: sa.ColumnClause[int] = sa.column("key")
    value: sa.ColumnClause[str] = sa.column(column)
    rows = sa.select(key, value).select_from(sa.table(table)).where(sa.text(where))
    last = -(2**63)
    while batch := connection.execute(rows.where(key > last).order_by(key).limit(_BATCH_SIZE)).all():
        yield [(number, text) for number, text in batch]
        last = batch[-1][0]


def _beyond_ascii(column: str) -> str:
    """The condition that a text has characters beyond ASCII; others are always in the normal form."""
    return f"octet_length({column}) <> length({column})"


def _index(connection: sa.Connection, table: fulltext.TextTable, texts: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """Index those texts again that former versions have indexed in another form, and return them."""
    changed = [(key, text) for key, text in texts if not text.isascii() and folded(text) != text.casefold()]
    if changed:
        fulltext.put_many(connection, table, changed)
    return changed


def _metadata(details: dict[str, Any]) -> str:
    return details.get("all") or "\n".join(details.values())
