"""generated/events.py: what is said on sockets and on the stream, for the type checker."""

from __future__ import annotations

from codegen.annotation import literal
from codegen.formatting import formatted
from codegen.header import header
from codegen.model import Description, Schema
from codegen.targets.sdk_models import values

CHOICES = {"Instructions": "INSTRUCTIONS", "Intent": "INTENTS"}
"""Messages of which one member says what kind they are of, and the name of the tuple of these members."""


def render(description: Description) -> str:
    """A TypedDict for each message and value of a topic, and the kinds of what extensions say."""
    events = description.events
    return formatted(
        header("What is said on sockets and on the stream: JSON values, under the names that they have on the wire.")
        + "from typing import Any, Final, Literal, NotRequired, TypeAlias, TypedDict\n\n"
        + "".join(
            _kinds(name, events.schemas[message]) for message, name in CHOICES.items() if message in events.schemas
        )
        + values(events, events.schemas)
    )


def _kinds(name: str, schema: Schema) -> str:
    listed = "".join(f"{literal(kind)}, " for choice in schema.get("oneOf", ()) for kind in choice["required"])
    return f"{name}: Final = ({listed})\n"
