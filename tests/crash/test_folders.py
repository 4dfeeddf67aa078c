"""A library follows random changes of its folders, also those made while the server does not run.

Each step changes one of three folders, two of them watched: files and folders are created, edited, renamed, moved,
swapped, overwritten, copied and deleted, a disk is unplugged, the server is killed. After a few steps, the library must
equal the folders, and each picture must have kept its id and its tag. The long form has 2,000 steps:
`FOLDER_STEPS=2000`.
"""

import os
import random
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import httpx
import pytest

from tests.crash.folders import File, Folders
from tests.support.services.servers import Server, running_server

STEPS = int(os.environ.get("FOLDER_STEPS", "80"))
SEED = int(os.environ.get("FOLDER_SEED", "1"))
SECONDS = 40.0
EXTENSION = "model"


class ComparedLibrary:
    """A server that is killed at random, and the comparison of its library with the folders."""

    def __init__(self, directory: Path, folders: Folders) -> None:
        self.directory = directory
        self.folders = folders
        self.kills = 0
        self.stack = ExitStack()
        self.server: Server | None = None
        self.tags: dict[int, str] = {}  # lineage → id of the image

    def running_client(self) -> httpx.Client:
        """A client of the server, which is started if it does not run."""
        if self.server is None:
            is_first = not (self.directory / "data").exists()
            roots = list(self.folders.roots.values()) if is_first else []
            self.server = self.stack.enter_context(running_server(self.directory, roots, wait_for_scans=False))
            if is_first:
                self.server.run_command("extension", "register", EXTENSION)
                with self.server.client() as client:
                    beta = self.repositories(client)["beta"]
                    assert client.put(f"/repository/{beta}/watch", params={"isStart": "false"}).status_code == 204
        return self.server.client()

    def kill(self) -> None:
        if self.server is not None:
            self.server.process.kill()
            self.server.process.wait()
            self.stack.close()
            self.server = None
            self.kills += 1

    def repositories(self, client: httpx.Client) -> dict[str, str]:
        return {each["name"]: each["id"] for each in client.get("/repository/list").json()}

    def wait_and_compare(self) -> None:
        """Wait until the library equals the folders, then compare the identities of the images."""
        with self.running_client() as client:
            ids = self.repositories(client)
            deadline = time.monotonic() + SECONDS
            requested = 0.0
            while (difference := self.difference(client)) is not None:
                assert time.monotonic() < deadline, f"{difference}\n{self.server and self.server.output()[-3000:]}"
                if time.monotonic() > requested + 1:
                    requested = time.monotonic()
                    self.request_scans(client, ids)
                time.sleep(0.1)
            self.compare(client)
        self.folders.mark_compared()

    def request_scans(self, client: httpx.Client, ids: dict[str, str]) -> None:
        """Scan the folder that is not watched, and confirm the removal of missing images."""
        missing = {each["id"]: each["missing"] for each in client.get("/repository/activities").json()}
        for name, id in ids.items():
            if name in self.folders.offline:
                continue
            if missing[id]:
                params = {"maximumRemovals": missing[id]}
            elif name == "beta":
                params = {}
            else:
                continue
            answer = client.put(f"/repository/{id}/synchronize", params=params)
            assert answer.status_code in (204, 409), answer.text

    def images(self, client: httpx.Client) -> dict[tuple[str, str], dict[str, Any]]:
        """The records by folder and path."""
        found: dict[tuple[str, str], dict[str, Any]] = {}
        answer = client.post("/image/search/images", json={"range": {"take": 1000}})
        assert answer.status_code == 200, answer.text
        for record in answer.json()["items"]:
            path = Path(unquote(urlsplit(record["uri"]).path))
            for name, root in self.folders.roots.items():
                if path.is_relative_to(root):
                    found[name, path.relative_to(root).as_posix()] = record
                    break
            else:
                found["", str(path)] = record
        return found

    def difference(self, client: httpx.Client) -> str | None:
        """The difference between library and folders; None when they are equal."""
        expected = {
            (name, path): file.content for name, files in self.folders.files.items() for path, file in files.items()
        }
        found = {place: record["hashes"]["content"] for place, record in self.images(client).items()}
        if found != expected:
            surplus, lacking = found.items() - expected.items(), expected.items() - found.items()
            return f"surplus {sorted(surplus)}, lacking {sorted(lacking)}"
        for name, id in self.repositories(client).items():
            if name in self.folders.offline:
                continue
            listed = client.get(f"/repository/{id}/unreadableFiles", params={"take": 1000}).json()["items"]
            if {each["path"] for each in listed} != self.folders.broken[name]:
                return f"unreadable in {name}: {listed}, not {self.folders.broken[name]}"
        return None

    def compare(self, client: httpx.Client) -> None:
        """Each picture has kept its id and its tag, and a new one gets its tag.

        Files with equal bytes are interchangeable: there must be at least as many known images among them as before.
        There is one more when a copy was created while another file was deleted.
        """
        images = self.images(client)
        groups: dict[str, list[tuple[File, dict[str, Any]]]] = {}
        for name, files in self.folders.files.items():
            for path, file in files.items():
                groups.setdefault(file.content, []).append((file, images[name, path]))
        for content, group in groups.items():
            tagged = [(record, int(tag["value"])) for _, record in group for tag in record["tags"]]
            old = [file.lineage for file, _ in group if file.lineage in self.tags]
            assert len(tagged) >= len(old), f"of {old}, only {tagged} are left: {group}"
            new = [file.lineage for file, _ in group if file.lineage not in self.tags]
            for file, record in group:
                if record["tags"]:
                    file.lineage = int(record["tags"][0]["value"])
                    assert file.lineage in self.folders.lineages[content] | set(old), (file, record)
                    assert record["id"] == self.tags[file.lineage], (file, record)
                else:
                    file.lineage = new.pop()
                    self.tag(client, file, str(record["id"]))
        ids = [str(record["id"]) for record in images.values()]
        assert len(set(ids)) == len(ids)

    def tag(self, client: httpx.Client, file: File, id: str) -> None:
        """Tag the image with the lineage of its picture."""
        self.tags[file.lineage] = id
        answer = client.put(f"/image/{id}/setTags", params={"extensionId": EXTENSION}, json=[str(file.lineage)])
        assert answer.status_code == 204, answer.text


@pytest.mark.crash
def test_library_equals_its_folders_after_random_changes(tmp_path: Path) -> None:
    rng = random.Random(SEED)
    folders = Folders({name: tmp_path / "disks" / name for name in ("alpha", "beta", "gamma")}, rng)
    library = ComparedLibrary(tmp_path, folders)
    for _ in range(20):
        folders.create()
    comparisons = 0
    try:
        library.wait_and_compare()
        for step in range(STEPS):
            folders.step()
            if rng.random() < 0.03:
                library.kill()
                folders.log.append("kill")
            if rng.random() < 0.15 or step == STEPS - 1:
                library.wait_and_compare()
                comparisons += 1
                folders.log.append("settle")
    except BaseException:
        print("\n".join(folders.log[-60:]))
        raise
    finally:
        library.stack.close()
    assert library.kills >= STEPS // 100
    print(f"{STEPS} steps, {comparisons} settlings, {library.kills} kills, {len(library.tags)} pictures: 0 differences")
