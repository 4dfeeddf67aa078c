"""The change feed, which processes that do not write follow."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "change",
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("changes", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("revision"),
    )
