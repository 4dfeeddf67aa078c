"""Members that only earlier published clients read: `status` of repositories, `kind` of activities."""

from __future__ import annotations

from pathlib import Path

from tests.support.extensions.packages import archive
from tests.support.services.servers import running_server

ZIP = {"Content-Type": "application/zip"}


def test_repositories_have_their_state_as_status_too(tmp_path: Path) -> None:
    folders = [tmp_path / "pictures", tmp_path / "more"]
    for folder in folders:
        folder.mkdir()
    with running_server(tmp_path, [folders[0]]) as server, server.client() as client:
        server.wait_until_scanned()
        created = client.post(
            "/repository/create", params={"type": "file", "url": folders[1].as_uri(), "name": "More"}
        ).json()
        assert created["status"] == created["state"]
        ensured = client.put("/repository/ensure", params={"technicalId": "painter", "name": "Painted"}).json()
        assert ensured["status"] == ensured["state"]
        renamed = client.put(f"/repository/{created['id']}/update", params={"name": "Others"}).json()
        assert renamed["status"] == renamed["state"]
        server.wait_until_scanned()
        folders[1].rmdir()
        listed = {each["name"]: (each["state"], each["status"]) for each in client.get("/repository/list").json()}
        assert listed["pictures"] == ("READY", "READY")
        assert listed["Others"] == ("UNAVAILABLE", "UNAVAILABLE")


def test_activities_of_extensions_have_a_kind(tmp_path: Path) -> None:
    with running_server(tmp_path, []) as server, server.client() as client:
        client.post("/extension/install?state=paused", content=archive("paused"), headers=ZIP)
        activities = {each["id"]: each for each in client.get("/extension/activities").json()}
        assert (activities["paused"]["kind"], activities["paused"]["isInError"]) == ("connecting", False)
