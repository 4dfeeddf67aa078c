"""Manifests of extensions, the delivery of events to them, and the ledger of their tasks."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Add the columns and create the tables."""
    op.add_column("extension", sa.Column("manifest", sa.String(), nullable=True))
    op.add_column("extension", sa.Column("folder", sa.String(), nullable=True))
    op.add_column("api_secret", sa.Column("is_lent", sa.Boolean(), nullable=False, server_default="0"))
    op.add_column("extension", sa.Column("state", sa.String(), nullable=False, server_default="enabled"))
    op.add_column("extension", sa.Column("settings", sa.String(), nullable=True))
    op.add_column("extension", sa.Column("acknowledged", sa.String(), nullable=True))
    op.add_column("extension", sa.Column("previous", sa.String(), nullable=True))
    op.add_column("event", sa.Column("target", sa.String(), nullable=True))
    op.add_column("event", sa.Column("data", sa.String(), nullable=True))
    op.create_table(
        "extension_capability",
        *_of_extension(),
        sa.Column("capability", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("extension", "capability"),
    )
    op.create_table(
        "subscription",
        *_of_extension(),
        sa.Column("topic", sa.String(), nullable=False),
        sa.Column("sequence", sa.Integer(), nullable=False),
        sa.Column("last_sent", sa.BigInteger(), nullable=True),
        sa.Column("lost", sa.Integer(), nullable=False, server_default="0"),
        sa.PrimaryKeyConstraint("extension", "topic"),
    )
    op.create_table(
        "delivery",
        *_of_extension(),
        sa.Column("sequence", sa.Integer(), nullable=False),
        sa.Column("topic", sa.String(), nullable=False),
        sa.Column("image", sa.LargeBinary(), nullable=True),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("due", sa.BigInteger(), nullable=False),
        sa.Column("error", sa.String(), nullable=True),
        sa.Column("state", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("extension", "sequence"),
    )
    op.create_index("delivery_by_sequence", "delivery", ["sequence"])
    op.create_table(
        "task",
        *_of_extension(),
        sa.Column("image", sa.Integer(), nullable=False),
        sa.Column("capability", sa.String(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("error", sa.String(), nullable=True),
        sa.Column("requested", sa.BigInteger(), nullable=False),
        sa.Column("finished", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["image"], ["image.key"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("extension", "image", "capability"),
    )
    op.create_index("task_by_image", "task", ["image"])
    op.create_index("task_by_state", "task", ["extension", "capability", "state", "image"])


def _of_extension() -> tuple[sa.Column[int], sa.ForeignKeyConstraint]:
    """The column with the extension of a row, and its foreign key: the row is deleted with the extension."""
    return (
        sa.Column("extension", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["extension"], ["extension.key"], ondelete="CASCADE"),
    )
