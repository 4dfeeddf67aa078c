"""Extensions for tests that answer commands."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, Final

from facetry.contract.example_requests.packages import IDLE_PROGRAM, INTERFACE, PAGE, PAGES, archive, manifest

__all__ = [
    "IDLE_PROGRAM",
    "INTERFACE",
    "PAGE",
    "PAGES",
    "answering_archive",
    "archive",
    "manifest",
    "program",
]

SDK_PATH: Final = Path(__file__).parents[3] / "sdk" / "python"
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
