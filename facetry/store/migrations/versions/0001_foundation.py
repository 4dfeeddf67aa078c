"""The first tables: repositories, images, tags, extensions, keys, and the event log."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from facetry.store.engine import engine_of

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create the tables of the foundation."""
    op.create_table(
        "event",
        sa.Column("sequence", sa.Integer(), nullable=False),
        sa.Column("time", sa.BigInteger(), nullable=False),
        sa.Column("topic", sa.String(), nullable=False),
        sa.Column("image", sa.LargeBinary(), nullable=True),
        sa.Column("extension", sa.String(), nullable=True),
        sa.Column("repository", sa.LargeBinary(), nullable=True),
        sa.PrimaryKeyConstraint("sequence"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "extension",
        sa.Column("key", sa.Integer(), nullable=False),
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("folded", sa.String(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("key"),
        sa.UniqueConstraint("folded"),
        sa.UniqueConstraint("id"),
    )
    op.create_table(
        "repository",
        sa.Column("key", sa.Integer(), nullable=False),
        sa.Column("id", sa.LargeBinary(), nullable=False),
        sa.Column("technical_id", sa.String(), nullable=True),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("comment", sa.String(), nullable=True),
        sa.Column("path", sa.String(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("modified", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("key"),
        sa.UniqueConstraint("id"),
        sa.UniqueConstraint("name"),
        sa.UniqueConstraint("path"),
        sa.UniqueConstraint("technical_id"),
    )
    op.create_table(
        "tag",
        sa.Column("key", sa.Integer(), nullable=False),
        sa.Column("value", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("key"),
        sa.UniqueConstraint("value"),
    )
    op.create_table(
        "api_secret",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("comment", sa.String(), nullable=True),
        sa.Column("type", sa.String(), nullable=False),
        sa.Column("expires", sa.BigInteger(), nullable=True),
        sa.Column("scope", sa.String(), nullable=False),
        sa.Column("digest", sa.LargeBinary(), nullable=False),
        sa.Column("shown", sa.String(), nullable=False),
        sa.Column("extension", sa.Integer(), nullable=True),
        sa.Column("is_master", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["extension"], ["extension.key"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("digest"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "image",
        sa.Column("key", sa.Integer(), nullable=False),
        sa.Column("id", sa.LargeBinary(), nullable=False),
        sa.Column("repository", sa.Integer(), nullable=False),
        sa.Column("path", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("name_order", sa.String(), nullable=False),
        sa.Column("format", sa.String(), nullable=False),
        sa.Column("width", sa.Integer(), nullable=False),
        sa.Column("height", sa.Integer(), nullable=False),
        sa.Column("size", sa.BigInteger(), nullable=False),
        sa.Column("file_created", sa.BigInteger(), nullable=False),
        sa.Column("file_modified", sa.BigInteger(), nullable=False),
        sa.Column("file_modified_ns", sa.BigInteger(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("modified", sa.BigInteger(), nullable=False),
        sa.Column("content_hash", sa.LargeBinary(), nullable=False),
        sa.Column("details", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["repository"], ["repository.key"]),
        sa.PrimaryKeyConstraint("key"),
        sa.UniqueConstraint("id"),
        sa.UniqueConstraint("repository", "path", name="image_path"),
    )
    op.create_index("image_by_created", "image", ["created", "key"])
    op.create_index("image_by_file_created", "image", ["file_created", "key"])
    op.create_index("image_by_file_modified", "image", ["file_modified", "key"])
    op.create_index("image_by_height", "image", ["height", "key"])
    op.create_index("image_by_modified", "image", ["modified", "key"])
    op.create_index("image_by_name", "image", ["name_order", "key"])
    op.create_index("image_by_size", "image", ["size", "key"])
    op.create_index("image_by_width", "image", ["width", "key"])
    op.create_index("image_hash", "image", ["content_hash"])
    op.create_table(
        "unreadable_file",
        sa.Column("key", sa.Integer(), nullable=False),
        sa.Column("repository", sa.Integer(), nullable=False),
        sa.Column("path", sa.String(), nullable=False),
        sa.Column("size", sa.BigInteger(), nullable=False),
        sa.Column("file_modified_ns", sa.BigInteger(), nullable=False),
        sa.Column("rule", sa.String(), nullable=False),
        sa.Column("reason", sa.String(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("date", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["repository"], ["repository.key"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("key"),
        sa.UniqueConstraint("repository", "path", name="unreadable_file_path"),
    )
    op.create_table(
        "image_tag",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("image", sa.Integer(), nullable=False),
        sa.Column("extension", sa.Integer(), nullable=False),
        sa.Column("tag", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["extension"], ["extension.key"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["image"], ["image.key"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["tag"], ["tag.key"]),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("image", "extension", "tag", name="image_tag_once"),
    )
    op.create_index("image_tag_by_extension", "image_tag", ["extension", "tag"])
    op.create_index("image_tag_by_value", "image_tag", ["tag", "image"])
    # The sentinel tag (`SENTINEL` of facets/tags.py) has a fixed key, so that no query has to look it up by value.
    op.execute("INSERT INTO tag (key, value) VALUES (0, '__empty__')")
    engine_of(op.get_bind()).never_reuse_keys(op.get_bind(), "event", "sequence")
    engine_of(op.get_bind()).never_reuse_keys(op.get_bind(), "api_secret", "id")
