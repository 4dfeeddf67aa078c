"""Files that are saved with their size and their date kept, from the view of clients of a real server."""

from __future__ import annotations

import hashlib
import io
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from email.utils import formatdate
from pathlib import Path
from typing import Final

import httpx
import pytest
from PIL import Image

from tests.support.files import saving
from tests.support.files.file_dates import wait_for_date
from tests.support.services.picture_server import records
from tests.support.services.servers import Server, running_server, server_environment

SECONDS: Final = 30.0
Notice = Callable[[Server], None]


@contextmanager
def serving(home: Path, **environment: str) -> Iterator[Server]:
    with running_server(home, [home / "pictures"], extra_environment=environment) as server:
        yield server


def write_all(home: Path) -> dict[str, tuple[bytes, bytes]]:
    """A picture for each way of saving; its bytes before and after."""
    (home / "pictures").mkdir()
    (home / "elsewhere").mkdir()
    pairs = {f"{way}.png": saving.pair(number) for number, way in enumerate(saving.WAYS)}
    for name, (before, _) in pairs.items():
        saving.write(home / "pictures" / name, before)
    return pairs


def save_all(home: Path, pairs: dict[str, tuple[bytes, bytes]]) -> None:
    for way, save in saving.WAYS.items():
        save(home / "pictures" / f"{way}.png", pairs[f"{way}.png"][1], home / "elsewhere")


def wait_for_new_records(client: httpx.Client, pairs: dict[str, tuple[bytes, bytes]]) -> None:
    expected = {name: hashlib.sha256(after).hexdigest() for name, (_, after) in pairs.items()}
    deadline = time.monotonic() + SECONDS
    while (found := {name: record["hashes"]["content"] for name, record in records(client).items()}) != expected:
        assert time.monotonic() < deadline, sorted(name for name in expected if found.get(name) != expected[name])
        time.sleep(0.2)


def tags(client: httpx.Client, path: str, ids: dict[str, str]) -> dict[str, str]:
    found = {}
    for name, id in ids.items():
        answer = client.get(f"/image/{id}/{path}")
        assert answer.status_code == 200, answer.text
        found[name] = answer.headers["ETag"]
    return found


def require_new_answers(client: httpx.Client, pairs: dict[str, tuple[bytes, bytes]], ids: dict[str, str]) -> None:
    """Records, originals and renditions are those of the new bytes."""
    assert {name: record["id"] for name, record in records(client).items()} == ids
    for name, record in records(client).items():
        assert (record["dimensions"]["width"], record["dimensions"]["height"]) == (30, 40)
        assert client.get(f"/image/{ids[name]}/download").content == pairs[name][1]
        rendition = client.get(f"/image/{ids[name]}/download?format=WEBP")
        with Image.open(io.BytesIO(rendition.content)) as image:
            assert image.size == (30, 40)


@pytest.mark.parametrize("notice", ["synchronize", "watch", "poll", "restart"])
def test_each_way_of_saving_is_noticed(tmp_path: Path, notice: str) -> None:
    pairs = write_all(tmp_path)
    environment = {"FACETRY_POLL": "true"} if notice == "poll" else {}
    with serving(tmp_path, **environment) as server, server.client() as client:
        (repository,) = client.get("/repository/list").json()
        is_watched = notice in ("watch", "poll")
        start = str(is_watched).lower()
        assert client.put(f"/repository/{repository['id']}/watch", params={"isStart": start}).status_code == 204
        server.wait_until_scanned()
        ids = {name: record["id"] for name, record in records(client).items()}
        originals, renditions = tags(client, "download", ids), tags(client, "download?format=WEBP", ids)
        if notice != "restart":
            save_all(tmp_path, pairs)
            after = tags(client, "download", ids)  # before anything has noticed
            assert not set(originals.values()) & set(after.values())
        if notice == "synchronize":
            assert client.put(f"/repository/{repository['id']}/synchronize").status_code == 204
        if notice != "restart":
            wait_for_new_records(client, pairs)
            require_new_answers(client, pairs, ids)
            assert not set(originals.values()) & set(tags(client, "download", ids).values())
            assert not set(renditions.values()) & set(tags(client, "download?format=WEBP", ids).values())
            return
    save_all(tmp_path, pairs)
    with serving(tmp_path) as server, server.client() as client:
        wait_for_new_records(client, pairs)
        require_new_answers(client, pairs, ids)


