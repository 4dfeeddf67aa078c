"""Archives of minimal extensions, which contract tests install."""

from __future__ import annotations

import io
import json
import zipfile
from typing import Any, Final

PAGE: Final = (
    "<!doctype html><meta charset=utf-8><title>waiting</title><script type=module src=assets/page.js></script>"
)
PAGES: Final = {"ui/index.html": PAGE, "ui/assets/page.js": "document.title = 'shown';"}
"""The files of a page of an extension."""
INTERFACE: Final = {"elements": [{"id": "clouds", "integration": {"anchor": "window"}, "url": "/ui/index.html"}]}
"""The page in the manifest."""
IDLE_PROGRAM: Final = "#!/bin/sh\nexec sleep 600\n"


def manifest(id: str, **changes: Any) -> dict[str, Any]:
    """A manifest with settings; its program does nothing."""
    return {
        "id": id,
        "version": "1.0.0",
        "name": id,
        "description": "A test extension.",
        "categories": ["utility"],
        "runtimes": [],
        "instructions": [
            {"events": ["process.started"], "execution": {"executable": "./run", "arguments": ["--quietly"]}}
        ],
        "settings": {"type": "object", "properties": {"threshold": {"type": "number", "default": 0.5}}},
        **changes,
    }


def archive(id: str, code: str = IDLE_PROGRAM, **changes: Any) -> bytes:
    """A zip archive of an extension with a page; the bytes are reproducible."""
    document = json.dumps(manifest(id, **{"ui": INTERFACE, **changes}))
    files = {"manifest.json": document, "run": code, "MANUAL.md": f"# {id}\n", **PAGES}
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in files.items():
            info = zipfile.ZipInfo(name)
            info.external_attr = (0o100755 if name == "run" else 0o100644) << 16
            file.writestr(info, content)
    return data.getvalue()
