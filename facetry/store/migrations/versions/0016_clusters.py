"""Leases of a cluster's hosts, the number of ended credentials, and copies of the archives of extensions."""

import sqlalchemy as sa
from alembic import op

from facetry.store.engine import engine_of

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
    op.create_table(
        "package_part",
        sa.Column("extension", sa.Integer(), nullable=False),
        sa.Column("part", sa.Integer(), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["extension"], ["extension.key"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("extension", "part"),
    )
    op.bulk_insert(counts, [{"key": 1, "value": 0}])
    engine_of(op.get_bind()).create_cluster_functions(op.get_bind())
