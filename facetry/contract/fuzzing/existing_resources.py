"""The resources of a campaign in the library under test. Fuzzing uses their identifiers, so that it gets more than 404;
resources that it deletes are replaced.
"""

import itertools
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from facetry.contract.errors import SetupError
from facetry.contract.example_requests.packages import archive
from facetry.contract.example_requests.pictures import FORMATS, SUFFIXES, picture
from facetry.contract.fuzzing.library_client import LibraryClient
from facetry.contract.fuzzing.payloads import REAL

MIN_IMAGES: Final = 12  # minimum number of images; below it, pictures are added to the folder
PICTURES_AT_ONCE: Final = 36  # pictures added at once, in equal numbers of each format
MAX_REPOSITORIES: Final = 40
MAX_KEYS: Final = 400
MAX_COLLECTIONS: Final = 60
MAX_INSTALLED: Final = 12
MAX_FACETS: Final = 256  # tags, or features, of an extension on an image


@dataclass(frozen=True, slots=True)
class KnownImage:
    """The format and the repository of an image."""

    format: str
    repository: str


@dataclass(slots=True)
class ExistingResources(LibraryClient):
    """Identifiers of existing resources. `session` sends a key with every right; `url` is the address of the server.

    `folder` is a folder that this process can write to and the server can read; without it, pictures are stored through
    the API. `answering` makes the archive of an extension that answers commands. `protected` resources, by kind and
    identifier, belong to others: no case may name them.
    """

    folder: Path | None
    extensions: tuple[str, ...]
    rng: random.Random
    answering: Callable[[str], bytes] | None = None
    protected: frozenset[tuple[str, str]] = frozenset()
    prefix: str = ""  # of the names of everything that is created
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
    _sign_in_key: tuple[str, str] | None = None  # its number and its value

    @property
    def answering_id(self) -> str:
        """An extension that answers commands, if there is one, and that is never paused or removed."""
        return f"{self.prefix}answering"

    @property
    def enabled_id(self) -> str:
        """An extension that may be restarted, and is never paused or removed."""
        return f"{self.prefix}enabled"

    def populate(self) -> None:
        """Create a repository with pictures of all formats and one unreadable file, and some resources of each other
        kind.
        """
        if self.folder is None:
            self._ensure_main_repository()
        else:
            self._write_pictures(self.folder, PICTURES_AT_ONCE)
            (self.folder / "broken.jpg").write_bytes(b"this is not a picture")
            self._create_main_repository(self.folder, f"{self.prefix}main {next(self.numbers)}")
        for number in range(4):
            self._create_key(f"{self.prefix}key {number}")
        for extension in (self.answering_id, self.enabled_id):
            options = {"data": (self.answering or archive)(extension), "headers": {"Content-Type": "application/zip"}}
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

    def some_trashed_image(self) -> str:
        """An image that was put into the trash just now."""
        image = self.confirmed_image()
        self.session.delete(f"{self.url}/image/{image}/delete", params={"toTrash": "true"}, timeout=60)
        self.forget("image", image)
        return image

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
        self.wait_for_scans()
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
        created: str
        if self.folder is None:
            created = self._ensured_repository()
        else:
            created = self.request("POST", "/repository/create", params=self.new_folder(self.folder))["id"]
        self.learn_repository(created)
        self.wait_for_scans()
        return created

    def some_key(self) -> int:
        """A key that exists and is not in use."""
        if len(self.secrets) < 3:
            self._create_key(f"{self.prefix}key {next(self.numbers)}")
        return self.rng.choice(self.secrets)

    def sign_in_key(self) -> str:
        """A key for sessions, which end no others. It is replaced when a case has deleted it."""
        if self._sign_in_key is None:
            name = f"{self.prefix}key {next(self.numbers)}"
            created = self.request("POST", "/apiSecret/create", params={"type": "key", "name": name})
            self._sign_in_key = str(created["id"]), str(created["value"])
            self.ever_known.add(("apiSecret", self._sign_in_key[0]))
        return self._sign_in_key[1]

    def some_collection(self) -> int:
        """A collection that exists."""
        if len(self.collections) < 3:
            name = f"{self.prefix}collection {next(self.numbers)}"
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
        return f"{self.prefix or 'fuzzed-'}{next(self.numbers)}"

    def some_bundle(self) -> str:
        """The id of a bundle that exists."""
        if not self.bundle or not self.session.get(f"{self.url}/ui/bundle/{self.bundle}", timeout=60).ok:
            path, query = f"/extension/{self.answering_id}/runCommand", {"commandId": "serve-page"}
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

    def is_main(self, repository: str) -> bool:
        """Whether it is the main repository, which holds most images."""
        return self.repositories[:1] == [repository]

    def new_folder(self, main: Path) -> dict[str, str]:
        """The parameters of a repository that can be created, beside the main folder."""
        number = next(self.numbers)
        folder = main.parent / f"spare {number}"
        folder.mkdir()
        (folder / f"one.{SUFFIXES['PNG']}").write_bytes(picture("PNG", seed=1_000_000 + number))
        return {"type": "file", "name": f"{self.prefix}spare {number}", "url": folder.as_uri()}

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
        self.ever_known.add(("apiSecret", str(identifier)))
        self._append(self.secrets, identifier, MAX_KEYS, "/apiSecret/{}/delete")

    def learn_collection(self, identifier: int) -> None:
        """Record a new collection. The oldest ones are deleted when there are too many."""
        self.ever_known.add(("collection", str(identifier)))
        self._append(self.collections, identifier, MAX_COLLECTIONS, "/collection/{}/delete")

    def learn_extension(self, identifier: str) -> None:
        """Record an installed extension. The oldest ones are uninstalled when there are too many."""
        self.ever_known.add(("extension", identifier))
        self._append(self.installed, identifier, MAX_INSTALLED, "/extension/{}/uninstall")

    def _append(self, listed: list[Any], identifier: str | int, maximum: int, removal: str) -> None:
        listed.append(identifier)
        if len(listed) > maximum:
            for old in listed[: maximum // 2]:
                self.request("DELETE", removal.format(old))
            del listed[: maximum // 2]

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
            if self._sign_in_key is not None and self._sign_in_key[0] == identifier:
                self._sign_in_key = None
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
        if response.status_code not in {204, 404}:  # 404: a scan has just removed the image
            raise SetupError(f"{target}: {response.status_code} {response.text[:500]}")

    def _create_key(self, name: str) -> None:
        created = self.request("POST", "/apiSecret/create", params={"type": "key", "name": name})
        self.learn_key(created["id"])

    def _add_pictures(self) -> None:
        if self.folder is None:
            self._ensure_main_repository()
            return
        self._write_pictures(self.folder, PICTURES_AT_ONCE)
        listed = self.request("GET", "/repository/list")
        own = [repository["id"] for repository in listed if repository["url"].rstrip("/") == self.folder.as_uri()]
        self.wait_for_scans()
        if own:
            self.unless_scanned("PUT", f"/repository/{own[0]}/synchronize")
            self.wait_for_scans()
            self._refresh_images()
        else:
            self._create_main_repository(self.folder, f"{self.prefix}main {next(self.numbers)}")

    def _ensured_repository(self) -> str:
        name = f"{self.prefix}ensured {next(self.numbers)}"
        parameters = {"technicalId": name.replace(" ", "-"), "name": name, "watch": "false"}
        created: str = self.request("PUT", "/repository/ensure", params=parameters)["id"]
        return created

    def _ensure_main_repository(self) -> None:
        """Store pictures in the main repository, which is ensured when it does not exist."""
        listed = {repository["id"] for repository in self.request("GET", "/repository/list")}
        if not self.repositories or self.repositories[0] not in listed:
            self.repositories.insert(0, self._ensured_repository())
            self.ever_known.add(("repository", self.repositories[0]))
        for number, format in zip(
            itertools.islice(self.numbers, PICTURES_AT_ONCE), itertools.cycle(FORMATS), strict=False
        ):
            self.request(
                "POST",
                f"/repository/{self.repositories[0]}/storeImage",
                params={"nameWithoutExtension": f"{number:06}"},
                data=picture(format, seed=number),
                headers={"Content-Type": "image/png"},
            )
        self.wait_for_scans()
        self._refresh_images()

    def _create_main_repository(self, folder: Path, name: str) -> None:
        created = self.request(
            "POST", "/repository/create", params={"type": "file", "name": name, "url": folder.as_uri()}
        )
        self.repositories.insert(0, created["id"])
        self.ever_known.add(("repository", created["id"]))
        self.wait_for_scans()
        self._refresh_images()

    def _refresh_images(self) -> None:
        """Read all images of the campaign whose file exists. Images without a file would make cases fail at random."""
        listed = {repository["id"] for repository in self.request("GET", "/repository/list")}
        origin = {"kind": "repositories", "ids": [each for each in self.repositories if each in listed]}
        wanted = {"filter": {"origin": origin, "criteria": {"states": ["AVAILABLE"]}}, "range": {"take": 1_000}}
        found = self.request("POST", "/image/search/summaries", json=wanted)["items"]
        self.images = {}
        for record in found:
            self.learn_image(record)
        self.attachments = {uri: image for uri, image in self.attachments.items() if image in self.images}

    def _write_pictures(self, folder: Path, count: int) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        for number, format in zip(itertools.islice(self.numbers, count), itertools.cycle(FORMATS), strict=False):
            (folder / f"{number:06}.{SUFFIXES[format]}").write_bytes(picture(format, seed=number))

    def _delete_repository(self, identifier: str) -> None:
        self.unless_scanned("DELETE", f"/repository/{identifier}/delete")
