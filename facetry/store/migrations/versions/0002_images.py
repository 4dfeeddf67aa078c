"""Hashes and origins of images, watched folders, attachments, collections."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from facetry.store.engine import engine_of

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add columns to images and repositories; create the tables of attachments, collections and the media URL key."""
    op.add_column("image", sa.Column("pixel_hash", sa.LargeBinary(), nullable=True))
    op.add_column("image", sa.Column("perceptual_hash", sa.BigInteger(), nullable=True))
    op.add_column("image", sa.Column("placeholder", sa.LargeBinary(), nullable=True))
    op.add_column("image", sa.Column("parent", sa.LargeBinary(), nullable=True))
    op.add_column("image", sa.Column("source_url", sa.String(), nullable=True))
    op.add_column("image", sa.Column("application_metadata", sa.String(), nullable=True))
    op.add_column("image", sa.Column("missing_since", sa.BigInteger(), nullable=True))
    op.create_index("image_pixels", "image", ["pixel_hash"])
    op.create_index("image_perceptual", "image", ["perceptual_hash"])
    op.create_index(
        "image_missing",
        "image",
        ["repository"],
        sqlite_where=sa.text("missing_since IS NOT NULL"),
        postgresql_where=sa.text("missing_since IS NOT NULL"),
    )
    op.add_column("repository", sa.Column("watch", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.create_table(
        "attachment",
        sa.Column("key", sa.Integer(), nullable=False),
        sa.Column("image", sa.Integer(), nullable=False),
        sa.Column("extension", sa.Integer(), nullable=False),
        sa.Column("media_type", sa.String(), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["extension"], ["extension.key"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["image"], ["image.key"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("key"),
        sqlite_autoincrement=True,
    )
    op.create_index("attachment_by_image", "attachment", ["image"])
    op.create_index("attachment_by_extension", "attachment", ["extension"])
    op.create_table(
        "collection",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("comment", sa.String(), nullable=True),
        sa.Column("filter", sa.JSON(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("modified", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("name"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "media_key",
        sa.Column("key", sa.Integer(), nullable=False),
        sa.Column("secret", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("key"),
    )
    engine_of(op.get_bind()).never_reuse_keys(op.get_bind(), "attachment", "key", may_be_given=True)
    engine_of(op.get_bind()).never_reuse_keys(op.get_bind(), "collection", "id", may_be_given=True)
