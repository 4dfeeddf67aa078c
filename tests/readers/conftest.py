"""A browser that decodes pictures, as the second reader of what is read here.

CI has only the browser. The session `readers` runs the long form, with further readers.
"""

from __future__ import annotations

import base64
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from PIL import Image
from playwright.sync_api import Page

from tests.support.browser import chromium, open_page

_LONG_TESTS = ["test_all_formats.py", "test_durations.py", "test_foreign_files.py", "test_metadata.py"]
collect_ignore = [] if os.environ.get("READERS") == "whole" else _LONG_TESTS
"""The tests that need other programs than the browser."""
Frames = Callable[[bytes, str], list[Image.Image]]
Still = Callable[[bytes, str], Image.Image]
_SHOW = """
async ([data, type]) => {
  const image = new Image();
  image.src = `data:${type};base64,${data}`;
  await image.decode();
  const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
  const context = canvas.getContext('2d', {colorSpace: 'srgb'});
  context.drawImage(image, 0, 0);
  const pixels = context.getImageData(0, 0, canvas.width, canvas.height).data;
  let text = '';
  for (let at = 0; at < pixels.length; at += 8192) {
    text += String.fromCharCode(...pixels.subarray(at, at + 8192));
  }
  return [canvas.width, canvas.height, btoa(text)];
}
"""
_DECODE = """
async ([data, type]) => {
  const bytes = Uint8Array.from(atob(data), letter => letter.charCodeAt(0));
  const decoder = new ImageDecoder({data: bytes, type, preferAnimation: true});
  await decoder.tracks.ready;
  await decoder.completed;
  const found = [];
  for (let frameIndex = 0; frameIndex < decoder.tracks.selectedTrack.frameCount; frameIndex++) {
    const {image} = await decoder.decode({frameIndex, completeFramesOnly: true});
    const canvas = new OffscreenCanvas(image.displayWidth, image.displayHeight);
    const context = canvas.getContext('2d', {colorSpace: 'srgb'});
    context.drawImage(image, 0, 0);
    const pixels = context.getImageData(0, 0, canvas.width, canvas.height).data;
    let text = '';
    for (let at = 0; at < pixels.length; at += 8192) {
      text += String.fromCharCode(...pixels.subarray(at, at + 8192));
    }
    found.push([canvas.width, canvas.height, btoa(text)]);
    image.close();
  }
  return found;
}
"""


@pytest.fixture(scope="module")
def page() -> Iterator[Page]:
    """A page in the browser that shows nothing."""
    with _empty_page() as address, chromium() as browser, open_page(browser, address) as opened:
        yield opened.page


@pytest.fixture(scope="module")
def frames_in_browser(page: Page) -> Frames:
    """The frames of an animation of a media type as the browser shows them: in `RGBA`.

    Their colours are not those of a still picture: the decoder of frames takes them for those of video.
    """

    def decode(data: bytes, media_type: str) -> list[Image.Image]:
        found = page.evaluate(_DECODE, [base64.b64encode(data).decode(), media_type])
        return [_picture(*frame) for frame in found]

    return decode


@pytest.fixture(scope="module")
def shown_in_browser(page: Page) -> Still:
    """What the browser shows of a file of a media type, in `RGBA` and sRGB: the first frame of an animation."""
    return lambda data, media_type: _picture(*page.evaluate(_SHOW, [base64.b64encode(data).decode(), media_type]))


def _picture(width: int, height: int, text: str) -> Image.Image:
    return Image.frombytes("RGBA", (width, height), base64.b64decode(text))


@contextmanager
def _empty_page() -> Iterator[str]:
    """The address of a page with nothing in it. Its context is secure, which the decoder requires."""
    with ThreadingHTTPServer(("127.0.0.1", 0), _EmptyPage) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            server.shutdown()
            thread.join()


class _EmptyPage(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass
