"""Extensions for tests that care for no more than that there is one."""

from __future__ import annotations

import io
import json
import sys
import zipfile
from pathlib import Path
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


KIT: Final = Path(__file__).parents[2] / "sdk" / "python"
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
"""What `answering` can be told to do: it returns what it is given."""
_ANSWERING: Final = """
from facetry_extension import Extension


class Answering(Extension):
    async def on_image_command(self, communicator, command_id, image_ids, parameters):
        return {"command": command_id, "images": list(image_ids), "parameters": parameters}

    async def on_process_command(self, communicator, command_id, parameters):
        return {"command": command_id, "parameters": parameters}


Answering().run()
"""


def program(code: str) -> str:
    """A program with the kit, that needs no environment of its own."""
    path = [str(KIT), *(each for each in sys.path if "site-packages" in each)]
    return f"#!{sys.executable}\nimport sys\nsys.path[:0] = {path!r}\n{code}"


def answering(id: str, **changes: Any) -> bytes:
    """A zip archive of an extension with commands, which it answers at once."""
    instructions = {
        "events": ["process.started", "image.runCommand", "process.runCommand"],
        "execution": {"executable": "./run", "arguments": []},
        "commands": COMMANDS,
    }
    return archive(id, program(_ANSWERING), **{"instructions": [instructions], **changes})


def archive(id: str, program: str = PROGRAM, **changes: Any) -> bytes:
    """A zip archive of an extension, the same bytes each time."""
    files = {"manifest.json": json.dumps(manifest(id, **changes)), "run": program, "MANUAL.md": f"# {id}\n"}
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in files.items():
            info = zipfile.ZipInfo(name)
            info.external_attr = (0o100755 if name == "run" else 0o100644) << 16
            packed.writestr(info, content)
    return data.getvalue()
