"""The log and the metrics of a real server: ids of answers, counts, keys that are needed, and no key that is shown."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from prometheus_client.openmetrics.parser import text_string_to_metric_families

from tests.support.imaging import pictures
from tests.support.services.servers import IS_CLUSTER, Server, free_port, running_server

CANARIES = ("fct_canary-in-a-header-0123456789", "canary-in-a-query", "canary-in-a-path", "canary-in-a-body")


Samples = dict[tuple[str, tuple[tuple[str, str], ...]], float]


def samples_of(text: str) -> Samples:
    """The values of a text of metrics, by name and labels."""
    families = text_string_to_metric_families(text)  # type: ignore[no-untyped-call]
    return {
        (sample.name, tuple(sorted(sample.labels.items()))): sample.value
        for family in families
        for sample in family.samples
    }


def test_metrics_need_their_scope_or_the_port(metrics_server: tuple[Server, int]) -> None:
    server, port = metrics_server
    with server.client() as client:

        def key_with(scope: str) -> str:
            parameters = {"name": scope, "type": "key", "scope": scope}
            answer = client.post("/apiSecret/create", params=parameters)
            assert answer.status_code == 201, answer.text
            return str(answer.json()["value"])

        readers, others = key_with("metrics:read"), key_with("image:read,repository:read")
        with server.client(readers) as reader, server.client(others) as other:
            scraped = reader.get("/metrics")
            assert scraped.status_code == 200
            assert scraped.headers["content-type"].startswith("application/openmetrics-text; version=1.0.0")
            assert reader.get("/repository/list").status_code == 403
            assert other.get("/metrics").status_code == 403
        assert httpx.get(f"{server.url}/metrics", trust_env=False).status_code == 401
    from_port = httpx.get(f"http://127.0.0.1:{port}/metrics", trust_env=False)
    assert from_port.status_code == 200
    assert {name for name, _ in samples_of(from_port.text)} >= {name for name, _ in samples_of(scraped.text)}
    assert httpx.get(f"http://127.0.0.1:{port}/repository/list", trust_env=False).status_code == 404


@pytest.mark.skipif(IS_CLUSTER, reason="the host that leads counts scans")
def test_metrics_follow_what_happens_within_bounds(metrics_server: tuple[Server, int]) -> None:
    server, port = metrics_server

    def scrape() -> Samples:
        return samples_of(httpx.get(f"http://127.0.0.1:{port}/metrics", trust_env=False).text)

    with server.client() as client:
        (image,) = client.post("/image/search/ids", json={"filter": {}}).json()["items"]
        first = scrape()
        for path in range(50):
            client.get(f"/unknown/{path}")
            client.get(f"/image/{image}/getAllTags", params={"unknown": str(path)})
        for _ in range(3):
            assert client.get(f"/image/{image}/download", params={"format": "JPEG", "width": 16}).status_code == 200
        client.put(f"/image/{image}/setTags?extensionId=nobody", json=["a"])
        assert client.get("/livez").status_code == 200  # over a connection that stays open
        with socket.create_connection(("127.0.0.1", server.port), timeout=60) as malformed:
            malformed.sendall(b"GET /livez HTTP/1.1\r\n\r\n")
            assert malformed.recv(100).startswith(b"HTTP/1.1 400 ")
        second = scrape()

    def grown(name: str, **labels: str) -> float:
        key = name, tuple(sorted(labels.items()))
        return second[key] - first.get(key, 0)

    assert grown("facetry_http_requests_total", operation="other", status="404") == 50
    assert grown("facetry_http_requests_total", operation="imageGetAllTags", status="400") == 50
    assert grown("facetry_http_refusals_total", rule="http.syntax") == 1
    assert grown("facetry_connections_closed_total") == 0
    assert grown("facetry_http_request_seconds_count", operation="imageGetAllTags") == 50
    assert grown("facetry_rendition_lookups_total", result="miss") == 1
    assert grown("facetry_rendition_lookups_total", result="hit") == 2
    assert grown("facetry_rendition_cache_bytes") > 0
    assert grown("facetry_reads_total", lane="ordinary") > 0
    assert second["facetry_scans_total", (("outcome", "done"),)] == 1
    assert second["facetry_write_units_total", ()] >= second["facetry_commit_seconds_count", ()] > 0
    assert second["facetry_connections", ()] >= 1
    assert second["facetry_store_failed", ()] == 0
    assert second["facetry_database_bytes", (("file", "database"),)] > 0
    assert second["process_open_fds", ()] > 0
    assert image not in str(second)
    assert len(second) < len(first) + 100


@pytest.fixture(scope="module")
def metrics_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, int]]:
    """A server over one picture with a port for metrics, and the port."""
    folder, port = tmp_path_factory.mktemp("metrics"), free_port()
    (folder / "pictures").mkdir()
    (folder / "pictures" / "a.png").write_bytes(pictures.flat_png(64))
    environment = {"FACETRY_METRICS_PORT": str(port), "FACETRY_DECODER__WORKERS": "1"}
    with running_server(folder, [folder / "pictures"], extra_environment=environment) as server:
        yield server, port


@pytest.mark.e2e
def test_the_log_of_a_server_has_ids_of_requests_and_no_key(tmp_path: Path) -> None:
    (tmp_path / "pictures").mkdir()
    environment = {"FACETRY_LOG__ACCESS": "true", "FACETRY_LOG__LEVEL": "debug", "FACETRY_DECODER__WORKERS": "1"}
    with running_server(
        tmp_path, [tmp_path / "pictures"], extra_environment=environment, options=["--log-format", "json"]
    ) as server:
        with server.client() as client, server.client(CANARIES[0]) as stranger:
            answers = [
                client.get("/repository/list"),
                client.get("/repository/list", headers={"X-Request-Id": CANARIES[1]}),
                stranger.get("/repository/list"),
                client.get("/repository/tags", params={"key": CANARIES[1]}),
                client.get(f"/{CANARIES[2]}"),
                client.post("/image/search/ids", json={CANARIES[3]: server.key}),
                client.post("/apiSecret/create", params={"name": "a", "type": "key", "scope": "image:read"}),
            ]
        key = server.key
    output = server.output()
    lines = [json.loads(line) for line in output.splitlines() if line.startswith("{")]
    access = {line["request_id"]: line for line in lines if line["logger"] == "facetry.access"}
    logged = [access[answer.headers["x-request-id"]] for answer in answers]
    assert [line["status"] for line in logged] == [answer.status_code for answer in answers]
    assert [line["operation"] for line in logged[:4]] == ["repositoryList"] * 3 + ["repositoryTags"]
    assert [line["caller"] for line in logged[:3]] == ["master", "master", "unknown"]
    for secret in (key, *CANARIES):
        assert secret not in output
