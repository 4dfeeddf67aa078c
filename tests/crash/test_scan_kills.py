"""A server is killed repeatedly during a scan. Afterwards, the library equals the folder.

The short form runs with the other tests. The long form is the same with `CRASH_PICTURES=10000` in the environment,
which makes them JPEGs of one megapixel each.
"""

import hashlib
import os
import random
import time
from pathlib import Path

import httpx
import pytest
from sqlalchemy import text

from facetry.store.store import Store
from tests.support.engines.databases import only_sqlite
from tests.support.imaging import pictures
from tests.support.services.servers import Server, running_server
from tests.support.services.service_processes import is_running, process_tree

SHORT = 400
COUNT = int(os.environ.get("CRASH_PICTURES", SHORT))
KILLS = 20 if COUNT > SHORT else 8


@pytest.mark.crash
@only_sqlite  # the campaign of clusters kills the host that scans
def test_kills_lose_no_picture_and_double_none(tmp_path: Path) -> None:
    root = tmp_path / "pictures"
    if COUNT > SHORT:
        pictures.write_megapixel_jpegs(root, COUNT)
    else:
        pictures.write_pictures(root, COUNT, formats=("JPEG", "PNG", "WEBP", "AVIF", "GIF", "HEIF"), size=(320, 240))
    (root / "broken.jpg").write_bytes(b"not a picture")
    rng = random.Random(2)
    slow = {"FACETRY_DECODER__WORKERS": "1"} if COUNT <= SHORT else {}
    in_the_middle = 0
    for kill in range(KILLS):
        with running_server(tmp_path, [root], extra_environment=slow, wait_for_scans=False) as server:
            in_the_middle += scanned(server, until=COUNT * (kill + 1) // (KILLS + 2))
            _, *workers = process_tree(server.process.pid)
            time.sleep(rng.random() * 0.02)
            server.process.kill()
            server.process.wait()
            gone(workers)
    assert in_the_middle >= KILLS * 3 // 4

    with running_server(tmp_path, [root]) as server, server.client() as client:
        (activity,) = client.get("/repository/activities").json()
        assert activity["progress"]["found"] == activity["progress"]["done"] == COUNT + 1
        found = client.post("/image/search/ids", json={"range": {"take": 1, "skip": 0}}).json()
        assert found["totalCount"] == COUNT
    require_equal(server.data_dir / "library.db", root)


def scanned(server: Server, until: int) -> bool:
    """Wait until the library has this number of images. Returns whether the scan still runs."""
    with server.client() as client:
        while True:
            try:
                (activity,) = client.get("/repository/activities").json()
            except httpx.TransportError:
                return False
            found = client.post("/image/search/ids", json={"range": {"take": 1, "skip": 0}}).json()
            scans: bool = activity["kind"] != "none"
            if not scans or found["totalCount"] >= until:
                return scans


def gone(pids: list[int]) -> None:
    """Wait until these processes have ended: a decoder ends with its server."""
    deadline = time.monotonic() + 30
    while alive := [pid for pid in pids if is_running(pid)]:
        assert time.monotonic() < deadline, f"workers {alive} outlived their server"
        time.sleep(0.02)


def require_equal(database: Path, root: Path) -> None:
    """Each picture is one image with the hash of its file and one event of its creation. There is no other image."""
    files = {os.fspath(path.relative_to(root)): path for path in root.rglob("*.*") if path.name != "broken.jpg"}
    store = Store(database)
    try:
        rows = store.read_now(
            lambda connection: [
                (row.path, row.content_hash) for row in connection.execute(text("SELECT path, content_hash FROM image"))
            ]
        )
        created = store.read_now(
            lambda connection: connection.execute(
                text("SELECT count(*), count(DISTINCT image) FROM event WHERE topic = 'image.created'")
            ).one()
        )
        refused = store.read_now(
            lambda connection: [tuple(r) for r in connection.execute(text("SELECT path, rule FROM unreadable_file"))]
        )
        sound = store.read_now(lambda connection: connection.execute(text("PRAGMA integrity_check")).scalar())
    finally:
        store.close()
    assert len(rows) == len(files)
    assert dict(rows) == {path: hashlib.sha256(file.read_bytes()).digest() for path, file in files.items()}
    assert tuple(created) == (len(files), len(files))
    assert refused == [("broken.jpg", "decode.format")]
    assert sound == "ok"
