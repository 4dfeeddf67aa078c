"""generated/openapi.json: the bundle itself."""

import json

from codegen.model import Description


def render(description: Description) -> str:
    """The one document, in the order in which it was written."""
    return json.dumps(description.document, indent=2, ensure_ascii=False, allow_nan=False) + "\n"
