"""The communicator: what hooks write, read and say."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

from facetry_extension import ApiError, Communicator, Extension, UnreachableError, views
from facetry_extension.testing import PICTURE, FakeService, HookError


class Array:
    """As those of numerical libraries: numbers that are none of Python's."""

    def __init__(self, *values: float) -> None:
        self.values = values

    def __iter__(self) -> Iterator[Any]:
        return (Number(value) for value in self.values)


class Number:
    def __init__(self, value: float) -> None:
        self.value = value

    def __float__(self) -> float:
        return float(self.value)


class Writer(Extension):
    async def on_compute_image_tags(self, communicator: Communicator, image_id: str) -> None:
        await communicator.set_tags(image_id, ["sky", "sky", "sea"])
        await communicator.ensure_tags(image_id, ["sun", "sun"])
        await communicator.ensure_tags(image_id, [])

    async def on_compute_image_features(self, communicator: Communicator, image_id: str) -> None:
        view = views.Container([views.NumberStars(4)])
        await communicator.set_features(
            image_id,
            [
                {"type": "caption", "format": "string", "name": "short", "value": "A lighthouse"},
                {"type": "annotation", "format": "ui", "value": view},  # type: ignore[typeddict-item]  # as documented
            ],
        )

    async def on_compute_image_embeddings(self, communicator: Communicator, image_id: str) -> None:
        await communicator.set_embeddings(image_id, {"look": Array(0.5, 1)})

    async def on_image_created(self, communicator: Communicator, image_id: str) -> Any:
        picture = await communicator.download(image_id, width=64, format="JPEG")
        size = await communicator.run(len, picture)
        metadata = await communicator.metadata(image_id)
        return [size, metadata, (await communicator.api.image_get(image_id))["name"], communicator.delivery is not None]

    async def on_image_updated(self, communicator: Communicator, image_id: str) -> Any:
        communicator.log.info("one")
        await communicator.run(communicator.log.warn, "two")
        communicator.notify({"progress": 0.5})
        return dict(await communicator.settings())


def test_what_is_written() -> None:
    async def main() -> None:
        async with FakeService() as service, service.running(Writer()):
            image = service.add_image()
            await service.compute_tags(image)
            await service.compute_features(image)
            await service.compute_embeddings(image)
            assert service.tags(image) == {"sky", "sea", "sun"}
            assert service.embeddings(image) == {"look": [0.5, 1.0]}
            assert service.features(image) == [
                {"type": "caption", "format": "string", "name": "short", "value": "A lighthouse"},
                {
                    "type": "annotation",
                    "format": "ui",
                    "value": '{"schemaVersion": "1.0", "elements": [{"type": "number-stars", "value": 4}]}',
                },
            ]
            operations = [call.operation for call in service.calls]
            assert operations == ["setTags", "ensureTags", "setFeatures", "setEmbeddings"]
            assert service.calls[0].query == {"extensionId": "extension"}

    asyncio.run(main())


def test_what_is_read() -> None:
    async def main() -> None:
        async with FakeService() as service, service.running(Writer()):
            image = service.add_image(metadata={"exif": "{}"}, name="lighthouse.png")
            answer = await service.send("image.created", {"id": image})
            assert answer == [len(PICTURE), {"exif": "{}"}, "lighthouse.png", True]
            assert service.calls[0].query == {"width": "64", "format": "JPEG"}

    asyncio.run(main())


def test_messages_and_facets() -> None:
    async def main() -> None:
        async with FakeService(settings={"language": "en"}) as service, service.running(Writer()) as extension:
            image = service.add_image()
            assert await service.send("image.updated", {"id": image}) == {"language": "en"}
            assert [(line["level"], line["message"], line["entity"]["id"]) for line in service.logs] == [
                ("info", "one", image),
                ("warn", "two", image),
            ]
            assert service.notifications == [{"progress": 0.5}]
            await service.change_settings({"language": "pl"})
            count = len(service.calls)
            assert await service.send("image.updated", {"id": image}) == {"language": "pl"}
            assert await extension.communicator.settings() == {"language": "pl"}
            assert len(service.calls) == count  # they were told, and need not be asked for
            extension.communicator.log.debug("outside of an event")
            while len(service.logs) < 5:
                await asyncio.sleep(0.01)
            assert service.logs[-1] == {"level": "debug", "message": "outside of an event"}

    asyncio.run(main())


def test_a_request_that_is_refused() -> None:
    async def main() -> None:
        async with FakeService() as service, service.running(Writer()) as extension:
            image, api = service.add_image(), extension.communicator.api
            service.fail("setTags", status=400, rule="tag.limit")
            with pytest.raises(HookError, match=r"ApiError: 400 tag\.limit"):
                await service.compute_tags(image)
            service.fail("setTags", status=503, rule="store.busy", times=2)  # is tried again
            await service.compute_tags(image)
            with pytest.raises(ApiError) as refused:
                await api.image_set_tags(image, ["fine", "no tag!"])
            assert (refused.value.status, refused.value.rule, refused.value.pointer) == (400, "schema.pattern", "/1")
            with pytest.raises(ApiError) as foreign:
                await api.image_set_tags(image, [], extension_id="another")
            assert foreign.value.status == 403
            with pytest.raises(ApiError) as unknown:
                await api.repository_list()
            assert unknown.value.rule == "fake.operation"
        with pytest.raises((UnreachableError, RuntimeError)):
            await api.image_get(image)

    asyncio.run(main())


def test_blocking_work_lets_other_events_through() -> None:
    go = threading.Event()

    class Model(Extension):
        async def on_image_created(self, communicator: Communicator, image_id: str) -> Any:
            await communicator.run(go.wait, 5)

        async def on_image_updated(self, communicator: Communicator, image_id: str) -> Any:
            go.set()

    async def main() -> None:
        async with FakeService() as service, service.running(Model()):
            started = time.monotonic()
            created = asyncio.create_task(service.send("image.created", {"id": service.add_image()}))
            await asyncio.sleep(0.05)
            await service.send("image.updated", {"id": service.add_image()})
            await created
            assert time.monotonic() - started < 4

    asyncio.run(main())
