"""An extension whose program does what a test tells it to: it runs the code that the test writes into its home."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import httpx

from tests.support.extensions.packages import archive
from tests.support.services.servers import Server

PATIENT: Final = {"FACETRY_EXTENSIONS__CONNECT_SECONDS": "3600"}
"""The environment of a service with puppets, which do not connect."""
_SECONDS: Final = 30.0
_ZIP: Final = {"Content-Type": "application/zip"}
SWAPS: Final = """
import ctypes, os, random, threading, time
LIBC = ctypes.CDLL(None, use_errno=True)
def exchange(one, other):
    if LIBC.renameat2(-100, os.fsencode(one), -100, os.fsencode(other), 2) != 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()), one)
def exchange_for(one, other, seconds):
    end = time.monotonic() + seconds
    while time.monotonic() < end:  # there and back; most of the time it is back
        exchange(one, other)
        time.sleep(random.random() / 1000)
        exchange(one, other)
        time.sleep(random.random() / 200)
"""
"""Code that exchanges two names, once or again and again."""
_CODE: Final = f"""#!{sys.executable} -IS
{SWAPS}
os.chdir(os.environ["HOME"])
os.close(os.open("running", os.O_CREAT | os.O_WRONLY))
names = {{"exchange": exchange, "exchange_for": exchange_for, "os": os, "threading": threading}}
while True:
    try:
        os.rename("to-do", "doing")
    except FileNotFoundError:
        time.sleep(0.01)
        continue
    with open("doing") as file:
        code = file.read()
    try:
        exec(code, names)
        result = "ok"
    except Exception as error:
        result = type(error).__name__ + ": " + str(error)
    with open("result.new", "w") as file:
        file.write(result)
    os.rename("result.new", "result")
"""


@dataclass(frozen=True, slots=True)
class Puppet:
    """An installed extension with such a program."""

    server: Server
    client: httpx.Client
    id: str

    @property
    def home(self) -> Path:
        """The home of its program."""
        return self.server.extensions_dir / "state" / self.id / "home"

    def install(self, grants: Sequence[str] = (), **changes: Any) -> Puppet:
        """Install it with these grants, and wait until its program runs."""
        query: dict[str, Any] = {"state": "enabled", "grant": list(grants)}
        answer = self.client.post(
            "/extension/install", params=query, content=archive(self.id, _CODE, **changes), headers=_ZIP
        )
        assert answer.status_code == 201, answer.text
        self.wait()
        return self

    def update(self, grants: Sequence[str] = ()) -> httpx.Response:
        """Install another version of it."""
        self._begin()
        content = archive(self.id, _CODE, version="2.0.0")
        return self.client.put(
            f"/extension/{self.id}/update", params={"grant": list(grants)}, content=content, headers=_ZIP
        )

    def set_grants(self, grants: Sequence[str], again: Sequence[str] = ()) -> httpx.Response:
        """Replace what is granted to it."""
        self._begin()
        query = {"grant": list(grants), "grantAgain": list(again)}
        return self.client.put(f"/extension/{self.id}/setGrants", params=query)

    def restart(self) -> None:
        """Have its program end and start. `wait` or `failure` follows."""
        self._begin()
        answer = self.client.put(f"/extension/{self.id}/restart")
        assert answer.status_code == 204, answer.text

    def pause(self) -> None:
        """End its program, and start it no more."""
        self._change_state("paused")

    def resume(self) -> None:
        """Start its program after a pause. `wait` or `failure` follows."""
        self._begin()
        self._change_state("enabled")

    def wait(self) -> None:
        """Returns when its program runs after the last start."""
        self._wait_for(self.home / "running")

    def failure(self) -> str:
        """Waits until its program could not be started, and returns the reason."""
        deadline = time.monotonic() + _SECONDS
        while (status := self.status())["state"] != "failed":
            assert time.monotonic() < deadline, status
            time.sleep(0.05)
        assert not (self.home / "running").exists()
        return str(status["reason"])

    def status(self) -> dict[str, Any]:
        """The status of its program."""
        answer = self.client.get(f"/extension/{self.id}/get")
        assert answer.status_code == 200, answer.text
        status: dict[str, Any] = answer.json()["status"]
        return status

    def start(self, code: str) -> None:
        """Have its program run code; `result` follows."""
        (self.home / "result").unlink(missing_ok=True)
        new = self.home / "to-do.new"
        new.write_text(code)
        new.rename(self.home / "to-do")

    def result(self) -> str:
        """Waits for the end of the code: "ok", or the error that it raised."""
        return self._wait_for(self.home / "result")

    def run(self, code: str) -> str:
        """Have its program run code, and return the result."""
        self.start(code)
        return self.result()

    def _change_state(self, state: str) -> None:
        answer = self.client.put(f"/extension/{self.id}/changeState", params={"state": state})
        assert answer.status_code == 204, answer.text

    def _begin(self) -> None:
        (self.home / "running").unlink(missing_ok=True)

    def _wait_for(self, path: Path) -> str:
        deadline = time.monotonic() + _SECONDS
        while not path.exists():
            assert time.monotonic() < deadline, (path, self.status())
            time.sleep(0.01)
        return path.read_text()