def test_a_download_is_not_continued_with_other_bytes(tmp_path: Path) -> None:
    pairs = write_all(tmp_path)
    with serving(tmp_path) as server, server.client() as client:
        ids = {name: record["id"] for name, record in records(client).items()}
        for way, save in saving.WAYS.items():
            name = f"{way}.png"
            url = f"/image/{ids[name]}/download"
            first = client.get(url, headers={"Range": "bytes=0-99"})
            assert first.status_code == 206
            known = {"If-Range": first.headers["ETag"], "Range": "bytes=100-"}
            assert client.get(url, headers=known).content == pairs[name][0][100:]
            save(tmp_path / "pictures" / name, pairs[name][1], tmp_path / "elsewhere")
            rest = client.get(url, headers=known)
            assert (rest.status_code, rest.content) == (200, pairs[name][1]), way


def test_a_date_that_was_put_back_is_no_proof_of_the_same_bytes(tmp_path: Path) -> None:
    pairs = write_all(tmp_path)
    with serving(tmp_path) as server, server.client() as client:
        ids = {name: record["id"] for name, record in records(client).items()}
        urls = {name: f"/image/{id}/download" for name, id in ids.items()}
        known = {name: client.head(url).headers["Last-Modified"] for name, url in urls.items()}
        for name, url in urls.items():
            status = (tmp_path / "pictures" / name).stat()
            assert known[name] == formatdate(int(status.st_mtime), usegmt=True)
            assert client.get(url, headers={"If-Modified-Since": known[name]}).status_code == 304
        save_all(tmp_path, pairs)
        for is_scanned in (False, True):
            if is_scanned:
                (repository,) = client.get("/repository/list").json()
                assert client.put(f"/repository/{repository['id']}/synchronize").status_code == 204
                wait_for_new_records(client, pairs)
            for name, url in urls.items():
                answer = client.get(url, headers={"If-Modified-Since": known[name]})
                assert (answer.status_code, answer.content) == (200, pairs[name][1]), (name, is_scanned)
                later = {"If-Modified-Since": wait_for_date(client, url).headers["Last-Modified"]}
                assert client.get(url, headers=later).status_code == 304
                held = {"If-Unmodified-Since": known[name], "Content-Type": "image/png"}
                refused = client.put(f"/image/{ids[name]}/modify", content=pairs[name][0], headers=held)
                assert (refused.status_code, refused.json()["rule"]) == (412, "precondition.failed")


def test_the_tag_of_an_original_names_its_bytes(tmp_path: Path) -> None:
    """It stays the same when the file is touched, renamed, and goes into the trash and back."""
    (tmp_path / "pictures").mkdir()
    saving.write(tmp_path / "pictures" / "a.png", saving.pair(1)[0])
    with serving(tmp_path) as server, server.client() as client:
        (repository,) = client.get("/repository/list").json()
        ids = {name: record["id"] for name, record in records(client).items()}
        (tag,) = tags(client, "download", ids).values()
        (id,) = ids.values()
        renamed = client.put(
            f"/repository/{repository['id']}/renameImage", params={"imageId": id, "nameWithoutExtension": "b"}
        )
        assert renamed.status_code < 300, renamed.text
        assert list(tags(client, "download", ids).values()) == [tag]
        assert client.delete(f"/image/{id}/delete", params={"toTrash": "true"}).status_code == 204
        assert client.put(f"/trash/{id}/restore", headers={"If-Match": tag}).status_code < 300
        assert list(tags(client, "download", ids).values()) == [tag]
        (tmp_path / "pictures" / "b.png").touch()
        time.sleep(0.1)  # a file that changed just before it was read is not certain to have its bytes
        assert client.put(f"/repository/{repository['id']}/synchronize").status_code == 204
        server.wait_until_scanned()
        assert list(tags(client, "download", ids).values()) == [tag]


def test_the_operator_has_known_files_read_again(tmp_path: Path) -> None:
    (tmp_path / "pictures").mkdir()
    saving.write(tmp_path / "pictures" / "a.png", saving.pair(1)[0])
    with serving(tmp_path) as server:
        command = [sys.executable, "-m", "facetry", "repository", "scan", "pictures", "--verify", "--url", server.url]
        subprocess.run(command, env=server_environment(server.key), check=True, capture_output=True, timeout=60)
        server.wait_until_scanned()
        with server.client() as client:
            (activity,) = client.get("/repository/activities").json()
            assert (activity["progress"]["done"], activity["progress"]["updated"]) == (1, 0)
