"""Tag sets instead of indexes by tag, which changed many pages with each write."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from typing import Any

import sqlalchemy as sa
from alembic import op
from pyroaring import BitMap

from facetry.store.engine import engine_of
from facetry.store.engines.values import pack_integers, unpack_integers

revision = "0010"
down_revision = "0009"

_TAG, _EXTENSION, _IMAGE = (sa.column(name, sa.Integer()) for name in ("tag", "extension", "image"))
_ROWS = sa.table("image_tag", _TAG, _EXTENSION, _IMAGE)
_LOG = "INSERT INTO tag_change (tag, extension, image, is_added) VALUES ({0}.tag, {0}.extension, {0}.image, {1})"


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
    connection = op.get_bind()
    rows = connection.execute(
        sa.select(_TAG, _EXTENSION, pack_integers(_IMAGE))
        .select_from(_ROWS)
        .with_hint(_ROWS, "INDEXED BY image_tag_by_value", "sqlite")
        .group_by(_TAG, _EXTENSION)
    )
    add = sa.text("INSERT INTO tag_set (tag, extension, size, images) VALUES (:tag, :extension, :size, :images)")
    for values in _sets(rows):
        connection.execute(add, values)
    op.drop_index("image_tag_by_value", "image_tag")
    op.drop_index("image_tag_by_extension", "image_tag")
    added, removed = (str(value.compile(dialect=connection.dialect)) for value in (sa.true(), sa.false()))
    engine_of(connection).create_triggers(
        connection,
        "image_tag",
        [
            ("image_tag_added", "INSERT", [_LOG.format("new", added)]),
            ("image_tag_removed", "DELETE", [_LOG.format("old", removed)]),
            (
                "image_tag_changed",
                "UPDATE OF image, extension, tag",
                [_LOG.format("old", removed), _LOG.format("new", added)],
            ),
        ],
    )


def _sets(rows: Iterable[Any]) -> Iterator[dict[str, object]]:
    for tag, extension, keys in rows:
        images = BitMap(array("I", unpack_integers(keys).astype("uint32").tobytes()))
        images.run_optimize()
        yield {"tag": tag, "extension": extension, "size": len(images), "images": images.serialize()}
