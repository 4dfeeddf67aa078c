"""Capture dates of images, from their metadata."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa
from alembic import op

from facetry.imaging.metadata.capture_date import capture_date_of
from facetry.store.engine import raw_connection

revision = "0011"
down_revision = "0010"

_BATCH_SIZE = 5_000


def upgrade() -> None:
    """Add the columns, and fill them from the stored metadata."""
    op.execute("ALTER TABLE image ADD COLUMN capture_date BIGINT")
    op.execute("ALTER TABLE image ADD COLUMN capture_offset INTEGER")
    op.execute("ALTER TABLE image ADD COLUMN capture_source VARCHAR")
    connection = raw_connection(op.get_bind())
    for batch in _batches(connection):
        connection.executemany(
            "UPDATE image SET capture_date = ?, capture_offset = ?, capture_source = ? WHERE key = ?",
            list(_dates(batch)),
        )
    op.create_index("image_by_captured", "image", [sa.text("coalesce(capture_date, file_created)"), "key"])


def _batches(connection: Any) -> Iterator[list[tuple[int, str]]]:
    last = 0
    query = "SELECT key, details FROM image WHERE key > ? AND details <> '{}' ORDER BY key LIMIT ?"
    while batch := connection.execute(query, [last, _BATCH_SIZE]).fetchall():
        yield batch
        last = batch[-1][0]


def _dates(batch: list[tuple[int, str]]) -> Iterator[tuple[int, int | None, str, int]]:
    for key, details in batch:
        date = capture_date_of(json.loads(details))
        if date is not None:
            yield date.time, date.offset, date.source, key
