"""When the folder of a repository was named, so that each host learns of a folder that was moved and named again."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    """Add the column."""
    op.add_column("repository", sa.Column("chosen", sa.BigInteger(), nullable=False, server_default="0"))
