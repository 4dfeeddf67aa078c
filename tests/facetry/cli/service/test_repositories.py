"""`facetry repository` against a real service."""

import time
from pathlib import Path

import pytest

from tests.support.imaging.pictures import write_pictures
from tests.support.services.servers import Server
from tests.support.services.service_commands import Run


@pytest.fixture
def gulls(tmp_path: Path) -> Path:
    """A folder with two pictures, a damaged one and a video."""
    write_pictures(tmp_path / "Gulls & terns", 2, formats=("PNG",))
    (tmp_path / "Gulls & terns" / "broken.jpg").write_bytes(b"\xff\xd8\xff\xe0 no picture")
    (tmp_path / "Gulls & terns" / "flight.mov").write_bytes(b"video")
    return tmp_path / "Gulls & terns"


def test_a_repository_is_added_scanned_watched_and_removed(facetry: Run, server: Server, gulls: Path) -> None:
    added = facetry("repository", "add", str(gulls), "--comment", "all", "--technical-id", "gulls", "--json").json
    assert {name: added[name] for name in ("name", "url", "comment", "technicalId", "watch")} == {
        "name": "Gulls & terns",
        "url": gulls.as_uri(),
        "comment": "all",
        "technicalId": "gulls",
        "watch": False,
    }
    server.wait_until_scanned()
    rows = {row[0]: row for row in facetry("repository", "list").rows}
    assert rows[added["id"]][-3:] == ["READY", "no", gulls.as_uri()]
    with server.client() as client:
        assert facetry("repository", "list", "--json").json == client.get("/repository/list").json()
        assert facetry("repository", "activities", "--json").json == client.get("/repository/activities").json()

    activities = {row[0]: row for row in facetry("repository", "activities").rows}
    assert activities[added["id"]][1:10] == ["none", "4", "4", "2", "0", "0", "0", "1", "1"]
    unreadable = facetry("repository", "unreadable", added["id"])
    assert [row[0] for row in unreadable.rows] == ["broken.jpg"]
    assert facetry("repository", "skipped", added["id"]).rows == [["flight.mov", "video", "5"]]
    skipped = facetry("repository", "skipped", added["id"], "--kind", "raw", "--json").json
    assert skipped == {"items": [], "totalCount": 0, "kinds": [{"value": "video", "count": 1}]}
    assert facetry("repository", "skipped", added["id"], "--kind", "raw").err == "facetry: there are none\n"
    page = facetry("repository", "unreadable", "Gulls & terns", "--rule", "decode.timeout", "--json").json
    assert page == {"items": [], "totalCount": 0}
    assert (
        facetry("repository", "unreadable", added["id"], "--rule", "decode.timeout").err == "facetry: there are none\n"
    )
    facetry("repository", "retry-unreadable", added["id"])
    server.wait_until_scanned()

    (gulls / "broken.jpg").unlink()
    begun = facetry("repository", "scan", "Gulls & terns", "--maximum-removals", "3")
    assert (begun.out, begun.err.startswith("facetry: the scan has begun")) == ("", True)
    server.wait_until_scanned()
    assert facetry("repository", "unreadable", added["id"], "--json").json["totalCount"] == 0
    facetry("repository", "watch", added["id"])
    assert "watched       yes\n" in facetry("repository", "show", added["id"]).out
    facetry("repository", "unwatch", added["id"])
    assert facetry("repository", "show", added["id"], "--json").json["watch"] is False

    renamed = facetry("repository", "update", added["id"], "--name", "Gulls", "--comment", "", "--json").json
    assert (renamed["name"], "comment" in renamed) == ("Gulls", False)
    removed = facetry("repository", "remove", "Gulls", "--yes")
    assert removed.err == "facetry: Gulls is removed; its files stay\n"
    assert sorted(path.name for path in gulls.iterdir()) != []
    assert added["id"] not in facetry("repository", "list").out


def test_a_folder_is_relative_to_the_current_one_and_a_repository_may_move(
    facetry: Run, server: Server, gulls: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(gulls.parent)
    added = facetry("repository", "add", gulls.name, "--name", "Here", "--watch", "--json").json
    assert (added["url"], added["name"], added["watch"]) == (gulls.as_uri(), "Here", True)
    server.wait_until_scanned()
    facetry("repository", "unwatch", "Here")
    for arguments in (("add", ""), ("update", "Here", "--folder", "")):
        assert "the name of the folder is empty" in facetry("repository", *arguments, code=2).err
    gulls.rename(gulls.parent / "moved")
    moved = facetry("repository", "update", "Here", "--folder", "moved", "--json").json
    assert moved["url"] == (gulls.parent / "moved").as_uri()
    server.wait_until_scanned()
    again = facetry("repository", "add", (gulls.parent / "moved").as_uri(), "--name", "Again", code=1)
    assert again.err.startswith("facetry: repository.nested: ")
    facetry("repository", "remove", added["id"])  # without a terminal nobody is asked


def test_scans_are_stopped_and_started(facetry: Run) -> None:
    facetry("repository", "stop-scans")
    try:
        refused = facetry("repository", "scan", "Birds", code=1)
        assert refused.err.startswith("facetry: repository.stopped: ")
    finally:
        facetry("repository", "start-scans")
    deadline = time.monotonic() + 20
    while facetry("repository", "activities", "--json").json[0]["kind"] == "synchronizing":
        assert time.monotonic() < deadline
        time.sleep(0.05)
    facetry("repository", "scan", "Birds")


def test_an_unknown_name_is_a_message(facetry: Run) -> None:
    unknown = facetry("repository", "show", "Bards", code=1)
    assert unknown.err == "facetry: there is no repository Bards; `facetry repository list` shows them\n"
    missing = facetry("repository", "show", "c5a0d3e8-94b1-4d7f-a6e2-58f0137b9d24", code=1)
    assert missing.err.startswith("facetry: repository.unknown: ")
