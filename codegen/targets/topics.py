"""generated/topics.py: the names of the events."""

from collections.abc import Iterable

from codegen.annotation import literal
from codegen.formatting import format_python
from codegen.header import header
from codegen.model import Description, Topic


def render(description: Description) -> str:
    """A Literal and a tuple of the topics of the log, and a tuple of those of the stream, each with its meaning."""
    names = _names(topic for topic in description.topics if topic.is_logged)
    streamed_names = _names(topic for topic in description.topics if topic.is_streamed)
    return format_python(
        header("The topics of the event log.")
        + f"from typing import Final, Literal\n\nTopic = Literal[\n{names}]\n\n"
        + f"TOPICS: Final[tuple[Topic, ...]] = (\n{names})\n\n"
        + f"STREAMED: Final[tuple[Topic, ...]] = (\n{streamed_names})\n"
        + '"""The topics of the stream."""\n'
    )


def _names(topics: Iterable[Topic]) -> str:
    return "".join(f"    {literal(topic.name)},  # {topic.meaning}\n" for topic in topics)
