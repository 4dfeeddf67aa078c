"""Images whose files have to be read again: this version reads metadata, dates and colours in another way."""

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"


def upgrade() -> None:
    """Have all pictures read again, and all files that decoders have refused tried again."""
    op.create_table(
        "outdated_image",
        sa.Column("image", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["image"], ["image.key"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("image"),
    )
    op.execute('INSERT INTO outdated_image (image) SELECT "key" FROM image')
    # no file has such a version, so the next scan reads it
    op.execute(
        "UPDATE unreadable_file SET file_modified_ns = -1, file_changed_ns = NULL, file_inode = NULL "
        "WHERE rule LIKE 'decode.%'"
    )
