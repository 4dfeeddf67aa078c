"""A kit extension, installed over HTTP into a real server: clients find the facets that it computes."""

from __future__ import annotations

import io
import json
import os
import sys
import time
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import httpx

from tests.support.extensions.packages import manifest
from tests.support.imaging.pictures import write_pictures
from tests.support.services.servers import Server, running_server

KIT: Final = Path(__file__).parents[3] / "sdk" / "python"
IMAGES: Final = 12
PROGRAM: Final = """
import sys
sys.path[:0] = {path!r}
from facetry_extension import Communicator, Extension


class Namer(Extension):
    async def on_compute_image_tags(self, communicator: Communicator, image_id: str) -> None:
        record = await communicator.api.image_get(image_id)
        await communicator.set_tags(image_id, ["named", record["format"]])

    async def on_compute_image_embeddings(self, communicator: Communicator, image_id: str) -> None:
        await communicator.set_embeddings(image_id, {{"shape": [1.0, float(int(image_id[:2], 16))]}})

    async def on_text_embeddings(self, communicator: Communicator, text: str) -> list[float]:
        return [1.0, float(len(text))]


Namer().run()
"""


def archive() -> bytes:
    path = [str(KIT), *(each for each in sys.path if "site-packages" in each)]
    capabilities = {
        "image.tags": "image.computeTags",
        "image.embeddings": "image.computeEmbeddings",
        "text.embeddings": "text.computeEmbeddings",
    }
    instructions = {
        "events": ["process.started", *capabilities.values()],
        "capabilities": [{"id": id} for id in capabilities],
        "execution": {"executable": sys.executable, "arguments": ["main.py"]},
    }
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as packed:
        packed.writestr("manifest.json", json.dumps(manifest("namer", instructions=[instructions])))
        packed.writestr("main.py", PROGRAM.format(path=path))
    return data.getvalue()


def wait_for(condition: Callable[[], bool], server: Server, client: httpx.Client, seconds: float = 40.0) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        state: Any = client.get("/extension/activities").json(), client.get("/extension/namer/logs").json()
        assert time.monotonic() < deadline, state
        time.sleep(0.1)
    server.wait_until_scanned()


def found(client: httpx.Client, **criteria: Any) -> int:
    answer = client.post("/image/search/ids", json={"filter": {"criteria": criteria}})
    assert answer.status_code == 200, answer.text
    return int(answer.json()["totalCount"])


def test_an_extension_of_the_kit_from_archive_to_search_results(tmp_path: Path) -> None:
    write_pictures(tmp_path / "pictures", IMAGES)
    with running_server(tmp_path, [tmp_path / "pictures"]) as server, server.client() as client:
        server.wait_until_scanned()
        headers = {"Content-Type": "application/zip"}
        response = client.post("/extension/install?state=enabled", content=archive(), headers=headers)
        assert response.status_code == 201, response.text
        criterion = {"extensionId": "namer", "name": "shape", "values": [1.0, 1.0], "maxDistance": 2}
        wait_for(lambda: found(client, tags={"values": ["named"]}) == IMAGES, server, client)
        wait_for(lambda: found(client, similarity=criterion) == IMAGES, server, client)
        (activity,) = client.get("/extension/activities").json()
        assert (activity["process"], activity["connection"], activity["isInError"]) == ("started", "started", False)
        assert activity["kind"] == "connected"

        like = client.get("/image/textToImages", params={"text": "dusk", "extensionId": "namer", "name": "shape"})
        assert like.status_code == 200, like.text
        assert len(like.json()) == IMAGES

        assert client.put("/extension/namer/changeState?state=paused").status_code == 204
        key = json.loads(next(server.extensions_dir.rglob("parameters.json")).read_text())["apiKey"]
        with httpx.Client(base_url=server.url, trust_env=False) as former:
            assert former.get("/apiSecret/self", headers={"Authorization": f"Bearer {key}"}).status_code == 401
        write_pictures(tmp_path / "pictures" / "more", 3)
        wait_for(lambda: found(client) == IMAGES + 3, server, client)
        assert found(client, tags={"values": ["named"]}) == IMAGES
        assert client.put("/extension/namer/changeState?state=enabled").status_code == 204
        wait_for(lambda: found(client, tags={"values": ["named"]}) == IMAGES + 3, server, client)

        assert client.delete("/extension/namer/uninstall").status_code == 204
        assert found(client, tags={"values": ["named"]}) == 0
        assert client.get("/repository/embeddingsNames").json() == []


def test_the_operator_sets_the_size_of_archives(tmp_path: Path) -> None:
    """The description that the service shows has the limit."""
    model = os.urandom(16 * 1024**2)
    with zipfile.ZipFile(tmp_path / "large.zip", "w") as file:
        file.writestr("manifest.json", zipfile.ZipFile(io.BytesIO(archive())).read("manifest.json"))
        file.writestr("model", model)
    size = (tmp_path / "large.zip").stat().st_size
    headers = {"Content-Type": "application/zip"}
    outcomes = []
    for limit in (size, size - 1):
        folder = tmp_path / str(limit)
        folder.mkdir()
        environment = {"FACETRY_EXTENSIONS__ARCHIVE_BYTES": str(limit)}
        with running_server(folder, [], extra_environment=environment) as server, server.client() as client:
            description = client.get("/openapi.json").json()
            assert description["paths"]["/extension/install"]["post"]["requestBody"]["x-max-bytes"] == limit
            content = (tmp_path / "large.zip").read_bytes()
            answer = client.post("/extension/install?state=paused", content=content, headers=headers)
            outcomes.append((answer.status_code, answer.json().get("rule")))
            found = list(server.extensions_dir.glob("installed/*/*/model"))
            assert [path.read_bytes() == model for path in found] == [True] * (limit == size)
    assert outcomes == [(201, None), (413, "body.too-large")]
