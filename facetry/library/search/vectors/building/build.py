"""A process that makes an index, as the one who started it holds it."""

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

from facetry.library.search.vectors.building.build_process import Orders
from facetry.library.search.vectors.files import UNFINISHED
from facetry.library.search.vectors.manifest import IndexFile, Manifest, index_of

_MODULE: Final = "facetry.library.search.vectors.building.build_process"
_SOURCES: Final = str(Path(__file__).resolve().parents[5])
_KEPT: Final = ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "PYTHONHOME")  # some interpreters do not start without
_TAIL_BYTES: Final = 2_000


class BuildError(Exception):
    """No index was made; the message says why."""


class Build:
    """An index that is being made over the rows of a manifest. Whoever holds it asks it now and then."""

    def __init__(self, folder: Path, manifest: Manifest, number: int, *, is_anew: bool, threads: int) -> None:
        """Start to make it; `is_anew`: from nothing, not of the one that there is. Raises `OSError`."""
        self.manifest = manifest
        self.name = f"index.{number}.usearch"
        self.name_beside = self.name + UNFINISHED
        """What it is called until it is whole."""
        self.share = 0.0
        """How much is done, 0 to 1."""
        self.has_begun = False
        """Whether it has opened the files that it reads: before that nobody may remove them."""
        self._heard = b""
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115  # closed with the process
        orders = Orders(str(folder), asdict(manifest), self.name, is_anew, threads)
        try:
            self._process = subprocess.Popen(  # noqa: S603  # our own module
                [sys.executable, "-P", "-s", "-B", "-m", _MODULE],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
                env={**{name: os.environ[name] for name in _KEPT if name in os.environ}, "PYTHONPATH": _SOURCES},
                start_new_session=True,  # an interrupt from the terminal is for the server
            )
        except BaseException:
            self._errors.close()
            raise
        assert self._process.stdin is not None  # noqa: S101  # asked for
        assert self._process.stdout is not None  # noqa: S101
        os.set_blocking(self._process.stdout.fileno(), False)
        try:
            self._process.stdin.write(orjson.dumps(asdict(orders)) + b"\n")
            self._process.stdin.flush()
        except OSError:
            self.end()
            raise

    def poll(self) -> IndexFile | None:
        """What was made, or None while it is being made; the process has ended then. Raises `BuildError`."""
        ended = self._process.poll() is not None  # before the last look at what it said
        for message in self._messages():
            if "share" in message:
                self.share, self.has_begun = message["share"], True
            elif "made" in message:
                self.end()
                return index_of(message["made"])
            else:
                self.end()
                raise BuildError(str(message.get("failure")))
        if ended:
            reason = self._reason()
            self.end()
            raise BuildError(reason)
        return None

    def end(self) -> None:
        """End the process, whatever it does."""
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()
        self._process.wait()
        self._errors.close()

    def _messages(self) -> list[dict[str, Any]]:
        assert self._process.stdout is not None  # noqa: S101  # asked for
        while True:
            try:
                piece = os.read(self._process.stdout.fileno(), 65_536)
            except BlockingIOError:
                break
            if not piece:
                break
            self._heard += piece
        *lines, self._heard = self._heard.split(b"\n")
        try:
            return [orjson.loads(line) for line in lines]
        except orjson.JSONDecodeError:
            return [{"failure": f"it said {lines!r}"}]

    def _reason(self) -> str:
        size = self._errors.seek(0, os.SEEK_END)
        self._errors.seek(max(0, size - _TAIL_BYTES))
        said = self._errors.read().decode(errors="replace").strip()
        return f"the process that makes it ended with {self._process.returncode}. {said}".strip()
