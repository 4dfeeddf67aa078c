"""Installs the dependencies of an extension: its own Python environment and its own Node packages."""

from __future__ import annotations

import asyncio
import hashlib
import os
import shutil
import sys
from collections import deque
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

import orjson

from facetry.errors import printable_text
from facetry.extensions.packages.environment import create_private_folders, installer_environment, prefers_pip
from facetry.extensions.packages.installer_errors import diagnose
from facetry.extensions.packages.kit_requirements import folder_reader
from facetry.extensions.process.guarded_process import GuardedProcess, NotStartedError
from facetry.extensions.process.logs import INSTALLER_LOG
from facetry.extensions.process.macros import VENV
from facetry.extensions.process.program import LogLimits, ProcessLimits, Program
from facetry.extensions.process.status import describe_exit
from facetry.system.safe_open import FILE_FLAGS
from facetry.validate.manifest import kit_requirements
from facetry.validate.manifest.kit_requirements import FileReader, KitRequirement

InstallationStage = Literal["environment", "requirements", "packages"]
"""Creating the Python environment; installing the requirements.txt; installing the package.json."""
ProgressCallback = Callable[[InstallationStage, str], None]
"""Called with the stage and each line that an installer writes; it must not raise."""

_DIGEST_FILE: Final = ".made-of"
"""A file with the digest of the inputs of an installed folder. Written last, so a folder that has it is complete."""
_LIMITS: Final = ProcessLimits(niceness=10)
_LOG_LIMITS: Final = LogLimits(file_bytes=16 * 1024**2, files=2, rate_bytes=16 * 1024**2)
_GRACE_SECONDS: Final = 2.0
_MAX_LINES: Final = 200
_REPORTED_LINES: Final = 10
_LINE_CHARACTERS: Final = 500
_MAX_FILE_BYTES: Final = 1024**2
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
class InstallationFailure:
    """Why an installation failed, and at which stage; `lines`: the last lines of the installer."""

    stage: InstallationStage
    reason: str
    remedy: str | None = None
    lines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class InstallationTarget:
    """Where dependencies are installed, and by which interpreter; `logs` and `cache` lie outside the folder."""

    folder: Path
    logs: Path
    cache: Path
    on_line: ProgressCallback
    python: str = sys.executable
    """The interpreter from which environments are created."""


async def prepare(
    target: InstallationTarget, runtimes: Collection[str], *, seconds: float = 1800.0
) -> InstallationFailure | None:
    """Install what the runtimes need, unless it is installed already. Returns None on success.

    The output of the installers goes to `install.log`. After `seconds`, or when the call is cancelled, the installer
    and all processes that it started are ended. Scripts of npm packages are not run.
    """
    deadline = asyncio.get_running_loop().time() + seconds
    stage: InstallationStage = "environment"
    try:
        await asyncio.to_thread(create_private_folders, target.folder, target.cache)
        if "python" in runtimes and (failure := await _prepare_python(target, deadline)) is not None:
            return failure
        stage = "packages"
        return await _prepare_node(target, deadline) if "node" in runtimes else None
    except OSError as error:
        diagnosis = diagnose([str(error)])
        reason, remedy = diagnosis or (
            f"A file of the extension cannot be read or written: {error}.",
            "Check the permissions of the extension's folder.",
        )
        return InstallationFailure(stage, reason, remedy)


async def _prepare_python(target: InstallationTarget, deadline: float) -> InstallationFailure | None:
    folder, venv = target.folder, target.folder / VENV
    requirements = await asyncio.to_thread(_read_file, folder / "requirements.txt")
    digest = _digest(target.python, sys.version, requirements)
    if await asyncio.to_thread(_is_current, venv, digest) and (venv / "bin" / "python").exists():
        return None
    if (failure := await _bare_kit(target, "requirements", kit_requirements.find_in_requirements)) is not None:
        return failure
    await asyncio.to_thread(_remove, venv)
    venv_python = str(venv / "bin" / "python")
    uv = _find_program("uv")
    create_command: tuple[str, ...] = (target.python, "-I", "-m", "venv", VENV)
    install_command: tuple[str, ...] = (venv_python, *_PIP)
    if uv is not None and not prefers_pip(installer_environment(folder, target.cache)):
        create_command = (uv, "venv", "--no-progress", "--python", target.python, VENV)
        install_command = (uv, "pip", "install", "--no-progress", "--python", venv_python)
    elif not requirements:
        create_command += ("--without-pip",)
    steps: list[tuple[InstallationStage, tuple[str, ...]]] = [("environment", create_command)]
    if requirements:
        steps.append(("requirements", (*install_command, "-r", "requirements.txt")))
    return await _build_folder(target, venv, digest, steps, deadline)


async def _prepare_node(target: InstallationTarget, deadline: float) -> InstallationFailure | None:
    package = await asyncio.to_thread(_read_file, target.folder / "package.json")
    lock_file = await asyncio.to_thread(_read_file, target.folder / "package-lock.json")
    modules = target.folder / "node_modules"
    node, npm = _find_program("node"), _find_program("npm")
    if node is None:
        return InstallationFailure(
            "packages",
            "The extension needs Node.js, and there is no program `node` on the PATH of the server.",
            "Install Node.js, restart the server, and install the extension again.",
        )
    try:
        needs_packages = _needs_packages(package)
    except ValueError as error:
        return InstallationFailure(
            "packages",
            f"The package.json of the extension cannot be read: {error}.",
            "Correct the file, or ask the author of the extension to.",
        )
    digest = _digest(node, package, lock_file)
    if not needs_packages or await asyncio.to_thread(_is_current, modules, digest):
        return None
    if (failure := await _bare_kit(target, "packages", kit_requirements.find_in_package)) is not None:
        return failure
    if npm is None:
        return InstallationFailure(
            "packages",
            "The extension needs Node packages, and there is no program `npm` on the PATH of the server.",
            "Install npm, restart the server, and install the extension again.",
        )
    argv = (npm, *_NPM, *(() if lock_file else ("--no-package-lock",)))
    return await _build_folder(target, modules, digest, [("packages", argv)], deadline)


