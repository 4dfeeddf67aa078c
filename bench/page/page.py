"""`page`: the library in Chromium with 100,000 and a million images: first picture, frames of a scroll, memory."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, Page, Route, sync_playwright

from bench import processes
from bench.load import HOST
from bench.measurements import MIB, PER_SECOND, SECONDS, Rounds, at_least, at_most, report
from bench.options import Options
from bench.processes import KEY, Server
from bench.versions import Version
from facetry.demo import pictures
from tests.support.browser import launch

SIZES: Final = (100_000, 1_000_000)
FIRST_PICTURE_SECONDS: Final = 1.0
OPEN_SECONDS: Final = 2.0
FRAMES_PER_SECOND: Final = 55.0
MEMORY_MIB: Final = 200.0
_PICTURES: Final = 200
"""Pictures with files, which are the newest of the library. The other images have rows only."""
_SCAN_SECONDS: Final = 120.0
_TIMEOUT_MS: Final = 120_000

_DEEP: Final = """
  const deep = (selector, root = document) => {
    const found = root.querySelector(selector);
    if (found) return found;
    for (const element of root.querySelectorAll("*")) {
      const inner = element.shadowRoot && deep(selector, element.shadowRoot);
      if (inner) return inner;
    }
    return null;
  };
"""
_WATCH: Final = (
    """(() => {"""
    + _DEEP
    + """
  const look = () => {
    if (deep(".tile")) window.benchOpened ??= performance.now();
    if (deep(".tile.shown")) window.benchShown = performance.now();
    else requestAnimationFrame(look);
  };
  look();
})()"""
)
"""Tells when the first rows and the first picture are on the page, in milliseconds since the navigation."""
_SCROLL: Final = (
    """async (seconds) => {"""
    + _DEEP
    + """
  const scroller = deep(".scroller");
  const begin = performance.now();
  const frames = [];
  for (let former = begin; former - begin < seconds * 1000; ) {
    scroller.scrollTop += 20;
    const now = await new Promise(requestAnimationFrame);
    frames.push(now - former);
    former = now;
  }
  frames.sort((one, other) => one - other);
  return 1000 / frames[frames.length >> 1];
}"""
)


def run(options: Options) -> bool:
    """Run the bench; whether the targets were met."""
    rounds = Rounds()
    version = options.versions[0]
    with ExitStack() as stack:
        browser = launch(stack.enter_context(sync_playwright()))
        stack.callback(browser.close)
        for images in options.choose((2_000,), SIZES, SIZES):
            name = f"{images:,} images"
            with _server(options.data, version, images) as server:
                for number in options.rounds(3, 7):
                    figures = _visit(browser, server, options.choose(0.5, 5.0, 10.0))
                    for part, each in figures.items() if number else ():  # the first round loads data
                        rounds.add(version.name, f"{part}, {name}", each)
    targets = {}
    for images in SIZES:
        name = f"{images:,} images"
        seconds = FIRST_PICTURE_SECONDS if images < SIZES[-1] else OPEN_SECONDS
        targets[f"first picture, {name}", SECONDS] = at_most(seconds)
        targets[f"frames of a scroll, {name}", PER_SECOND] = at_least(FRAMES_PER_SECOND)
        targets[f"memory of the page, {name}", MIB] = at_most(MEMORY_MIB)
    return report("page", rounds.measurements(targets))


@contextmanager
def _server(data: Path, version: Version, images: int) -> Iterator[Server]:
    """A server over a copy of a synthetic library, with pictures that are newer than its images."""
    with version.library_copy(data, images) as folder, tempfile.TemporaryDirectory() as painted:
        for _ in pictures.paint(Path(painted), _PICTURES):
            pass
        cores = processes.every_core()
        with processes.facetry_server(folder, cores=cores, source=version.source) as server:
            address = Path(painted).as_uri()
            processes.request_json(server, "POST", f"/repository/create?type=file&name=painted&url={address}")
            deadline = time.monotonic() + _SCAN_SECONDS
            while processes.request_json(server, "POST", "/image/search/ids", {})["totalCount"] < images + _PICTURES:
                if time.monotonic() > deadline:
                    raise TimeoutError("the painted pictures were not scanned")
                time.sleep(0.2)
            yield server


def _visit(browser: Browser, server: Server, seconds: float) -> dict[str, dict[str, float]]:
    address = f"http://{HOST}:{server.port}/"
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    context.set_default_timeout(_TIMEOUT_MS)
    try:
        page = context.new_page()
        page.goto(address)
        page.get_by_label("Key").fill(KEY)
        page.get_by_role("button", name="Sign in").click()
        page.locator("facetry-grid .tile.shown").first.wait_for()
        page.close()
        page = context.new_page()
        page.add_init_script(_WATCH)
        page.goto(address)
        page.wait_for_function("() => window.benchShown !== undefined")
        opened, shown = page.evaluate("() => [window.benchOpened, window.benchShown]")
        memory = _memory(page)
        page.route("**/media/**", _answer(page))
        frames = page.evaluate(_SCROLL, seconds)
        after = _memory(page)
    finally:
        context.close()
    return {
        "first rows": {SECONDS: opened / 1_000},
        "first picture": {SECONDS: shown / 1_000},
        "frames of a scroll": {PER_SECOND: frames},
        "memory of the page": {MIB: max(memory, after)},
    }


def _answer(page: Page) -> Callable[[Route], None]:
    """Shows a picture for every image without a file, so that as many are decoded and painted as in a real library."""
    picture = page.evaluate(
        """() => { const canvas = new OffscreenCanvas(320, 256); const paint = canvas.getContext("2d");
          for (let part = 0; part < 64; part++) { paint.fillStyle = `hsl(${part * 37} 60% 50%)`;
            paint.fillRect((part % 8) * 40, Math.floor(part / 8) * 32, 40, 32); }
          return canvas.convertToBlob({ type: "image/jpeg" }).then(async (blob) =>
            [...new Uint8Array(await blob.arrayBuffer())]); }"""
    )
    body = bytes(picture)
    return lambda route: route.fulfill(body=body, content_type="image/jpeg")


def _memory(page: Page) -> float:
    """The memory of the scripts of the page after a collection of garbage, in MiB."""
    session = page.context.new_cdp_session(page)
    session.send("HeapProfiler.collectGarbage")
    session.send("Performance.enable")
    metrics = {each["name"]: each["value"] for each in session.send("Performance.getMetrics")["metrics"]}
    usage = session.send("Runtime.getHeapUsage")
    session.detach()
    other = usage.get("embedderHeapUsedSize", 0) + usage.get("backingStorageSize", 0)
    return float(metrics["JSHeapUsedSize"] + other) / 2**20
