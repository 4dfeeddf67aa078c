"""Ends of commands, which run in the process of the tests or beside it."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from subprocess import CompletedProcess
from typing import Any, Final

from tests.support.services.forked_commands import run_forked
from tests.support.services.servers import server_environment

_KEY: Final = "a-master-key-for-tests"


@dataclass(frozen=True, slots=True)
class Done:
    """The end of a command that ran in this process."""

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


def run_facetry(*arguments: str, key: str = _KEY, **extra: str) -> CompletedProcess[str]:
    """The end of a command in the environment of a server, with `extra`. It shows no traceback."""
    done = run_forked(*arguments, environment=server_environment(key, extra))
    assert "Traceback" not in done.stderr
    return done
