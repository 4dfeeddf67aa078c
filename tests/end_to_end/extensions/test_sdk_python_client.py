"""The client of the Python SDK, in a separate process, against a real server."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.imaging.pictures import write_pictures
from tests.support.services.servers import Server, running_server

pytestmark = pytest.mark.e2e

SDK = Path(__file__).parents[3] / "sdk" / "python"
EXTENSION = "client"

PROGRAM = """
import asyncio, json, sys
from facetry_extension import ApiError, views
from facetry_extension.api import Client

async def main(url, key):
    async with Client(url, key, extension_id="client") as api:
        results = {"ping": await api.miscellaneous_ping(), "ready": (await api.readyz())["state"]}
        page = await api.image_search_ids({"range": {"take": 2, "skip": 0}})
        results["page"] = [len(page["items"]), page["totalCount"]]
        results["stream"] = [each async for each in api.image_search_id_stream({})]
        image, other = page["items"]
        results["image"] = (await api.image_get(image))["id"] == image
        picture = await api.image_download(image, width=32, format="PNG")
        results["picture"] = picture[:4].hex()
        results["format"] = await api.image_format(picture)
        results["converted"] = (await api.image_convert(picture, format="JPEG", quality=50))[:3].hex()
        await api.image_set_tags(image, ["sky", "sea"])
        await api.image_ensure_tags(image, ["sun"])
        results["tags"] = await api.image_get_tags(image)
        results["counts"] = await api.repository_tag_counts(text="su", extension_ids=["client"], count=5)
        card = views.Card("Sky", [views.NumberStars(3)], actions=[views.ExternalLink("Map", "https://example.org/")])
        feature = {"type": "annotation", "format": "ui", "name": "card", "value": card.to_json()}
        await api.image_set_features(image, [feature])
        results["feature"] = (await api.image_get_features(image))[0] == feature
        for each, values in ((image, [1.0, 0.0]), (other, [0.0, 1.0])):
            await api.image_set_embeddings(each, [{"name": "look", "values": values}])
        found = await api.image_closest_images(image, name="look", count=2)
        results["closest"] = [(each["image"]["id"] == image, round(each["distance"], 3)) for each in found]
        try:
            await api.image_set_tags(image, ["fine", "no tag!"])
        except ApiError as error:
            results["refused"] = [error.status, error.rule, error.pointer]
        try:
            await api.image_get("00000000-0000-4000-8000-000000000000")
        except ApiError as error:
            results["unknown"] = [error.status, error.rule]
        made = await api.collection_create({"criteria": {"tags": {"values": ["sun"]}}}, name="Sunny", comment="a b&c")
        results["collection"] = [made["name"], made["comment"]]
        await api.collection_delete(made["id"])
        return results

print(json.dumps(asyncio.run(main(*sys.argv[1:]))))
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    directory = tmp_path_factory.mktemp("client")
    write_pictures(directory / "pictures", 4)
    with running_server(directory, [directory / "pictures"]) as running:
        running.run_command("extension", "register", EXTENSION)
        yield running


def test_the_client_calls_operations_of_every_kind(server: Server) -> None:
    command = [sys.executable, "-W", "error", "-c", PROGRAM, server.url, server.key]
    process = subprocess.run(command, env={"PYTHONPATH": str(SDK)}, capture_output=True, text=True, check=False)
    assert process.returncode == 0, process.stderr
    results: dict[str, Any] = json.loads(process.stdout)
    assert len(results.pop("stream")) >= 4
    assert results == {
        "ping": "pong",
        "ready": "ready",
        "page": [2, 4],
        "image": True,
        "picture": "89504e47",
        "format": {"value": "PNG"},
        "converted": "ffd8ff",
        "tags": ["sea", "sky", "sun"],
        "counts": [{"id": EXTENSION, "value": "sun", "count": 1}],
        "feature": True,
        "closest": [[False, 1.0]],
        "refused": [400, "schema.pattern", "/1"],
        "unknown": [404, "image.unknown"],
        "collection": ["Sunny", "a b&c"],
    }
