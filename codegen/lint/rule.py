"""A rule is a function that yields faults, registered under a rule id."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from codegen.model import Description

Fault = tuple[str, str, str]
"""The pointer of a part of the document, or another place; message, remedy."""
Check = Callable[[Description], Iterator[Fault]]

RULES: dict[str, Check] = {}


def rule(name: str) -> Callable[[Check], Check]:
    """Registers a check under its rule id; the docstring of the check is the sentence of the rule."""

    def enter(check: Check) -> Check:
        RULES[name] = check
        return check

    return enter