async def _bare_kit(
    target: InstallationTarget, stage: InstallationStage, find: Callable[[FileReader], Iterator[KitRequirement]]
) -> InstallationFailure | None:
    """The failure when a registry would be asked for the kit. An older service may have installed such an extension."""
    for kit in await asyncio.to_thread(lambda: list(find(folder_reader(target.folder)))):
        return InstallationFailure(stage, kit.detail, kit.remedy())
    return None


async def _build_folder(
    target: InstallationTarget,
    folder: Path,
    digest: str,
    steps: Sequence[tuple[InstallationStage, tuple[str, ...]]],
    deadline: float,
) -> InstallationFailure | None:
    """Build a folder in steps, then write its digest. An incomplete folder is removed."""
    is_whole = False
    try:
        for stage, argv in steps:
            if (failure := await _run_installer(target, stage, argv, deadline)) is not None:
                return failure
        await asyncio.to_thread(_write_digest, folder, digest)
        is_whole = True
    finally:
        if not is_whole:
            await asyncio.to_thread(_remove, folder)
    return None


async def _run_installer(
    target: InstallationTarget, stage: InstallationStage, argv: Sequence[str], deadline: float
) -> InstallationFailure | None:
    """Run one installer and wait for its end; None when it succeeded."""
    lines: deque[str] = deque(maxlen=_MAX_LINES)

    def record_line(_: str, text: str) -> None:
        line = printable_text(text.expandtabs(), _LINE_CHARACTERS)  # installers write colour codes
        lines.append(line)
        target.on_line(stage, line)

    environment = installer_environment(target.folder, target.cache)
    program = Program(INSTALLER_LOG, target.folder, tuple(argv), environment, target.logs)
    try:
        process = await GuardedProcess.start(program, _LIMITS, _LOG_LIMITS, name=INSTALLER_LOG, on_line=record_line)
    except NotStartedError as error:
        return InstallationFailure(
            stage, f"{Path(argv[0]).name} cannot be started: {error}", "Check that it is installed correctly."
        )
    try:
        async with asyncio.timeout_at(deadline):
            exit_status = await process.wait()
    except TimeoutError:
        last_lines = tuple(lines)[-_REPORTED_LINES:]
        return InstallationFailure(
            stage, "The installation took too long, and was ended.", "See install.log for the slow step.", last_lines
        )
    finally:
        await asyncio.shield(process.stop(_GRACE_SECONDS))
    if exit_status.code == 0:
        return None
    nonempty_lines = tuple(filter(str.strip, lines))
    diagnosis = diagnose(nonempty_lines)
    last_lines = nonempty_lines[-_REPORTED_LINES:]
    if diagnosis is not None:
        return InstallationFailure(stage, *diagnosis, lines=last_lines)
    return InstallationFailure(
        stage, f"{Path(argv[0]).name} failed. {describe_exit(exit_status)}", "See install.log.", last_lines
    )


def _needs_packages(package: bytes) -> bool:
    """Whether a package.json names dependencies. Raises `ValueError` unless the content is a JSON object."""
    if not package:
        return False
    content = orjson.loads(package)
    if not isinstance(content, dict):
        raise ValueError("it is not a JSON object")
    return bool(content.get("dependencies") or content.get("optionalDependencies"))


def _find_program(program: str) -> str | None:
    """The absolute path of a program on the PATH, None when there is none."""
    path = shutil.which(program)
    return None if path is None else str(Path(path).absolute())


def _digest(*parts: str | bytes) -> str:
    digest = hashlib.sha256()
    for part in parts:
        content = part.encode() if isinstance(part, str) else part
        digest.update(b"%d:%b" % (len(content), content))
    return digest.hexdigest()


def _read_file(path: Path) -> bytes:
    """The content of a file, empty when it does not exist. Follows no link, and does not block on a pipe.

    Raises `OSError`, also for a file larger than `_MAX_FILE_BYTES`.
    """
    try:
        with os.fdopen(os.open(path, FILE_FLAGS), "rb") as file:
            content = file.read(_MAX_FILE_BYTES + 1)
    except FileNotFoundError:
        return b""
    if len(content) > _MAX_FILE_BYTES:
        raise OSError(f"{path.name} is larger than {_MAX_FILE_BYTES} bytes")
    return content


def _is_current(folder: Path, digest: str) -> bool:
    try:
        return _read_file(folder / _DIGEST_FILE) == digest.encode()
    except OSError:
        return False


def _write_digest(folder: Path, digest: str) -> None:
    folder.mkdir(exist_ok=True)
    (folder / _DIGEST_FILE).write_text(digest)


def _remove(folder: Path) -> None:
    if folder.is_symlink():
        folder.unlink()
    elif folder.exists():
        shutil.rmtree(folder)
