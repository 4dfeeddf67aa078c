"""A repository's folder stays the one that the operator chose: nothing is followed elsewhere by a running service."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from facetry.system.files.chosen_folders import ChosenFolder
from tests.support.imaging import pictures
from tests.support.services.server_databases import change_rows
from tests.support.services.servers import IS_CLUSTER, Server, running_server, server_environment

PROCESSES = ["1"] if IS_CLUSTER else ["1", "2"]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A repository at `out/gen`, and a private folder with a file of the same name, directly and at `gen`."""
    for folder in ("out/gen", "private/gen"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "out/gen/a.png").write_bytes(pictures.picture("PNG", seed=1))
    for name in ("private/a.png", "private/gen/a.png"):
        (tmp_path / name).write_bytes(pictures.picture("PNG", seed=2))
    return tmp_path


@contextmanager
def served(home: Path, *options: str, processes: str = "1") -> Iterator[tuple[Server, httpx.Client]]:
    environment = {"FACETRY_ROOTS": f"{home}/pictures:{home}/out", "FACETRY_WORKERS": processes}
    with (
        running_server(home, [home / "out/gen"], extra_environment=environment, options=options) as server,
        server.client() as client,
    ):
        wait_for(lambda: any((home / "data/chosen").glob("*")))  # another host of a cluster has created the repository
        yield server, client


def contents(home: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in sorted((home / "private").rglob("*")) if path.is_file()}


def repository(client: httpx.Client) -> dict[str, Any]:
    (found,) = client.get("/repository/list").json()
    assert isinstance(found, dict)
    return found


def image_ids(client: httpx.Client) -> list[str]:
    answer = client.post("/image/search/images", json={"filter": {}, "range": {"take": 100, "skip": 0}})
    return [image["id"] for image in answer.json()["items"]]


def command(server: Server, *arguments: str) -> None:
    """A command of the operator, which may have to wait for the end of a scan."""
    environment = server_environment(server.key, {"FACETRY_URL": server.url})
    wait_for(lambda: subprocess.run([sys.executable, "-m", "facetry", *arguments], env=environment).returncode == 0)


def wait_for(condition: Callable[[], bool], seconds: float = 20) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def link_root(home: Path) -> None:
    (home / "out/gen").rename(home / "out/moved")
    (home / "out/gen").symlink_to(home / "private")


def unlink_root(home: Path) -> None:
    (home / "out/gen").unlink()
    (home / "out/moved").rename(home / "out/gen")


def link_parent(home: Path) -> None:
    (home / "out").rename(home / "moved")
    (home / "out").symlink_to(home / "private")


def unlink_parent(home: Path) -> None:
    (home / "out").unlink()
    (home / "moved").rename(home / "out")


def replace_root(home: Path) -> None:
    if ChosenFolder(str(home)).identity().inode is None:
        pytest.skip("this file system does not keep inodes")
    (home / "out/gen").rename(home / "out/moved")
    shutil.copytree(home / "private/gen", home / "out/gen")


def remove_replacement(home: Path) -> None:
    assert [path.name for path in (home / "out/gen").iterdir()] == ["a.png"]
    shutil.rmtree(home / "out/gen")
    (home / "out/moved").rename(home / "out/gen")


WAYS = {
    "link": (link_root, unlink_root),
    "link above": (link_parent, unlink_parent),
    "folder": (replace_root, remove_replacement),
}


