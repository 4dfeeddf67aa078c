"""Things that exist in the library under test, so that fuzzing meets more than 404: known, and replenished as it
deletes them."""

import itertools
import random
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final
from urllib.parse import parse_qsl, urlsplit

import requests

from tests.contract.payloads import REAL
from tests.support.extensions import answering, archive
from tests.support.pictures import FORMATS, SUFFIXES, picture

ENOUGH: Final = 12  # images, below which more pictures are laid into the folder
BATCH: Final = 36  # pictures laid at once, as many of each format
REPOSITORIES_AT_MOST: Final = 40
SECRETS_AT_MOST: Final = 400
COLLECTIONS_AT_MOST: Final = 60
INSTALLED_AT_MOST: Final = 12
ANSWERING: Final = "answering"  # an extension that answers commands, and that nobody pauses or removes
SETTLE_SECONDS: Final = 60.0
AT_MOST: Final = 256  # tags, or features, of an extension on an image


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of an image."""

    format: str
    repository: str


@dataclass(slots=True)
class Stock:
    """Known identifiers. `session` carries the master key; `url` is where the server answers."""

    session: requests.Session
    url: str
    folder: Path
    extensions: tuple[str, ...]
    chance: random.Random
    images: dict[str, Known] = field(default_factory=dict)
    repositories: list[str] = field(default_factory=list)  # that of `folder` is the first
    secrets: list[int] = field(default_factory=list)
    collections: list[int] = field(default_factory=list)
    attachments: dict[str, str] = field(default_factory=dict)  # with the image of each
    installed: list[str] = field(default_factory=list)  # extensions
    seen: set[tuple[str, str]] = field(default_factory=set)  # family and identifier of all that was ever known
    held: dict[tuple[str, str, str], int] = field(default_factory=dict)  # at most so many (tags, image, extension)
    lengths: dict[tuple[str, str], int] = field(default_factory=dict)  # of the vectors of (extension, name)
    numbers: "itertools.count[int]" = field(default_factory=itertools.count)

    def ask(self, method: str, target: str, **options: Any) -> Any:
        """The parsed answer of a request that must succeed; None when it has no body."""
        answer = self.session.request(method, f"{self.url}{target}", timeout=60, **options)
        assert answer.ok, f"{method} {target}: {answer.status_code} {answer.text}"
        return answer.json() if answer.content else None

    def fill(self) -> None:
        """A repository with pictures of all formats, one unreadable file, and some of everything else."""
        self._lay(BATCH)
        (self.folder / "broken.jpg").write_bytes(b"this is not a picture")
        self._found(self.folder, f"main {next(self.numbers)}")
        for number in range(4):
            self._make_secret(f"key {number}")
        options = {"data": answering(ANSWERING), "headers": {"Content-Type": "application/zip"}}
        self.ask("POST", "/extension/install", params={"state": "enabled"}, **options)
        for image, extension in itertools.product(list(self.images)[:6], self.extensions):
            self.ask("PUT", f"/image/{image}/setTags", params={"extensionId": extension}, json=["sky", "a:b/c_d-e.f;g"])
            self.held["Tags", image, extension] = 2

    def has(self, family: str, identifier: str) -> bool:
        """Whether something exists, as far as is known."""
        if family == "image":
            return identifier in self.images
        if family == "imageAttachment":
            return identifier in self.attachments
        if family == "repository":
            return identifier in self.repositories
        if family == "extension":
            return identifier in self.installed
        numbers = self.collections if family == "collection" else self.secrets
        return identifier in map(str, numbers)

    def some_image(self) -> str:
        """An image that exists."""
        if len(self.images) < ENOUGH:
            self._replenish()
        return self.chance.choice(list(self.images))

    def image(self, identifier: str) -> Known | None:
        """What is true of an image now; None when it does not exist. Scans forget images, too."""
        if ("image", identifier) in self.seen:
            answer = self.session.get(f"{self.url}/image/{identifier}/get", timeout=60)
            if answer.status_code == 200:
                self.learn_image(answer.json())
            else:
                self.forget("image", identifier)
        return self.images.get(identifier)

    def sure_image(self, identifier: str = "") -> str:
        """This image if it exists, or another that surely does: no scan is about to forget it."""
        self._settle()
        while self.image(identifier) is None:
            identifier = self.some_image()
        return identifier

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

    def some_collection(self) -> int:
        """A collection that exists."""
        if len(self.collections) < 3:
            name = f"collection {next(self.numbers)}"
            self.learn_collection(self.ask("POST", "/collection/create", params={"name": name}, json={})["id"])
        return self.chance.choice(self.collections)

    def some_installed(self) -> str:
        """An extension that is installed."""
        if len(self.installed) < 2:
            made = self.new_extension()
            options = {"data": archive(made), "headers": {"Content-Type": "application/zip"}}
            self.ask("POST", "/extension/install", params={"state": "paused"}, **options)
            self.learn_extension(made)
        return self.chance.choice(self.installed)

    def new_extension(self) -> str:
        """An id that no extension has."""
        return f"fuzzed-{next(self.numbers)}"

    def other_state(self, extension: str) -> str:
        """The state that an extension is not in."""
        told = self.session.get(f"{self.url}/extension/{extension}/get", timeout=60)
        return "enabled" if told.status_code == 200 and told.json()["state"] == "paused" else "paused"

    def some_attachment(self) -> str:
        """The URI of an attachment that exists."""
        if len(self.attachments) < 3:
            of = {"imageId": self.sure_image(), "extensionId": self.some_extension(), "mimeType": "image/png"}
            body = {"data": REAL["PNG"][0], "headers": {"Content-Type": "image/png"}}
            self.learn_attachment(self.ask("POST", "/imageAttachment/create", params=of, **body), of["imageId"])
        return self.chance.choice(list(self.attachments))

    def new_attachment(self, image: str, extension: str) -> str:
        """The URI of an attachment for a feature, with which it goes."""
        of = {"imageId": image, "extensionId": extension, "mimeType": "image/png"}
        uri: str = self.ask(
            "POST", "/imageAttachment/create", params=of, data=REAL["PNG"][0], headers={"Content-Type": "image/png"}
        )
        return uri

    def some_extension(self, length: int = 0) -> str:
        """A registered extension; of this length, when there is one."""
        fitting = [extension for extension in self.extensions if len(extension) == length]
        return self.chance.choice(fitting or self.extensions)

    def file_url(self, image: str) -> str:
        """Where the file of an image lies."""
        url: str = self.ask("GET", f"/image/{image}/get")["url"]
        return url

    def media_query(self, image: str, rendition: Mapping[str, Any]) -> dict[str, str]:
        """The query of a media URL that shows an image so."""
        url = self.ask("GET", f"/image/{image}/mediaUrl", params=dict(rendition))["url"]
        return dict(parse_qsl(urlsplit(url).query))

    def is_main(self, repository: str) -> bool:
        """Whether it is the repository that most images are in."""
        return self.repositories[:1] == [repository]

    def folder_of(self, repository: str) -> str:
        """The URL of a repository's folder."""
        url: str = self.ask("GET", f"/repository/{repository}/get")["url"]
        return url

    def new_folder(self) -> dict[str, str]:
        """The parameters of a repository that can be created."""
        number = next(self.numbers)
        folder = self.folder.parent / f"spare {number}"
        folder.mkdir()
        (folder / f"one.{SUFFIXES['PNG']}").write_bytes(picture("PNG", seed=1_000_000 + number))
        return {"type": "file", "name": f"spare {number}", "url": folder.as_uri()}

    def learn_image(self, record: Mapping[str, Any]) -> None:
        """An image was stored, or turned up."""
        self.images[record["id"]] = Known(record["format"], record["repositoryId"])
        self.seen.add(("image", record["id"]))

    def learn_repository(self, identifier: str) -> None:
        """A repository was created; the oldest spare ones go when there are many."""
        if identifier in self.repositories:
            return
        self.repositories.append(identifier)
        self.seen.add(("repository", identifier))
        if len(self.repositories) > REPOSITORIES_AT_MOST:
            while len(self.repositories) > REPOSITORIES_AT_MOST // 2:
                self._delete_repository(self.repositories.pop(1))
            self._look()

    def learn_secret(self, identifier: int) -> None:
        """A key was created."""
        self.secrets.append(identifier)
        self.seen.add(("apiSecret", str(identifier)))
        if len(self.secrets) > SECRETS_AT_MOST:
            for old in self.secrets[: SECRETS_AT_MOST // 2]:
                self.ask("DELETE", f"/apiSecret/{old}/delete")
            del self.secrets[: SECRETS_AT_MOST // 2]

    def learn_collection(self, identifier: int) -> None:
        """A collection was created."""
        self.collections.append(identifier)
        self.seen.add(("collection", str(identifier)))
        if len(self.collections) > COLLECTIONS_AT_MOST:
            for old in self.collections[: COLLECTIONS_AT_MOST // 2]:
                self.ask("DELETE", f"/collection/{old}/delete")
            del self.collections[: COLLECTIONS_AT_MOST // 2]

    def learn_extension(self, identifier: str) -> None:
        """An extension was installed."""
        self.installed.append(identifier)
        self.seen.add(("extension", identifier))
        if len(self.installed) > INSTALLED_AT_MOST:
            for old in self.installed[: INSTALLED_AT_MOST // 2]:
                self.ask("DELETE", f"/extension/{old}/uninstall")
            del self.installed[: INSTALLED_AT_MOST // 2]

    def learn_attachment(self, uri: str, image: str) -> None:
        """An attachment was created."""
        self.attachments[uri] = image
        self.seen.add(("imageAttachment", uri))

    def forget(self, family: str, identifier: str) -> None:
        """Something was deleted."""
        if family == "image":
            self.images.pop(identifier, None)
            self.attachments = {uri: image for uri, image in self.attachments.items() if image != identifier}
        elif family == "apiSecret":
            self.secrets = [secret for secret in self.secrets if str(secret) != identifier]
        elif family == "extension":
            self.installed = [extension for extension in self.installed if extension != identifier]
        elif family == "collection":
            self.collections = [collection for collection in self.collections if str(collection) != identifier]
        elif identifier in self.repositories:
            self.repositories.remove(identifier)
            self._look()

    def make_room(self, facet: str, image: str, extension: str, count: int) -> None:
        """Before `count` Tags or Features are added: no more than 256 of an extension on an image."""
        if self.held.get((facet, image, extension), 0) + count > AT_MOST:
            self.ask("PUT", f"/image/{image}/set{facet}", params={"extensionId": extension}, json=[])
            self.held[facet, image, extension] = 0

    def embed(self, image: str, extension: str, name: str) -> None:
        """The image has an embedding of this extension and name."""
        length = self.lengths.setdefault((extension, name), 3)
        vector: Any = {"name": name, "values": [self.chance.uniform(0.1, 1) for _ in range(length)]}
        target = f"{self.url}/image/{image}/setEmbeddings"
        told = self.session.put(target, params={"extensionId": extension}, json=[vector], timeout=60)
        assert told.status_code in {204, 404}, told.text  # 404: a scan has forgotten it in this moment

    def go_on(self) -> None:
        """Scans and watches were stopped."""
        self.ask("PUT", "/repository/startOrStop", params={"isStart": "true"})

    def _make_secret(self, name: str) -> None:
        made = self.ask("POST", "/apiSecret/create", params={"type": "key", "name": name})
        self.learn_secret(made["id"])

    def _replenish(self) -> None:
        self._lay(BATCH)
        listed = self.ask("GET", "/repository/list")
        own = [repository["id"] for repository in listed if repository["url"].rstrip("/") == self.folder.as_uri()]
        self._settle()
        if own:
            self._unless_scanned("PUT", f"/repository/{own[0]}/synchronize")
            self._settle()
            self._look()
        else:
            self._found(self.folder, f"main {next(self.numbers)}")

    def _found(self, folder: Path, name: str) -> None:
        made = self.ask("POST", "/repository/create", params={"type": "file", "name": name, "url": folder.as_uri()})
        self.repositories.insert(0, made["id"])
        self.seen.add(("repository", made["id"]))
        self._settle()
        self._look()

    def _look(self) -> None:
        """Those whose file is there: others are a matter of chance, not of each case."""
        wanted = {"filter": {"criteria": {"states": ["AVAILABLE"]}}, "range": {"take": 1_000}}
        found = self.ask("POST", "/image/search/summaries", json=wanted)["items"]
        self.images = {}
        for record in found:
            self.learn_image(record)
        self.attachments = {uri: image for uri, image in self.attachments.items() if image in self.images}

    def _lay(self, count: int) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        for number, format in zip(itertools.islice(self.numbers, count), itertools.cycle(FORMATS), strict=False):
            (self.folder / f"{number:06}.{SUFFIXES[format]}").write_bytes(picture(format, seed=number))

    def _delete_repository(self, identifier: str) -> None:
        self._unless_scanned("DELETE", f"/repository/{identifier}/delete")

    def _unless_scanned(self, method: str, target: str) -> None:
        """A request that is refused while a scan runs; one of a watched folder can begin at any time."""
        status = 409
        while status == 409:
            self._settle()
            status = self.session.request(method, f"{self.url}{target}", timeout=60).status_code
        assert status in {204, 404}, f"{method} {target}: {status}"

    def _settle(self) -> None:
        deadline = time.monotonic() + SETTLE_SECONDS
        while any(activity["kind"] == "synchronizing" for activity in self.ask("GET", "/repository/activities")):
            assert time.monotonic() < deadline, "a scan does not end"
            time.sleep(0.02)
