"""The first lines of every generated file."""

COMMAND = "python -m codegen"
NOTICE = f"Generated from specs/ by `{COMMAND}`. Do not edit."


def header(summary: str) -> str:
    """The first lines of a generated Python module; `summary` becomes its docstring."""
    return f'# {NOTICE}\n"""{summary}"""\n\nfrom __future__ import annotations\n'
