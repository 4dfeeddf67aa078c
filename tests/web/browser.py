"""A headless Chromium that is driven through pipes by the DevTools protocol: no network, no other program."""

from __future__ import annotations

import base64
import fcntl
import json
import os
import select
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

BROWSER: Final = shutil.which("chromium")
_FLAGS: Final = (
    *("--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"),
    *("--hide-scrollbars", "--force-color-profile=srgb", "--font-render-hinting=none", "--disable-lcd-text"),
    "--host-resolver-rules=MAP * ~NOTFOUND",
    "--disable-features=IsolateSandboxedIframes",  # frames that are painted with their page, not some time later
)
_SECONDS: Final = 60
_FREE_DESCRIPTOR: Final = 10
"""Descriptors from here on cannot be the two that the browser uses."""

_STARTER: Final = (
    "import os, sys; [os.dup2(int(sys.argv[n]), n + 2) for n in (1, 2)]; os.execv(sys.argv[3], sys.argv[3:])"
)
"""The browser reads its descriptor 3, and writes to 4."""


class BrowserError(Exception):
    """The browser refused a command, a script failed, or there was no answer."""


class Page:
    """A page of the browser."""

    def __init__(self, requests: int, answers: int, log: Path) -> None:
        self._requests, self._answers, self._log = requests, answers, log
        self._received = b""
        self._number = 0
        self._session: str | None = None
        self.events: list[dict[str, Any]] = []
        """What the protocol reported beside the answers."""
        target = self.command("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.command("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self.command("Page.enable")
        self.version: str = self.command("Browser.getVersion")["product"].partition(".")[0]

    def command(self, method: str, **parameters: Any) -> dict[str, Any]:
        """The result of a command of the protocol. Raises `BrowserError`."""
        self._number += 1
        message = {"id": self._number, "method": method, "params": parameters}
        if self._session is not None:
            message["sessionId"] = self._session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self._requests, data) :]
        while (answer := self._next()).get("id") != self._number:
            self.events.append(answer)
        if "error" in answer:
            raise BrowserError(f"{method}: {answer['error']}")
        result: dict[str, Any] = answer["result"]
        return result

    def evaluate(self, expression: str) -> Any:
        """The value of an expression, or of its promise. Raises `BrowserError`."""
        answer = self.command("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            raise BrowserError(json.dumps(answer["exceptionDetails"])[:2_000])
        return answer["result"].get("value")

    def open(self, content: str) -> None:
        """Show an HTML text in the page."""
        frame = self.command("Page.getFrameTree")["frameTree"]["frame"]["id"]
        self.command("Page.setDocumentContent", frameId=frame, html=content)

    def navigate(self, address: str, seconds: float = 10) -> None:
        """Go to an address, and wait until it is loaded. Raises `BrowserError`."""
        self.command("Page.navigate", url=address)
        deadline = time.monotonic() + seconds
        while self.evaluate("location.href === 'about:blank' ? '' : document.readyState") != "complete":
            if time.monotonic() > deadline:
                raise BrowserError(f"{address} is not loaded")
            time.sleep(0.05)

    def emulate(self, *, width: int, height: int, scheme: str) -> None:
        """Set the size of the page in pixels, and its scheme of colours."""
        self.command(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False
        )
        features = [
            {"name": "prefers-color-scheme", "value": scheme},
            {"name": "prefers-reduced-motion", "value": "reduce"},
        ]
        self.command("Emulation.setEmulatedMedia", features=features)
        self.command("Emulation.setTimezoneOverride", timezoneId="UTC")

    def picture(self, width: int, height: int) -> bytes:
        """The PNG of the upper left part of the page."""
        clip = {"x": 0, "y": 0, "width": width, "height": height, "scale": 1}
        return base64.b64decode(self.command("Page.captureScreenshot", format="png", clip=clip)["data"])

    def _next(self) -> dict[str, Any]:
        while b"\0" not in self._received:
            if not select.select([self._answers], [], [], _SECONDS)[0]:
                raise BrowserError("the browser does not answer")
            data = os.read(self._answers, 1 << 20)
            if not data:
                raise BrowserError(f"the browser has ended: {self._log.read_text(errors='replace')[-2_000:]}")
            self._received += data
        message, _, self._received = self._received.partition(b"\0")
        parsed: dict[str, Any] = json.loads(message)
        return parsed


@contextmanager
def open_page(folder: Path) -> Iterator[Page]:
    """A page of a browser whose files lie in `folder`. The browser ends with the context."""
    assert BROWSER is not None
    child_reads, requests = os.pipe()
    answers, child_writes = os.pipe()
    log = folder / "browser.log"
    ends = [fcntl.fcntl(each, fcntl.F_DUPFD, _FREE_DESCRIPTOR) for each in (child_reads, child_writes)]
    for each in (child_reads, child_writes):
        os.close(each)
    starter = [sys.executable, "-c", _STARTER, *map(str, ends)]
    flags = [*_FLAGS, f"--user-data-dir={folder / 'profile'}", "--remote-debugging-pipe"]
    with log.open("wb") as output:
        process = subprocess.Popen([*starter, BROWSER, *flags], stdout=output, stderr=output, pass_fds=ends)
    for each in ends:
        os.close(each)
    try:
        yield Page(requests, answers, log)
    finally:
        os.close(requests)  # the browser ends with its pipe
        os.close(answers)
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
