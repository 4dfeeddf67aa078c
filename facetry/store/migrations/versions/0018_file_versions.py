"""Change time and inode of files, which belong to their versions. The next scan fills them in."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    """Add the columns. NULL means that nothing is known."""
    for table in ("image", "unreadable_file", "skipped_file"):
        op.add_column(table, sa.Column("file_changed_ns", sa.BigInteger(), nullable=True))
        op.add_column(table, sa.Column("file_inode", sa.BigInteger(), nullable=True))
