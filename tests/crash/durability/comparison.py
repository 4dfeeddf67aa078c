"""Compares a service, its database and its folders with the history after a crash."""

from __future__ import annotations

import hashlib
import json
import time
import urllib.parse
from collections import defaultdict
from collections.abc import Iterable, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from math import inf
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final
from uuid import UUID

from facetry.contract.example_requests.packages import IDLE_PROGRAM
from facetry.store.engines.sqlite.connections import driver
from tests.crash.durability.connection import ServiceConnection
from tests.crash.durability.history import ABSENT, History, Subject
from tests.crash.durability.writing import EXTENSION

_SCAN_SECONDS: Final = 60.0
_OPERATIONS: Final = {"tags": "getTags", "features": "getFeatures", "embeddings": "getEmbeddings"}


@dataclass
class Observation:
    """What one running service has, read in whole lists where there are some."""

    service: ServiceConnection
    repository_id: str
    root: Path
    """The folder of the repository."""
    _lists: dict[str, dict[str, Any]] = field(default_factory=dict)
    _images: dict[str, list[str]] | None = None

    def images(self) -> dict[str, list[str]]:
        """The path in the repository and the content hash of each image by id, when all scans have ended."""
        if self._images is None:
            wait_for_scans(self.service)
            body = {
                "filter": {"origin": {"kind": "repositories", "ids": [self.repository_id]}},
                "range": {"take": 1_000, "skip": 0},
            }
            status, answer = self.service.answer("POST", "/image/search/images", body)
            items = json.loads(answer)["items"] if status == 200 else []  # 400 while there is no repository
            self._images = {each["id"]: [self._path(each["url"]), each["hashes"]["content"]] for each in items}
        return self._images

    def value(self, history: History, subject: Subject, moment: float) -> Any:
        """The value of the subject."""
        kind, name = subject[0], subject[1]
        match kind:
            case "image":
                return self._image(history, subject, moment)
            case "tags" | "features" | "embeddings":
                id = history.ids.get(("image", name))
                return ABSENT if id is None else self._facet(kind, id)
            case "attachment":
                return self._attachment(history, subject)
            case "settings":
                return self.service.call("GET", "/settings/get").get("comfyUiBaseUrl")
            case "extension-settings":
                return self._extension_settings(name)
        return self._list(kind).get(name)

    def _image(self, history: History, subject: Subject, moment: float) -> Any:
        if history.knows_id(subject, moment):
            return self.images().get(history.ids[subject])
        paths = {value[0] for value in history.allowed(subject, moment) if value is not ABSENT}
        return next((each for each in self.images().values() if each[0] in paths), ABSENT)

    def _path(self, url: str) -> str:
        return str(Path(urllib.parse.unquote(url.removeprefix("file://"))).relative_to(self.root))

    def _facet(self, kind: str, id: str) -> Any:
        status, body = self.service.answer("GET", f"/image/{id}/{_OPERATIONS[kind]}", extensionId=EXTENSION)
        if status == 404:
            return ABSENT
        assert status == 200, body
        found = json.loads(body)
        match kind:
            case "tags":
                return sorted(found) or ABSENT
            case "features":
                return [each["value"] for each in found] or ABSENT
        (values,) = [each["values"] for each in found["embeddings"]] or [ABSENT]
        return values

    def _attachment(self, history: History, subject: Subject) -> Any:
        uri = history.ids.get(subject)
        if uri is None:
            return ABSENT  # a client that got no answer has no identifier
        status, body = self.service.answer("GET", f"/imageAttachment/{urllib.parse.quote(uri, safe='')}/download")
        return hashlib.sha256(body).hexdigest() if status == 200 else ABSENT

    def _extension_settings(self, id: str) -> Any:
        status, body = self.service.answer("GET", f"/extension/{id}/getSettings")
        if status == 404:
            return ABSENT
        threshold = json.loads(body)["value"].get("threshold")
        return ABSENT if threshold == 0.5 else threshold

    def _list(self, kind: str) -> dict[str, Any]:
        if kind not in self._lists:
            self._lists[kind] = dict(self._pairs(kind))
        return self._lists[kind]

    def _pairs(self, kind: str) -> Iterable[tuple[str, Any]]:
        match kind:
            case "collection":
                for each in self.service.call("GET", "/collection/list"):
                    (tag,) = each["filter"]["criteria"]["tags"]["values"]
                    yield each["name"], each["comment"] if tag == each["comment"] else "torn"
            case "key":
                yield from ((each["name"], each["name"]) for each in self.service.call("GET", "/apiSecret/list"))
            case "repository":
                for each in self.service.call("GET", "/repository/list"):
                    yield each["name"], each.get("comment")
            case "extension":
                for each in self.service.call("GET", "/extension/list"):
                    yield each["manifest"]["id"], each["manifest"]["version"]


