"""Features of images."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Create the table of features."""
    op.create_table(
        "image_feature",
        sa.Column("key", sa.Integer(), nullable=False),
        sa.Column("image", sa.Integer(), nullable=False),
        sa.Column("extension", sa.Integer(), nullable=False),
        sa.Column("type", sa.String(), nullable=False),
        sa.Column("format", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=True),
        sa.Column("text", sa.String(), nullable=True),
        sa.Column("number", sa.Float(), nullable=True),
        sa.ForeignKeyConstraint(["extension"], ["extension.key"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["image"], ["image.key"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("key"),
    )
    op.create_index("image_feature_by_image", "image_feature", ["image", "extension"])
    op.create_index("image_feature_by_name", "image_feature", ["extension", "type", "name", "format"])
    op.create_index(
        "image_feature_by_number",
        "image_feature",
        ["name", "number"],
        sqlite_where=sa.text("number IS NOT NULL"),
        postgresql_where=sa.text("number IS NOT NULL"),
    )
