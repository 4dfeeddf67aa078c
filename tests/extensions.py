"""Extensions for tests that care for no more than that there is one."""

from __future__ import annotations

import io
import json
import zipfile
from typing import Any, Final

PROGRAM: Final = "#!/bin/sh\nexec sleep 600\n"


def manifest(id: str, **changes: Any) -> dict[str, Any]:
    """A manifest with settings; its program does nothing."""
    return {
        "id": id,
        "version": "1.0.0",
        "name": id,
        "description": "It is there.",
        "categories": ["utility"],
        "runtimes": [],
        "instructions": [
            {"events": ["process.started"], "execution": {"executable": "./run", "arguments": ["--quietly"]}}
        ],
        "settings": {"type": "object", "properties": {"threshold": {"type": "number", "default": 0.5}}},
        **changes,
    }


def archive(id: str, **changes: Any) -> bytes:
    """A zip archive of an extension, the same bytes each time."""
    files = {"manifest.json": json.dumps(manifest(id, **changes)), "run": PROGRAM, "MANUAL.md": f"# {id}\n"}
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in files.items():
            info = zipfile.ZipInfo(name)
            info.external_attr = (0o100755 if name == "run" else 0o100644) << 16
            packed.writestr(info, content)
    return data.getvalue()
