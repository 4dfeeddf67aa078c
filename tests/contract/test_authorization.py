"""The authorization matrix: every operation × every state of a key, with the answer that the description promises."""

import itertools
import json
import re
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any, Final, get_args

import httpx
import pytest

from facetry.contract.authorization.credentials import Keyring, bearer
from facetry.contract.example_requests.examples import (
    PICTURE,
)
from facetry.contract.example_requests.operation_requests import Requests
from facetry.service.library_database import DATABASE
from facetry.validate.manifest.permissions import DEFAULT_SCOPES
from generated.models import ManifestScope
from tests.contract.credentials import OWNER, ExpectedAnswer, SentCredential, credentials
from tests.contract.description import Operation, document, every_scope, operations
from tests.contract.example_resources import serve_bundle
from tests.support.contract.reference_checks import check_exchanges
from tests.support.extensions.extension_keys import key_of
from tests.support.extensions.packages import answering_archive, archive, manifest
from tests.support.imaging.pictures import write_pictures
from tests.support.services.server_databases import change_rows, rows_of, tables_of
from tests.support.services.servers import Server, running_server

CELLS_AT_LEAST: Final = 5_000
JUDGED_OF_A_KIND: Final = 5
"""How many exchanges with the same operation, status and rule the reference validators judge: bodies are the same."""
PICTURES: Final = 90
KEY: Final = re.compile(r"fct_[A-Za-z0-9_-]+")
PROBLEM: Final = "application/problem+json"


def _registered(server: Server, client: httpx.Client, id: str) -> str:
    """Register an extension and return its key."""
    output = server.run_command("extension", "register", id)
    found = KEY.search(output)
    assert found is not None, f"no key in {output!r}"
    assert Keyring(client, server.key).whoami(found[0]).json()["extensionId"] == id
    return found[0]


def _as_installed(server: Server, client: httpx.Client, id: str) -> None:
    """Replace a registered extension, which has a key, by an installed one that answers commands."""
    statement = "UPDATE extension SET manifest = :manifest, folder = 'none' WHERE id = :id"
    change_rows(server.data_dir, statement, manifest=json.dumps(manifest(id)), id=id)
    updated = client.put(
        f"/extension/{id}/update?state=enabled",
        content=answering_archive(id),
        headers={"Content-Type": "application/zip"},
    )
    assert updated.status_code == 200, updated.text
    while not any(each["connection"] == "started" for each in client.get("/extension/activities").json()):
        time.sleep(0.05)


def _keys_of_scopes(server: Server, client: httpx.Client) -> list[SentCredential]:
    """Keys of installed extensions: one with the default scopes, and one for each scope that a manifest can ask for."""
    found = []
    scopes = sorted(get_args(ManifestScope.__value__))
    for id, asked in [("by-default", None), *((f"scope-{number}", [scope]) for number, scope in enumerate(scopes))]:
        query: dict[str, Any] = {"state": "enabled", "grant": asked or []}
        changes: dict[str, Any] = {} if asked is None else {"permissions": {"scopes": asked}}
        content = archive(id, **changes)
        headers = {"Content-Type": "application/zip"}
        installed = client.post("/extension/install", params=query, content=content, headers=headers)
        assert installed.status_code == 201, installed.text
        granted = DEFAULT_SCOPES if asked is None else frozenset(asked)
        name = f"key of an extension with {'the default' if asked is None else asked[0]}"
        found.append(SentCredential(name, bearer(key_of(server, id)), scopes=granted, extension=id))
    return found


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    directory = tmp_path_factory.mktemp("authorization")
    write_pictures(directory / "pictures", PICTURES, formats=("PNG",))
    options: dict[str, Any] = {
        "program": "tests.support.extensions.text_vector_server",
        "extra_environment": {"FACETRY_EXTENSIONS__CONNECT_SECONDS": "3600"},  # programs that never connect go on
    }
    with running_server(directory, [directory / "pictures"], **options) as running:
        yield running
        count, faults = check_exchanges(running.recorder.exchanges, JUDGED_OF_A_KIND)
        print(f"authorization: {count} exchanges checked, {len(faults)} faults")
        assert not faults, "\n".join(faults)


@pytest.fixture(scope="module")
def client(server: Server) -> Iterator[httpx.Client]:
    with server.client() as opened:
        yield opened


