"""generated/limits.py: the limits of the component schemas, for rules that a schema cannot express."""

from codegen.formatting import format_python
from codegen.header import header
from codegen.model import Description, python_name

KEYWORDS = ("minLength", "maxLength", "minItems", "maxItems", "minimum", "maximum")
X_LIMITS = (
    *("x-max-depth", "x-max-groups", "x-max-similarities", "x-max-seconds", "x-max-waiting"),
    *("x-max-bytes", "x-max-letters", "x-max-images", "x-max-days", "x-max-hours", "x-max-sessions"),
)


def render(description: Description) -> str:
    """A constant for each limit at the top level of a component schema, named after the schema and the keyword."""
    constants = "".join(
        f"{python_name(name).upper()}_{python_name(keyword.removeprefix('x-')).upper()}: Final = {schema[keyword]}\n"
        for name, schema in description.schemas.items()
        for keyword in (*KEYWORDS, *X_LIMITS)
        if keyword in schema
    )
    return format_python(header("The limits of the component schemas.") + f"from typing import Final\n\n{constants}")
