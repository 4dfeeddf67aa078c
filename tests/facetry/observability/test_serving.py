"""The log of a real server: JSON, with the ids of answers, and without any key."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.servers import running_server

CANARIES = ("fct_canary-in-a-header-0123456789", "canary-in-a-query", "canary-in-a-path", "canary-in-a-body")


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
