"""Tag sets instead of indexes by tag, which changed many pages with each write."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa
from alembic import op
from pyroaring import BitMap

from facetry.store.engine import raw_connection, unpack_integers

revision = "0010"
down_revision = "0009"

_LOG = "INSERT INTO tag_change (tag, extension, image, is_added) VALUES ({0}.tag, {0}.extension, {0}.image, {1})"
_TRIGGERS = {
    "image_tag_added": ("INSERT", [_LOG.format("new", 1)]),
    "image_tag_removed": ("DELETE", [_LOG.format("old", 0)]),
    "image_tag_changed": ("UPDATE OF image, extension, tag", [_LOG.format("old", 0), _LOG.format("new", 1)]),
}


def upgrade() -> None:
    """Store the images of each tag, and log changes from now on."""
    op.create_table(
        "tag_set",
        sa.Column("key", sa.Integer(), nullable=False),
        sa.Column("tag", sa.Integer(), nullable=False),
        sa.Column("extension", sa.Integer(), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("images", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("key"),
        sa.UniqueConstraint("tag", "extension", name="tag_set_once"),
    )
    op.create_table(
        "tag_change",
        sa.Column("key", sa.Integer(), nullable=False),
        sa.Column("tag", sa.Integer(), nullable=False),
        sa.Column("extension", sa.Integer(), nullable=False),
        sa.Column("image", sa.Integer(), nullable=False),
        sa.Column("is_added", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("key"),
    )
    connection = raw_connection(op.get_bind())
    rows = connection.execute(
        "SELECT tag, extension, group_concat(image) FROM image_tag INDEXED BY image_tag_by_value"
        " GROUP BY tag, extension"
    )
    connection.executemany("INSERT INTO tag_set (tag, extension, size, images) VALUES (?, ?, ?, ?)", _sets(rows))
    op.drop_index("image_tag_by_value")
    op.drop_index("image_tag_by_extension")
    for name, (event, statements) in _TRIGGERS.items():
        connection.execute(f"CREATE TRIGGER {name} AFTER {event} ON image_tag BEGIN {'; '.join(statements)}; END")


def _sets(rows: Any) -> Iterator[tuple[int, int, int, bytes]]:
    for tag, extension, keys in rows:
        images = BitMap(array("I", unpack_integers(keys).astype("uint32").tobytes()))
        images.run_optimize()
        yield tag, extension, len(images), images.serialize()
