"""What an extension needs to run: its own Python environment, its own Node packages."""

from __future__ import annotations

import asyncio
import hashlib
import os
import shutil
import sys
from collections import deque
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

import orjson

from facetry.errors import shown
from facetry.extensions.packages.environment import furnish, installer_environment, prefers_pip
from facetry.extensions.packages.installer_errors import cause
from facetry.extensions.process.guarded_process import KeptProcess, NotStartedError
from facetry.extensions.process.logs import INSTALLER
from facetry.extensions.process.macros import VENV
from facetry.extensions.process.program import Limits, LogCaps, Program
from facetry.extensions.process.status import told
from facetry.system.safe_open import FILE

Stage = Literal["environment", "requirements", "packages"]
"""Making the Python environment; installing what requirements.txt, or package.json, names."""
Tell = Callable[[Stage, str], None]
"""Called with each line that an installer says; it must not raise."""

_MARKER: Final = ".made-of"
"""A file in what was made that tells of what: it is written last, so what holds it is whole."""
_LIMITS: Final = Limits(niceness=10)
_LOG_CAPS: Final = LogCaps(file_bytes=16 * 1024**2, files=2, rate_bytes=16 * 1024**2)
_GRACE_SECONDS: Final = 2.0
_LINES_KEPT: Final = 200
_LINES_TOLD: Final = 10
_LINE_CHARACTERS: Final = 500
_LARGEST: Final = 1024**2
_PIP: Final = ("-m", "pip", "install", "--no-input", "--disable-pip-version-check", "--progress-bar", "off")
_NPM: Final = (
    "install",
    "--omit=dev",
    "--no-audit",
    "--no-fund",
    "--ignore-scripts",
    "--no-progress",
    "--loglevel=http",
)


@dataclass(frozen=True, slots=True)
class Failure:
    """What went wrong, at which stage; `lines`: the last words of the installer."""

    stage: Stage
    reason: str
    remedy: str | None = None
    lines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Place:
    """Where an extension is prepared, and by what; `logs` and `cache` lie outside its folder."""

    folder: Path
    logs: Path
    cache: Path
    tell: Tell
    python: str = sys.executable
    """The interpreter that environments are made of."""


async def prepare(place: Place, runtimes: Collection[str], *, seconds: float = 1800.0) -> Failure | None:
    """Make what the runtimes need, where it is not there already; None when all is well.

    All that is said stands in `install.log`. When the time is over, or this is cancelled, the installer and all that
    it has started are ended. Scripts of npm packages are not run.
    """
    until = asyncio.get_running_loop().time() + seconds
    stage: Stage = "environment"
    try:
        await asyncio.to_thread(furnish, place.folder, place.cache)
        if "python" in runtimes and (failure := await _python(place, until)) is not None:
            return failure
        stage = "packages"
        return await _node(place, until) if "node" in runtimes else None
    except OSError as error:
        found = cause([str(error)])
        reason, remedy = found or (f"A file of the extension cannot be read or written: {error}.", "See its folder.")
        return Failure(stage, reason, remedy)


async def _python(place: Place, until: float) -> Failure | None:
    folder, venv = place.folder, place.folder / VENV
    requirements = await asyncio.to_thread(_read, folder / "requirements.txt")
    wanted = _digest(place.python, sys.version, requirements)
    if await asyncio.to_thread(_is_made, venv, wanted) and (venv / "bin" / "python").exists():
        return None
    await asyncio.to_thread(_remove, venv)
    inside = str(venv / "bin" / "python")
    uv = _found("uv")
    make: tuple[str, ...] = (place.python, "-I", "-m", "venv", VENV)
    install: tuple[str, ...] = (inside, *_PIP)
    if uv is not None and not prefers_pip(installer_environment(folder, place.cache)):
        make = (uv, "venv", "--no-progress", "--python", place.python, VENV)
        install = (uv, "pip", "install", "--no-progress", "--python", inside)
    elif not requirements:
        make += ("--without-pip",)
    steps: list[tuple[Stage, tuple[str, ...]]] = [("environment", make)]
    if requirements:
        steps.append(("requirements", (*install, "-r", "requirements.txt")))
    return await _make(place, venv, wanted, steps, until)


