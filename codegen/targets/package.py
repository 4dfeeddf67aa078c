"""generated/__init__.py: the docstring of the package."""

from codegen.header import NOTICE
from codegen.model import Description


def render(description: Description) -> str:
    """A module that has only a docstring."""
    title = description.document["info"]["title"]
    contents = "its models, operations, limits, topics and schemas"
    return f'# {NOTICE}\n"""Generated from specs/: the description of {title}, {contents}."""\n'
