"""Capture dates of images, from their metadata."""

from __future__ import annotations

import json
from collections.abc import Iterator

import sqlalchemy as sa
from alembic import op

from facetry.imaging.metadata.capture_date import capture_date_of

revision = "0011"
down_revision = "0010"

_BATCH_SIZE = 5_000


def upgrade() -> None:
    """Add the columns, and fill them from the stored metadata."""
    op.add_column("image", sa.Column("capture_date", sa.BigInteger()))
    op.add_column("image", sa.Column("capture_offset", sa.Integer()))
    op.add_column("image", sa.Column("capture_source", sa.String()))
    connection = op.get_bind()
    change = sa.text(
        "UPDATE image SET capture_date = :time, capture_offset = :offset, capture_source = :source WHERE key = :key"
    )
    for batch in _batches(connection):
        if dates := list(_dates(batch)):
            connection.execute(change, dates)
    op.create_index("image_by_captured", "image", [sa.text("coalesce(capture_date, file_created)"), "key"])


def _batches(connection: sa.Connection) -> Iterator[list[tuple[int, str]]]:
    last = 0
    query = sa.text("SELECT key, details FROM image WHERE key > :last AND details <> '{}' ORDER BY key LIMIT :size")
    while batch := connection.execute(query, {"last": last, "size": _BATCH_SIZE}).all():
        yield [(key, details) for key, details in batch]
        last = batch[-1][0]


def _dates(batch: list[tuple[int, str]]) -> Iterator[dict[str, object]]:
    for key, details in batch:
        date = capture_date_of(json.loads(details))
        if date is not None:
            yield {"time": date.time, "offset": date.offset, "source": date.source, "key": key}
