"""What every generated Python file begins with."""

COMMAND = "python -m codegen"
NOTICE = f"Generated from specs/ by `{COMMAND}`. Do not edit."


def header(summary: str) -> str:
    """The first lines of a generated module that is described by `summary`."""
    return f'# {NOTICE}\n"""{summary}"""\n\nfrom __future__ import annotations\n'
