"""generated/asyncapi.json: the description of the events in one file."""

import json

from codegen.model import Description


def render(description: Description) -> str:
    """The document with all that it refers to, in the order in which it was written."""
    return json.dumps(description.bundle.events, indent=2, ensure_ascii=False, allow_nan=False) + "\n"
