"""The program of an extension with the kit. It computes the same as `plain_extension.py`, with the same journal."""

import json
import os
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from facetry_extension import ApiError, Communicator, Extension  # type: ignore[import-not-found]  # it is there

HERE: Mapping[str, Any] = json.loads(Path("behaviour.json").read_text())
JOURNAL = os.open(HERE["journal"], os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)


def note(kind: str, name: str) -> None:
    """Write one line in one system call."""
    os.write(JOURNAL, f"{kind} {name} {time.monotonic_ns()}\n".encode())


def note_delivery(communicator: Communicator) -> str:
    """Write the delivery of an event into the journal. Returns the name of the event."""
    event = communicator.delivery
    assert event is not None
    name = f"{event.channel} {event.image_id} {event.value['sequence']}"
    note("d", name)
    return name


async def note_event(_: Extension, communicator: Communicator, image_id: str) -> None:
    """Write the outcome of an event without work."""
    note("o", note_delivery(communicator))


class Kit(Extension):  # type: ignore[misc]  # of a module that is not here
    """Tags images, and receives events of images."""

    on_image_created = on_image_updated = on_image_deleted = on_image_tags_updated = note_event

    async def on_compute_image_tags(self, communicator: Communicator, image_id: str) -> None:
        """Write the sequence number of the request as a tag."""
        name, event = note_delivery(communicator), communicator.delivery
        assert event is not None
        is_nothing = HERE["nothing"] and int(image_id[-4:], 16) % HERE["nothing"] == 0
        try:
            await communicator.set_tags(image_id, [] if is_nothing else [f"at-{event.value['sequence']}"])
        except ApiError as error:
            if error.status != 404:  # the image may be gone
                note("f", name)
                raise
        except Exception:
            note("f", name)
            raise
        note("o", name)


if __name__ == "__main__":
    note("s", f"{os.getpid()} - 0")
    Kit().run()
