"""A client that writes random values of every kind, and notes them in the history."""

from __future__ import annotations

import hashlib
import random
import shutil
import threading
import urllib.parse
from collections.abc import Callable, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from facetry.contract.example_requests.packages import archive
from tests.crash.durability.connection import BYTES, ServiceConnection, ServiceGoneError
from tests.crash.durability.history import ABSENT, Attempt, History, Subject
from tests.support.imaging.pictures import png

EXTENSION: Final = "tagger"
SETTINGS: Final[Subject] = ("settings", "general")
_KEPT: Final = frozenset({"image", "collection", "key", "repository", "extension"})
"""Kinds of subjects that a writer writes more than once."""
_MOST: Final = 6
"""How many subjects of a kind a writer keeps."""


@dataclass
class Writer:
    """One client. What it wrote outlives its connection, so that it goes on with the next server."""

    name: str
    folder: Path
    """A folder in which it may create the folders of repositories."""
    repository: str
    """The id of the repository in which it stores pictures."""
    history: History
    rng: random.Random
    images: list[Subject] = field(default_factory=list)
    collections: list[Subject] = field(default_factory=list)
    keys: list[Subject] = field(default_factory=list)
    repositories: list[Subject] = field(default_factory=list)
    extensions: dict[Subject, int] = field(default_factory=dict)
    count: int = 0
    refusals: list[str] = field(default_factory=list)
    """Requests that were refused, which none should be."""

    def run(self, service: ServiceConnection, until: Callable[[], bool], kinds: Sequence[str] = ()) -> None:
        """Write until `until` is true or the service is gone; only these kinds, or all."""
        names = list(kinds or KINDS)
        weights = [KINDS[name][1] for name in names]
        try:
            while not until():
                kind = "store" if len(self.images) < 2 and "store" in names else self.rng.choices(names, weights)[0]
                KINDS[kind][0](self, service)
        except ServiceGoneError:
            return
        except AssertionError as error:
            self.refusals.append(str(error))
        finally:
            service.close()

    def new_name(self) -> str:
        """A name that nothing had before."""
        self.count += 1
        return f"{self.name}-{self.count:06}"

    def settle(self, subject: Subject, value: Any) -> None:
        """Note what a subject turned out to be after a crash. Go on with it unless its creation was not answered."""
        self.history.settle(subject, value)
        if subject[0] == "image" and value is ABSENT:
            self.history.forget_image(subject[1])
        elif subject[0] in _KEPT and value is not ABSENT:
            self._adopt(subject, value)

    def _adopt(self, subject: Subject, value: Any) -> None:
        kept = {"image": self.images, "collection": self.collections, "key": self.keys, "repository": self.repositories}
        if subject[0] == "extension":
            self.extensions[subject] = int(value.partition(".")[0])
        elif subject in self.history.ids and subject not in kept[subject[0]]:
            kept[subject[0]].append(subject)

    @contextmanager
    def attempt(self, subject: Subject, value: Any) -> Any:
        """Note the write of the block, which sends its request."""
        attempt = self.history.begin(subject, value)
        note = Acknowledgement(attempt)
        yield note
        self.history.acknowledge(subject, attempt, note.id)


@dataclass
class Acknowledgement:
    """What an answer says beside that it came."""

    attempt: Attempt
    id: str | None = None


def new_picture(rng: random.Random) -> bytes:
    """A small PNG that no other one equals."""
    side = 12
    return png(side, side, b"".join(b"\0" + rng.randbytes(side) for _ in range(side)))


def _image(writer: Writer) -> Subject | None:
    return writer.rng.choice(writer.images) if writer.images else None


def _write_facet(kind: str, topic: str, send: Callable[[Writer], tuple[str, Any, Any]]) -> Callable[..., None]:
    def write(writer: Writer, service: ServiceConnection) -> None:
        image = _image(writer)
        if image is None:
            return
        operation, body, value = send(writer)
        id = writer.history.ids[image]
        with writer.attempt((kind, image[1]), value):
            service.call("PUT", f"/image/{id}/{operation}", body, extensionId=EXTENSION)
        writer.history.count_event(id, topic)

    return write


def _tags(writer: Writer) -> tuple[str, Any, Any]:
    tags = [writer.new_name(), f"t{writer.rng.randrange(9)}"][: writer.rng.choice((1, 1, 2))]
    return "setTags", tags, sorted(tags)


