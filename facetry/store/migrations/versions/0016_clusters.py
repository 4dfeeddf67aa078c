"""Leases of a cluster's hosts, and the number of ended credentials, which all hosts look at."""

import sqlalchemy as sa
from alembic import op

from facetry.store.engine import create_cluster_functions

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    """Add the tables, and on PostgreSQL the functions that check leases and announce commits."""
    op.create_table(
        "lease",
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("holder", sa.String(), nullable=False),
        sa.Column("address", sa.String(), nullable=False),
        sa.Column("token", sa.BigInteger(), nullable=False),
        sa.Column("expires", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("name"),
    )
    counts = op.create_table(
        "ended_credentials",
        sa.Column("key", sa.Integer(), nullable=False),
        sa.Column("value", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("key"),
    )
    op.bulk_insert(counts, [{"key": 1, "value": 0}])
    create_cluster_functions(op.get_bind())
