"""Named vectors of images."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from facetry.store.engine import engine_of

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Create the tables of vectors and of vector spaces."""
    op.create_table(
        "vector_space",
        sa.Column("key", sa.Integer(), nullable=False),
        sa.Column("extension", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("length", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["extension"], ["extension.key"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("key"),
        sa.UniqueConstraint("extension", "name", name="vector_space_once"),
    )
    op.create_table(
        "vector",
        sa.Column("key", sa.Integer(), nullable=False),
        sa.Column("space", sa.Integer(), nullable=False),
        sa.Column("image", sa.Integer(), nullable=False),
        sa.Column("components", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["image"], ["image.key"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["space"], ["vector_space.key"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("key"),
        sa.UniqueConstraint("space", "image", name="vector_once"),
        sqlite_autoincrement=True,
    )
    op.create_index("vector_by_image", "vector", ["image"])
    engine_of(op.get_bind()).never_reuse_keys(op.get_bind(), "vector", "key")
