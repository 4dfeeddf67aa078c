"""The example of nginx for clusters, run for real: reads are repeated on another host, changes are sent once."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Final

import httpx
import pytest
from websockets.sync.client import connect

from tests.support.imaging.pictures import write_pictures
from tests.support.services.proxies import (
    DEPLOY,
    NEEDS_PROXIES,
    behind_proxy,
    nginx,
    proxy_place,
    replaced,
    running_proxy,
)
from tests.support.services.servers import HOST, free_port

pytestmark = NEEDS_PROXIES
EXAMPLE: Final = (DEPLOY / "nginx.cluster.conf").read_text()
UPSTREAM: Final = re.compile(r"    server host-\d:3001 .*;\n")
NAMES: Final = ("host-1", "host-2", "host-3")


@dataclass
class Host:
    """A stub of a host, which notes what it receives. With `ends`, it closes connections without an answer."""

    name: str
    ends: bool
    received: list[str] = field(default_factory=list)
    port: int = 0

    @contextmanager
    def run(self) -> Iterator[None]:
        """Serve on a free port."""
        host = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_any(self) -> None:
                self.rfile.read(int(self.headers.get("Content-Length", 0)))
                host.received.append(self.command)
                if host.ends:
                    self.close_connection = True
                    return
                body = host.name.encode()
                self.send_response(200)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            do_GET = do_PUT = do_POST = do_DELETE = do_any  # noqa: N815  # names of the base class

            def log_message(self, *_: Any) -> None:
                pass

        server = ThreadingHTTPServer((HOST, 0), Handler)
        server.daemon_threads = True
        self.port = server.server_port
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            yield
        finally:
            server.shutdown()
            thread.join()
            server.server_close()


@contextmanager
def cluster(
    directory: Path, *, ending: int, gone: int = 0, example: str = EXAMPLE
) -> Iterator[tuple[httpx.Client, list[Host]]]:
    """Three hosts behind nginx. The first ones end connections without an answer, or do not run at all."""
    hosts = [Host(name, number < ending) for number, name in enumerate(NAMES)]
    with ExitStack() as stack:
        for number, host in enumerate(hosts):
            if number < gone:
                host.port = free_port()
            else:
                stack.enter_context(host.run())
        text = example
        for host in hosts:
            text = replaced(text, (f"server {host.name}:3001 ", f"server {HOST}:{host.port} "))
        text = replaced(text, ("    keepalive 32;", "    server 127.0.0.1:3001;\n    keepalive 32;"))
        place = proxy_place(directory)

        def command(place: Any, example: str) -> list[str]:
            made = nginx(place, example)
            file = place.folder / "nginx.conf"  # the place of the server of other examples is not needed
            file.write_text(replaced(file.read_text(), (f"    server {HOST}:0;\n", "")))
            return made

        trust = stack.enter_context(running_proxy(place, command, text))
        client = httpx.Client(base_url=f"https://localhost:{place.port}", verify=trust, timeout=30, trust_env=False)
        yield stack.enter_context(client), hosts


def receptions(hosts: list[Host], method: str) -> int:
    return sum(host.received.count(method) for host in hosts)


def test_what_reads_is_repeated_on_another_host(tmp_path: Path) -> None:
    with cluster(tmp_path, ending=2) as (client, hosts):
        answers = [client.get("/image/search") for _ in range(4)]
        assert {(answer.status_code, answer.text) for answer in answers} == {(200, "host-3")}
        assert receptions(hosts[:2], "GET") >= 1, "no request met a host that ends"


@pytest.mark.parametrize("body", [b"", b"[]"])
def test_what_changes_something_is_sent_once(tmp_path: Path, body: bytes) -> None:
    with cluster(tmp_path, ending=3) as (client, hosts):
        for method in ("PUT", "DELETE", "POST"):
            assert client.request(method, "/image/x", content=body).status_code == 502
            assert receptions(hosts, method) == 1


def test_without_the_setting_it_would_be_sent_again(tmp_path: Path) -> None:
    defective = replaced(EXAMPLE, ("        proxy_next_upstream off;\n", ""))
    with cluster(tmp_path, ending=3, example=defective) as (client, hosts):
        client.delete("/image/x")
        assert receptions(hosts, "DELETE") == 3


def test_a_host_that_is_gone_is_left_out_after_the_first_failure(tmp_path: Path) -> None:
    with cluster(tmp_path, ending=0, gone=2) as (client, hosts):
        statuses = [client.put("/image/x", content=b"[]").status_code for _ in range(6)]
        assert statuses.count(502) <= 2
        assert receptions(hosts, "PUT") == statuses.count(200) >= 4
        assert {client.get("/x").text for _ in range(3)} == {"host-3"}


def test_a_service_works_behind_it(tmp_path: Path) -> None:
    """Reads, changes with a body, and the socket."""
    write_pictures(tmp_path / "pictures", 1)
    first = UPSTREAM.sub("    server 127.0.0.1:3001;\n", EXAMPLE, count=1)
    with behind_proxy(tmp_path, [tmp_path / "pictures"], nginx, UPSTREAM.sub("", first), prefix="") as front:
        headers = {"Authorization": f"Bearer {front.server.key}"}
        with httpx.Client(
            base_url=front.url, verify=front.trust, headers=headers, timeout=60, trust_env=False
        ) as client:
            assert client.get("/readyz").status_code == 200
            assert client.put("/extension/ensure?id=tagger").status_code == 200
            (image,) = client.post("/image/search/ids", json={}).json()["items"]
            assert client.put(f"/image/{image}/setTags?extensionId=tagger", json=["sky"]).is_success
            assert client.get(f"/image/{image}/getTags?extensionId=tagger").json() == ["sky"]
            address = client.get(f"/image/{image}/mediaUrl").json()["url"]
            assert address.startswith(f"{front.url}/media/")
        socket = f"{front.url.replace('https', 'wss')}/socket.io/?EIO=4&transport=websocket"
        with connect(socket, ssl=front.trust, proxy=None) as opened:
            assert str(opened.recv(30)).startswith('0{"sid":')
