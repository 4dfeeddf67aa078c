"""Extensions in Python that run on an interpreter that is there already, so that a service makes no environment."""

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

from facetry.authoring.package import MANIFEST, REQUIREMENTS
from facetry.authoring.zip_archive import File, zipped
from facetry.extensions.packages.dependencies import Place, prepare
from facetry.extensions.process.macros import VENV
from facetry.validate import manifests

Tell = Callable[[str], None]

_PYTHON: Final = "python"
_MACROS: Final = ("${python}", "${venvPython}")
_WHEEL: Final = ".whl"


class NoEnvironmentError(Exception):
    """The environment cannot be made; the text says why, and what helps."""


def borrowing(archive: bytes, interpreter: Path, also: Iterable[File] = ()) -> bytes:
    """The same extension, run by that interpreter, with some files more. It is returned as it is when it is not one in
    Python, or the interpreter lies where no manifest can name it.
    """
    files = {file.name: file for file in unzipped(archive)}
    manifest: dict[str, Any] = json.loads(files[MANIFEST].data)
    executions = [item["execution"] for item in manifest["instructions"]]
    if any(execution["executable"] not in _MACROS for execution in executions):
        return archive
    manifest["runtimes"] = [each for each in manifest["runtimes"] if each["environment"] != _PYTHON]
    for execution in executions:
        execution["executable"] = str(interpreter)
    files = {name: file for name, file in files.items() if name != REQUIREMENTS and not name.endswith(_WHEEL)}
    text = json.dumps(manifest, indent=2).encode()
    files |= {MANIFEST: File(MANIFEST, text), **{file.name: file for file in also}}
    if any(finding.level == "error" for finding in manifests.findings(text, files)):
        return archive
    return zipped(files.values())


def interpreter_for(archive: bytes, cache: Path, tell: Tell) -> Path | None:
    """An interpreter with what the extension in an archive requires, as a service would make it; made once for the same
    requirements, and kept. None for an extension that is not in Python. Raises `NoEnvironmentError`.
    """
    files = {file.name: file for file in unzipped(archive)}
    runtimes = [each["environment"] for each in json.loads(files[MANIFEST].data)["runtimes"]]
    if _PYTHON not in runtimes:
        return None
    needed = sorted(name for name in files if name == REQUIREMENTS or name.endswith(_WHEEL))
    digest = hashlib.sha256(f"{sys.executable} {sys.version}".encode())
    for name in needed:
        digest.update(b"\0" + name.encode() + b"\0" + files[name].data)
    folder = cache / "environments" / digest.hexdigest()[:16]
    folder.mkdir(parents=True, exist_ok=True)
    place = Place(folder, folder / "logs", cache / "packages", lambda stage, line: tell(f"{stage}: {line}"))
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # another command may be making it
        for name in needed:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(files[name].data)
        failure = asyncio.run(prepare(place, [_PYTHON]))
    if failure is not None:
        words = "\n".join(failure.lines)
        raise NoEnvironmentError(f"{failure.reason} {failure.remedy or ''}\n{words}".rstrip())
    return folder / VENV / "bin" / "python"


def unzipped(archive: bytes) -> list[File]:
    """The files of an archive that was made here."""
    with zipfile.ZipFile(io.BytesIO(archive)) as opened:
        return [
            File(each.filename, opened.read(each), is_executable=bool(each.external_attr >> 16 & 0o100))
            for each in opened.infolist()
        ]
