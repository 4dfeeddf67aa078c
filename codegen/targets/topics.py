"""generated/topics.py: the names of the events."""

from codegen.annotation import literal
from codegen.formatting import formatted
from codegen.header import header
from codegen.model import Description


def render(description: Description) -> str:
    """A Literal for the type checker and a tuple for loops, each name with its meaning beside it."""
    names = "".join(f"    {literal(topic.name)},  # {topic.meaning}\n" for topic in description.topics)
    return formatted(
        header("The event topics.")
        + f"from typing import Final, Literal\n\nTopic = Literal[\n{names}]\n\n"
        + f"TOPICS: Final[tuple[Topic, ...]] = (\n{names})\n"
    )
