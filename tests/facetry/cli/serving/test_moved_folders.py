"""`facetry serve PATH` when the path of a repository leads elsewhere now."""

from pathlib import Path

import pytest

from tests.support.imaging.pictures import write_pictures
from tests.support.services.servers import running_server


@pytest.mark.parametrize("is_above", [False, True], ids=["folder", "folder-above"])
def test_the_path_of_a_moved_repository_makes_no_other_one(is_above: bool, tmp_path: Path) -> None:
    pictures, moved = tmp_path / "disk" / "pictures", tmp_path / "moved" / "pictures"
    write_pictures(pictures, 3)
    with running_server(tmp_path, [pictures]) as server, server.client() as client:
        ids = client.post("/image/search/ids", json={}).json()["items"]
    old, new = (pictures.parent, moved.parent) if is_above else (pictures, moved)
    new.parent.mkdir(exist_ok=True)
    old.rename(new)
    old.symlink_to(new)
    with running_server(tmp_path, [pictures]) as server, server.client() as client:
        (repository,) = client.get("/repository/list").json()
        output = server.output()
        assert f"the repository pictures is unavailable: a link in its path {pictures} leads to {moved} now" in output
        assert f"facetry repository update {repository['id']} --folder {moved}" in output
        client.put(f"/repository/{repository['id']}/update", params={"url": moved.as_uri()}).raise_for_status()
        server.wait_until_scanned()
        assert client.post("/image/search/ids", json={}).json()["items"] == ids
    with running_server(tmp_path, [pictures]) as server, server.client() as client:
        (repository,) = client.get("/repository/list").json()
        assert repository["url"] == moved.as_uri()
        assert "is unavailable" not in server.output().rpartition("starting to serve")[2]
