"""The examples of specs/examples are sent: valid ones succeed, and each invalid one is refused by its own rule."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import httpx
import pytest

from facetry.contract.example_requests.examples import ARCHIVE, EXTENSIONS, PICTURE, TEXT, Example, examples
from tests.contract.description import Operation, operations
from tests.contract.example_resources import create_resources, delete_repository, install, uninstall
from tests.support.contract.problem_pages import problems_without_page
from tests.support.contract.reference_checks import check_exchanges
from tests.support.imaging.pictures import write_pictures
from tests.support.services.servers import Server, running_server

LARGE: Final = 4_194_304
BINARY: Final = tuple(operation for operation in operations() if operation.takes_bytes)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    directory = tmp_path_factory.mktemp("answered")
    write_pictures(directory / "pictures", 12)
    with running_server(
        directory, [directory / "pictures"], program="tests.support.extensions.text_vector_server"
    ) as running:
        for extension in EXTENSIONS:
            running.run_command("extension", "register", extension)
        yield running
        count, faults = check_exchanges(running.recorder.exchanges)
        print(f"examples: {count} exchanges checked, {len(faults)} faults")
        assert not faults, "\n".join(faults)
        assert problems_without_page(running.recorder.exchanges) == set()


@pytest.fixture(scope="module")
def client(server: Server) -> Iterator[httpx.Client]:
    with server.client() as opened:
        yield opened


@pytest.fixture(scope="module")
def shared_resources(
    server: Server, client: httpx.Client, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Mapping[Any, Any]]:
    """The resources that replace the identifiers of the invalid examples."""
    with create_resources(server, client, tmp_path_factory.mktemp("lasting")) as known:
        yield known


@pytest.mark.parametrize("example", examples("valid"), ids=str)
def test_valid(example: Example, server: Server, client: httpx.Client, tmp_path: Path) -> None:
    with create_resources(server, client, tmp_path, example) as known:
        ready = example.on(known)
        answer = client.request(ready.operation.method, ready.target(), **ready.request_options())
        assert answer.status_code in example.operation.successes, answer.text
        if example.operation.operation_id in {"repositoryCreate", "repositoryEnsure"}:
            delete_repository(server, client, answer.json()["id"])  # the next example takes the same name
        elif example.operation.operation_id == "extensionInstall":
            uninstall(client)
        elif example.operation.operation_id == "collectionCreate":
            assert client.delete(f"/collection/{answer.json()['id']}/delete").status_code == 204


@pytest.mark.parametrize("example", examples("invalid"), ids=str)
def test_invalid(example: Example, client: httpx.Client, shared_resources: Mapping[Any, Any]) -> None:
    ready = example.on(shared_resources)
    answer = client.request(ready.operation.method, ready.target(), **ready.request_options())
    assert answer.status_code == 400, answer.text
    assert answer.json()["rule"] == example.rule, answer.text


def test_every_operation_is_here() -> None:
    assert {each.operation.operation_id for each in examples("invalid")} == {each.operation_id for each in operations()}


@pytest.mark.parametrize("operation", BINARY, ids=lambda operation: operation.operation_id)
def test_bodies_of_bytes(operation: Operation, client: httpx.Client, shared_resources: Mapping[Any, Any]) -> None:
    """Every declared media type is accepted with any bytes; other media types and empty bodies are refused."""
    example = next(each for each in examples("valid") if each.operation == operation and not _names(each))
    ready = example.on(shared_resources)
    sample = ARCHIVE if operation.takes_archive else TEXT if operation.takes_text else PICTURE
    some = operation.media_types[0]

    def ask(media_type: str | None, content: bytes = sample) -> tuple[int, str]:
        headers = {} if media_type is None else {"Content-Type": media_type}
        if operation.operation_id == "extensionInstall":
            uninstall(client)
        answer = client.request(operation.method, ready.target(), content=content, headers=headers)
        return answer.status_code, "" if answer.status_code in operation.successes else answer.json()["rule"]

    for media_type in operation.media_types:
        status, rule = ask(media_type)
        assert status in operation.successes, (media_type, rule)
    for media_type in {"application/json", "image/tiff", "image/*", "text/plain", "text/*"} - {*operation.media_types}:
        assert ask(media_type) == (415, "media-type.unsupported"), media_type
    assert ask(None) == (415, "media-type.missing")
    assert ask(some, b"") == (400, "body.missing")
    if operation.operation_id == "extensionInstall":
        install(client, "enabled")  # as it was, for the others
    if operation.max_bytes <= LARGE:  # the others are measured by the hostile corpora, which record nothing
        assert ask(some, sample.ljust(operation.max_bytes + 1)) == (413, "body.too-large")


def _names(example: Example) -> bool:
    """Whether the example can succeed only once, because it names a new file."""
    return "nameWithoutExtension" in example.query
