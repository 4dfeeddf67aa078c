"""Minimal extensions for tests."""

from __future__ import annotations

import io
import json
import sys
import zipfile
from pathlib import Path
from typing import Any, Final

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


SDK_PATH: Final = Path(__file__).parents[2] / "sdk" / "python"
COMMANDS: Final = [
    {
        "id": "name-clouds",
        "on": {"entity": "Images"},
        "parameters": {"type": "object", "properties": {"hue": {"type": "number"}}},
        "specifications": [{"locale": "en", "label": "Name the clouds"}],
    },
    {
        "id": "warm-up",
        "on": {"entity": "Process"},
        "parameters": {"type": "object", "properties": {"hue": {"type": "number"}}},
        "specifications": [{"locale": "en", "label": "Warm up"}],
    },
]
"""Commands of the answering extension, which returns its parameters."""
_ANSWERING_CODE: Final = """
from facetry_extension import Extension


class Answering(Extension):
    async def on_image_command(self, communicator, command_id, image_ids, parameters):
        return {"command": command_id, "images": list(image_ids), "parameters": parameters}

    async def on_process_command(self, communicator, command_id, parameters):
        return {"command": command_id, "parameters": parameters}


Answering().run()
"""


def program(code: str) -> str:
    """A program with the Python kit that needs no environment of its own."""
    path = [str(SDK_PATH), *(entry for entry in sys.path if "site-packages" in entry)]
    return f"#!{sys.executable}\nimport sys\nsys.path[:0] = {path!r}\n{code}"


def answering_archive(id: str, **changes: Any) -> bytes:
    """A zip archive of an extension that answers its commands at once."""
    instructions = {
        "events": ["process.started", "image.runCommand", "process.runCommand"],
        "execution": {"executable": "./run", "arguments": []},
        "commands": COMMANDS,
    }
    return archive(id, program(_ANSWERING_CODE), **{"instructions": [instructions], **changes})


def archive(id: str, code: str = IDLE_PROGRAM, **changes: Any) -> bytes:
    """A zip archive of an extension; the bytes are reproducible."""
    files = {"manifest.json": json.dumps(manifest(id, **changes)), "run": code, "MANUAL.md": f"# {id}\n"}
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in files.items():
            info = zipfile.ZipInfo(name)
            info.external_attr = (0o100755 if name == "run" else 0o100644) << 16
            file.writestr(info, content)
    return data.getvalue()