def wait_for_scans(service: ServiceConnection) -> None:
    """Wait until no repository is scanned."""
    deadline = time.monotonic() + _SCAN_SECONDS
    while any(each["kind"] == "synchronizing" for each in service.call("GET", "/repository/activities")):
        assert time.monotonic() < deadline, "the scan does not end"
        time.sleep(0.02)


def compare(
    history: History, subjects: Iterable[Subject], observation: Observation, moment: float = inf
) -> tuple[list[str], dict[Subject, Any]]:
    """What differs from the history of a crash at `moment`, and the value of each subject."""
    errors: list[str] = []
    values: dict[Subject, Any] = {}
    for subject in sorted(subjects, key=lambda each: each[0] != "image"):
        image = ("image", subject[1])
        if subject[0] != "image" and image in history.attempts:
            if image not in values:
                values[image] = observation.value(history, image, moment)
            if values[image] is ABSENT:
                continue  # what was written about an image goes with it
        value = observation.value(history, subject, moment)
        allowed = history.allowed(subject, moment)
        if value not in allowed:
            errors.append(f"{subject} is {str(value)[:200]}, and can only be {[str(each)[:200] for each in allowed]}")
        values[subject] = value
    return errors, values


def check_files(root: Path, images: dict[str, list[str]]) -> list[str]:
    """What is wrong in a repository's folder: each image is the file with its bytes, and no other file is there."""
    errors: list[str] = []
    by_path = {path: content_hash for path, content_hash in images.values()}  # noqa: C416  # lists are no pairs to mypy
    if len(by_path) != len(images):
        errors.append("two images have one file")
    files = {str(path.relative_to(root)): path for path in root.rglob("*.png")}
    errors += [f"the image {path} has no file" for path in by_path.keys() - files.keys()]
    errors += [f"the file {path} has no image" for path in files.keys() - by_path.keys()]
    for path in by_path.keys() & files.keys():
        if hashlib.sha256(files[path].read_bytes()).hexdigest() != by_path[path]:
            errors.append(f"the image {path} does not have the hash of its file")
    return errors


def check_database(path: Path, events: Mapping[tuple[str, str], int] = MappingProxyType({})) -> list[str]:
    """What is wrong in the database: damaged pages, orphaned rows, and acknowledged writes without an event.

    `events` is the number of acknowledged writes by image id and topic.
    """
    module: Any = driver()
    with closing(module.connect(f"file:{path}?mode=ro", uri=True, timeout=30)) as connection:
        errors = [str(row[0]) for row in connection.execute("PRAGMA integrity_check").fetchall() if row[0] != "ok"]
        errors += [f"orphaned row: {tuple(row)}" for row in connection.execute("PRAGMA foreign_key_check").fetchall()]
        if events:
            counts: defaultdict[tuple[str, str], int] = defaultdict(int)
            rows = connection.execute("SELECT image, topic, count(*) FROM event WHERE image IS NOT NULL GROUP BY 1, 2")
            for image, topic, count in rows.fetchall():
                counts[str(UUID(bytes=bytes(image))), topic] = count
            errors += [
                f"{counts[key]} events {key[1]} of {count} acknowledged writes of the image {key[0]}"
                for key, count in events.items()
                if counts[key] < count
            ]
    return errors


def check_versions(extensions_dir: Path, database: Path) -> list[str]:
    """Records of extensions without their folder, and folders that no record names."""
    module: Any = driver()
    with closing(module.connect(f"file:{database}?mode=ro", uri=True, timeout=30)) as connection:
        rows = connection.execute("SELECT id, folder, manifest FROM extension WHERE manifest IS NOT NULL").fetchall()
    manifests = {(id, folder): json.loads(manifest) for id, folder, manifest in rows}
    installed = extensions_dir / "installed"
    folders = {(each.parent.name, each.name): each for each in installed.glob("*/*")}
    errors = [f"the extension {name} has no folder" for name in manifests.keys() - folders.keys()]
    errors += [f"the folder {name} belongs to no extension" for name in folders.keys() - manifests.keys()]
    for name in manifests.keys() & folders.keys():
        file = folders[name] / "manifest.json"
        if not file.exists() or not file.stat().st_size or json.loads(file.read_bytes()) != manifests[name]:
            errors.append(f"the folder {name} has another manifest than the record")
        if (folders[name] / "run").read_text() != IDLE_PROGRAM:
            errors.append(f"the folder {name} has another program than the archive")
    return errors