async def _node(place: Place, until: float) -> Failure | None:
    package = await asyncio.to_thread(_read, place.folder / "package.json")
    lock = await asyncio.to_thread(_read, place.folder / "package-lock.json")
    modules = place.folder / "node_modules"
    node, npm = _found("node"), _found("npm")
    if node is None:
        return Failure(
            "packages",
            "It needs Node.js, and there is no program `node` on the PATH of the server.",
            "Install Node.js, restart the server, and install the extension again.",
        )
    try:
        needs = _needs_packages(package)
    except ValueError as error:
        return Failure("packages", f"Its package.json cannot be read: {error}.", "Correct it, or ask its author to.")
    wanted = _digest(node, package, lock)
    if not needs or await asyncio.to_thread(_is_made, modules, wanted):
        return None
    if npm is None:
        return Failure(
            "packages",
            "It needs packages of Node.js, and there is no program `npm` on the PATH of the server.",
            "Install npm, restart the server, and install the extension again.",
        )
    argv = (npm, *_NPM, *(() if lock else ("--no-package-lock",)))
    return await _make(place, modules, wanted, [("packages", argv)], until)


async def _make(
    place: Place, folder: Path, wanted: str, steps: Sequence[tuple[Stage, tuple[str, ...]]], until: float
) -> Failure | None:
    """Make a folder in steps, and mark it as whole; what is not whole only takes up room, and is removed."""
    is_whole = False
    try:
        for stage, argv in steps:
            if (failure := await _run(place, stage, argv, until)) is not None:
                return failure
        await asyncio.to_thread(_mark, folder, wanted)
        is_whole = True
    finally:
        if not is_whole:
            await asyncio.to_thread(_remove, folder)
    return None


async def _run(place: Place, stage: Stage, argv: Sequence[str], until: float) -> Failure | None:
    """Run one installer to its end."""
    lines: deque[str] = deque(maxlen=_LINES_KEPT)

    def hear(_: str, text: str) -> None:
        line = shown(text.expandtabs(), _LINE_CHARACTERS)  # installers like to colour
        lines.append(line)
        place.tell(stage, line)

    environment = installer_environment(place.folder, place.cache)
    program = Program(INSTALLER, place.folder, tuple(argv), environment, place.logs)
    try:
        process = await KeptProcess.start(program, _LIMITS, _LOG_CAPS, name=INSTALLER, heard=hear)
    except NotStartedError as error:
        return Failure(stage, f"{Path(argv[0]).name} cannot be started: {error}", "See whether it is installed well.")
    try:
        async with asyncio.timeout_at(until):
            end = await process.ended()
    except TimeoutError:
        said = tuple(lines)[-_LINES_TOLD:]
        return Failure(stage, "It took too long, and was ended.", "See install.log for what took so long.", said)
    finally:
        await asyncio.shield(process.stop(_GRACE_SECONDS))
    if end.code == 0:
        return None
    words = tuple(filter(str.strip, lines))
    found = cause(words)
    said = words[-_LINES_TOLD:]
    if found is not None:
        return Failure(stage, *found, lines=said)
    return Failure(stage, f"{Path(argv[0]).name} failed. {told(end)}", "See install.log.", said)


def _needs_packages(package: bytes) -> bool:
    """Whether there is anything to install. Raises ValueError for what is no JSON object."""
    if not package:
        return False
    content = orjson.loads(package)
    if not isinstance(content, dict):
        raise ValueError("it holds no object")
    return bool(content.get("dependencies") or content.get("optionalDependencies"))


def _found(program: str) -> str | None:
    """Where a program is, as an absolute path."""
    path = shutil.which(program)
    return None if path is None else str(Path(path).absolute())


def _digest(*parts: str | bytes) -> str:
    digest = hashlib.sha256()
    for part in parts:
        content = part.encode() if isinstance(part, str) else part
        digest.update(b"%d:%b" % (len(content), content))
    return digest.hexdigest()


def _read(path: Path) -> bytes:
    """The content of a file, or nothing where there is none. A link is not followed, and nothing is waited for."""
    try:
        with os.fdopen(os.open(path, FILE), "rb") as file:
            content = file.read(_LARGEST + 1)
    except FileNotFoundError:
        return b""
    if len(content) > _LARGEST:
        raise OSError(f"{path.name} is larger than {_LARGEST} bytes")
    return content


def _is_made(folder: Path, wanted: str) -> bool:
    try:
        return _read(folder / _MARKER) == wanted.encode()
    except OSError:
        return False


def _mark(folder: Path, wanted: str) -> None:
    folder.mkdir(exist_ok=True)
    (folder / _MARKER).write_text(wanted)


def _remove(folder: Path) -> None:
    if folder.is_symlink():
        folder.unlink()
    elif folder.exists():
        shutil.rmtree(folder)