@pytest.mark.parametrize("processes", PROCESSES)
@pytest.mark.parametrize("way", WAYS)
def test_what_leads_elsewhere_is_unavailable_and_nothing_is_done_there(home: Path, way: str, processes: str) -> None:
    replace, restore = WAYS[way]
    before = contents(home)
    with served(home, "--no-watch", processes=processes) as (server, client):
        id = repository(client)["id"]
        (image,) = image_ids(client)
        store: dict[str, Any] = {
            "url": f"/repository/{id}/storeImage",
            "params": {"nameWithoutExtension": "stolen"},
            "content": pictures.picture("PNG", seed=3),
            "headers": {"Content-Type": "image/png"},
        }
        replace(home)
        assert repository(client)["state"] == "UNAVAILABLE"
        for answer, rules in (
            (client.post(**store), {"repository.unavailable"}),
            (client.put(f"/repository/{id}/synchronize"), {"repository.unavailable"}),
            (client.get(f"/image/{image}/download"), {"image.file-missing", "image.file-unavailable"}),
            (client.get(f"/image/{image}/download", params={"width": 1}), None),
            (
                client.put(f"/image/{image}/modify", content=store["content"], headers=store["headers"]),
                {"repository.unavailable"},
            ),
            (client.delete(f"/image/{image}/delete"), {"repository.unavailable", "image.file-not-removable"}),
        ):
            assert answer.status_code == 409, (answer.request.url, answer.text)
            assert rules is None or answer.json()["rule"] in rules, answer.text
            reason = "symbolic link" if way.startswith("link") else "another folder"
            assert reason in answer.json()["detail"], answer.text
        assert contents(home) == before
        assert image_ids(client) == [image]
        assert reason in client.get("/repository/activities").json()[0]["error"]
        restore(home)
        assert repository(client)["state"] == "READY"
        assert "error" not in client.get("/repository/activities").json()[0]
        assert client.post(**store).status_code == 201
        assert client.get(f"/image/{image}/download").content == (home / "out/gen/a.png").read_bytes()
        assert client.delete(f"/image/{image}/delete").status_code == 204
        assert sorted(path.name for path in (home / "out/gen").iterdir()) == ["stolen.png"]
        assert server.traceback() == ""
    assert contents(home) == before


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("options", [(), ("--poll",)], ids=["watched", "polled"])
def test_a_watched_folder_that_leads_elsewhere_is_not_watched_there(
    home: Path, way: str, options: tuple[str, ...]
) -> None:
    replace, restore = WAYS[way]
    with served(home, *options) as (server, client):
        (image,) = image_ids(client)
        replace(home)
        wait_for(lambda: "symbolic link" in server.output() or "another" in server.output())
        (home / "private/new.png").write_bytes(pictures.picture("PNG", seed=4))
        (home / "private/gen/new.png").write_bytes(pictures.picture("PNG", seed=4))
        time.sleep(3)
        assert repository(client)["state"] == "UNAVAILABLE"
        (activity,) = client.get("/repository/activities").json()
        assert ("symbolic link" if "link" in way else "another folder") in activity["error"]
        assert image_ids(client) == [image]
        restore(home)
        (home / "out/gen/b.png").write_bytes(pictures.picture("PNG", seed=5))
        wait_for(lambda: len(image_ids(client)) == 2 and repository(client)["state"] == "READY")
        (activity,) = client.get("/repository/activities").json()
        assert "error" not in activity


@pytest.mark.parametrize("processes", PROCESSES)
def test_one_command_says_that_the_operator_moved_the_folder(home: Path, processes: str) -> None:
    with served(home, processes=processes) as (server, client):
        (image,) = image_ids(client)
        update = ("repository", "update", repository(client)["name"])
        (home / "out/gen").rename(home / "out/elsewhere")
        (home / "out/gen").symlink_to(home / "out/elsewhere")
        assert repository(client)["state"] == "UNAVAILABLE"
        command(server, *update, "--folder", str(home / "out/gen"))
        server.wait_until_scanned()
        found = repository(client)
        assert (found["state"], found["url"]) == ("READY", (home / "out/elsewhere").as_uri())
        # a folder that was restored from a copy, at the same path
        shutil.copytree(home / "out/elsewhere", home / "out/copy")
        shutil.rmtree(home / "out/elsewhere")
        (home / "out/copy").rename(home / "out/elsewhere")
        if ChosenFolder(str(home)).identity().inode is not None:
            assert repository(client)["state"] == "UNAVAILABLE"
        command(server, *update, "--folder", str(home / "out/elsewhere"))
        server.wait_until_scanned()
        assert repository(client)["state"] == "READY"
        assert image_ids(client) == [image]
        for _ in range(4):  # any of the processes
            with server.client() as other:
                assert other.get(f"/image/{image}/download").status_code == 200


@pytest.mark.skipif(IS_CLUSTER, reason="the leader has folders of its own")
def test_a_library_of_a_former_version_recognises_its_folders_at_the_first_start(home: Path) -> None:
    with served(home) as (_, client):
        (image,) = image_ids(client)
    records = home / "data/chosen"
    shutil.rmtree(records)
    change_rows(home / "data", "UPDATE repository SET chosen = 0")
    with served(home) as (_, client):
        assert repository(client)["state"] == "READY"
        assert image_ids(client) == [image]
        assert len(list(records.iterdir())) == 1
    link_root(home)
    environment = {"FACETRY_ROOTS": str(home / "out")}
    with running_server(home, [], extra_environment=environment) as server, server.client() as client:
        assert repository(client)["state"] == "UNAVAILABLE"


