"""The places of granted folders: where each was when the operator named it."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"


def upgrade() -> None:
    """Add the column. The places of former grants are recorded when their extensions start."""
    op.add_column("extension", sa.Column("granted_places", sa.String(), nullable=True))
