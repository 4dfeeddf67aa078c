"""Permissions that are granted to extensions."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Add the column. Extensions that are installed already keep the right to store pictures, which they may use."""
    op.add_column("extension", sa.Column("grants", sa.String(), nullable=True))
    op.execute("""UPDATE extension SET grants = '["repository:image:store"]' WHERE manifest IS NOT NULL""")