def test_a_permitted_root_that_became_a_link_permits_nothing_elsewhere(home: Path) -> None:
    (home / "private/other").mkdir()
    with served(home) as (_, client):
        create: dict[str, Any] = {"url": "/repository/create", "params": {"type": "file", "name": "other"}}
        link_parent(home)
        for url in (home / "out/other", home / "private/other"):
            answer = client.post(create["url"], params={**create["params"], "url": url.as_uri()})
            assert (answer.status_code, answer.json()["rule"]) == (400, "repository.roots")
        unlink_parent(home)
        (home / "out/other").mkdir()
        answer = client.post(create["url"], params={**create["params"], "url": (home / "out/other").as_uri()})
        assert answer.status_code in (200, 201), answer.text


@pytest.mark.parametrize("processes", PROCESSES)
def test_ensured_repositories_lie_in_the_folder_that_was_set_when_the_service_started(
    home: Path, processes: str
) -> None:
    def ensure(id: str) -> httpx.Response:
        return client.put("/repository/ensure", params={"technicalId": id, "name": id})

    (home / "managed").symlink_to(home / "out")
    environment = {"FACETRY_REPOSITORIES_DIR": str(home / "managed"), "FACETRY_WORKERS": processes}
    with running_server(home, [], extra_environment=environment) as server, server.client() as client:
        assert ensure("first").status_code == 200
        assert (home / "out/first").is_dir()
        link_parent(home)  # so `gen` would be that of the private folder
        (home / "managed").unlink()
        (home / "managed").symlink_to(home / "private")
        answer = ensure("gen")
        assert (answer.status_code, answer.json()["rule"]) == (409, "repository.unavailable")
        unlink_parent(home)
        (home / "out/stolen").symlink_to(home / "private")
        answer = ensure("stolen")
        assert (answer.status_code, answer.json()["rule"]) == (409, "file.not-writable")
        assert ensure("gen").status_code == 200, "without a link, a folder that is there is used"
        wait_for(lambda: len(image_ids(client)) == 1)
        (image,) = image_ids(client)
        assert client.get(f"/image/{image}/download").content == (home / "out/gen/a.png").read_bytes()
        assert server.traceback() == ""


BOUND = """
import subprocess, sys
from pathlib import Path
from tests.support.services.servers import running_server
home = Path(sys.argv[1])
def bind(source, target):
    (home / target).mkdir(parents=True, exist_ok=True)
    subprocess.run(["mount", "--bind", home / source, home / target], check=True)
(home / "out/gen/deep").mkdir()
(home / "data").mkdir()
(home / "data/renditions").mkdir()
(home / "free").mkdir()
bind("out/gen", "same")
bind("out/gen/deep", "part")
bind("out", "above")
bind("out/gen/deep", "holder/inside")
bind("data/renditions", "of-data")
bind("free", "free-alias")
refused = {}
with running_server(home, [home / "out/gen"]) as server, server.client() as client:
    for name in ("same", "part", "above", "holder", "of-data", "free-alias", "free"):
        parameters = {"type": "file", "name": name, "url": (home / name).as_uri()}
        answer = client.post("/repository/create", params=parameters)
        refused[name] = answer.json().get("rule", answer.status_code)
print(refused)
with running_server(home, [home / "part"]) as server:
    print("serves")
"""


@pytest.mark.skipif(os.geteuid() != 0, reason="mounting needs root")
@pytest.mark.skipif(IS_CLUSTER, reason="the leader has a data folder of its own")
def test_a_repository_that_is_another_one_through_a_bind_mount_is_refused(home: Path) -> None:
    command = ["unshare", "--mount", "--propagation", "private", sys.executable, "-c", BOUND, str(home)]
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, timeout=180, cwd=Path(__file__).parents[3]
    )
    if "unshare:" in done.stderr or "mount:" in done.stderr:
        pytest.skip(done.stderr)
    nested = "repository.nested"
    expected = {"same": nested, "part": nested, "above": nested, "holder": nested}
    expected |= {"of-data": "repository.data-folder", "free-alias": 201, "free": nested}  # type: ignore[dict-item]
    assert done.stdout.strip() == str(expected), done.stderr[-2_000:]
    assert "is, contains or lies inside the folder of the repository" in done.stderr
