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
    {
        "id": "serve-page",
        "on": {"entity": "Process"},
        "parameters": {"type": "object", "properties": {}},
        "specifications": [{"locale": "en", "label": "Serve a page"}],
    },
]
"""Commands of the answering extension, which returns its parameters, or the address of a bundle that it serves."""
PAGE: Final = (
    "<!doctype html><meta charset=utf-8><title>waiting</title><script type=module src=assets/page.js></script>"
)
PAGES: Final = {"ui/index.html": PAGE, "ui/assets/page.js": "document.title = 'shown';"}
"""The files of a page of an extension."""
INTERFACE: Final = {"elements": [{"id": "clouds", "integration": {"anchor": "window"}, "url": "/ui/index.html"}]}
"""The page in the manifest."""
PAGE_SCRIPT: Final = """
const mine = new URL("..", import.meta.url).href.slice(0, -1);
const { parameters, settings } = await (await fetch(mine)).json();
const answer = await fetch(`${parameters.webServicesBaseUrl}/apiSecret/self`, {
  headers: { "X-API-KEY": parameters.apiKey },
});
let storage = "storage";
try { localStorage.setItem("a", "b"); } catch { storage = "no storage"; }
const docs = await fetch("/openapi.json").then(() => "readable", () => "unreadable");
document.title = [(await answer.json()).extensionId, settings.theme, origin, storage, docs].join(" ");
"""
"""What the page of the bundle does; its title says how far it came."""
_ANSWERING_CODE: Final = (
    f"""
import io, zipfile
from facetry_extension import Extension

BUNDLE = io.BytesIO()
with zipfile.ZipFile(BUNDLE, "w") as packed:
    packed.writestr("index.html", {PAGE!r})
    packed.writestr("assets/page.js", {PAGE_SCRIPT!r})
"""
    + """


class Answering(Extension):
    async def on_image_command(self, communicator, command_id, image_ids, parameters):
        return {"command": command_id, "images": list(image_ids), "parameters": parameters}

    async def on_process_command(self, communicator, command_id, parameters):
        if command_id == "serve-page":
            bundle = {"content": BUNDLE.getvalue(), "settings": {"theme": "dark"}}
            return await communicator.intent("serveBundle", bundle)
        return {"command": command_id, "parameters": parameters}


Answering().run()
"""
)


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
