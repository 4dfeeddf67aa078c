"""Adapts Python extensions to an existing interpreter, so that the service does not create an environment for them."""

from __future__ import annotations

import asyncio
import fcntl
import hashlib
import io
import json
import sys
import zipfile
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Final

from facetry.authoring.extension_check import MANIFEST, REQUIREMENTS
from facetry.authoring.zip_archive import ArchiveFile, zip_files
from facetry.extensions.packages.dependencies import InstallationTarget, prepare
from facetry.extensions.process.macros import VENV
from facetry.validate import manifests

Reporter = Callable[[str], None]

_PYTHON: Final = "python"
_MACROS: Final = ("${python}", "${venvPython}")
_WHEEL: Final = ".whl"


class NoEnvironmentError(Exception):
    """The environment cannot be created; the message says why, and what to do."""


def use_interpreter(archive: bytes, interpreter: Path, extra_files: Iterable[ArchiveFile] = ()) -> bytes:
    """The archive, changed to run on `interpreter`, with `extra_files` added. Returned unchanged when the extension is
    not in Python, or when a manifest cannot name the path of the interpreter.
    """
    files = {file.name: file for file in unzip(archive)}
    manifest: dict[str, Any] = json.loads(files[MANIFEST].data)
    executions = [item["execution"] for item in manifest["instructions"]]
    if any(execution["executable"] not in _MACROS for execution in executions):
        return archive
    manifest["runtimes"] = [runtime for runtime in manifest["runtimes"] if runtime["environment"] != _PYTHON]
    for execution in executions:
        execution["executable"] = str(interpreter)
    files = {name: file for name, file in files.items() if name != REQUIREMENTS and not name.endswith(_WHEEL)}
    text = json.dumps(manifest, indent=2).encode()
    files |= {MANIFEST: ArchiveFile(MANIFEST, text), **{file.name: file for file in extra_files}}
    if any(finding.level == "error" for finding in manifests.findings(text, files)):
        return archive
    return zip_files(files.values())


def interpreter_for(archive: bytes, cache: Path, report: Reporter) -> Path | None:
    """The interpreter of an environment with the requirements of the extension, created as a service would. It is kept
    in `cache` for extensions with the same requirements. None for an extension without the runtime `python`. Raises
    `NoEnvironmentError`.
    """
    files = {file.name: file for file in unzip(archive)}
    runtimes = [runtime["environment"] for runtime in json.loads(files[MANIFEST].data)["runtimes"]]
    if _PYTHON not in runtimes:
        return None
    requirement_files = sorted(name for name in files if name == REQUIREMENTS or name.endswith(_WHEEL))
    digest = hashlib.sha256(f"{sys.executable} {sys.version}".encode())
    for name in requirement_files:
        digest.update(b"\0" + name.encode() + b"\0" + files[name].data)
    folder = cache / "environments" / digest.hexdigest()[:16]
    source = folder / "source"
    source.mkdir(parents=True, exist_ok=True)
    target = InstallationTarget(
        source,
        folder / "made",
        cache / "packages",
        folder / "logs",
        lambda stage, line: report(f"{stage}: {line}"),
    )
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # another command may be creating it
        for name in requirement_files:
            (source / name).parent.mkdir(parents=True, exist_ok=True)
            (source / name).write_bytes(files[name].data)
        failure = asyncio.run(prepare(target, [_PYTHON]))
    if failure is not None:
        log_text = "\n".join(failure.lines)
        raise NoEnvironmentError(f"{failure.reason} {failure.remedy or ''}\n{log_text}".rstrip())
    return source / VENV / "bin" / "python"


def unzip(archive: bytes) -> list[ArchiveFile]:
    """The files of an archive made by `zip_files`."""
    with zipfile.ZipFile(io.BytesIO(archive)) as zip_file:
        return [
            ArchiveFile(entry.filename, zip_file.read(entry), is_executable=bool(entry.external_attr >> 16 & 0o100))
            for entry in zip_file.infolist()
        ]
