"""General settings and configuration over HTTP, as published front ends use them."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from tests.support.services.servers import running_server

COMFY: Final = {"comfyUiBaseUrl": "http://127.0.0.1:8188"}
NOT_OFFERED: Final = (
    ("PUT", "/extension/build"),
    ("PUT", "/extension/generate"),
    ("GET", "/extension/listAiModels"),
    ("PUT", "/extension/a/compile"),
    ("PUT", "/extension/a/installChromeExtension"),
    ("GET", "/extension/a/getCaptionInstructions"),
    ("PUT", "/extension/a/setCaptionInstructions"),
    ("GET", "/extension/a/getEligibleTagsInstructions"),
    ("PUT", "/extension/a/setEligibleTagsInstructions"),
    ("PUT", "/extension/a/setAiModels"),
    ("PUT", "/administration/migrateDatabase"),
)


def test_settings_are_kept_and_replaced_as_a_whole(tmp_path: Path) -> None:
    (tmp_path / "pictures").mkdir()
    with running_server(tmp_path, [tmp_path / "pictures"]) as server, server.client() as client:
        assert client.get("/miscellaneous/configuration").json() == {}
        before = client.get("/settings/get")
        assert (before.status_code, before.json()) == (200, {})
        written = client.put("/settings/set", json=COMFY)
        assert (written.status_code, written.json()) == (200, COMFY)
        refused = client.put("/settings/set", json={"comfyUiBaseUrl": "here"})
        assert (refused.status_code, refused.json()["pointer"]) == (400, "/comfyUiBaseUrl")
        reader = client.post("/apiSecret/create", params={"type": "key", "name": "r", "scope": "settings:read"}).json()
        with server.client(reader["value"]) as other:
            assert other.get("/settings/get").json() == COMFY
            assert other.get("/miscellaneous/configuration").json() == {}
            assert other.put("/settings/set", json={}).status_code == 403
        for method, path in NOT_OFFERED:
            answer = client.request(method, path)
            problem = answer.json()
            assert (answer.status_code, problem["rule"], problem["code"]) == (501, "route.not-offered", 5), path
            assert client.delete(path).json()["rule"] == "route.unknown"
    with running_server(tmp_path, []) as server, server.client() as client:
        assert client.get("/settings/get").json() == COMFY
        assert client.put("/settings/set", json={}).json() == {}
        assert client.get("/settings/get").json() == {}


def test_every_operation_that_is_not_offered_is_decided() -> None:
    decisions = (Path(__file__).parents[3] / "specs" / "decisions" / "requests.md").read_text(encoding="utf-8")
    row = next(line for line in decisions.splitlines() if line.startswith("| D127 "))
    missing = [path for _, path in NOT_OFFERED if path.rpartition("/")[2] not in row]
    assert missing == []
