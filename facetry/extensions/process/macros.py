"""The command line of an extension: `executable` and `arguments` of its manifest with the macros filled in.

There is no shell, and nothing is split: an argument is one argument, whatever stands in it.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Final, Protocol

from facetry.errors import FaultError, bad_parameter, conflict

VENV: Final = ".venv"
_MACRO: Final = re.compile(r"\$\{([A-Za-z0-9_.-]*)\}")
_PYTHON: Final = ("python", "venvPython")
_REFUSED: Final[Mapping[str, str]] = {
    "apiKey": "A key in a command line can be read by every process; it stands in parameters.json.",
    "imageId": "Programs are not started for single images; images come with events.",
    "shell": "Programs are started without a shell.",
}


class Execution(Protocol):
    """What is needed of a manifest's `execution`."""

    @property
    def executable(self) -> str:
        """A macro, or the path of a program."""

    @property
    def arguments(self) -> Sequence[str]:
        """What it is called with."""


def command(
    execution: Execution, runtimes: Collection[str], folder: Path, values: Mapping[str, str]
) -> tuple[str, ...]:
    """The program and its arguments. `values` are those of `extensionId` and `webServicesBaseUrl`.

    The program is a macro, an absolute path, or a path in the folder of the extension. Raises `FaultError`.
    """
    known = {**values, "extensionDirectoryPath": str(folder)}
    program = _filled(execution.executable, "executable", runtimes, folder, known)
    if "/" not in program:
        raise bad_parameter(
            "executable",
            "The program is neither a macro nor a path.",
            rule="extension.executable",
            value=program,
            remedy="Use ${python} or ${node}, or the path of a program in the extension's folder, such as ./bin/tool.",
        )
    arguments = (
        _filled(argument, f"arguments[{index}]", runtimes, folder, known)
        for index, argument in enumerate(execution.arguments)
    )
    return str(folder / program), *arguments


def _filled(text: str, place: str, runtimes: Collection[str], folder: Path, values: Mapping[str, str]) -> str:
    """What a value brings along is not looked at again: it may hold what looks like a macro."""
    if "\0" in text:
        raise bad_parameter(place, "No command line can hold a NUL.", rule="extension.argument", value=text)

    def value(match: re.Match[str]) -> str:
        name = match[1]
        if name in _PYTHON:
            return _python(name, place, runtimes, folder)
        if name == "node":
            return _node(place, runtimes)
        if name in values:
            return values[name]
        detail = _REFUSED.get(name, "There is no such macro.")
        raise bad_parameter(place, detail, rule="extension.macro", value=match[0])

    return _MACRO.sub(value, text)


def _python(name: str, place: str, runtimes: Collection[str], folder: Path) -> str:
    if "python" not in runtimes:
        raise _undeclared(name, place, "python")
    interpreter = folder / VENV / "bin" / "python"
    if not interpreter.is_file():
        raise conflict(
            "extension.environment", "Its Python environment is not there.", remedy="Install the extension again."
        )
    return str(interpreter)


def _node(place: str, runtimes: Collection[str]) -> str:
    if "node" not in runtimes:
        raise _undeclared("node", place, "node")
    found = shutil.which("node")
    if found is None:
        raise conflict(
            "extension.runtime",
            "It needs Node.js, and there is no program `node` on the PATH of the server.",
            remedy="Install Node.js, and restart the server.",
        )
    return str(Path(found).absolute())


def _undeclared(name: str, place: str, runtime: str) -> FaultError:
    return bad_parameter(
        place,
        f"The manifest declares no {runtime} runtime.",
        rule="extension.macro",
        value="${" + name + "}",
        remedy=f'Add {{"environment": "{runtime}"}} to runtimes.',
    )
