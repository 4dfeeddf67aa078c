"""Pictures are sorted by the clock of the place where they were taken."""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"


def upgrade() -> None:
    """Make the index by the date of taking anew."""
    op.drop_index("image_by_captured", table_name="image")
    clock = sa.text("coalesce(capture_date + coalesce(capture_offset, 0) * 60000, file_created)")
    op.create_index("image_by_captured", "image", [clock, "key"])
