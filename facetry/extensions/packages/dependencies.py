"""Installs the dependencies of an extension: its own Python environment and its own Node packages."""

from __future__ import annotations

import asyncio
import shutil
import sys
from collections import deque
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

import orjson

from facetry.errors import printable_text
from facetry.extensions.packages import installation_inputs
from facetry.extensions.packages.environment import (
    create_state_folders,
    installer_environment,
    prefers_pip,
    remove_tree,
    replace_link,
    write_new_file,
)
from facetry.extensions.packages.installation_inputs import DIGEST_FILE, NODE_MODULES, digest_of
from facetry.extensions.packages.installer_errors import diagnose
from facetry.extensions.packages.kit_requirements import folder_reader
from facetry.extensions.process.guarded_process import GuardedProcess, NotStartedError
from facetry.extensions.process.logs import INSTALLER_LOG
from facetry.extensions.process.macros import VENV
from facetry.extensions.process.program import LandlockPolicy, LogLimits, ProcessLimits, Program
from facetry.extensions.process.status import describe_exit
from facetry.validate.manifest import kit_requirements
from facetry.validate.manifest.kit_requirements import FileReader, KitRequirement

InstallationStage = Literal["environment", "requirements", "packages"]
"""Creating the Python environment; installing the requirements.txt; installing the package.json."""
ProgressCallback = Callable[[InstallationStage, str], None]
"""Called with the stage and each line that an installer writes; it must not raise."""

_NAME_CHARACTERS: Final = 32
"""Characters of the digest in the name of an environment."""
_LIMITS: Final = ProcessLimits(niceness=10)
_LOG_LIMITS: Final = LogLimits(file_bytes=16 * 1024**2, files=2, rate_bytes=16 * 1024**2)
_GRACE_SECONDS: Final = 2.0
_MAX_LINES: Final = 200
_REPORTED_LINES: Final = 10
_LINE_CHARACTERS: Final = 500
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
    """What is installed, and where. The folders do not contain each other.

    `folder`: of the version, with the files of the archive; `environments`: of the extension, one for each set of
    inputs; `state`: the home and the caches of the installers for this extension.
    """

    folder: Path
    environments: Path
    state: Path
    logs: Path
    on_line: ProgressCallback
    hidden_paths: tuple[Path, ...] = ()
    """What installers cannot read; see `LandlockPolicy`."""
    readable_folders: tuple[Path, ...] = ()
    """What they can read nevertheless."""
    python: str = sys.executable
    """The interpreter from which environments are created."""


async def prepare(
    target: InstallationTarget, runtimes: Collection[str], *, seconds: float = 1800.0
) -> InstallationFailure | None:
    """Install what the runtimes need, unless it is installed already. Returns None on success.

    The installers work on copies of the files that an installation reads, in the folder of the new environment. They
    can write only there and to their own state, and cannot read what is hidden. Their output goes to `install.log`.
    After `seconds`, or when the call is cancelled, the installer and all processes that it started are ended. Scripts
    of npm packages are not run.
    """
    deadline = asyncio.get_running_loop().time() + seconds
    stage: InstallationStage = "environment"
    try:
        used: list[Path] = []
        if "python" in runtimes:
            python = await _prepare_python(target, deadline)
            if isinstance(python, InstallationFailure):
                return python
            used.append(python)
        stage = "packages"
        if "node" in runtimes:
            node = await _prepare_node(target, deadline)
            if isinstance(node, InstallationFailure):
                return node
            used += [] if node is None else [node]
        await asyncio.to_thread(_remove_others, target, used)
        return None
    except OSError as error:
        diagnosis = diagnose([str(error)])
        reason, remedy = diagnosis or (
            f"A file of the extension cannot be read or written: {error}.",
            "Check the permissions of the extension's folder.",
        )
        return InstallationFailure(stage, reason, remedy)


async def _prepare_python(target: InstallationTarget, deadline: float) -> InstallationFailure | Path:
    """The folder of the Python environment, which is created if needed."""
    inputs = await asyncio.to_thread(installation_inputs.python_inputs, target.folder)
    digest = await asyncio.to_thread(digest_of, target.folder, inputs, target.python, sys.version)
    environment = target.environments / f"python-{digest[:_NAME_CHARACTERS]}"
    venv = environment / VENV
    if not (await asyncio.to_thread(_is_current, environment, digest) and (venv / "bin" / "python").exists()):
        if (failure := await _bare_kit(target, "requirements", kit_requirements.find_in_requirements)) is not None:
            return failure
        requirements = await asyncio.to_thread(installation_inputs.read_list, target.folder / "requirements.txt")
        steps = _python_steps(target, venv, has_requirements=bool(requirements))
        if (failure := await _build(target, environment, inputs, digest, steps, deadline)) is not None:
            return failure
    await asyncio.to_thread(replace_link, target.folder / VENV, venv)
    return environment


