"""The examples of specs/examples, sent: the valid ones succeed, each invalid one is refused by exactly its rule."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from tests.contract.description import operations
from tests.contract.examples import EXTENSIONS, FOLDERS, HOME, IMAGE, REPOSITORY, SECRET, Example, examples
from tests.contract.judges import judged
from tests.pictures import fill
from tests.servers import Server, serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    directory = tmp_path_factory.mktemp("answered")
    fill(directory / "pictures", 12)
    with serving(directory, [directory / "pictures"]) as running:
        for extension in EXTENSIONS:
            running.facetry("extension", "register", extension)
        yield running
        count, faults = judged(running.recorder.exchanges)
        print(f"examples: {count} exchanges judged, {len(faults)} faults")
        assert not faults, "\n".join(faults)


@pytest.fixture(scope="module")
def lasting(server: Server, tmp_path_factory: pytest.TempPathFactory) -> Mapping[Any, Any]:
    """What stands in for the identifiers of the examples that are refused."""
    return _stand_ins(server, tmp_path_factory.mktemp("lasting"))


def _stand_ins(server: Server, home: Path) -> Mapping[Any, Any]:
    for name in (*FOLDERS, "Spare"):
        (home / name).mkdir()
    with server.client() as client:
        images = client.post("/image/search/ids", json={}).json()["items"]
        secret = client.post("/apiSecret/create", params={"type": "key", "name": "of an example"}).json()["id"]
        spare = {"type": "file", "name": f"spare {uuid4()}", "url": (home / "Spare").as_uri()}
        repository = client.post("/repository/create", params=spare).json()["id"]
        server.settled()
        for extension in EXTENSIONS:
            client.put(f"/image/{images[-1]}/setTags", params={"extensionId": extension}, json=[])
        return {IMAGE: images[-1], REPOSITORY: repository, SECRET: secret, HOME: str(home)}


@pytest.mark.parametrize("example", examples("valid"), ids=str)
def test_valid(example: Example, server: Server, tmp_path: Path) -> None:
    with server.client() as client:
        ready = example.on(_stand_ins(server, tmp_path))
        answer = client.request(ready.operation.method, ready.target(), **_body(ready))
        assert answer.status_code in example.operation.successes, answer.text
        if example.operation.operation_id == "repositoryCreate":  # the next example takes the same name
            server.settled()
            assert client.delete(f"/repository/{answer.json()['id']}/delete").status_code == 204


@pytest.mark.parametrize("example", examples("invalid"), ids=str)
def test_invalid(example: Example, server: Server, lasting: Mapping[Any, Any]) -> None:
    with server.client() as client:
        ready = example.on(lasting)
        answer = client.request(ready.operation.method, ready.target(), **_body(ready))
    assert answer.status_code == 400, answer.text
    assert answer.json()["rule"] == example.rule, answer.text


def test_every_operation_is_here() -> None:
    assert {each.operation.operation_id for each in examples("invalid")} == {each.operation_id for each in operations()}


def _body(example: Example) -> dict[str, Any]:
    if example.has_body:
        return {"json": example.body}
    return {"headers": {"Content-Type": "application/json"}} if example.operation.takes_json else {}
