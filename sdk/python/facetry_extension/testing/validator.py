"""The engine that validates documents: Facetry's own, in this process or in one of its own."""

from __future__ import annotations

import atexit
import contextlib
import importlib
import json
import os
import shlex
import shutil
import subprocess
import threading
from collections.abc import Mapping, Sequence
from functools import cache
from typing import IO, Any, Final, TypeAlias, cast

COMMAND: Final = "FACETRY_COMMAND"
"""The variable with the command that is run as the engine, such as `python -m facetry`."""
PROGRAM: Final = "facetry"
TIMEOUT_SECONDS: Final = 60.0
"""How long one answer may take. The engine takes milliseconds; its process has to start first."""
MISSING: Final = (
    "No validator was found. Install the package facetry into this environment, put the program facetry on the PATH, "
    f"or set {COMMAND} to its command."
)


class ValidatorError(Exception):
    """Documents cannot be validated. The text says what to do."""


class PackageValidator:
    """The package `facetry`, in this process."""

    def __init__(self, module: Any) -> None:
        self._module = module

    def answer(self, request: Mapping[str, Any]) -> Mapping[str, Any]:
        """The answer to a request, which has `findings`. Raises `ValidatorError`."""
        try:
            answer: Mapping[str, Any] = self._module.answer(request)
        except self._module.RequestError as error:
            raise ValidatorError(str(error)) from None
        return answer


class ProcessValidator:
    """A process of `facetry validate --lines`, which is started by the first request and ends with this one."""

    def __init__(self, command: Sequence[str]) -> None:
        self._command = [*command, "validate", "--lines"]
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()

    def answer(self, request: Mapping[str, Any]) -> Mapping[str, Any]:
        """The answer to a request, which has `findings`. Raises `ValidatorError`."""
        with self._lock:
            answer = self._exchange(json.dumps(request).encode() + b"\n")
        if "findings" not in answer:
            raise ValidatorError(str(answer.get("error")))
        return answer

    def close(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            for stream in _pipes_of(process):
                with contextlib.suppress(OSError):  # bytes that it did not read
                    stream.close()

    def _exchange(self, line: bytes) -> Mapping[str, Any]:
        process = self._started()
        requests, answers = _pipes_of(process)
        timer = threading.Timer(TIMEOUT_SECONDS, process.kill)
        timer.daemon = True
        timer.start()
        try:
            with contextlib.suppress(BrokenPipeError):  # it has ended, and the answer is empty
                requests.write(line)
                requests.flush()
            answer = answers.readline()
        finally:
            timer.cancel()
        try:
            found = json.loads(answer)
        except ValueError:
            self.close()
            program = shlex.join(self._command)
            raise ValidatorError(f"`{program}` gave no answer. {COMMAND} needs the command of Facetry.") from None
        if not isinstance(found, dict):
            raise ValidatorError(f"`{shlex.join(self._command)}` is no validator.")
        return found

    def _started(self) -> subprocess.Popen[bytes]:
        if self._process is None or self._process.poll() is not None:
            self.close()
            try:
                self._process = subprocess.Popen(  # noqa: S603 -- the command is the user's own
                    self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE
                )
            except OSError as error:
                program = shlex.join(self._command)
                raise ValidatorError(f"`{program}` cannot be run: {error.strerror}. {MISSING}") from None
        return self._process


Validator: TypeAlias = PackageValidator | ProcessValidator


def validator() -> Validator:
    """The engine of this process: the command of `FACETRY_COMMAND`, else the package `facetry`, else the program of
    that name. Raises `ValidatorError` when there is none.
    """
    found = find_validator()
    if found is None:
        raise ValidatorError(MISSING)
    return found


def find_validator() -> Validator | None:
    """As `validator`; None when there is none."""
    command = os.environ.get(COMMAND)
    if command:
        return _process(tuple(shlex.split(command)))
    package = _package()
    if package is not None:
        return package
    program = shutil.which(PROGRAM)
    return None if program is None else _process((program,))


def _pipes_of(process: subprocess.Popen[bytes]) -> tuple[IO[bytes], IO[bytes]]:
    """The pipes to its input and from its output, which it has because it was started with `PIPE` for both."""
    return cast("IO[bytes]", process.stdin), cast("IO[bytes]", process.stdout)


@cache
def _process(command: tuple[str, ...]) -> ProcessValidator:
    process = ProcessValidator(command)
    atexit.register(process.close)
    return process


def _package() -> PackageValidator | None:
    """The package, unless it is missing, or too old to have this service."""
    try:
        return PackageValidator(importlib.import_module("facetry.authoring.line_service"))
    except ImportError:
        return None
