"""Things that exist in the library under test, so that fuzzing meets more than 404: known, and replenished as it
deletes them."""

import itertools
import random
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import requests

from tests.pictures import FORMATS, SUFFIXES, picture

ENOUGH: Final = 12  # images, below which more pictures are laid into the folder
BATCH: Final = 36  # pictures laid at once, as many of each format
REPOSITORIES_AT_MOST: Final = 40
SETTLE_SECONDS: Final = 60.0
TAGS_AT_MOST: Final = 256


@dataclass(slots=True)
class Stock:
    """Known identifiers. `session` carries the master key; `url` is where the server answers."""

    session: requests.Session
    url: str
    folder: Path
    extensions: tuple[str, ...]
    chance: random.Random
    images: list[str] = field(default_factory=list)
    repositories: list[str] = field(default_factory=list)
    secrets: list[int] = field(default_factory=list)
    seen: set[str] = field(default_factory=set)  # every identifier that was ever known, as text
    tags: dict[tuple[str, str], int] = field(default_factory=dict)  # at most so many tags on (image, extension)
    numbers: "itertools.count[int]" = field(default_factory=itertools.count)

    def ask(self, method: str, target: str, **options: Any) -> Any:
        """The parsed answer of a request that must succeed; None when it has no body."""
        answer = self.session.request(method, f"{self.url}{target}", timeout=60, **options)
        assert answer.ok, f"{method} {target}: {answer.status_code} {answer.text}"
        return answer.json() if answer.content else None

    def fill(self) -> None:
        """A repository with pictures of all formats, one unreadable file, a few keys, and tags by each extension."""
        self._lay(BATCH)
        (self.folder / "broken.jpg").write_bytes(b"this is not a picture")
        self._found(self.folder, f"main {next(self.numbers)}")
        for number in range(4):
            self._make_secret(f"key {number}")
        for image, extension in itertools.product(self.images[:6], self.extensions):
            self.ask("PUT", f"/image/{image}/setTags", params={"extensionId": extension}, json=["sky", "a:b/c_d-e.f;g"])
            self.tags[image, extension] = 2

    def some_image(self) -> str:
        """An image that exists."""
        if len(self.images) < ENOUGH:
            self._replenish()
        return self.chance.choice(self.images)

    def some_repository(self) -> str:
        """A repository that exists."""
        if not self.repositories:
            self._replenish()
        return self.chance.choice(self.repositories)

    def spare_repository(self) -> str:
        """A repository that nobody will miss, and that is not being scanned."""
        made: str = self.ask("POST", "/repository/create", params=self.new_folder())["id"]
        self.learn_repository(made)
        self._settle()
        return made

    def some_secret(self) -> int:
        """A key that exists and that nobody uses."""
        if len(self.secrets) < 3:
            self._make_secret(f"key {next(self.numbers)}")
        return self.chance.choice(self.secrets)

    def some_extension(self, length: int = 0) -> str:
        """A registered extension; of this length, when there is one."""
        fitting = [extension for extension in self.extensions if len(extension) == length]
        return self.chance.choice(fitting or self.extensions)

    def new_folder(self) -> dict[str, str]:
        """The parameters of a repository that can be created."""
        number = next(self.numbers)
        folder = self.folder.parent / f"spare {number}"
        folder.mkdir()
        (folder / f"one.{SUFFIXES['PNG']}").write_bytes(picture("PNG", seed=1_000_000 + number))
        return {"type": "file", "name": f"spare {number}", "url": folder.as_uri()}

    def learn_repository(self, identifier: str) -> None:
        """A repository was created; the oldest spare ones go when there are many."""
        self.repositories.append(identifier)
        self.seen.add(identifier)
        if len(self.repositories) > REPOSITORIES_AT_MOST:
            self._settle()
            while len(self.repositories) > REPOSITORIES_AT_MOST // 2:
                self.ask("DELETE", f"/repository/{self.repositories.pop(1)}/delete")
            self._look()

    def learn_secret(self, identifier: int) -> None:
        """A key was created."""
        self.secrets.append(identifier)
        self.seen.add(str(identifier))
        if len(self.secrets) > 400:
            for old in self.secrets[:200]:
                self.ask("DELETE", f"/apiSecret/{old}/delete")
            del self.secrets[:200]

    def forget(self, identifier: str) -> None:
        """Something was deleted."""
        self.images = [image for image in self.images if image != identifier]
        self.secrets = [secret for secret in self.secrets if str(secret) != identifier]
        if identifier in self.repositories:
            self.repositories.remove(identifier)
            self._look()

    def make_room(self, image: str, extension: str, count: int) -> None:
        """Before `count` values are added: no more than 256 of an extension on an image."""
        if self.tags.get((image, extension), 0) + count > TAGS_AT_MOST:
            self.ask("PUT", f"/image/{image}/setTags", params={"extensionId": extension}, json=[])
            self.tags[image, extension] = 0

    def _make_secret(self, name: str) -> None:
        made = self.ask("POST", "/apiSecret/create", params={"type": "key", "name": name})
        self.learn_secret(made["id"])

    def _replenish(self) -> None:
        self._lay(BATCH)
        listed = self.ask("GET", "/repository/list")
        own = [repository["id"] for repository in listed if repository["url"].rstrip("/") == self.folder.as_uri()]
        self._settle()
        if own:
            self.ask("PUT", f"/repository/{own[0]}/synchronize")
            self._settle()
            self._look()
        else:
            self._found(self.folder, f"main {next(self.numbers)}")

    def _found(self, folder: Path, name: str) -> None:
        made = self.ask("POST", "/repository/create", params={"type": "file", "name": name, "url": folder.as_uri()})
        self.repositories.insert(0, made["id"])
        self.seen.add(made["id"])
        self._settle()
        self._look()

    def _look(self) -> None:
        self.images = self.ask("POST", "/image/search/ids", json={"range": {"take": 1_000}})["items"]
        self.seen.update(self.images)

    def _lay(self, count: int) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        for number, format in zip(itertools.islice(self.numbers, count), itertools.cycle(FORMATS), strict=False):
            (self.folder / f"{number:06}.{SUFFIXES[format]}").write_bytes(picture(format, seed=number))

    def _settle(self) -> None:
        deadline = time.monotonic() + SETTLE_SECONDS
        while any(activity["kind"] == "synchronizing" for activity in self.ask("GET", "/repository/activities")):
            assert time.monotonic() < deadline, "a scan does not end"
            time.sleep(0.02)
