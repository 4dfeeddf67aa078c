"""The client of the commands for authors: whatever answers or does not, there is a message."""

import contextlib
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread

import pytest

from facetry.authoring import service
from facetry.authoring.service import ServiceClient, ServiceError


class _Page(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        """Answer as a proxy or another server may."""
        status = 502 if self.path.startswith("/broken") else 200
        self.send_response(status)
        self.end_headers()
        self.wfile.write(b"<html>hello</html>")
        if self.path.endswith("/endless"):
            with contextlib.suppress(OSError):
                while True:
                    self.wfile.write(b"x" * 65_536)

    def log_message(self, *_: object) -> None:
        """Be silent."""


@pytest.fixture
def url() -> Iterator[str]:
    """A web server that is no service."""
    server = HTTPServer(("127.0.0.1", 0), _Page)
    thread = Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.mark.parametrize("address", ["", "foo", "ftp://a", "http://", "http://a:99999", "http://a:b", "http://[::1"])
def test_an_address_that_is_none_has_a_message(address: str) -> None:
    with pytest.raises(ServiceError, match="is not the URL of a service"):
        ServiceClient(address, "key").get("/readyz")


def test_another_server_has_a_message(url: str) -> None:
    with pytest.raises(ServiceError, match="answered GET /readyz with no JSON"):
        ServiceClient(url, "key").get("/readyz")
    with pytest.raises(ServiceError, match="with status 502"):
        ServiceClient(url, "key").get("/broken")


@pytest.mark.parametrize("key", ["a\nb", "schlüssel", "a\x00"])
def test_a_key_that_no_header_can_hold_has_a_message_without_it(url: str, key: str) -> None:
    with pytest.raises(ServiceError, match="printable ASCII") as refused:
        ServiceClient(url, key).get("/readyz")
    assert key not in str(refused.value)


@pytest.mark.parametrize("path", ["/endless", "/broken/endless"])
def test_an_endless_answer_has_a_message(path: str, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "MAX_ANSWER_BYTES", 100_000)
    client = ServiceClient(url, "key")
    with pytest.raises(ServiceError, match="answered with more than 100000 bytes"):
        client.get(path)
    with pytest.raises(ServiceError, match="answered with more than 100000 bytes"):
        list(client.stream_lines(path))
