"""A rule: a named function that yields the faults it finds."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from codegen.model import Description

Fault = tuple[str, str, str]
"""Place, message, remedy."""
Check = Callable[[Description], Iterator[Fault]]

RULES: dict[str, Check] = {}


def rule(name: str) -> Callable[[Check], Check]:
    """Enters a check under its rule id; its docstring is the rule."""

    def enter(check: Check) -> Check:
        RULES[name] = check
        return check

    return enter