def _python_steps(
    target: InstallationTarget, venv: Path, *, has_requirements: bool
) -> list[tuple[InstallationStage, tuple[str, ...]]]:
    venv_python = str(venv / "bin" / "python")
    uv = _find_program("uv")
    create_command: tuple[str, ...] = (target.python, "-I", "-m", "venv", VENV)
    install_command: tuple[str, ...] = (venv_python, *_PIP)
    if uv is not None and not prefers_pip(installer_environment(target.state)):
        create_command = (uv, "venv", "--no-progress", "--python", target.python, VENV)
        install_command = (uv, "pip", "install", "--no-progress", "--python", venv_python)
    elif not has_requirements:
        create_command += ("--without-pip",)
    steps: list[tuple[InstallationStage, tuple[str, ...]]] = [("environment", create_command)]
    if has_requirements:
        steps.append(("requirements", (*install_command, "-r", "requirements.txt")))
    return steps


async def _prepare_node(target: InstallationTarget, deadline: float) -> InstallationFailure | Path | None:
    """The folder of the Node packages, which is created if needed; None when the extension needs none."""
    await asyncio.to_thread(_remove_former_packages, target.folder)
    package = await asyncio.to_thread(installation_inputs.read_list, target.folder / "package.json")
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
    if not needs_packages:
        return None
    inputs = await asyncio.to_thread(installation_inputs.node_inputs, target.folder)
    digest = await asyncio.to_thread(digest_of, target.folder, inputs, node)
    environment = target.environments / f"node-{digest[:_NAME_CHARACTERS]}"
    if not await asyncio.to_thread(_is_current, environment, digest):
        if (failure := await _bare_kit(target, "packages", kit_requirements.find_in_package)) is not None:
            return failure
        if npm is None:
            return InstallationFailure(
                "packages",
                "The extension needs Node packages, and there is no program `npm` on the PATH of the server.",
                "Install npm, restart the server, and install the extension again.",
            )
        argv = (npm, *_NPM, *(() if "package-lock.json" in inputs else ("--no-package-lock",)))
        if (failure := await _build(target, environment, inputs, digest, [("packages", argv)], deadline)) is not None:
            return failure
    modules = environment / NODE_MODULES
    if modules.is_dir():  # missing when all packages are optional, and none is for this machine
        await asyncio.to_thread(replace_link, target.folder / NODE_MODULES, modules)
    return environment


async def _bare_kit(
    target: InstallationTarget, stage: InstallationStage, find: Callable[[FileReader], Iterator[KitRequirement]]
) -> InstallationFailure | None:
    """The failure when a registry would be asked for the kit. An older service may have installed such an extension."""
    for kit in await asyncio.to_thread(lambda: list(find(folder_reader(target.folder)))):
        return InstallationFailure(stage, kit.detail, kit.remedy())
    return None


async def _build(
    target: InstallationTarget,
    environment: Path,
    inputs: Sequence[str],
    digest: str,
    steps: Sequence[tuple[InstallationStage, tuple[str, ...]]],
    deadline: float,
) -> InstallationFailure | None:
    """Build an environment from its inputs in steps, then write its digest. An incomplete one is removed."""
    is_whole = False
    try:
        await asyncio.to_thread(_begin_environment, target, environment, inputs)
        for stage, argv in steps:
            if (failure := await _run_installer(target, environment, stage, argv, deadline)) is not None:
                return failure
        # an installer may have left a link of this name, which leads to the database
        await asyncio.to_thread(write_new_file, environment / DIGEST_FILE, digest.encode())
        is_whole = True
    finally:
        if not is_whole:
            await asyncio.to_thread(remove_tree, environment)
    return None


def _begin_environment(target: InstallationTarget, environment: Path, inputs: Sequence[str]) -> None:
    create_state_folders(target.state)
    remove_tree(environment)
    environment.mkdir(mode=0o700, parents=True)
    installation_inputs.copy(target.folder, inputs, environment)


async def _run_installer(
    target: InstallationTarget, environment: Path, stage: InstallationStage, argv: Sequence[str], deadline: float
) -> InstallationFailure | None:
    """Run one installer in the folder of an environment, and wait for its end; None when it succeeded."""
    lines: deque[str] = deque(maxlen=_MAX_LINES)

    def record_line(_: str, text: str) -> None:
        line = printable_text(text.expandtabs(), _LINE_CHARACTERS)  # installers write colour codes
        lines.append(line)
        target.on_line(stage, line)

    program = Program(
        INSTALLER_LOG,
        environment,
        tuple(argv),
        installer_environment(target.state),
        target.logs,
        landlock_policy=LandlockPolicy(target.hidden_paths, target.readable_folders, (environment, target.state)),
    )
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


def _is_current(environment: Path, digest: str) -> bool:
    try:
        return installation_inputs.read_list(environment / DIGEST_FILE) == digest.encode()
    except OSError:
        return False


def _remove_others(target: InstallationTarget, used: Sequence[Path]) -> None:
    """Remove the environments that the installed version does not use."""
    for environment in target.environments.iterdir() if target.environments.is_dir() else ():
        if environment not in used:
            remove_tree(environment)


def _remove_former_packages(folder: Path) -> None:
    """Remove the Node packages that an older service installed in the folder of the version."""
    if installation_inputs.is_file(folder / NODE_MODULES / DIGEST_FILE) and not (folder / NODE_MODULES).is_symlink():
        remove_tree(folder / NODE_MODULES)
