"""Storage for searches: the revision, the full-text index, and covering indexes."""

from __future__ import annotations

import json

import sqlalchemy as sa
from alembic import op

from facetry.store import fulltext
from facetry.store.engine import raw_connection

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Create the tables and indexes, and index the existing texts."""
    op.create_table(
        "revision",
        sa.Column("key", sa.Integer(), nullable=False),
        sa.Column("value", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("key"),
    )
    op.execute("INSERT INTO revision (key, value) VALUES (1, 0)")
    op.drop_index("image_tag_by_value", "image_tag")
    op.create_index("image_tag_by_value", "image_tag", ["tag", "extension", "image"])
    op.create_index("image_by_format", "image", ["format", "key"])
    op.drop_index("image_feature_by_number", "image_feature")
    op.drop_index("image_feature_by_name", "image_feature")
    by_name = ["extension", "type", "name", "format", "image", "number"]
    op.create_index("image_feature_by_name", "image_feature", by_name)
    connection = op.get_bind()
    fulltext.create(connection)
    rows = raw_connection(connection)
    fulltext.put_many(connection, "name_text", rows.execute("SELECT key, name FROM image"))
    details = rows.execute("SELECT key, details FROM image WHERE details <> '{}'")
    fulltext.put_many(connection, "metadata_text", ((key, _metadata(json.loads(text))) for key, text in details))
    texts = rows.execute("SELECT key, text FROM image_feature WHERE text IS NOT NULL")
    fulltext.put_many(connection, "feature_text", texts)


def _metadata(details: dict[str, str]) -> str:
    return details.get("all") or "\n".join(details.values())