def _features(writer: Writer) -> tuple[str, Any, Any]:
    texts = [writer.new_name() + " x" * writer.rng.choice((1, 30, 3_000))]
    return "setFeatures", [{"type": "caption", "format": "string", "value": text} for text in texts], texts


def _embeddings(writer: Writer) -> tuple[str, Any, Any]:
    writer.count += 1
    values = [float(writer.count), *(float(writer.rng.randrange(100)) for _ in range(31))]
    return "setEmbeddings", [{"name": "v", "values": values}], values


def _attach(writer: Writer, service: ServiceConnection) -> None:
    image = _image(writer)
    if image is None:
        return
    content = writer.rng.randbytes(writer.rng.choice((100, 20_000)))
    digest = hashlib.sha256(content).hexdigest()
    id = writer.history.ids[image]
    with writer.attempt(("attachment", image[1], digest), digest) as note:
        uri = service.call(
            "POST", "/imageAttachment/create", content, imageId=id, extensionId=EXTENSION, mimeType=BYTES
        )
        note.id = str(uri)


def _store(writer: Writer, service: ServiceConnection) -> None:
    if len(writer.images) > _MOST:
        _delete(writer, service)
        return
    name, content = writer.new_name(), new_picture(writer.rng)
    subject = ("image", name)
    path = f"{writer.name}/{name}.png"
    with writer.attempt(subject, [path, hashlib.sha256(content).hexdigest()]) as note:
        record = service.call(
            "POST",
            f"/repository/{writer.repository}/storeImage",
            content,
            nameWithoutExtension=name,
            relativeDirectoryPath=writer.name,
        )
        note.id = record["id"]
    writer.images.append(subject)


def _current(writer: Writer, subject: Subject) -> Any:
    return writer.history.attempts[subject][-1].value


def _rename(writer: Writer, service: ServiceConnection) -> None:
    if not writer.images:
        return
    image = writer.images.pop(writer.rng.randrange(len(writer.images)))
    name, folder = writer.new_name(), f"{writer.name}{writer.rng.choice(('', '/a', '/b'))}"
    value = [f"{folder}/{name}.png", _current(writer, image)[1]]
    with writer.attempt(image, value):
        service.call(
            "PUT",
            f"/repository/{writer.repository}/renameImage",
            imageId=writer.history.ids[image],
            nameWithoutExtension=name,
            relativeDirectoryPath=folder,
        )
    writer.images.append(image)


def _modify(writer: Writer, service: ServiceConnection) -> None:
    if not writer.images:
        return
    image = writer.images.pop(writer.rng.randrange(len(writer.images)))
    content = new_picture(writer.rng)
    with writer.attempt(image, [_current(writer, image)[0], hashlib.sha256(content).hexdigest()]):
        service.call("PUT", f"/image/{writer.history.ids[image]}/modify", content)
    writer.images.append(image)


def _delete(writer: Writer, service: ServiceConnection) -> None:
    if len(writer.images) < 3:
        return
    image = writer.images.pop(writer.rng.randrange(len(writer.images)))
    with writer.attempt(image, ABSENT):
        service.call("DELETE", f"/image/{writer.history.ids[image]}/delete")


def _collection(writer: Writer, service: ServiceConnection) -> None:
    if not writer.collections or (len(writer.collections) < _MOST and writer.rng.random() < 0.4):
        subject: Subject = ("collection", writer.new_name())
        comment = writer.new_name()
        body = {"criteria": {"tags": {"values": [comment]}}}
        with writer.attempt(subject, comment) as note:
            record = service.call("POST", "/collection/create", body, name=subject[1], comment=comment)
            note.id = str(record["id"])
        writer.collections.append(subject)
        return
    subject = writer.collections.pop(writer.rng.randrange(len(writer.collections)))
    id = writer.history.ids[subject]
    if writer.rng.random() < 0.4:
        with writer.attempt(subject, ABSENT):
            service.call("DELETE", f"/collection/{id}/delete")
        return
    comment = writer.new_name()
    with writer.attempt(subject, comment):
        body = {"criteria": {"tags": {"values": [comment]}}}
        service.call("PUT", f"/collection/{id}/update", body, comment=comment)
    writer.collections.append(subject)


def _key(writer: Writer, service: ServiceConnection) -> None:
    if len(writer.keys) < 2 or (len(writer.keys) < _MOST and writer.rng.random() < 0.5):
        subject: Subject = ("key", writer.new_name())
        with writer.attempt(subject, subject[1]) as note:
            record = service.call("POST", "/apiSecret/create", type="key", name=subject[1], scope="image:read")
            note.id = str(record["id"])
        writer.keys.append(subject)
        return
    subject = writer.keys.pop(writer.rng.randrange(len(writer.keys)))
    with writer.attempt(subject, ABSENT):
        service.call("DELETE", f"/apiSecret/{writer.history.ids[subject]}/delete")


