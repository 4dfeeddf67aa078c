"""The resources of the library under test. Fuzzing uses their identifiers, so that it gets more than 404; resources
that it deletes are replaced.
"""

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
from tests.support.extensions import answering_archive, archive
from tests.support.pictures import FORMATS, SUFFIXES, picture

MIN_IMAGES: Final = 12  # minimum number of images; below it, pictures are added to the folder
PICTURES_AT_ONCE: Final = 36  # pictures added at once, in equal numbers of each format
MAX_REPOSITORIES: Final = 40
MAX_KEYS: Final = 400
MAX_COLLECTIONS: Final = 60
MAX_INSTALLED: Final = 12
ANSWERING: Final = "answering"  # an extension that answers commands and is never paused or removed
ENABLED: Final = "enabled"  # an extension that may be restarted, and is never paused or removed
SETTLE_SECONDS: Final = 60.0
MAX_FACETS: Final = 256  # tags, or features, of an extension on an image


@dataclass(frozen=True, slots=True)
class KnownImage:
    """The format and the repository of an image."""

    format: str
    repository: str


@dataclass(slots=True)
class ExistingResources:
    """Identifiers of existing resources. `session` sends the master key; `url` is the address of the server."""

    session: requests.Session
    url: str
    folder: Path
    extensions: tuple[str, ...]
    rng: random.Random
    images: dict[str, KnownImage] = field(default_factory=dict)
    repositories: list[str] = field(default_factory=list)  # the repository of `folder` is the first
    secrets: list[int] = field(default_factory=list)
    collections: list[int] = field(default_factory=list)
    attachments: dict[str, str] = field(default_factory=dict)  # URI to image
    installed: list[str] = field(default_factory=list)  # extensions
    ever_known: set[tuple[str, str]] = field(
        default_factory=set
    )  # kind and identifier of each resource that ever existed
    facet_counts: dict[tuple[str, str, str], int] = field(
        default_factory=dict
    )  # upper bounds by (facet, image, extension)
    vector_lengths: dict[tuple[str, str], int] = field(default_factory=dict)  # vector lengths by (extension, name)
    numbers: "itertools.count[int]" = field(default_factory=itertools.count)
    bundle: str = ""  # the id of the last bundle, until it ends

    def request(self, method: str, target: str, **options: Any) -> Any:
        """Send a request that must succeed. Returns the parsed body, or None when there is none."""
        answer = self.session.request(method, f"{self.url}{target}", timeout=60, **options)
        assert answer.ok, f"{method} {target}: {answer.status_code} {answer.text}"
        return answer.json() if answer.content else None

    def populate(self) -> None:
        """Create a repository with pictures of all formats and one unreadable file, and some resources of each other
        kind.
        """
        self._write_pictures(PICTURES_AT_ONCE)
        (self.folder / "broken.jpg").write_bytes(b"this is not a picture")
        self._create_main_repository(self.folder, f"main {next(self.numbers)}")
        for number in range(4):
            self._create_key(f"key {number}")
        for extension in (ANSWERING, ENABLED):
            options = {"data": answering_archive(extension), "headers": {"Content-Type": "application/zip"}}
            self.request("POST", "/extension/install", params={"state": "enabled"}, **options)
        for image, extension in itertools.product(list(self.images)[:6], self.extensions):
            self.request(
                "PUT", f"/image/{image}/setTags", params={"extensionId": extension}, json=["sky", "a:b/c_d-e.f;g"]
            )
            self.facet_counts["Tags", image, extension] = 2

    def has(self, family: str, identifier: str) -> bool:
        """Whether a resource exists according to the recorded changes."""
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
        if len(self.images) < MIN_IMAGES:
            self._add_pictures()
        return self.rng.choice(list(self.images))

    def image(self, identifier: str) -> KnownImage | None:
        """The current format and repository of an image; None when it does not exist. Scans can remove images
        as well.
        """
        if ("image", identifier) in self.ever_known:
            answer = self.session.get(f"{self.url}/image/{identifier}/get", timeout=60)
            if answer.status_code == 200:
                self.learn_image(answer.json())
            else:
                self.forget("image", identifier)
        return self.images.get(identifier)

    def confirmed_image(self, identifier: str = "") -> str:
        """This image if it exists, otherwise another one. No scan runs that could remove it."""
        self._wait_for_scans()
        while self.image(identifier) is None:
            identifier = self.some_image()
        return identifier

    def some_repository(self) -> str:
        """A repository that exists."""
        if not self.repositories:
            self._add_pictures()
        return self.rng.choice(self.repositories)

    def disposable_repository(self) -> str:
        """A new repository that can be deleted and is not being scanned."""
        created: str = self.request("POST", "/repository/create", params=self.new_folder())["id"]
        self.learn_repository(created)
        self._wait_for_scans()
        return created

    def some_key(self) -> int:
        """A key that exists and is not in use."""
        if len(self.secrets) < 3:
            self._create_key(f"key {next(self.numbers)}")
        return self.rng.choice(self.secrets)

    def some_collection(self) -> int:
        """A collection that exists."""
        if len(self.collections) < 3:
            name = f"collection {next(self.numbers)}"
            self.learn_collection(self.request("POST", "/collection/create", params={"name": name}, json={})["id"])
        return self.rng.choice(self.collections)

    def some_installed(self) -> str:
        """An extension that is installed."""
        if len(self.installed) < 2:
            created = self.new_extension()
            options = {"data": archive(created), "headers": {"Content-Type": "application/zip"}}
            self.request("POST", "/extension/install", params={"state": "paused"}, **options)
            self.learn_extension(created)
        return self.rng.choice(self.installed)

    def extension_without_program(self) -> str:
        """A new extension that is registered and not installed."""
        created = self.new_extension()
        options = {"data": archive(created), "headers": {"Content-Type": "application/zip"}}
        self.request("POST", "/extension/install", params={"state": "paused"}, **options)
        self.request("DELETE", f"/extension/{created}/uninstall", params={"keepFacets": "true"})
        return created

    def new_extension(self) -> str:
        """An id that no extension has."""
        return f"fuzzed-{next(self.numbers)}"

    def other_state(self, extension: str) -> str:
        """The state that an extension is not in."""
        response = self.session.get(f"{self.url}/extension/{extension}/get", timeout=60)
        return "enabled" if response.status_code == 200 and response.json()["state"] == "paused" else "paused"

    def some_bundle(self) -> str:
        """The id of a bundle that exists."""
        if not self.bundle or not self.session.get(f"{self.url}/ui/bundle/{self.bundle}", timeout=60).ok:
            path, query = f"/extension/{ANSWERING}/runCommand", {"commandId": "serve-page"}
            self.bundle = str(self.request("POST", path, params=query, json={})["value"]).rpartition("/")[2]
        return self.bundle

    def some_attachment(self) -> str:
        """The URI of an attachment that exists."""
        if len(self.attachments) < 3:
            of = {"imageId": self.confirmed_image(), "extensionId": self.some_extension(), "mimeType": "image/png"}
            body = {"data": REAL["PNG"][0], "headers": {"Content-Type": "image/png"}}
            self.learn_attachment(self.request("POST", "/imageAttachment/create", params=of, **body), of["imageId"])
        return self.rng.choice(list(self.attachments))

    def new_attachment(self, image: str, extension: str) -> str:
        """The URI of a new attachment for a feature. It is deleted with the feature."""
        of = {"imageId": image, "extensionId": extension, "mimeType": "image/png"}
        uri: str = self.request(
            "POST", "/imageAttachment/create", params=of, data=REAL["PNG"][0], headers={"Content-Type": "image/png"}
        )
        return uri

    def some_extension(self, length: int = 0) -> str:
        """A registered extension; of this length, when there is one."""
        fitting = [extension for extension in self.extensions if len(extension) == length]
        return self.rng.choice(fitting or self.extensions)

    def file_url(self, image: str) -> str:
        """The URL of the file of an image."""
        url: str = self.request("GET", f"/image/{image}/get")["url"]
        return url

    def media_query(self, image: str, rendition: Mapping[str, Any]) -> dict[str, str]:
        """The query of the media URL of a rendition."""
        url = self.request("GET", f"/image/{image}/mediaUrl", params=dict(rendition))["url"]
        return dict(parse_qsl(urlsplit(url).query))

    def is_main(self, repository: str) -> bool:
        """Whether it is the main repository, which holds most images."""
        return self.repositories[:1] == [repository]

    def folder_of(self, repository: str) -> str:
        """The URL of a repository's folder."""
        url: str = self.request("GET", f"/repository/{repository}/get")["url"]
        return url

    def new_folder(self) -> dict[str, str]:
        """The parameters of a repository that can be created."""
        number = next(self.numbers)
        folder = self.folder.parent / f"spare {number}"
        folder.mkdir()
        (folder / f"one.{SUFFIXES['PNG']}").write_bytes(picture("PNG", seed=1_000_000 + number))
        return {"type": "file", "name": f"spare {number}", "url": folder.as_uri()}

    def learn_image(self, record: Mapping[str, Any]) -> None:
        """Record a new image."""
        self.images[record["id"]] = KnownImage(record["format"], record["repositoryId"])
        self.ever_known.add(("image", record["id"]))

    def learn_repository(self, identifier: str) -> None:
        """Record a new repository. The oldest disposable ones are deleted when there are too many."""
        if identifier in self.repositories:
            return
        self.repositories.append(identifier)
        self.ever_known.add(("repository", identifier))
        if len(self.repositories) > MAX_REPOSITORIES:
            while len(self.repositories) > MAX_REPOSITORIES // 2:
                self._delete_repository(self.repositories.pop(1))
            self._refresh_images()

    def learn_key(self, identifier: int) -> None:
        """Record a new key. The oldest ones are deleted when there are too many."""
        self.secrets.append(identifier)
        self.ever_known.add(("apiSecret", str(identifier)))
        if len(self.secrets) > MAX_KEYS:
            for old in self.secrets[: MAX_KEYS // 2]:
                self.request("DELETE", f"/apiSecret/{old}/delete")
            del self.secrets[: MAX_KEYS // 2]

    def learn_collection(self, identifier: int) -> None:
        """Record a new collection. The oldest ones are deleted when there are too many."""
        self.collections.append(identifier)
        self.ever_known.add(("collection", str(identifier)))
        if len(self.collections) > MAX_COLLECTIONS:
            for old in self.collections[: MAX_COLLECTIONS // 2]:
                self.request("DELETE", f"/collection/{old}/delete")
            del self.collections[: MAX_COLLECTIONS // 2]

    def learn_extension(self, identifier: str) -> None:
        """Record an installed extension. The oldest ones are uninstalled when there are too many."""
        self.installed.append(identifier)
        self.ever_known.add(("extension", identifier))
        if len(self.installed) > MAX_INSTALLED:
            for old in self.installed[: MAX_INSTALLED // 2]:
                self.request("DELETE", f"/extension/{old}/uninstall")
            del self.installed[: MAX_INSTALLED // 2]

    def learn_attachment(self, uri: str, image: str) -> None:
        """Record a new attachment."""
        self.attachments[uri] = image
        self.ever_known.add(("imageAttachment", uri))

    def forget(self, family: str, identifier: str) -> None:
        """Record that a resource was deleted."""
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
            self._refresh_images()

    def make_room(self, facet: str, image: str, extension: str, count: int) -> None:
        """Clear the tags or features if `count` more would exceed 256 of an extension on an image."""
        if self.facet_counts.get((facet, image, extension), 0) + count > MAX_FACETS:
            self.request("PUT", f"/image/{image}/set{facet}", params={"extensionId": extension}, json=[])
            self.facet_counts[facet, image, extension] = 0

    def ensure_embedding(self, image: str, extension: str, name: str) -> None:
        """Write an embedding of this extension and name on the image."""
        length = self.vector_lengths.setdefault((extension, name), 3)
        vector: Any = {"name": name, "values": [self.rng.uniform(0.1, 1) for _ in range(length)]}
        target = f"{self.url}/image/{image}/setEmbeddings"
        response = self.session.put(target, params={"extensionId": extension}, json=[vector], timeout=60)
        assert response.status_code in {204, 404}, response.text  # 404: a scan has just removed the image

    def restart_scans(self) -> None:
        """Start scans and watches again after a request stopped them."""
        self.request("PUT", "/repository/startOrStop", params={"isStart": "true"})

    def _create_key(self, name: str) -> None:
        created = self.request("POST", "/apiSecret/create", params={"type": "key", "name": name})
        self.learn_key(created["id"])

    def _add_pictures(self) -> None:
        self._write_pictures(PICTURES_AT_ONCE)
        listed = self.request("GET", "/repository/list")
        own = [repository["id"] for repository in listed if repository["url"].rstrip("/") == self.folder.as_uri()]
        self._wait_for_scans()
        if own:
            self._unless_scanned("PUT", f"/repository/{own[0]}/synchronize")
            self._wait_for_scans()
            self._refresh_images()
        else:
            self._create_main_repository(self.folder, f"main {next(self.numbers)}")

    def _create_main_repository(self, folder: Path, name: str) -> None:
        created = self.request(
            "POST", "/repository/create", params={"type": "file", "name": name, "url": folder.as_uri()}
        )
        self.repositories.insert(0, created["id"])
        self.ever_known.add(("repository", created["id"]))
        self._wait_for_scans()
        self._refresh_images()

    def _refresh_images(self) -> None:
        """Read all images whose file exists. Images without a file would make cases fail at random."""
        wanted = {"filter": {"criteria": {"states": ["AVAILABLE"]}}, "range": {"take": 1_000}}
        found = self.request("POST", "/image/search/summaries", json=wanted)["items"]
        self.images = {}
        for record in found:
            self.learn_image(record)
        self.attachments = {uri: image for uri, image in self.attachments.items() if image in self.images}

    def _write_pictures(self, count: int) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        for number, format in zip(itertools.islice(self.numbers, count), itertools.cycle(FORMATS), strict=False):
            (self.folder / f"{number:06}.{SUFFIXES[format]}").write_bytes(picture(format, seed=number))

    def _delete_repository(self, identifier: str) -> None:
        self._unless_scanned("DELETE", f"/repository/{identifier}/delete")

    def _unless_scanned(self, method: str, target: str) -> None:
        """Send a request, again while a scan refuses it: the scan of a watched folder can begin at any time."""
        status = 409
        while status == 409:
            self._wait_for_scans()
            status = self.session.request(method, f"{self.url}{target}", timeout=60).status_code
        assert status in {204, 404}, f"{method} {target}: {status}"

    def _wait_for_scans(self) -> None:
        deadline = time.monotonic() + SETTLE_SECONDS
        while any(activity["kind"] == "synchronizing" for activity in self.request("GET", "/repository/activities")):
            assert time.monotonic() < deadline, "a scan does not end"
            time.sleep(0.02)
