"""The page in a real browser: Chromium, driven by Playwright, with what its console and its requests say."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Playwright, Request, sync_playwright

from tests.support.extensions import npm

BROWSER: Final = shutil.which("chromium") or "chromium"
PACKAGES: Final = Path(__file__).parents[1] / "web" / "npm"
"""The folder whose lock file has axe."""
WIDE: Final = {"width": 1280, "height": 800}
NARROW: Final = {"width": 390, "height": 780}
_FLAGS: Final = ("--no-sandbox", "--disable-gpu", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1")
_MILLISECONDS: Final = 20_000
_FRAME: Final = "about:srcdoc"


@dataclass(frozen=True, slots=True)
class OpenPage:
    """A page with all that its console and its requests have said so far."""

    page: Page
    errors: list[str] = field(default_factory=list)
    """Uncaught errors, and errors of the console but for refused requests."""
    addresses: list[str] = field(default_factory=list)
    """The addresses of all requests that have left the browser."""

    def hosts(self) -> set[str]:
        """The hosts of all requests."""
        return {urlsplit(address).netloc for address in self.addresses if address.startswith("http")}


@contextmanager
def chromium() -> Iterator[Browser]:
    """A headless browser, whose requests reach the loopback only."""
    with sync_playwright() as playwright:
        yield launch(playwright)


def launch(playwright: Playwright) -> Browser:
    """A headless browser of the system."""
    return playwright.chromium.launch(executable_path=BROWSER, args=list(_FLAGS))


@contextmanager
def open_page(browser: Browser, address: str, **options: Any) -> Iterator[OpenPage]:
    """A page in a context of its own, at an address. `options` are those of Playwright's `new_context`."""
    context = browser.new_context(**{"viewport": WIDE, "locale": "en-GB", "timezone_id": "UTC", **options})
    try:
        yield visit(context, address)
    finally:
        context.close()


def visit(context: BrowserContext, address: str) -> OpenPage:
    """A new page of a context at an address."""
    context.set_default_timeout(_MILLISECONDS)
    opened = OpenPage(context.new_page())
    opened.page.on("pageerror", lambda error: opened.errors.append(str(error)))
    opened.page.on("request", lambda request: opened.addresses.append(request.url))
    opened.page.on("requestfailed", lambda request: _forget_if_blocked(opened, request))
    opened.page.on("console", lambda message: _note_error(opened, message))
    opened.page.goto(address)
    return opened


def _forget_if_blocked(opened: OpenPage, request: Request) -> None:
    """The browser names requests that the policy blocks as well, which never leave it."""
    if request.failure == "csp":
        opened.addresses.remove(request.url)


def _note_error(opened: OpenPage, message: ConsoleMessage) -> None:
    """Note an error of the page. Refused requests are none, nor is what the browser blocks in the sandboxed frames of
    HTML elements.
    """
    is_of_frame = message.location.get("url") == _FRAME
    if message.type == "error" and "Failed to load resource" not in message.text and not is_of_frame:
        opened.errors.append(f"{message.text} ({message.location.get('url')})")


def axe_findings(page: Page) -> list[str]:
    """The serious and critical findings of axe on the page as it is now, one sentence each."""
    npm.install(PACKAGES)
    page.evaluate((PACKAGES / "node_modules" / "axe-core" / "axe.min.js").read_text())
    result = page.evaluate("() => axe.run({ resultTypes: ['violations'] })")
    return [
        f"{violation['id']} ({violation['impact']}): {violation['help']}: "
        + "; ".join(json.dumps(node["target"]) for node in violation["nodes"][:5])
        for violation in result["violations"]
        if violation["impact"] in ("serious", "critical")
    ]


@contextmanager
def processor_time(page: Page) -> Iterator[Callable[[], float]]:
    """A function that returns the processor time of the main thread of the page since the context was entered, in
    seconds. Other work of the machine does not count.
    """
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})

    def seconds() -> float:
        metrics = session.send("Performance.getMetrics")["metrics"]
        return next(float(each["value"]) for each in metrics if each["name"] == "ThreadTime")

    begin = seconds()
    try:
        yield lambda: seconds() - begin
    finally:
        session.detach()
