"""generated/topics.py: the names of the events."""

from collections.abc import Iterable

from codegen.annotation import literal
from codegen.formatting import formatted
from codegen.header import header
from codegen.model import Description, Topic


def render(description: Description) -> str:
    """A Literal for the type checker and a tuple for loops, each name with its meaning beside it."""
    names = _names(topic for topic in description.topics if topic.log)
    streamed = _names(topic for topic in description.topics if topic.streamed)
    return formatted(
        header("The topics of the event log.")
        + f"from typing import Final, Literal\n\nTopic = Literal[\n{names}]\n\n"
        + f"TOPICS: Final[tuple[Topic, ...]] = (\n{names})\n\n"
        + f"STREAMED: Final[tuple[Topic, ...]] = (\n{streamed})\n"
        + '"""Those that front ends are told."""\n'
    )


def _names(topics: Iterable[Topic]) -> str:
    return "".join(f"    {literal(topic.name)},  # {topic.meaning}\n" for topic in topics)
