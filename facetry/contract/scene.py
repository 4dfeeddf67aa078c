"""What contract tests create in a service before they begin, and remove at the end."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from urllib.parse import parse_qs, quote, urlsplit

import httpx

from facetry.contract.creations import Creations, remove_folder
from facetry.contract.description import every_scope
from facetry.contract.errors import SetupError
from facetry.contract.examples import (
    EXPIRES,
    EXTENSIONS,
    FILE,
    FOLDERS,
    HOME,
    LIKENESS,
    REPOSITORY,
    SIGNATURES,
    VERSION,
)
from facetry.contract.operation_requests import Requests
from facetry.contract.packages import archive
from facetry.contract.pictures import picture
from facetry.contract.report import Report
from facetry.contract.service import Service

PICTURES: Final = 8
_ARCHIVE: Final = {"Content-Type": "application/zip"}
_PNG: Final = {"Content-Type": "image/png"}
# The family of each list of resources, with its address.
_LISTS: Final = {
    "apiSecret": "/apiSecret/list",
    "collection": "/collection/list",
    "extension": "/extension/list",
    "repository": "/repository/list",
}


@dataclass(slots=True)
class Scene:
    """Resources of a run: a repository with pictures, extensions, and one resource of each other kind. Their names
    begin with `prefix`. `protected` was there before, by kind and identifier.
    """

    service: Service
    requests: Requests
    prefix: str
    writers: tuple[str, ...]
    """Registered extensions in whose name the run writes."""
    protected: frozenset[tuple[str, str]]
    folder: Path | None
    settings: Any = None
    """The general settings before the run."""
    seeds: int = 1_000

    @property
    def image(self) -> str:
        """An image that no step deletes."""
        return self.requests.images[0]

    def new_image(self) -> str:
        """Store another picture. Returns its id; raises `SetupError`."""
        self.seeds += 1
        return _store(self.service.client, self.requests.repository, f"{self.prefix}-{self.seeds}", self.seeds)

    def renew(self) -> None:
        """Write the facets and the attachment that requests refer to, which other requests may have removed: each
        writer has a vector and neither tags nor features on the image. Raises `SetupError`.
        """
        client, requests = self.service.client, self.requests
        vector = {"name": LIKENESS, "values": [0.25, -0.5, 1]}
        for writer in self.writers:
            for facet, value in (("Tags", []), ("Features", []), ("Embeddings", [vector])):
                made(client, "PUT", f"/image/{self.image}/set{facet}?extensionId={writer}", json=value)
        requests.attachment = _attach(client, self.image, requests.owner)

    def of_examples(self) -> dict[Any, Any]:
        """What replaces the identifiers of examples. Raises `SetupError`."""
        known = self.requests.known()
        known |= {name: self.writers[number % len(self.writers)] for number, name in enumerate(EXTENSIONS)}
        known[REPOSITORY.upper()] = known[REPOSITORY].upper()
        client = self.service.client
        known[FILE] = made(client, "GET", f"/image/{self.image}/get")["url"]
        if media_issuer(client, self.image) == "0":
            known |= media_url_values(client, self.image)
        if self.folder is not None:
            known[HOME] = str(self.folder / "home")
        return known


def media_url_values(client: httpx.Client, image: str) -> dict[Any, Any]:
    """The replacements for the signature, version and expiry in media URLs of an image. Raises `SetupError`."""
    found: dict[Any, Any] = {}
    for parameters, signature in SIGNATURES.items():
        query = _media_query(client, image, parameters)
        found |= {signature: query["signature"][0], VERSION: query["version"][0], EXPIRES: int(query["expires"][0])}
    return found


def media_issuer(client: httpx.Client, image: str) -> str:
    """The issuer in media URLs, `0` for the master key, for which the examples stand. Raises `SetupError`."""
    return _media_query(client, image, "").get("issuer", [""])[0]


def _media_query(client: httpx.Client, image: str, parameters: str) -> dict[str, list[str]]:
    return parse_qs(urlsplit(made(client, "GET", f"/image/{image}/mediaUrl?{parameters}")["url"]).query)


def made(client: httpx.Client, method: str, target: str, **body: Any) -> Any:
    """The parsed answer of a request that has to succeed. Raises `SetupError`."""
    answer = client.request(method, target, **body)
    if not answer.is_success:
        raise SetupError(f"{method} {target.partition('?')[0]}: {answer.status_code} {answer.text[:300]}")
    return answer.json() if answer.content else None


def listed(client: httpx.Client, family: str) -> list[Any]:
    """The identifiers of all resources of a kind. Raises `SetupError`."""
    found = made(client, "GET", _LISTS[family])
    records = [each.get("manifest", each) for each in (found["items"] if isinstance(found, dict) else found)]
    return [record["id"] for record in records]


@contextmanager
def open_scene(
    service: Service, report: Report, creations: Creations, pictures: Path | None, extensions: tuple[str, ...]
) -> Iterator[Scene]:
    """Create the scene, and at the end remove all `creations`. `pictures` is a folder that this
    process can write to and the service can read. `extensions` are registered ones in whose name the run may write;
    without them, the run registers its own. Raises `SetupError` or `httpx.HTTPError`.
    """
    prefix = f"contract-{secrets.token_hex(3)}"
    client = service.client
    record = made(client, "GET", "/apiSecret/self")
    if "all" not in record["scopes"] and not every_scope() - {"all"} <= set(record["scopes"]):
        raise SetupError("the key needs every scope, because the run creates keys with each of them")
    protected = frozenset((family, str(each)) for family in _LISTS for each in listed(client, family))
    settings = made(client, "GET", "/settings/get")
    folder = None if pictures is None else pictures.resolve() / prefix
    if folder is not None:
        for name in FOLDERS:
            (folder / "home" / name).mkdir(parents=True)
    creations.protected = protected
    try:
        writers = extensions or _registered(client, prefix, ("a", "b", "c" * 8))
        yield _scene(service, prefix, writers, protected, folder, settings)
    finally:
        report.progress("removing what was created")
        leftovers = [*creations.remove(service.cleaner), *_restore_settings(service.cleaner, settings)]
        leftovers += [] if folder is None else remove_folder(folder)
        for reason in leftovers:
            report.skip("removing what was created", reason)


def _scene(
    service: Service,
    prefix: str,
    writers: tuple[str, ...],
    protected: frozenset[tuple[str, str]],
    folder: Path | None,
    settings: Any,
) -> Scene:
    client = service.client
    query = f"name={prefix}&technicalId={prefix}&watch=false"
    repository = made(client, "PUT", f"/repository/ensure?{query}")["id"]
    images = [_store(client, repository, f"{prefix}-{number}", number) for number in range(PICTURES)]
    installed = f"{prefix}-i"
    made(client, "POST", "/extension/install?state=paused", content=archive(installed), headers=_ARCHIVE)
    requests = Requests(
        client=client,
        folder=None if folder is None else folder / "home",
        images=images,
        repository=repository,
        secret=made(client, "POST", f"/apiSecret/create?type=key&name={prefix}")["id"],
        collection=made(client, "POST", f"/collection/create?name={prefix}", json={})["id"],
        attachment=_attach(client, images[0], writers[0]),
        owner=writers[0],
        installed=installed,
        prefix=f"{prefix} ",
    )
    return Scene(service, requests, prefix, writers, protected, folder, settings)


def _registered(client: httpx.Client, prefix: str, ends: tuple[str, ...]) -> tuple[str, ...]:
    """Register extensions without a program: they are installed, and uninstalled while their facets are kept."""
    ids = tuple(f"{prefix}-{end}" for end in ends)
    for id in ids:
        made(client, "POST", "/extension/install?state=paused", content=archive(id), headers=_ARCHIVE)
        made(client, "DELETE", f"/extension/{id}/uninstall?keepFacets=true")
    return ids


def _attach(client: httpx.Client, image: str, writer: str) -> str:
    target = f"/imageAttachment/create?imageId={image}&extensionId={writer}&mimeType=image/png"
    return str(made(client, "POST", target, content=picture("PNG", seed=1), headers=_PNG))


def _store(client: httpx.Client, repository: str, name: str, seed: int) -> str:
    target = f"/repository/{repository}/storeImage?nameWithoutExtension={quote(name)}"
    stored = made(client, "POST", target, content=picture("PNG", seed=seed), headers=_PNG)
    return str(stored["id"])


def _restore_settings(client: httpx.Client, settings: Any) -> Iterator[str]:
    try:
        if made(client, "GET", "/settings/get") != settings:
            made(client, "PUT", "/settings/set", json=settings)
    except (SetupError, httpx.HTTPError) as error:
        yield f"the general settings: {error}"
