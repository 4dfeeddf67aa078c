"""generated/schemas/: the schemas of files that the commands write and read."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping

from codegen.documents import DIALECT
from codegen.model import Description

NAMES = ("backup-manifest-1",)


def _render(name: str) -> Callable[[Description], str]:
    def render(description: Description) -> str:
        schema = description.bundle.documents.get(name, {"$schema": DIALECT})
        return json.dumps(schema, indent=2, ensure_ascii=False, allow_nan=False) + "\n"

    return render


TARGETS: Mapping[str, Callable[[Description], str]] = {f"schemas/{name}.schema.json": _render(name) for name in NAMES}
