"""The contents of trashed images, to find those with the same bytes. The service fills the column when it starts."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    """Add the column and its index."""
    op.add_column("trashed_image", sa.Column("content_hash", sa.LargeBinary()))
    op.create_index("trashed_image_by_content", "trashed_image", ["content_hash"])
