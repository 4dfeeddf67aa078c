"""`docs/settings.md`, made of the types of the settings: `python -m tests.facetry.settings_page` writes it."""

from __future__ import annotations

import argparse
import ast
import inspect
import re
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from pydantic import BaseModel

from facetry.cli.serving import serve
from facetry.settings import Settings

PAGE: Final = Path(__file__).parents[2] / "docs" / "settings.md"
COLUMNS: Final = 120
Units = tuple[tuple[str, int], ...]
UNITS_OF_BYTES: Final[Units] = ("PiB", 2**50), ("TiB", 2**40), ("GiB", 2**30), ("MiB", 2**20)
TYPES: Final = {
    "array": "list",
    "boolean": "`true`, `false`",
    "object": "tables",
    "path": "path",
    "password": "secret",
    "string": "text",
}
INTRODUCTION: Final = """\
<!-- Made of facetry/settings.py by `python -m tests.facetry.settings_page`. Do not edit. -->
# Settings

Flags of `facetry serve` win over the environment, and the environment over the file `facetry.toml` in the data folder.
The file has the same settings in lower case and without `FACETRY_`: `FACETRY_PORT` is `port`, and
`FACETRY_DECODER__SECONDS` is `seconds` in the table `[decoder]`. In the environment, commas separate the items of a
list, and an empty value counts as none.
"""


def page() -> str:
    """The text of the page."""
    return "\n".join([INTRODUCTION, *_rows(Settings, "FACETRY_"), *_sections(Settings, "FACETRY_", "")]) + "\n"


def _sections(model: type[BaseModel], prefix: str, path: str) -> Iterator[str]:
    for name, table in _tables(model).items():
        yield from ("", f"## {path}{name}", "", *textwrap.wrap(_one_line(table.__doc__), COLUMNS), "")
        yield from _rows(table, f"{prefix}{name.upper()}__")
        yield from _sections(table, f"{prefix}{name.upper()}__", f"{path}{name}.")


def _tables(model: type[BaseModel]) -> dict[str, type[BaseModel]]:
    types = {name: field.annotation for name, field in model.model_fields.items()}
    return {name: type_ for name, type_ in types.items() if isinstance(type_, type) and issubclass(type_, BaseModel)}


def _rows(model: type[BaseModel], prefix: str) -> Iterator[str]:
    yield "| setting | values | default | meaning |"
    yield "|---|---|---|---|"
    meanings, flags = docstrings(model), flags_of_variables()
    for name, schema in model.model_json_schema()["properties"].items():
        if name not in _tables(model):
            variable = prefix + name.upper()
            names = f"`{variable}`" + "".join(f", `{flag}`" for flag in flags.get(variable, ()))
            units = UNITS_OF_BYTES if name.endswith("_bytes") else ()
            yield f"| {names} | {_values(schema, units)} | {_default(schema, units)} | {meanings.get(name, '')} |"


def docstrings(model: type[BaseModel]) -> dict[str, str]:
    """The docstrings of the attributes of a class."""
    (definition,) = ast.parse(inspect.getsource(model)).body
    assert isinstance(definition, ast.ClassDef)
    return {
        attribute.target.id: _one_line(ast.literal_eval(following.value))
        for attribute, following in zip(definition.body, definition.body[1:], strict=False)
        if isinstance(attribute, ast.AnnAssign) and isinstance(attribute.target, ast.Name)
        if isinstance(following, ast.Expr)
    }


def flags_of_variables() -> dict[str, list[str]]:
    """The flags of `facetry serve`, by the variable that the help of each names."""
    commands = argparse.ArgumentParser().add_subparsers()
    serve.add(commands)
    flags: dict[str, list[str]] = {}
    for action in commands.choices["serve"]._actions:
        for variable in re.findall(r"\b(FACETRY_\w+)", action.help or ""):
            flags.setdefault(variable, []).append(action.option_strings[0])
    return flags


def _values(schema: dict[str, Any], units: Units) -> str:
    if "anyOf" in schema:
        return " or ".join(_values(each, units) for each in schema["anyOf"] if each.get("type") != "null")
    if "enum" in schema or "const" in schema:
        return ", ".join(f"`{value}`" for value in schema.get("enum", [schema.get("const")]))
    if schema["type"] in ("integer", "number"):
        is_above = "exclusiveMinimum" in schema
        low = schema["exclusiveMinimum" if is_above else "minimum"]
        return f"{'above ' * is_above}{_number(low, units)} to {_number(schema['maximum'], units)}"
    return TYPES[schema.get("format", schema["type"])]


def _default(schema: dict[str, Any], units: Units) -> str:
    value = schema.get("default")
    if value is None or value in ("", [], {}):
        return ""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return f"`{value}`".lower()
    text = f"{value:.12g}"
    return f"`{text}`" if _number(value, units) in (text, f"{value:,}") else f"`{text}`, {_number(value, units)}"


def _number(value: float, units: Units) -> str:
    """The number, in the first of the units in which it is whole."""
    sizes = (f"{value // size:.0f} {unit}" for unit, size in units if value >= size and value % size == 0)
    return next(sizes, f"{value:,}")


def _one_line(text: str | None) -> str:
    return " ".join((text or "").split())


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
