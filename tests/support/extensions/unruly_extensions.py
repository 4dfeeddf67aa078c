"""Extensions for tests of the page: one that works and fails on demand, and one that crashes."""

from __future__ import annotations

from typing import Any, Final

from tests.support.extensions.packages import archive, program

HOSTILE_LINE: Final = "\u001b[31mred\u001b[0m <img src=x onerror=alert(1)> \u202ereversed"
"""A line of a log with sequences of terminals, markup and a mark of direction."""
CRASHING_CODE: Final = """#!/bin/sh
echo "the flux capacitor is missing" >&2
exit 3
"""
_CODE: Final = (
    f"""
import sys
from facetry_extension import Extension, views

HOSTILE = {HOSTILE_LINE!r}
"""
    + """

class Moody(Extension):
    async def on_compute_image_tags(self, communicator, image_id):
        settings = await communicator.settings()
        if settings.get("mood") == "bad":
            raise RuntimeError("I am in a bad mood <b>today</b>")
        print(f"tagged {image_id}", flush=True)
        await communicator.set_tags(image_id, ["moody"])

    async def on_process_command(self, communicator, command_id, parameters):
        print(f"WARNING {HOSTILE}", flush=True)
        return views.Card(f"Hello {parameters.get('name', 'nobody')}", [views.Markdown("Nice to *meet* you.")])


Moody().run()
"""
)


def moody_archive(id: str = "moody", mood: str = "bad", **changes: Any) -> bytes:
    """An archive of an extension that tags images in a good mood, and fails in a bad one. Its mood is a setting."""
    instructions = {
        "events": ["process.started", "extension.settings", "image.computeTags", "process.runCommand"],
        "execution": {"executable": "./run", "arguments": []},
        "capabilities": [{"id": "image.tags"}],
        "throttlingPolicies": [
            {"events": ["image.computeTags"], "durationInMilliseconds": 1000, "maximumCount": 50},
        ],
        "commands": [
            {
                "id": "greet",
                "on": {"entity": "Process"},
                "parameters": {"type": "object", "properties": {"name": {"type": "string", "title": "Name"}}},
                "specifications": [{"locale": "en", "label": "Greet somebody"}],
            }
        ],
    }
    settings = {
        "type": "object",
        "properties": {
            "mood": {"type": "string", "enum": ["good", "bad"], "default": mood, "title": "Mood"},
        },
    }
    return archive(id, program(_CODE), **{"instructions": [instructions], "settings": settings, **changes})


def crashing_archive(id: str = "crasher", **changes: Any) -> bytes:
    """An archive of an extension whose program ends at once."""
    return archive(id, CRASHING_CODE, **changes)
