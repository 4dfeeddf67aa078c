"""Index builds: starts the process that builds an index (`build_process.py`), and reads its messages."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import tempfile
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

import orjson

from facetry.library.search.vectors.building.build_process import BuildRequest
from facetry.library.search.vectors.files.atomic_files import PARTIAL_SUFFIX
from facetry.library.search.vectors.files.manifest import IndexFile, Manifest, index_of
from facetry.library.search.vectors.maintenance import BuildError

_MODULE: Final = "facetry.library.search.vectors.building.build_process"
_SOURCE_FOLDER: Final = str(Path(__file__).resolve().parents[5])
_INHERITED_VARIABLES: Final = (
    "LD_LIBRARY_PATH",
    "DYLD_LIBRARY_PATH",
    "PYTHONHOME",
)  # some interpreters do not start without these
_STDERR_BYTES: Final = 2_000


class IndexBuild:
    """The build of an index over the vectors of a manifest. The owner calls `poll` repeatedly."""

    def __init__(self, folder: Path, manifest: Manifest, number: int, *, is_full_rebuild: bool, threads: int) -> None:
        """Start the process. With `is_full_rebuild`, it ignores the existing index instead of extending it.

        Raises `OSError`.
        """
        self.manifest = manifest
        self.file_name = f"index.{number}.usearch"
        self.partial_file_name = self.file_name + PARTIAL_SUFFIX
        """The name of the file until it is complete."""
        self.progress = 0.0
        """The share of the build that is done, 0 to 1."""
        self.has_opened_files = False
        """Whether the process has opened its input files, which must not be removed before."""
        self._buffer = b""
        self._stderr = tempfile.TemporaryFile()  # noqa: SIM115  # closed with the process
        request = BuildRequest(str(folder), asdict(manifest), self.file_name, is_full_rebuild, threads)
        try:
            self._process = subprocess.Popen(  # noqa: S603  # our own module
                [sys.executable, "-P", "-s", "-B", "-m", _MODULE],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._stderr,
                env={
                    **{name: os.environ[name] for name in _INHERITED_VARIABLES if name in os.environ},
                    "PYTHONPATH": _SOURCE_FOLDER,
                },
                start_new_session=True,  # so that Ctrl+C in the terminal reaches the server only
            )
        except BaseException:
            self._stderr.close()
            raise
        assert self._process.stdin is not None  # noqa: S101  # it is a pipe
        assert self._process.stdout is not None  # noqa: S101
        os.set_blocking(self._process.stdout.fileno(), False)
        try:
            self._process.stdin.write(orjson.dumps(asdict(request)) + b"\n")
            self._process.stdin.flush()
        except OSError:
            self.kill()
            raise

    def poll(self) -> IndexFile | None:
        """The index file when the build is complete and the process has ended; None while it runs.

        Raises `BuildError`.
        """
        has_exited = self._process.poll() is not None  # checked before the messages are read, so that none is missed
        for message in self._messages():
            if "share" in message:
                self.progress, self.has_opened_files = message["share"], True
            elif "made" in message:
                self.kill()
                return index_of(message["made"])
            else:
                self.kill()
                raise BuildError(str(message.get("failure")))
        if has_exited:
            reason = self._exit_reason()
            self.kill()
            raise BuildError(reason)
        return None

    def kill(self) -> None:
        """Kill the process and release its pipes."""
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()
        self._process.wait()
        self._stderr.close()

    def _messages(self) -> list[dict[str, Any]]:
        assert self._process.stdout is not None  # noqa: S101  # it is a pipe
        while True:
            try:
                chunk = os.read(self._process.stdout.fileno(), 65_536)
            except BlockingIOError:
                break
            if not chunk:
                break
            self._buffer += chunk
        *lines, self._buffer = self._buffer.split(b"\n")
        try:
            return [orjson.loads(line) for line in lines]
        except orjson.JSONDecodeError:
            return [{"failure": f"the build process sent a message that is not JSON: {lines!r}"}]

    def _exit_reason(self) -> str:
        size = self._stderr.seek(0, os.SEEK_END)
        self._stderr.seek(max(0, size - _STDERR_BYTES))
        stderr_text = self._stderr.read().decode(errors="replace").strip()
        return f"the build process ended with {self._process.returncode}. {stderr_text}".strip()
