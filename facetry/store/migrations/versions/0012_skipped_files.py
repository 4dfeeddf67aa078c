"""Files that are not read, such as RAW files and videos."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Add the table. The next scan fills it."""
    op.create_table(
        "skipped_file",
        sa.Column("key", sa.Integer(), nullable=False),
        sa.Column("repository", sa.Integer(), nullable=False),
        sa.Column("path", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("size", sa.BigInteger(), nullable=False),
        sa.Column("file_modified_ns", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["repository"], ["repository.key"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("key"),
        sa.UniqueConstraint("repository", "path", name="skipped_file_path"),
    )
    op.create_index("skipped_file_kind", "skipped_file", ["repository", "kind"])
