"""API keys that are revoked with the key that created them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Add the column. A key without a value stays when its creator is revoked."""
    op.add_column("api_secret", sa.Column("creator", sa.Integer()))
    op.create_index("api_secret_by_creator", "api_secret", ["creator"])
