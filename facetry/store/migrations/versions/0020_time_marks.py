"""What parts of the service keep about the time, so that a clock that is set does not mislead them."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "time_mark",
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("time", sa.BigInteger(), nullable=False),
        sa.Column("clock", sa.BigInteger(), nullable=False),
        sa.Column("notes", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("name"),
    )
