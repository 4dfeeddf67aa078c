"""generated/schemas/view-document-1.0.schema.json: the bundled schema of view documents."""

import json

from codegen.model import Description

NAME = "schemas/view-document-1.0.schema.json"


def render(description: Description) -> str:
    """The schema with everything that it refers to, in the order of the source."""
    return json.dumps(description.bundle.views, indent=2, ensure_ascii=False, allow_nan=False) + "\n"
