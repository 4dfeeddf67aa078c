"""Builds the command line of an extension: `executable` and `arguments` of its manifest, with macros expanded.

No shell is involved and nothing is split: each argument stays one argument, whatever characters it has.
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
_UNSUPPORTED_MACROS: Final[Mapping[str, str]] = {
    "apiKey": "Every process can read a command line; the key is in parameters.json.",
    "imageId": "Programs are not started for single images; events name the images.",
    "shell": "Programs are started without a shell.",
}


class Execution(Protocol):
    """The part of a manifest's `execution` that is needed here."""

    @property
    def executable(self) -> str:
        """The program: a macro or a path."""

    @property
    def arguments(self) -> Sequence[str]:
        """The arguments of the program."""


def command_line(
    execution: Execution, runtimes: Collection[str], folder: Path, values: Mapping[str, str]
) -> tuple[str, ...]:
    """The program and its arguments. `values`: the macros `extensionId` and `webServicesBaseUrl`.

    The program is a macro, an absolute path, or a path in the folder of the extension. Raises `FaultError`.
    """
    macro_values = {**values, "extensionDirectoryPath": str(folder)}
    program = _expand(execution.executable, "executable", runtimes, folder, macro_values)
    if "/" not in program:
        raise bad_parameter(
            "executable",
            "The program is neither a macro nor a path.",
            rule="extension.executable",
            value=program,
            remedy="Use ${python} or ${node}, or the path of a program in the extension's folder, such as ./bin/tool.",
        )
    arguments = (
        _expand(argument, f"arguments[{index}]", runtimes, folder, macro_values)
        for index, argument in enumerate(execution.arguments)
    )
    return str(folder / program), *arguments


def _expand(text: str, parameter: str, runtimes: Collection[str], folder: Path, values: Mapping[str, str]) -> str:
    """Expand the macros of a text once: a value that looks like a macro is not expanded again."""
    if "\0" in text:
        raise bad_parameter(
            parameter, "A command line cannot contain a NUL character.", rule="extension.argument", value=text
        )

    def value(match: re.Match[str]) -> str:
        name = match[1]
        if name in _PYTHON:
            return _python_path(name, parameter, runtimes, folder)
        if name == "node":
            return _node_path(parameter, runtimes)
        if name in values:
            return values[name]
        detail = _UNSUPPORTED_MACROS.get(name, "There is no such macro.")
        raise bad_parameter(parameter, detail, rule="extension.macro", value=match[0])

    return _MACRO.sub(value, text)


def _python_path(name: str, parameter: str, runtimes: Collection[str], folder: Path) -> str:
    if "python" not in runtimes:
        raise _undeclared_runtime(name, parameter, "python")
    interpreter = folder / VENV / "bin" / "python"
    if not interpreter.is_file():
        raise conflict(
            "extension.environment",
            "The Python environment of the extension is missing.",
            remedy="Install the extension again.",
        )
    return str(interpreter)


def _node_path(parameter: str, runtimes: Collection[str]) -> str:
    if "node" not in runtimes:
        raise _undeclared_runtime("node", parameter, "node")
    path = shutil.which("node")
    if path is None:
        raise conflict(
            "extension.runtime",
            "The extension needs Node.js, and there is no program `node` on the PATH of the server.",
            remedy="Install Node.js, and restart the server.",
        )
    return str(Path(path).absolute())


def _undeclared_runtime(name: str, parameter: str, runtime: str) -> FaultError:
    return bad_parameter(
        parameter,
        f"The manifest declares no {runtime} runtime.",
        rule="extension.macro",
        value="${" + name + "}",
        remedy=f'Add {{"environment": "{runtime}"}} to runtimes.',
    )
