"""The last commit of each writer, for one that loses its connection in a commit. Only PostgreSQL needs it."""

from alembic import op

from facetry.store.engine import engine_of

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    """Add the table and the function."""
    engine_of(op.get_bind()).create_commit_outcomes(op.get_bind())
