"""Resources of a running server that replace the identifiers of the examples."""

import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from itertools import count
from pathlib import Path
from typing import Any, Final
from uuid import uuid4

import httpx

from facetry.contract.example_requests.examples import (
    ARCHIVE,
    ATTACHMENT,
    BUNDLE,
    BUNDLE_OPERATIONS,
    COLLECTION,
    COMMAND_OPERATIONS,
    EXTENSIONS,
    FILE,
    FOLDERS,
    HOME,
    IMAGE,
    INSTALLED,
    KEY,
    LIKENESS,
    PICTURE,
    REPOSITORY,
    SECRET,
    SIGNATURES,
    Example,
)
from facetry.contract.fixtures.fixture import media_url_values
from tests.support.extensions.packages import answering_archive
from tests.support.imaging.pictures import picture
from tests.support.services.servers import Server

_OF_AN_IMAGE: Final = frozenset(
    {IMAGE, REPOSITORY, REPOSITORY.upper(), FILE, ATTACHMENT, LIKENESS, *SIGNATURES.values()}
)
_seeds: Final = count(100_000)  # an image with equal bytes could be taken for a moved one


@contextmanager
def create_resources(
    server: Server, client: httpx.Client, home: Path, example: Example | None = None
) -> Iterator[Mapping[Any, Any]]:
    """Create the resources that `example` names, or without it those that any example names: a repository with one PNG,
    an attachment, an embedding and media URLs of that image, a collection, a key. Yields the replacement of each
    identifier. At the end, the remaining resources are deleted. `home` replaces the folder that holds all folders of
    the examples.
    """
    named = None if example is None else frozenset(_leaves([example.path, example.query, example.body]))

    def is_named(*values: Any) -> bool:
        return named is None or not named.isdisjoint(values)

    known: dict[Any, Any] = {HOME: str(home)}
    for name in FOLDERS:
        (home / name).mkdir()
    with ExitStack() as cleanup:
        if is_named(SECRET):
            known[SECRET] = _create(client, "/apiSecret/create", {"type": "key", "name": "of an example"})["id"]
            cleanup.callback(client.delete, f"/apiSecret/{known[SECRET]}/delete")
        if is_named(KEY):
            key = _create(client, "/apiSecret/create", {"type": "key", "name": "who signs in"})
            known[KEY] = key["value"]
            cleanup.callback(client.delete, f"/apiSecret/{key['id']}/delete")
        if is_named(COLLECTION):
            known[COLLECTION] = _create(client, "/collection/create", {"name": f"spare {uuid4()}"}, json={})["id"]
            cleanup.callback(client.delete, f"/collection/{known[COLLECTION]}/delete")
        if is_named(INSTALLED) or (named is not None and BUNDLE in named):
            before = "paused" if example is not None and example.query.get("state") == "enabled" else "enabled"
            is_commanded = example is None or example.operation.operation_id in COMMAND_OPERATIONS | BUNDLE_OPERATIONS
            install(client, before, answering_archive(INSTALLED) if is_commanded else ARCHIVE)
            cleanup.callback(uninstall, client)
            if example is not None and example.operation.operation_id == "extensionUnregister":
                kept = client.delete(f"/extension/{INSTALLED}/uninstall", params={"keepFacets": "true"})
                assert kept.status_code == 204, kept.text
        if named is not None and BUNDLE in named:
            known[BUNDLE] = serve_bundle(client, INSTALLED)
        if is_named(*_OF_AN_IMAGE):
            known |= _repository(server, client, home / "Spare")
            cleanup.callback(delete_repository, server, client, known[REPOSITORY])
        if example is not None and example.operation.operation_id in ("trashRestore", "trashDelete"):
            trashed = client.delete(f"/image/{known[IMAGE]}/delete", params={"toTrash": "true"})
            assert trashed.status_code == 204, trashed.text
        if is_named(ATTACHMENT):
            body = {"imageId": known[IMAGE], "extensionId": EXTENSIONS[0], "mimeType": "image/png"}
            known[ATTACHMENT] = _create(
                client, "/imageAttachment/create", body, content=PICTURE, headers={"Content-Type": "image/png"}
            )
        if is_named(LIKENESS):
            body = {"name": LIKENESS, "values": [0.25, -0.5, 1]}
            response = client.put(
                f"/image/{known[IMAGE]}/setEmbeddings", params={"extensionId": EXTENSIONS[0]}, json=[body]
            )
            assert response.status_code == 204, response.text
        if is_named(*SIGNATURES.values()):
            known |= media_url_values(client, known[IMAGE])
        yield known


def serve_bundle(client: httpx.Client, extension: str) -> str:
    """The id of a bundle that the answering extension serves, as soon as it is connected."""
    deadline = time.monotonic() + 30
    while not any(
        each["id"] == extension and each["connection"] == "started"
        for each in client.get("/extension/activities").json()
    ):
        assert time.monotonic() < deadline, f"{extension} did not connect"
        time.sleep(0.05)
    answer = client.post(f"/extension/{extension}/runCommand?commandId=serve-page", json={})
    assert answer.status_code == 200, answer.text
    return str(answer.json()["value"]).rpartition("/")[2]


def install(client: httpx.Client, state: str, archive: bytes = ARCHIVE) -> None:
    """Install the extension of the examples."""
    headers = {"Content-Type": "application/zip"}
    _create(client, "/extension/install", {"state": state}, content=archive, headers=headers)


def uninstall(client: httpx.Client) -> None:
    """Uninstall or unregister the extension of the examples, if it is registered."""
    for operation in ("uninstall", "unregister"):
        assert client.delete(f"/extension/{INSTALLED}/{operation}").status_code in {204, 404}


def delete_repository(server: Server, client: httpx.Client, repository: str) -> None:
    """Delete a repository as soon as no scan runs."""
    answer = httpx.Response(409)
    while answer.status_code == 409:
        server.wait_until_scanned()
        answer = client.delete(f"/repository/{repository}/delete")
    assert answer.status_code in {204, 404}, answer.text


def _repository(server: Server, client: httpx.Client, folder: Path) -> dict[Any, Any]:
    folder.mkdir()
    (folder / "a beacon.png").write_bytes(picture("PNG", seed=next(_seeds)))
    parameters = {"type": "file", "name": f"spare {uuid4()}", "url": folder.as_uri()}
    repository = _create(client, "/repository/create", parameters)["id"]
    server.wait_until_scanned()
    origin = {"kind": "repositories", "ids": [repository]}
    (record,) = client.post("/image/search/summaries", json={"filter": {"origin": origin}}).json()["items"]
    return {REPOSITORY: repository, REPOSITORY.upper(): repository.upper(), IMAGE: record["id"], FILE: record["url"]}


def _create(client: httpx.Client, path: str, query: Mapping[str, str], **body: Any) -> Any:
    answer = client.post(path, params=query, **body)
    assert answer.status_code == 201, answer.text
    return answer.json()


def _leaves(value: Any) -> Iterator[Any]:
    if isinstance(value, Mapping):
        value = list(value.values())
    if isinstance(value, list):
        for item in value:
            yield from _leaves(item)
    else:
        yield value
