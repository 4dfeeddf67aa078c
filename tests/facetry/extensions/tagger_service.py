"""A service with images and an extension runtime, and the archive of an extension that tags images."""

from __future__ import annotations

import asyncio
import contextlib
import io
import sys
import zipfile
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import UUID

import orjson
from sqlalchemy import Connection

from facetry.extensions.assembly import assemble
from facetry.extensions.process.restart_policy import RestartPolicy
from facetry.extensions.runtime import Runtime
from facetry.extensions.runtime_configuration import RuntimeConfiguration
from facetry.library import installed_extensions
from facetry.library.api_keys import ApiKeys
from facetry.library.facets import tags
from facetry.library.tasks import ledger
from facetry.server.http_server import build_server, listen
from facetry.store.store import Store
from tests.support.libraries.stores import add_images, add_repository

QUICK_POLICY = RestartPolicy(
    connect_seconds=20.0, grace_seconds=2.0, first_delay=0.05, longest_delay=0.2, max_crashes=3
)
CONFIGURATION = RuntimeConfiguration(QUICK_POLICY)
PROGRAM = """
import asyncio, json, sys
sys.path[:0] = {path!r}
import aiohttp, socketio

parameters = json.load(open("parameters.json"))
me = {{"apiKey": parameters["apiKey"], "extensionId": parameters["extensionId"]}}
client = socketio.AsyncClient(reconnection=False)


@client.event
async def connect():
    await client.call("connection", {{**me, "isOpen": True, "sdkVersion": "1.0.0", "environment": "python"}})


@client.on("events")
async def events(message):
    if message["channel"] in ("extension.versions", "extension.ready"):
        return True
    if message["channel"] == "image.computeTags":
        address = f"{{parameters['webServicesBaseUrl']}}/tags/{{message['value']['id']}}"
        headers = {{"Authorization": f"Bearer {{parameters['apiKey']}}"}}
        async with aiohttp.ClientSession() as session:
            async with session.put(address, json=["{tag}"], headers=headers) as answer:
                assert answer.status == 204, await answer.text()


async def main():
    await client.connect(parameters["webServicesBaseUrl"], transports=["websocket"])
    await client.wait()


asyncio.run(main())
"""


def manifest(**changes: Any) -> dict[str, Any]:
    return {
        "id": "tagger",
        "version": "1.0.0",
        "name": "Tagger",
        "description": "Tags.",
        "categories": ["enrichment"],
        "runtimes": [],
        "instructions": [
            {
                "events": ["process.started", "image.computeTags"],
                "capabilities": [{"id": "image.tags"}],
                "execution": {"executable": sys.executable, "arguments": ["main.py"]},
            }
        ],
        "settings": {"type": "object", "properties": {"threshold": {"type": "number", "default": 0.5}}},
        **changes,
    }


def write_archive(folder: Path, *, tag: str = "seen", program: str | None = None, **changes: Any) -> Path:
    """The archive of an extension that writes the tag for each image that it is sent."""
    code = PROGRAM.format(path=[path for path in sys.path if "site-packages" in path], tag=tag)
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("manifest.json", orjson.dumps(manifest(**changes)))
        archive.writestr("main.py", program or code)
    file = folder / "extension.zip"
    file.write_bytes(data.getvalue())
    return file


@dataclass
class Service:
    """A store with images, its extension runtime, and an HTTP endpoint for writing tags."""

    store: Store
    keys: ApiKeys
    runtime: Runtime
    images: list[UUID]

    def tags(self) -> list[list[str]]:
        return self.store.read_now(
            lambda connection: [sorted(tags.of_extension(connection, image, "tagger")) for image in self.images]
        )

    def counts(self) -> dict[str, dict[str, int]]:
        def query(connection: Connection) -> dict[str, dict[str, int]]:
            return ledger.counts(connection, installed_extensions.require(connection, "tagger").key)

        return self.store.read_now(query)

    async def until(self, condition: Callable[[], bool], seconds: float = 30.0) -> None:
        try:
            async with asyncio.timeout(seconds):
                while not condition():  # noqa: ASYNC110  # the condition has no event
                    await asyncio.sleep(0.02)
        except TimeoutError:
            status = self.runtime.status("tagger")
            raise AssertionError(f"the condition did not become true: {status}") from None


@contextlib.asynccontextmanager
async def serve(
    folder: Path, images: int = 10, configuration: RuntimeConfiguration = CONFIGURATION
) -> AsyncIterator[Service]:
    is_new = not (folder / "library.db").exists()
    store = Store(folder / "library.db")
    ledger.register(store)
    keys = ApiKeys(store)
    listener = listen("127.0.0.1", 0)
    url = f"http://127.0.0.1:{listener.getsockname()[1]}"
    runtime = assemble(store, keys, folder / "extensions", url, configuration)

    async def app(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "websocket":
            await runtime.gateway(scope, receive, send)
        elif scope["type"] == "lifespan":
            await receive()
            await runtime.begin()
            await send({"type": "lifespan.startup.complete"})
            await receive()
            await runtime.stop()
            await send({"type": "lifespan.shutdown.complete"})
        else:
            secret = dict(scope["headers"])[b"authorization"].decode().removeprefix("Bearer ")
            principal = await keys.authenticate(secret)
            assert principal is not None
            extension = principal.extension_id
            assert extension is not None
            body = orjson.loads((await receive())["body"])
            image = UUID(scope["path"].rpartition("/")[2])
            await store.write(lambda work: tags.replace(work, image, extension, body))
            await send({"type": "http.response.start", "status": 204, "headers": []})
            await send({"type": "http.response.body"})

    if is_new:
        image_ids = add_images(store, add_repository(store), [f"{number}.jpg" for number in range(images)])
        (folder / "images.json").write_bytes(orjson.dumps([str(id) for id in image_ids]))
    ids = [UUID(id) for id in orjson.loads((folder / "images.json").read_bytes())]
    server = build_server(app)
    task = asyncio.create_task(server.serve(sockets=[listener]))
    service = Service(store, keys, runtime, ids)
    await service.until(lambda: server.started)
    try:
        yield service
    finally:
        server.should_exit = True
        await task
        store.close()