def _settings(writer: Writer, service: ServiceConnection) -> None:
    if not writer.name.endswith("0"):
        return  # each subject has one writer
    address = f"http://127.0.0.1/{writer.new_name()}"
    with writer.attempt(SETTINGS, address):
        service.call("PUT", "/settings/set", {"comfyUiBaseUrl": address})


def _repository(writer: Writer, service: ServiceConnection) -> None:
    if len(writer.repositories) < 1 or (len(writer.repositories) < 3 and writer.rng.random() < 0.4):
        subject: Subject = ("repository", writer.new_name())
        folder = writer.folder / subject[1]
        comment = writer.new_name()
        with writer.attempt(subject, comment) as note:
            if writer.rng.random() < 0.5:
                record = service.call(
                    "PUT",
                    "/repository/ensure",
                    technicalId=subject[1],
                    name=subject[1],
                    comment=comment,
                    watch="false",
                )
            else:
                folder.mkdir()
                url = "file://" + urllib.parse.quote(str(folder))
                record = service.call(
                    "POST", "/repository/create", type="file", url=url, name=subject[1], comment=comment
                )
            note.id = record["id"]
        writer.repositories.append(subject)
        return
    subject = writer.repositories.pop(writer.rng.randrange(len(writer.repositories)))
    id = writer.history.ids[subject]
    if writer.rng.random() < 0.4:
        with writer.attempt(subject, ABSENT):
            _until_free(service, "DELETE", f"/repository/{id}/delete")
        shutil.rmtree(writer.folder / subject[1], ignore_errors=True)
        return
    comment = writer.new_name()
    with writer.attempt(subject, comment):
        service.call("PUT", f"/repository/{id}/update", name=subject[1], comment=comment)
    writer.repositories.append(subject)


def _until_free(service: ServiceConnection, method: str, path: str) -> None:
    """Repeat a request that is refused while a scan of the repository runs."""
    while True:
        status, answer = service.answer(method, path)
        if status != 409:
            break
        threading.Event().wait(0.02)
    assert 200 <= status < 300, f"{method} {path}: {status} {answer!r}"


def _extension(writer: Writer, service: ServiceConnection) -> None:
    """Install, update and uninstall a paused extension, and set its settings."""
    if not writer.extensions:
        subject: Subject = ("extension", writer.new_name())
        with writer.attempt(subject, "1.0.0"):
            service.call("POST", "/extension/install", archive(subject[1], version="1.0.0"), state="paused")
        writer.extensions[subject] = 1
        return
    subject, version = writer.extensions.popitem()
    action = writer.rng.choice(("update", "uninstall", "settings", "settings"))
    if action == "uninstall":
        with writer.attempt(("extension-settings", subject[1]), ABSENT), writer.attempt(subject, ABSENT):
            service.call("DELETE", f"/extension/{subject[1]}/uninstall")
        return
    if action == "update":
        version += 1
        with writer.attempt(subject, f"{version}.0.0"):
            service.call("PUT", f"/extension/{subject[1]}/update", archive(subject[1], version=f"{version}.0.0"))
    else:
        writer.count += 1
        with writer.attempt(("extension-settings", subject[1]), writer.count):
            service.call("PUT", f"/extension/{subject[1]}/setSettings", {"value": {"threshold": writer.count}})
    writer.extensions[subject] = version


KINDS: Final[dict[str, tuple[Callable[[Writer, ServiceConnection], None], float]]] = {
    "tags": (_write_facet("tags", "image.tags.updated", _tags), 8),
    "features": (_write_facet("features", "image.features.updated", _features), 5),
    "embeddings": (_write_facet("embeddings", "image.embeddings.updated", _embeddings), 5),
    "attachment": (_attach, 2),
    "store": (_store, 2),
    "rename": (_rename, 2),
    "modify": (_modify, 2),
    "delete": (_delete, 1),
    "collection": (_collection, 4),
    "key": (_key, 3),
    "settings": (_settings, 2),
    "repository": (_repository, 2),
    "extension": (_extension, 2),
}
"""Each kind of write, with how often it is chosen."""
PICTURES: Final = frozenset({"store", "rename", "modify", "delete"})
