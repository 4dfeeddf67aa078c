"""The program of an extension with the kit, which notes the same as `plain_extension.py` and computes the same."""

import json
import os
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from facetry_extension import ApiError, Communicator, Extension  # type: ignore[import-not-found]  # it is there

HERE: Mapping[str, Any] = json.loads(Path("behaviour.json").read_text())
JOURNAL = os.open(HERE["journal"], os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)


def note(mark: str, name: str) -> None:
    """One line, in one piece."""
    os.write(JOURNAL, f"{mark} {name} {time.monotonic_ns()}\n".encode())


def begun(communicator: Communicator) -> str:
    """Note that an event has come; returns its name."""
    event = communicator.delivery
    assert event is not None
    name = f"{event.channel} {event.image_id} {event.value['sequence']}"
    note("d", name)
    return name


async def told(_: Extension, communicator: Communicator, image_id: str) -> None:
    """Something happened."""
    note("o", begun(communicator))


class Kit(Extension):  # type: ignore[misc]  # of a module that is not here
    """Tags images, and is told what happens to them."""

    on_image_created = on_image_updated = on_image_deleted = on_image_tags_updated = told

    async def on_compute_image_tags(self, communicator: Communicator, image_id: str) -> None:
        """Write the number of the event that asked."""
        name, event = begun(communicator), communicator.delivery
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
