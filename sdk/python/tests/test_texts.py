"""Halves of characters, such as those of file names that are not UTF-8: no way to the service lets them through."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import httpx
import pytest

from facetry_extension import Communicator, Extension, views
from facetry_extension.api import Client
from facetry_extension.testing import FakeService, HookError
from facetry_extension.texts import require_json, well_formed

NAME = b"caf\xe9 \xf0\x9f\x98\x80".decode("utf-8", "surrogateescape")
CUT = "\ud83d"
REPAIRED = "caf\ufffd \U0001f600"


@pytest.mark.parametrize(
    ("value", "repaired"),
    [
        (NAME, REPAIRED),
        ("\ud83d\ude00 \ude00\ud83d", "\U0001f600 \ufffd\ufffd"),
        ({CUT: [CUT, (CUT, 1, None, b"x")]}, {"\ufffd": ["\ufffd", ["\ufffd", 1, None, b"x"]]}),
        (1.5, 1.5),
        (None, None),
    ],
)
def test_halves_become_replacement_characters(value: object, repaired: object) -> None:
    assert well_formed(value) == repaired


class Speaker(Extension):
    """Says the name of a file in every way."""

    async def on_image_created(self, communicator: Communicator, image_id: str) -> Any:
        communicator.log.info(NAME)
        communicator.notify({NAME: [CUT]})
        answer = await communicator.intent("toast", {"type": "info", "subtitle": NAME}, identity=CUT)
        return {NAME: answer, "list": [CUT]}

    async def on_image_updated(self, communicator: Communicator, image_id: str) -> Any:
        raise ValueError(NAME)

    async def on_image_deleted(self, communicator: Communicator, image_id: str) -> Any:
        communicator.notify({"share": float("nan")})

    async def on_image_tags_updated(self, communicator: Communicator, image_id: str) -> Any:
        await communicator.intent("toast", {"type": "info", "subtitle": {1}})  # a set

    async def on_compute_image_features(self, communicator: Communicator, image_id: str) -> Any:
        view = views.Container([views.Markdown(NAME)])
        feature = {"type": "annotation", "format": "ui", "name": NAME, "value": view}
        await communicator.set_features(image_id, [feature])  # type: ignore[list-item]  # as documented

    async def on_image_embeddings_updated(self, communicator: Communicator, image_id: str) -> Any:
        return views.Container([views.Markdown(NAME)])

    async def on_process_command(self, communicator: Communicator, command_id: str, parameters: Any) -> Any:
        form = {"parameters": {"type": "object", "required": ["name"]}}
        return await communicator.intent("form", form)


def test_messages_results_and_facets() -> None:
    async def main() -> None:
        async with FakeService(folder=None) as service, service.running(Speaker()):
            service.answer_intents(lambda intent: {"value": intent["toast"]["subtitle"]})
            image = service.add_image()
            assert await service.send("image.created", {"id": image}) == {REPAIRED: REPAIRED, "list": ["\ufffd"]}
            assert [line["message"] for line in service.logs] == [REPAIRED]
            assert service.notifications == [{REPAIRED: ["\ufffd"]}]
            assert service.intents[0]["identity"] == {"id": "\ufffd"}
            with pytest.raises(HookError, match=f"ValueError: {REPAIRED}"):
                await service.send("image.updated", {"id": image})
            assert service.logs[-1]["message"] == f"ValueError: {REPAIRED}"
            await service.send("image.computeFeatures", {"id": image})
            assert service.calls[-1].body[0]["name"] == REPAIRED
            assert json.loads(service.calls[-1].body[0]["value"])["elements"][0]["content"] == REPAIRED
            assert REPAIRED in json.dumps(
                await service.send("image.embeddings.updated", {"id": image}), ensure_ascii=False
            )

    asyncio.run(main())


def test_what_a_message_cannot_hold_fails_where_it_is_sent() -> None:
    async def main() -> None:
        async with FakeService(folder=None) as service, service.running(Speaker()):
            image = service.add_image()
            with pytest.raises(HookError, match="ValueError"):
                await service.send("image.deleted", {"id": image})
            with pytest.raises(HookError, match="TypeError: JSON has no set"):
                await service.send("image.tags.updated", {"id": image})
            assert service.notifications == service.intents == []

    asyncio.run(main())
    require_json({"content": b"PK", "more": [bytearray(b"PK")]})


@pytest.mark.parametrize("answer", [{}, {"value": None}, {"other": 1}])
def test_a_form_that_requires_some_is_not_answered_by_nothing(answer: dict[str, Any]) -> None:
    async def main() -> None:
        async with FakeService(folder=None) as service, service.running(Speaker()):
            service.answer_intents(lambda _: answer)
            with pytest.raises(HookError, match="The property name is missing"):
                await service.run_process_command("ask")
            service.answer_intents(lambda _: {"value": {"name": "Ada"}})
            assert await service.run_process_command("ask") == {"name": "Ada"}

    asyncio.run(main())


def test_paths_and_queries() -> None:
    requests: list[httpx.Request] = []

    def answer(request: httpx.Request) -> httpx.Response:
        requests.append(request)
        return httpx.Response(200, json=[])

    async def main() -> None:
        async with Client("http://service", "key", extension_id=NAME, transport=httpx.MockTransport(answer)) as client:
            await client.image_set_tags(CUT, [NAME])

    asyncio.run(main())
    (request,) = requests
    assert request.url.raw_path.startswith(b"/image/%EF%BF%BD/setTags?extensionId=caf%EF%BF%BD")
    assert json.loads(request.content) == [REPAIRED]
