"""Things that exist in a running server, to stand in for the identifiers of the examples."""

from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from itertools import count
from pathlib import Path
from typing import Any, Final
from urllib.parse import parse_qs, urlsplit
from uuid import uuid4

import httpx

from tests.contract.examples import (
    ARCHIVE,
    ATTACHMENT,
    COLLECTION,
    COMMANDED,
    EXPIRES,
    EXTENSIONS,
    FILE,
    FOLDERS,
    HOME,
    IMAGE,
    INSTALLED,
    LIKENESS,
    PICTURE,
    REPOSITORY,
    SECRET,
    SIGNATURES,
    VERSION,
    Example,
)
from tests.support.extensions import answering
from tests.support.pictures import picture
from tests.support.servers import Server

_OF_AN_IMAGE: Final = frozenset({IMAGE, REPOSITORY, FILE, ATTACHMENT, LIKENESS, *SIGNATURES.values()})
_seeds: Final = count(100_000)  # equal pictures could be taken for one that was moved


@contextmanager
def stand_ins(
    server: Server, client: httpx.Client, home: Path, example: Example | None = None
) -> Iterator[Mapping[Any, Any]]:
    """What an example names, or anything that any example names: a repository with one PNG in it, an attachment, an
    embedding and media URLs of that image, a collection, a key. What is left of them at the end is deleted. `home`
    stands for the folder that holds all folders of the examples.
    """
    named = None if example is None else frozenset(_leaves([example.path, example.query, example.body]))

    def is_named(*values: Any) -> bool:
        return named is None or not named.isdisjoint(values)

    known: dict[Any, Any] = {HOME: str(home)}
    for name in FOLDERS:
        (home / name).mkdir()
    with ExitStack() as leftovers:
        if is_named(SECRET):
            known[SECRET] = _made(client, "/apiSecret/create", {"type": "key", "name": "of an example"})["id"]
            leftovers.callback(client.delete, f"/apiSecret/{known[SECRET]}/delete")
        if is_named(COLLECTION):
            known[COLLECTION] = _made(client, "/collection/create", {"name": f"spare {uuid4()}"}, json={})["id"]
            leftovers.callback(client.delete, f"/collection/{known[COLLECTION]}/delete")
        if is_named(INSTALLED):
            before = "paused" if example is not None and example.query.get("state") == "enabled" else "enabled"
            is_commanded = example is None or example.operation.operation_id in COMMANDED
            install(client, before, answering(INSTALLED) if is_commanded else ARCHIVE)
            leftovers.callback(uninstall, client)
        if is_named(*_OF_AN_IMAGE):
            known |= _repository(server, client, home / "Spare")
            leftovers.callback(removed, server, client, known[REPOSITORY])
        if is_named(ATTACHMENT):
            kept = {"imageId": known[IMAGE], "extensionId": EXTENSIONS[0], "mimeType": "image/png"}
            known[ATTACHMENT] = _made(
                client, "/imageAttachment/create", kept, content=PICTURE, headers={"Content-Type": "image/png"}
            )
        if is_named(LIKENESS):
            kept = {"name": LIKENESS, "values": [0.25, -0.5, 1]}
            told = client.put(
                f"/image/{known[IMAGE]}/setEmbeddings", params={"extensionId": EXTENSIONS[0]}, json=[kept]
            )
            assert told.status_code == 204, told.text
        if is_named(*SIGNATURES.values()):
            known |= signed(client, known[IMAGE])
        yield known


def signed(client: httpx.Client, image: str) -> dict[Any, Any]:
    """What is in the media URLs of an image."""
    found: dict[Any, Any] = {}
    for wanted, signature in SIGNATURES.items():
        told = client.get(f"/image/{image}/mediaUrl?{wanted}")
        assert told.status_code == 200, told.text
        query = parse_qs(urlsplit(told.json()["url"]).query)
        assert query["issuer"] == ["0"], "asked for with the master key"
        found |= {signature: query["signature"][0], VERSION: query["version"][0], EXPIRES: int(query["expires"][0])}
    return found


def install(client: httpx.Client, state: str, archive: bytes = ARCHIVE) -> None:
    """The installed extension of the examples."""
    headers = {"Content-Type": "application/zip"}
    _made(client, "/extension/install", {"state": state}, content=archive, headers=headers)


def uninstall(client: httpx.Client) -> None:
    """Removes it again, if it is there."""
    assert client.delete(f"/extension/{INSTALLED}/uninstall").status_code in {204, 404}


def removed(server: Server, client: httpx.Client, repository: str) -> None:
    """Deletes a repository as soon as it is not being scanned."""
    answer = httpx.Response(409)
    while answer.status_code == 409:
        server.settled()
        answer = client.delete(f"/repository/{repository}/delete")
    assert answer.status_code in {204, 404}, answer.text


def _repository(server: Server, client: httpx.Client, folder: Path) -> dict[Any, Any]:
    folder.mkdir()
    (folder / "a beacon.png").write_bytes(picture("PNG", seed=next(_seeds)))
    wanted = {"type": "file", "name": f"spare {uuid4()}", "url": folder.as_uri()}
    repository = _made(client, "/repository/create", wanted)["id"]
    server.settled()
    origin = {"kind": "repositories", "ids": [repository]}
    (record,) = client.post("/image/search/summaries", json={"filter": {"origin": origin}}).json()["items"]
    return {REPOSITORY: repository, IMAGE: record["id"], FILE: record["url"]}


def _made(client: httpx.Client, path: str, query: Mapping[str, str], **body: Any) -> Any:
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
