"""Traces of a real server with a real extension, as a collector receives them over OTLP."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

from tests.facetry.extensions.tagger_service import PROGRAM, write_archive
from tests.support.imaging import pictures
from tests.support.services.servers import IS_CLUSTER, Server, running_server

SECONDS = 60.0


class Receiver:
    """A collector on a loopback port, and the spans that it has received."""

    def __init__(self) -> None:
        self.spans: list[Any] = []
        self.resources: list[dict[str, str]] = []
        self.paths: set[str] = set()

    def add(self, path: str, body: bytes) -> None:
        """Keep the spans of one request."""
        self.paths.add(path)
        for resource in ExportTraceServiceRequest.FromString(body).resource_spans:
            self.resources.append({each.key: each.value.string_value for each in resource.resource.attributes})
            self.spans += [span for scope in resource.scope_spans for span in scope.spans]

    def named(self, name: str) -> list[Any]:
        """The spans of this name."""
        return [span for span in self.spans if span.name == name]


@contextmanager
def receiving() -> Iterator[tuple[Receiver, str]]:
    """A receiver and its address."""
    receiver = Receiver()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            receiver.add(self.path, self.rfile.read(int(self.headers["Content-Length"])))
            self.send_response(200)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Print nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield receiver, f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def wait_until(condition: Callable[[], object], server: Server) -> None:
    deadline = time.monotonic() + SECONDS
    while not condition():
        assert time.monotonic() < deadline, server.output()
        time.sleep(0.1)


@pytest.mark.e2e
def test_a_run_is_one_trace_from_the_request_to_the_write_of_the_extension(tmp_path: Path) -> None:
    (tmp_path / "pictures").mkdir()
    (tmp_path / "pictures" / "a.png").write_bytes(pictures.flat_png(64))
    code = PROGRAM.format(path=[path for path in sys.path if "site-packages" in path], tag="seen")
    code = code.replace("/tags/{message['value']['id']}", "/image/{message['value']['id']}/setTags?extensionId=tagger")
    with receiving() as (receiver, address):
        environment = {
            "OTEL_EXPORTER_OTLP_ENDPOINT": address,
            "OTEL_SERVICE_NAME": "pictures-at-home",
            "OTEL_BSP_SCHEDULE_DELAY": "200",
            "FACETRY_DECODER__WORKERS": "1",
        }
        with running_server(tmp_path, [tmp_path / "pictures"], extra_environment=environment) as server:
            with server.client() as client:
                (image,) = client.post("/image/search/ids", json={"filter": {}}).json()["items"]
                archive = write_archive(tmp_path, program=code).read_bytes()
                installed = client.post(
                    "/extension/install?state=enabled", content=archive, headers={"Content-Type": "application/zip"}
                )
                assert installed.status_code in (200, 201), installed.text

                def is_done() -> bool:
                    """A request that is not done yet would not be repeated."""
                    capabilities = client.get("/extension/tagger/progress").json()["capabilities"]
                    return [each["done"] for each in capabilities] == [1]

                wait_until(is_done, server)
                answer = client.put(f"/image/{image}/runCapabilities?extensionIds=tagger")
                assert answer.status_code < 300, answer.text
                wait_until(lambda: len(receiver.named("imageSetTags")) >= 2, server)
                run_id = answer.headers["x-request-id"]
            key = server.key
        (run,) = receiver.named("imageRunCapabilities")
        attributes = {each.key: each.value for each in run.attributes}
        assert attributes["facetry.request_id"].string_value == run_id
        assert attributes["http.response.status_code"].int_value == answer.status_code
        trace = {span.span_id: span for span in receiver.spans if span.trace_id == run.trace_id}
        expected = ["deliver image.computeTags", "unit of work", "imageRunCapabilities"]
        if not IS_CLUSTER:  # in a cluster, another process answers the extension
            expected = ["imageSetTags", *expected]
        (span,) = [span for span in trace.values() if span.name == expected[0]]
        path = [span.name]
        while span.parent_span_id:
            span = trace[span.parent_span_id]
            path.append(span.name)
        assert path == expected
        assert receiver.paths == {"/v1/traces"}
        assert {resource["service.name"] for resource in receiver.resources} == {"pictures-at-home"}
        assert key not in str(receiver.spans)
        assert "traceback" not in server.output().lower()