@pytest.fixture(scope="module")
def matrix(server: Server, client: httpx.Client) -> tuple[list[SentCredential], Requests]:
    found = credentials(Keyring(client, server.key), lambda identifier: _registered(server, client, identifier))
    _as_installed(server, client, OWNER)
    found += _keys_of_scopes(server, client)
    images = client.post("/image/search/ids", json={"range": {"take": 1_000}}).json()["items"]
    repository = client.get("/repository/list").json()[0]["id"]
    secret = client.post("/apiSecret/create", params={"type": "key", "name": "stays"}).json()["id"]
    collection = client.post("/collection/create", params={"name": "stays"}, json={}).json()["id"]
    attachment = client.post(
        "/imageAttachment/create",
        params={"imageId": images[0], "extensionId": OWNER, "mimeType": "image/png"},
        content=PICTURE,
        headers={"Content-Type": "image/png"},
    ).json()
    folder = server.data_dir.parent / "folders"
    folder.mkdir()
    resources = (images, repository, secret, collection, attachment, OWNER, OWNER)
    serve = partial(serve_bundle, client, OWNER)
    key = client.post("/apiSecret/create", params={"type": "key", "name": "sign in"}).json()["value"]
    requests = Requests(client, folder, *resources, answering=answering_archive, bundle=serve, sign_in_key=key)
    return found, requests


def test_every_operation_has_a_rule() -> None:
    """Each operation has scopes, or a reason why it has none."""
    for operation in operations():
        assert operation.public != bool(operation.scopes or operation.any_key), operation.operation_id
        schemes = document()["paths"][operation.path][operation.method.lower()]["security"]
        needed = {frozenset(scopes) for scheme in schemes for scopes in scheme.values()}
        assert len(needed) <= 1, f"{operation.operation_id} needs other scopes by another scheme"
        if operation.owner is not None:
            assert operation.parameter(operation.owner) is not None, operation.operation_id


def test_matrix(server: Server, matrix: tuple[list[SentCredential], Requests]) -> None:
    found, requests = matrix
    cells = [
        (operation, credential, credential.expected_answer(operation))
        for operation in operations()
        for credential in found
    ]
    assert len({credential.name for credential in found}) == len(found)
    deviations: list[str] = []
    kinds: Counter[str] = Counter()
    requests.settled()
    before = settled_dump(server)
    with httpx.Client(base_url=server.url, timeout=30, trust_env=False) as plain:
        plain.event_hooks["response"] = [server.recorder.record_response]
        for operation, refused in itertools.groupby(
            (cell for cell in cells if cell[2].status is not None), key=lambda cell: cell[0]
        ):
            target, body = requests.of(operation, is_refused=True)
            for _, credential, expected_answer in refused:
                kinds[str(expected_answer.status)] += 1
                deviations += _deviations(
                    _ask(plain, operation, target, body, credential), operation, credential, expected_answer
                )
        after = dump(server)
        for operation, credential, expected_answer in cells:
            if expected_answer.status is None:
                kinds["granted"] += 1
                target, body = requests.of(operation, is_refused=False)
                deviations += _deviations(
                    _ask(plain, operation, target, body, credential), operation, credential, expected_answer
                )
    print(
        f"authorization matrix: {len(operations())} operations × {len(found)} keys = {len(cells)} cells "
        f"({dict(sorted(kinds.items()))}), {len(deviations)} deviations"
    )
    assert not deviations, "\n".join(deviations)
    assert changes(before, after) == []
    assert len(cells) >= CELLS_AT_LEAST


def test_dump_changes_with_writes(server: Server, matrix: tuple[list[SentCredential], Requests]) -> None:
    """The dump that the matrix compares changes when something is written."""
    _, requests = matrix
    before = dump(server)
    written = requests.client.put(
        f"/image/{requests.images[0]}/setTags", params={"extensionId": OWNER}, json=["seen-by-the-dump"]
    )
    assert written.status_code == 204
    assert len(changes(before, dump(server))) >= 2, "the tag and its event"
    stored = requests.client.post(
        f"/repository/{requests.repository}/storeImage", content=PICTURE, headers={"Content-Type": "image/png"}
    )
    assert stored.status_code == 201
    assert any(change.startswith("files: ") for change in changes(before, dump(server)))


