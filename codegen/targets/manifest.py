"""generated/schemas/manifest-v3.schema.json: the bundled schema of manifests."""

import json

from codegen.manifest import bundle
from codegen.model import Description

NAME = "schemas/manifest-v3.schema.json"


def render(description: Description) -> str:
    """The component with everything that it refers to, in the order of the source."""
    return json.dumps(bundle(description), indent=2, ensure_ascii=False, allow_nan=False) + "\n"
