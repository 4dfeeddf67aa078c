"""generated/limits.py: the limits of the component schemas, for rules that no schema can hold."""

from codegen.formatting import formatted
from codegen.header import header
from codegen.model import Description, python_name

KEYWORDS = ("minLength", "maxLength", "minItems", "maxItems", "minimum", "maximum")
MARKS = ("x-max-depth", "x-max-groups", "x-max-similarities")


def render(description: Description) -> str:
    """A constant for each limit that a component schema states itself, named after the schema and the keyword."""
    constants = "".join(
        f"{python_name(name).upper()}_{python_name(keyword.removeprefix('x-')).upper()}: Final = {schema[keyword]}\n"
        for name, schema in description.schemas.items()
        for keyword in (*KEYWORDS, *MARKS)
        if keyword in schema
    )
    return formatted(
        header("The limits that the component schemas state.") + f"from typing import Final\n\n{constants}"
    )