def test_no_key_makes_a_stronger_one(client: httpx.Client, server: Server) -> None:
    """A key cannot create one with more scopes, a later expiry or another extension."""
    scopes = frozenset({"apisecret:write", "image:read"})
    expires = int(time.time() * 1_000) + 3_600_000
    key = Keyring(client, server.key).create(scopes, expires)[1]
    headers = dict(bearer(key))
    asked: dict[str, str | int] = {"type": "key", "name": "stronger", "expirationDate": expires}
    for scope in sorted(every_scope() - scopes):
        answer = client.post("/apiSecret/create", params={**asked, "scope": scope}, headers=headers)
        assert (answer.status_code, answer.json()["rule"]) == (403, "scope.beyond-own"), scope
    for later in ({"expirationDate": expires + 1}, {"expirationDate": 253_402_300_799_999}):
        answer = client.post("/apiSecret/create", params={**asked, "scope": "image:read", **later}, headers=headers)
        assert 400 <= answer.status_code < 404, answer.text
    fine = client.post("/apiSecret/create", params={**asked, "scope": "image:read"}, headers=headers)
    assert fine.status_code == 201, fine.text
    assert fine.json()["scope"] == "image:read"


def _ask(
    plain: httpx.Client, operation: Operation, target: str, body: dict[str, Any], credential: SentCredential
) -> httpx.Response:
    if credential.query:
        joint = "&" if "?" in target else "?"
        target += joint + "&".join(f"{name}={value}" for name, value in credential.query.items())
    headers = [*credential.headers, *body.get("headers", {}).items()]
    return plain.request(operation.method, target, **(body | {"headers": headers}))


def _deviations(
    answer: httpx.Response, operation: Operation, credential: SentCredential, expected_answer: ExpectedAnswer
) -> list[str]:
    cell = f"{operation.operation_id} × {credential.name}"
    if expected_answer.status is None:
        fine = answer.status_code in operation.successes
        return (
            [] if fine else [f"{cell}: {answer.status_code}, wanted {sorted(operation.successes)}: {answer.text[:300]}"]
        )
    found = []
    if answer.status_code != expected_answer.status:
        return [f"{cell}: {answer.status_code}, wanted {expected_answer.status}: {answer.text[:300]}"]
    if answer.headers.get("content-type") != PROBLEM:
        return [f"{cell}: no problem document"]
    problem = answer.json()
    if problem.get("rule") != expected_answer.rule:
        found.append(f"{cell}: the rule {problem.get('rule')}, wanted {expected_answer.rule}")
    challenge = answer.headers.get("www-authenticate")
    if expected_answer.challenge is not None and challenge != expected_answer.challenge:
        found.append(f"{cell}: the challenge {challenge}, wanted {expected_answer.challenge}")
    if expected_answer.rule == "scope.missing" and not credential.grants(frozenset()):
        found.append(f"{cell}: a key without any right")
    if expected_answer.rule == "scope.missing":
        missing = {scope for scope in operation.scopes if not credential.grants(frozenset({scope}))}
        if set(str(problem.get("scope")).split()) != missing:
            found.append(f"{cell}: names the scope {problem.get('scope')}, wanted {sorted(missing)}")
    return found


def dump(server: Server) -> Mapping[str, Counter[Any]]:
    """Every row of every table of the server's database, read by a second connection, and every other file."""
    rows = {
        name: Counter(map(repr, rows_of(server.data_dir, f'SELECT * FROM "{name}"')))  # noqa: S608  # our own names
        for name in tables_of(server.data_dir)
    }
    return rows | {"files": Counter(_files(server))}


def settled_dump(server: Server) -> Mapping[str, Counter[Any]]:
    """A dump after the last event about a program that was started before."""
    deadline = time.monotonic() + 30
    found = dump(server)
    while time.monotonic() < deadline:
        time.sleep(1.0)
        previous, found = found, dump(server)
        if not changes(previous, found):
            return found
    raise AssertionError("the server writes although nobody asks it to")


def _files(server: Server) -> Iterator[tuple[str, int, int]]:
    """Path, size and modification time of each file of the pictures and of the data folder."""
    for folder in (*server.pictures, server.data_dir):
        for file in folder.rglob("*"):
            if file.is_file() and not file.name.startswith(DATABASE):
                status = file.stat()
                yield str(file), status.st_size, status.st_mtime_ns


def changes(before: Mapping[str, Counter[Any]], after: Mapping[str, Counter[Any]]) -> list[str]:
    """The rows that were added or removed."""
    return [
        f"{name}: {row}"
        for name in sorted(before.keys() | after.keys())
        for row in ((before[name] - after[name]) + (after[name] - before[name]))
    ]
