"""Finds files that the programs of an extension are started with, and that the extension does not have."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Collection, Iterator, Sequence
from typing import Any, Final

from facetry.schema.similarity import suggest
from facetry.validate.finding import Finding
from facetry.validate.manifest.parts import (
    FOLDER_MACRO,
    RUNTIME_MACROS,
    JsonObject,
    finding,
    instructions_of,
    items_of,
    member_of,
)

_MAX_CANDIDATES: Final = 100
_PYTHON_FLAGS: Final = re.compile(r"-[bBdEiIOPqsSuvx]+")
_PYTHON_OPTIONS: Final = ("-W", "-X")
_NODE_FLAGS: Final = re.compile(r"--(?:enable|experimental|inspect|no|trace)[a-z-]*(?:=.*)?|--[a-z0-9-]+=.*")
_NODE_ENDINGS: Final = (".js", ".cjs", ".mjs", ".json", "/index.js")
_PYTHON_ENDINGS: Final = ("/__main__.py",)


def missing_entry_files(manifest: JsonObject, file_names: Collection[str]) -> Iterator[Finding]:
    """Warnings, because the installation of dependencies can make such files."""
    candidates = sorted(file_names)[:_MAX_CANDIDATES]
    for pointer, item in instructions_of(manifest):
        execution = item.get("execution")
        for place, text, path, endings in _paths(execution, f"{pointer}/execution"):
            if not _is_present(path, endings, file_names):
                yield _missing_file(place, text, path, candidates)


def _missing_file(place: str, text: str, path: str, candidates: Sequence[str]) -> Finding:
    return finding(
        "entry",
        place,
        f"The extension has no file {path}, with which its program is started.",
        text,
        remedy=suggest(path, candidates) or "Add the file, unless the installation of dependencies makes it.",
        level="warning",
    )


def _paths(execution: Any, pointer: str) -> Iterator[tuple[str, str, str, Sequence[str]]]:
    """(pointer, text, path, permitted endings) of each text that is the path of a file of the extension."""
    executable, arguments = member_of(execution, "executable"), items_of(member_of(execution, "arguments"))
    if not isinstance(executable, str):
        return
    runtime = RUNTIME_MACROS.get(executable)
    script = None if runtime is None else _script(arguments, runtime)
    if runtime is None and "/" in executable and (path := _relative(executable)):
        yield f"{pointer}/executable", executable, path, ()
    for index, argument in enumerate(arguments):
        if not isinstance(argument, str):
            continue
        if index == script:
            path = _relative(argument)
        else:
            start = argument.find(FOLDER_MACRO + "/")
            path = _relative(argument[start:]) if start >= 0 else ""
        if path:
            endings = (_NODE_ENDINGS if runtime == "node" else _PYTHON_ENDINGS) if index == script else ()
            yield f"{pointer}/arguments/{index}", argument, path, endings


def _script(arguments: Sequence[Any], runtime: str) -> int | None:
    """The index of the argument that a runtime takes for its program; None when it is a module, or not known."""
    index = 0
    while index < len(arguments) and isinstance(arguments[index], str):
        argument: str = arguments[index]
        if not argument.startswith("-"):
            return index
        if runtime == "python" and argument in _PYTHON_OPTIONS:
            index += 1
        elif not (_PYTHON_FLAGS if runtime == "python" else _NODE_FLAGS).fullmatch(argument):
            return None
        index += 1
    return None


def _relative(text: str) -> str:
    """The path of a text, relative to the folder of the extension; empty for one outside of it, or one with macros."""
    text = text.removeprefix(FOLDER_MACRO + "/")
    if text.startswith("/") or "${" in text or "\\" in text:
        return ""
    path = posixpath.normpath(text)
    return "" if path.startswith("..") or path == "." else path


def _is_present(path: str, endings: Sequence[str], file_names: Collection[str]) -> bool:
    if path in file_names or any(path + ending in file_names for ending in endings):
        return True
    return any(name.startswith(f"{path}/") for name in file_names)
