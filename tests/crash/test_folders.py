"""A library keeps up with folders in which anything may happen, also while the server is dead.

Steps at random (new, edited, renamed, moved, swapped, overwritten, copied, deleted files and folders, a disk that comes
and goes, SIGKILL) to three folders, two of them watched; after a few of them the library must equal the folders, and
each picture must have kept its id and its tag. The long form has 2,000 steps: `FOLDER_STEPS=2000`.
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
from tests.support.servers import Server, serving

STEPS = int(os.environ.get("FOLDER_STEPS", "150"))
SEED = int(os.environ.get("FOLDER_SEED", "1"))
SECONDS = 40.0
EXTENSION = "model"


class Life:
    """The server, which dies now and then, and what is asked of it."""

    def __init__(self, directory: Path, folders: Folders) -> None:
        self.directory = directory
        self.folders = folders
        self.kills = 0
        self.stack = ExitStack()
        self.server: Server | None = None
        self.tags: dict[int, str] = {}  # lineage → id of the image

    def up(self) -> httpx.Client:
        """A client of the running server, which is started when it is dead."""
        if self.server is None:
            is_first = not (self.directory / "data").exists()
            roots = list(self.folders.roots.values()) if is_first else []
            self.server = self.stack.enter_context(serving(self.directory, roots, settle=False))
            if is_first:
                self.server.facetry("extension", "register", EXTENSION)
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

    def settle(self) -> None:
        """Wait until the library equals the folders; then compare who is who."""
        with self.up() as client:
            ids = self.repositories(client)
            deadline = time.monotonic() + SECONDS
            asked = 0.0
            while (difference := self.difference(client)) is not None:
                assert time.monotonic() < deadline, f"{difference}\n{self.server and self.server.said()[-3000:]}"
                if time.monotonic() > asked + 1:
                    asked = time.monotonic()
                    self.ask(client, ids)
                time.sleep(0.1)
            self.compare(client)
        self.folders.settled()

    def ask(self, client: httpx.Client, ids: dict[str, str]) -> None:
        """Scan what is not watched, and answer the question whether so many may be forgotten."""
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
        """How the library differs from the folders, if it does."""
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
        """Each picture has the id and the tag that it had, and a new one gets its tag.

        Files of the same bytes can stand for each other: of them there must be as many old ones as there were, and one
        more when a new copy was made while another went.
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
                    assert file.lineage in self.folders.seen[content] | set(old), (file, record)
                    assert record["id"] == self.tags[file.lineage], (file, record)
                else:
                    file.lineage = new.pop()
                    self.tag(client, file, str(record["id"]))
        ids = [str(record["id"]) for record in images.values()]
        assert len(set(ids)) == len(ids)

    def tag(self, client: httpx.Client, file: File, id: str) -> None:
        """Make the image known again by who its picture is."""
        self.tags[file.lineage] = id
        answer = client.put(f"/image/{id}/setTags", params={"extensionId": EXTENSION}, json=[str(file.lineage)])
        assert answer.status_code == 204, answer.text


@pytest.mark.crash
def test_the_library_equals_its_folders_whatever_happens_to_them(tmp_path: Path) -> None:
    chance = random.Random(SEED)
    folders = Folders({name: tmp_path / "disks" / name for name in ("alpha", "beta", "gamma")}, chance)
    life = Life(tmp_path, folders)
    for _ in range(20):
        folders.create()
    settlings = 0
    try:
        life.settle()
        for step in range(STEPS):
            folders.step()
            if chance.random() < 0.03:
                life.kill()
                folders.log.append("kill")
            if chance.random() < 0.15 or step == STEPS - 1:
                life.settle()
                settlings += 1
                folders.log.append("settle")
    except BaseException:
        print("\n".join(folders.log[-60:]))
        raise
    finally:
        life.stack.close()
    assert life.kills >= STEPS // 100
    print(f"{STEPS} steps, {settlings} settlings, {life.kills} kills, {len(life.tags)} pictures: 0 differences")
