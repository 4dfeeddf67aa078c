"""A valid request of each operation, on resources that exist."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

import httpx

from facetry.contract.description import Operation
from facetry.contract.errors import SetupError
from facetry.contract.example_requests.examples import (
    ATTACHMENT,
    BUNDLE,
    BUNDLE_OPERATIONS,
    COLLECTION,
    COMMAND_OPERATIONS,
    EXTENSIONS,
    HOME,
    IMAGE,
    INSTALLED,
    KEY,
    LIKENESS,
    PICTURE,
    REPOSITORY,
    SECRET,
    Example,
    examples,
)
from facetry.contract.example_requests.packages import archive
from facetry.contract.setup_requests import made, made_list, made_member
from facetry.contract.traffic.exchange import below

# 409 while a scan of the repository runs.
SCANNING: Final = frozenset(
    {"repositorySynchronize", "repositoryRetryUnreadableFiles", "repositoryWatch", "repositoryUpdate"}
)
NEED_ENABLED: Final = frozenset({"extensionRestart", "uiExtensionFile", "extensionSynchronize", "extensionRetry"})
SCAN_SECONDS: Final = 120.0


@dataclass(slots=True)
class Requests:
    """Builds a request of each operation that is valid in everything but, possibly, the key.

    `client` sends a key with every right. `owner` is the extension in whose name facets are written, `installed` one
    that is installed. `folder` is a folder that this process can write to and the service can read. `answering` makes
    the archive of an extension that answers commands, and `bundle` has it serve a bundle, whose id it returns.
    """

    client: httpx.Client
    folder: Path | None
    images: list[str]
    repository: str
    secret: int
    collection: int
    attachment: str
    owner: str
    installed: str
    prefix: str = "matrix "
    answering: Callable[[str], bytes] | None = None
    bundle: Callable[[], str] | None = None
    sign_in_key: str = KEY
    """The value of a key for sessions, which ends after the run."""
    missing: dict[str, str] = field(default_factory=dict)
    """Families of operations without a resource here, each with the reason."""
    numbers: itertools.count[int] = field(default_factory=itertools.count)

    def impossible(self, operation_id: str) -> str:
        """The reason why no request of the operation can succeed here; empty if one can."""
        if self.answering is None and operation_id in COMMAND_OPERATIONS | BUNDLE_OPERATIONS:
            return "it needs an extension that answers commands"
        if self.folder is None and operation_id == "repositoryCreate":
            return "it needs a folder of the service: give --pictures"
        for family, reason in self.missing.items():
            if operation_id.startswith(family) and operation_id != f"{family}List":
                return reason
        if operation_id == "imageTextToImages":
            return "it needs an extension that computes embeddings of texts" if self.answering is None else ""
        return ""

    def known(self) -> dict[Any, Any]:
        """The resources that replace the identifiers of examples."""
        return {
            IMAGE: self.images[0],
            REPOSITORY: self.repository,
            SECRET: self.secret,
            KEY: self.sign_in_key,
            COLLECTION: self.collection,
            ATTACHMENT: self.attachment,
            INSTALLED: self.installed,
            **dict.fromkeys(EXTENSIONS, self.owner),
        }

    def of(self, operation: Operation, *, is_refused: bool) -> tuple[str, dict[str, Any]]:
        """Path with query, and body as arguments of httpx. Resources that a successful request deletes are created for
        it. A request that `is_refused` names permanent resources. Raises `SetupError`.
        """
        known = self.known()
        if not is_refused:
            known |= self.used_up(operation)
        if operation.operation_id in SCANNING:
            self.settled()
        name = f"{self.prefix}{next(self.numbers)}"
        match operation.operation_id:
            case "apiSecretCreate":  # a scope that a key which creates keys has itself
                return "/apiSecret/create?type=key&name=matrix&scope=apisecret:write", {}
            case "repositoryCreate" if self.folder is not None:
                return self._creating(self.folder, name), {}
            case "repositoryUpdate":
                return f"/repository/{self.repository}/update?name={quote(name)}", {}
            case "repositoryRenameImage":
                query = f"imageId={self.images[0]}&nameWithoutExtension={quote(name)}"
                return f"/repository/{self.repository}/renameImage?{query}", {}
            case "repositoryGetImageByUrl":
                url = made_member(self.client, "url", "GET", f"/image/{self.images[0]}/get")
                return f"/repository/getImageByUrl?url={quote(url)}", {}
            case "collectionCreate":
                return f"/collection/create?name={quote(name)}", {"json": {}}
            case "extensionInstall":
                return "/extension/install?state=paused", self._archive(self._free_id())
            case "extensionUpdate":
                return f"/extension/{self.installed}/update", self._archive(self.installed)
            case "extensionChangeState":
                state = made_member(self.client, "state", "GET", f"/extension/{self.installed}/get")
                other = "paused" if state == "enabled" else "enabled"
                return f"/extension/{self.installed}/changeState?state={other}", {}
            case "uiBundle" | "uiBundleFile" if not is_refused and self.bundle is not None:
                self._enable()
                known[BUNDLE] = self.bundle()
            case operation_id if operation_id in NEED_ENABLED | COMMAND_OPERATIONS and not is_refused:
                self._enable()
            case "media":
                url = made_member(self.client, "url", "GET", f"/image/{self.images[0]}/mediaUrl")
                return below(self.client.base_url.path.rstrip("/"), str(httpx.URL(url).raw_path, "ascii")), {}
        example = shortest_example(operation)
        if example is None:
            return operation.path, {}
        ready = example.on(known)
        return ready.target(), ready.request_options()

    def settled(self) -> None:
        """Wait until no scan runs. Raises `SetupError` when none ends."""
        deadline = time.monotonic() + SCAN_SECONDS
        while any(
            each.get("kind") == "synchronizing" for each in made_list(self.client, "GET", "/repository/activities")
        ):
            if time.monotonic() > deadline:
                raise SetupError(f"a scan did not end in {SCAN_SECONDS:.0f} s")
            time.sleep(0.02)

    def used_up(self, operation: Operation) -> dict[Any, Any]:
        """A new resource for an operation that deletes it. Raises `SetupError`."""
        match operation.operation_id:
            case "imageDelete":
                return {IMAGE: self.images.pop()}
            case "trashDelete" | "trashRestore":
                query = f"nameWithoutExtension={quote(f'{self.prefix}{next(self.numbers)}')}"
                body = {"content": PICTURE, "headers": {"Content-Type": "image/png"}}
                image = made_member(
                    self.client, "id", "POST", f"/repository/{self.repository}/storeImage?{query}", **body
                )
                made(self.client, "DELETE", f"/image/{image}/delete?toTrash=true")
                return {IMAGE: image}
            case "repositoryDelete" | "repositoryUpdate":  # an update may name another folder
                return {REPOSITORY: self.new_repository()}
            case "apiSecretDelete":
                return {
                    SECRET: made_member(self.client, "id", "POST", "/apiSecret/create?type=key&name=to%20be%20revoked")
                }
            case "extensionUninstall" | "extensionUnregister" as operation_id:
                id = self._free_id()
                made(self.client, "POST", "/extension/install?state=paused", **self._archive(id))
                if operation_id == "extensionUnregister":
                    made(self.client, "DELETE", f"/extension/{id}/uninstall?keepFacets=true")
                return {INSTALLED: id}
            case "collectionDelete":
                name = f"{self.prefix}{next(self.numbers)}"
                return {
                    COLLECTION: made_member(
                        self.client, "id", "POST", f"/collection/create?name={quote(name)}", json={}
                    )
                }
            case "imageClosestImages":  # another request has deleted its embeddings
                vector, path = {"name": LIKENESS, "values": [0.25, -0.5, 1]}, f"/image/{self.images[0]}/setEmbeddings"
                made(self.client, "PUT", f"{path}?extensionId={self.owner}", json=[vector])
        return {}

    def new_repository(self) -> str:
        """The id of a new repository that is not being scanned. Raises `SetupError`."""
        name = f"{self.prefix}{next(self.numbers)}"
        if self.folder is None:
            query = f"name={quote(name)}&technicalId={quote(name.replace(' ', '-'))}&watch=false"
            created = made_member(self.client, "id", "PUT", f"/repository/ensure?{query}")
        else:
            created = made_member(self.client, "id", "POST", self._creating(self.folder, name))
        self.settled()
        return str(created)

    def _creating(self, folder: Path, name: str) -> str:
        new = folder / name
        new.mkdir()
        return f"/repository/create?type=file&name={quote(name)}&url={new.as_uri()}"

    def _enable(self) -> None:
        self.client.put(f"/extension/{self.installed}/changeState?state=enabled")

    def _free_id(self) -> str:
        return f"{self.prefix.strip().replace(' ', '-')}-{next(self.numbers)}"

    def _archive(self, id: str) -> dict[str, Any]:
        packed = self.answering(id) if id == self.installed and self.answering is not None else archive(id)
        return {"content": packed, "headers": {"Content-Type": "application/zip"}}


def shortest_example(operation: Operation) -> Example | None:
    """The shortest valid example of an operation that needs no folder. If the operation names its extension, so does
    the example.
    """
    fitting = [each for each in examples("valid") if each.operation.operation_id == operation.operation_id]
    plain = [each for each in fitting if HOME not in str(each.query)]
    if operation.owner is not None:  # a list may be left out, but by an extension
        plain = [each for each in plain if operation.owner in {**each.path, **each.query}]
    return min(plain, key=lambda each: (len(str(each.body)), len(str(each.query)), each.name), default=None)
