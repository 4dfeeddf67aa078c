"""generated/schemas/view-document-1.0.schema.json: the schema of view documents in one file."""

import json

from codegen.model import Description

NAME = "schemas/view-document-1.0.schema.json"


def render(description: Description) -> str:
    """The schema with all that it refers to, in the order in which it was written."""
    return json.dumps(description.bundle.views, indent=2, ensure_ascii=False, allow_nan=False) + "\n"
