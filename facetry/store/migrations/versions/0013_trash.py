"""The trash: deleted images that can be restored."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "trashed_image",
        sa.Column("key", sa.Integer(), nullable=False),
        sa.Column("id", sa.LargeBinary(), nullable=False),
        sa.Column("repository", sa.Integer(), nullable=False),
        sa.Column("path", sa.String(), nullable=False),
        sa.Column("file", sa.String(), nullable=True),
        sa.Column("deleted", sa.BigInteger(), nullable=False),
        sa.Column("image", sa.String(), nullable=False),
        sa.Column("facets", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["repository"], ["repository.key"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("key"),
        sa.UniqueConstraint("id"),
    )
    op.create_index("trashed_image_by_date", "trashed_image", ["deleted", "key"])
    op.create_index("trashed_image_by_repository", "trashed_image", ["repository"])
