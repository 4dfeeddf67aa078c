"""generated/schemas/manifest-v3.schema.json: the schema of manifests in one file."""

import json

from codegen.manifest import bundled
from codegen.model import Description

NAME = "schemas/manifest-v3.schema.json"


def render(description: Description) -> str:
    """The component with all that it refers to, in the order in which it was written."""
    return json.dumps(bundled(description), indent=2, ensure_ascii=False, allow_nan=False) + "\n"
