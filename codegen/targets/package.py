"""generated/__init__.py: what the folder is."""

from codegen.header import NOTICE
from codegen.model import Description


def render(description: Description) -> str:
    """A package with nothing but its sentence."""
    title = description.document["info"]["title"]
    contents = "its models, operations, limits, topics and schemas"
    return f'# {NOTICE}\n"""What follows from specs/: the description of {title}, {contents}."""\n'
