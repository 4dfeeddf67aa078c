"""The keys of running extensions, from the files that the service writes for their programs."""

from __future__ import annotations

import json
import time
from typing import Final

from tests.support.services.servers import Server

START_SECONDS: Final = 30.0


def key_of(server: Server, id: str, *, other_than: str = "") -> str:
    """The valid key of the running program of an extension."""
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline:
        for file in server.extensions_dir.glob(f"**/{id}/**/parameters.json"):
            found = json.loads(file.read_text() or "{}")
            if found.get("extensionId") == id and found["apiKey"] != other_than and is_valid(server, found["apiKey"]):
                return str(found["apiKey"])
        time.sleep(0.05)
    raise AssertionError(f"the program of {id} has no key")


def is_valid(server: Server, key: str) -> bool:
    """Whether the service accepts a key."""
    with server.client(key) as with_key:
        return with_key.get("/apiSecret/self").status_code == 200
