"""generated/events.py: the types of messages on sockets and on the stream."""

from __future__ import annotations

from codegen.annotation import literal
from codegen.formatting import format_python
from codegen.header import header
from codegen.model import Description, Schema
from codegen.targets.clients.python_models import type_definitions

CHOICES = {"Instructions": "INSTRUCTIONS", "Intent": "INTENTS"}
"""Messages with exactly one of several members, and the name of the generated tuple of these members."""


def render(description: Description) -> str:
    """A TypedDict for each message and for each value of a topic, and a tuple for each of `CHOICES`."""
    events = description.events
    return format_python(
        header("Messages on sockets and on the stream: JSON values, named as on the wire.")
        + "from typing import Any, Final, Literal, NotRequired, TypeAlias, TypedDict\n\n"
        + "".join(
            _names_tuple(name, events.schemas[message])
            for message, name in CHOICES.items()
            if message in events.schemas
        )
        + type_definitions(events, events.schemas)
    )


def _names_tuple(name: str, schema: Schema) -> str:
    names = "".join(f"{literal(kind)}, " for choice in schema.get("oneOf", ()) for kind in choice["required"])
    return f"{name}: Final = ({names})\n"
