"""generated/openapi.json: the bundled description of the API."""

import json

from codegen.model import Description


def render(description: Description) -> str:
    """The document with everything that it refers to, in the order of the source."""
    return json.dumps(description.document, indent=2, ensure_ascii=False, allow_nan=False) + "\n"
