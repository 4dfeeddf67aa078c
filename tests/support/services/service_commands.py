"""The end of a command that ran in the process of the tests."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Done:
    """The end of a command."""

    code: int
    out: str
    err: str

    @property
    def rows(self) -> list[list[str]]:
        """The words of each line of the output, without the first line."""
        return [line.split() for line in self.out.splitlines()[1:]]

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Run = Callable[..., Done]
