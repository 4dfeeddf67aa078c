"""Texts over HTTP: the vector of a text comes from the extension asked about, or from one of the same vector space."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any, Final

import httpx
import pytest

from tests.support.extensions.packages import archive, program
from tests.support.imaging.pictures import write_pictures
from tests.support.services.servers import running_server

NAME: Final = "shape"
SECONDS: Final = 40.0
MODEL: Final = """
from facetry_extension import Extension


class Model(Extension):
    async def on_text_embeddings(self, communicator, text):
        return [0.0, 0.0] if text == "nothing" else [1.0, float(len(text))]


Model().run()
"""


def declaring(id: str, **spaces: str | None) -> bytes:
    """An extension with embeddings of images, of texts or of both, in these vector spaces."""
    topics = {"image": "image.computeEmbeddings", "text": "text.computeEmbeddings"}
    capabilities = [
        {"id": f"{kind}.embeddings", **({} if space is None else {"vectorSpace": space})}
        for kind, space in spaces.items()
    ]
    instructions = {
        "events": ["process.started", *(topics[kind] for kind in spaces)],
        "capabilities": capabilities,
        "execution": {"executable": "./run", "arguments": []},
    }
    return archive(id, program(MODEL), instructions=[instructions])


def install(client: httpx.Client, content: bytes, state: str) -> None:
    headers = {"Content-Type": "application/zip"}
    answer = client.post("/extension/install", params={"state": state}, content=content, headers=headers)
    assert answer.status_code == 201, answer.text


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """A service with one extension that makes vectors of texts, with two components, in the space "clip"."""
    folder = tmp_path_factory.mktemp("texts")
    write_pictures(folder / "pictures", 1)
    with running_server(folder, [folder / "pictures"]) as server, server.client() as client:
        server.wait_until_scanned()
        server.run_command("extension", "register", "by-hand")
        install(client, declaring("speaker", text="clip"), "enabled")
        install(client, declaring("same-space", image="clip"), "paused")
        install(client, declaring("other-space", image="another-model"), "paused")
        install(client, declaring("no-space", image=None), "paused")
        (image,) = client.post("/image/search/ids", json={}).json()["items"]
        lengths = {"by-hand": 3, "same-space": 2, "other-space": 2, "no-space": 2}
        for id, length in lengths.items():
            vectors = [{"name": NAME, "values": [1.0] * length}, {"name": "wide", "values": [1.0] * 3}]
            answer = client.put(f"/image/{image}/setEmbeddings", params={"extensionId": id}, json=vectors)
            assert answer.status_code == 204, answer.text
        deadline = time.monotonic() + SECONDS
        while nearest(client, "speaker").status_code == 503:
            assert time.monotonic() < deadline, client.get("/extension/activities").text
        yield client


def nearest(client: httpx.Client, id: str, name: str = NAME, text: str = "dusk") -> httpx.Response:
    return client.get("/image/textToImages", params={"text": text, "extensionId": id, "name": name})


def search(client: httpx.Client, id: str, name: str = NAME, text: str = "dusk") -> httpx.Response:
    criteria = {"similarity": {"extensionId": id, "name": name, "text": text}}
    return client.post("/image/search/ids", json={"filter": {"criteria": criteria}})


def refusal(answer: httpx.Response) -> dict[str, Any]:
    assert answer.status_code == 503, answer.text
    problem: dict[str, Any] = answer.json()
    assert problem["rule"] == "embedding.source"
    assert "pointer" not in problem
    assert "parameter" not in problem
    return problem


@pytest.mark.parametrize("ask", [nearest, search])
def test_an_extension_of_the_same_vector_space_makes_the_vector(client: httpx.Client, ask: Any) -> None:
    answer = ask(client, "same-space")
    assert answer.status_code == 200, answer.text
    assert answer.json()


@pytest.mark.parametrize("ask", [nearest, search])
@pytest.mark.parametrize("id", ["other-space", "no-space", "by-hand"])
def test_numbers_of_another_model_are_never_compared(client: httpx.Client, ask: Any, id: str) -> None:
    assert id in refusal(ask(client, id))["detail"]


@pytest.mark.parametrize("ask", [nearest, search])
@pytest.mark.parametrize(("name", "text"), [("wide", "dusk"), (NAME, "nothing")])
def test_a_vector_with_a_fault_is_the_fault_of_its_extension(
    client: httpx.Client, ask: Any, name: str, text: str
) -> None:
    detail = refusal(ask(client, "same-space", name, text))["detail"]
    assert detail.startswith(f"The extension speaker returned a vector that {name} of same-space cannot be compared")


def test_a_client_is_told_of_its_own_vector(client: httpx.Client) -> None:
    body = {"name": NAME, "values": [1.0]}
    answer = client.put("/image/closestEmbeddingsImages", params={"extensionId": "same-space"}, json=body)
    assert (answer.status_code, answer.json()["pointer"]) == (400, "/values")
