"""Extensions compute vectors of texts; every failure is a 503 with its reason."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Mapping
from typing import Any

import orjson
import pytest

from facetry.errors import FaultError, FaultKind
from facetry.extensions import text_embeddings
from facetry.extensions.socket import readiness
from facetry.extensions.text_embeddings import ExtensionTextVectors
from facetry.library import installed_extensions
from facetry.library.facets import embeddings
from facetry.store.store import Store
from generated.models import ImageEmbedding
from tests.support.extensions.sockets import (
    SDK,
    TAGGER,
    connect_client,
    connection_message,
    serve_gateway,
    until,
)
from tests.support.libraries.stores import add_extensions, add_images, add_repository, temporary_store


def manifest(id: str, *capabilities: str, **spaces: str) -> str:
    """A manifest with these capabilities; `spaces` are vector spaces by the first word of a capability."""
    topics = {
        "text.embeddings": "text.computeEmbeddings",
        "image.tags": "image.computeTags",
        "image.embeddings": "image.computeEmbeddings",
    }
    events = [topics[capability] for capability in capabilities]
    return orjson.dumps(
        {
            "id": id,
            "version": "1.0.0",
            "name": id,
            "description": "A test extension.",
            "categories": ["enrichment"],
            "runtimes": [],
            "instructions": [
                {
                    "events": events,
                    "capabilities": [
                        {"id": capability, **({"vectorSpace": spaces[kind]} if kind in spaces else {})}
                        for capability in capabilities
                        for kind in [capability.split(".")[0]]
                    ],
                    "execution": {"executable": "./run", "arguments": []},
                }
            ],
            "settings": {"type": "object"},
        }
    ).decode()


@contextlib.asynccontextmanager
async def connect_extension(
    store: Store, answer: Callable[[str], Any], *, is_connected: bool = True
) -> AsyncIterator[tuple[ExtensionTextVectors, list[str]]]:
    """Text vectors of the extension "tagger", and the texts that it was sent."""
    texts: list[str] = []

    async def hook(message: Mapping[str, Any]) -> Any:
        if message["channel"] != text_embeddings.TOPIC:
            return True
        texts.append(message["value"]["text"])
        result = answer(message["value"]["text"])
        return await result if asyncio.iscoroutine(result) else result

    async with serve_gateway() as server, connect_client(server, hook) as (peer, _):
        if is_connected:
            await peer.call("connection", connection_message(TAGGER, "tagger", **SDK))
            await until(lambda: server.gateway.is_ready("tagger"))
        yield ExtensionTextVectors(store, server.gateway), texts


def install(store: Store, text: str, state: installed_extensions.ExtensionState = "enabled") -> None:
    store.write_now(lambda work: installed_extensions.install(work, text, "folder", state))


def test_the_extension_itself_makes_the_vector_which_is_cached() -> None:
    async def main() -> None:
        with temporary_store() as store:
            install(store, manifest("tagger", "text.embeddings"))
            install(store, manifest("other", "text.embeddings"))
            async with connect_extension(store, lambda text: [len(text), 0.5]) as (source, texts):
                assert await source.vector("tagger", "shape", "dusk") == [4.0, 0.5]
                assert await source.vector("tagger", "shape", "dusk") == [4.0, 0.5]
                assert await source.vector("tagger", "shape", "dawn!") == [5.0, 0.5]
                assert texts == ["dusk", "dawn!"]

    asyncio.run(main())


def test_an_extension_of_another_model_never_makes_the_vector() -> None:
    async def main() -> None:
        with temporary_store() as store:
            add_extensions(store, "by-hand")
            install(store, manifest("plain", "image.embeddings"))
            install(store, manifest("clip", "image.embeddings", image="clip"))
            install(store, manifest("tagger", "text.embeddings"))
            async with connect_extension(store, lambda _: [1.0]) as (source, texts):
                for id in ("by-hand", "plain", "clip"):
                    with pytest.raises(FaultError, match=f"those of {id} can") as error:
                        await source.vector(id, "shape", "dusk")
                    assert error.value.fault.rule == "embedding.source"
                assert texts == []

    asyncio.run(main())


def test_an_extension_that_declares_the_same_vector_space_makes_the_vector() -> None:
    async def main() -> None:
        with temporary_store() as store:
            install(store, manifest("asked", "image.embeddings", "text.embeddings", image="clip"), "paused")
            install(store, manifest("absent", "text.embeddings", text="clip"))  # never connected
            install(store, manifest("tagger", "text.embeddings", text="clip"))
            install(store, manifest("zebra", "image.embeddings", image="other"))
            async with connect_extension(store, lambda _: [1.0]) as (source, _):
                assert await source.vector("asked", "shape", "dusk") == [1.0]
                with pytest.raises(FaultError, match="can be compared with"):
                    await source.vector("zebra", "shape", "dusk")

    asyncio.run(main())


def test_an_extension_whose_texts_are_of_another_space_is_no_source() -> None:
    async def main() -> None:
        with temporary_store() as store:
            install(store, manifest("tagger", "image.embeddings", "text.embeddings", image="clip", text="words"))
            async with connect_extension(store, lambda _: [1.0]) as (source, _):
                with pytest.raises(FaultError, match="can be compared with"):
                    await source.vector("tagger", "shape", "dusk")

    asyncio.run(main())


@pytest.mark.parametrize("answer", [[1.0, 2.0], [0.0, 0.0, 0.0], [1e39, 0.0, 0.0]], ids=["length", "zero", "range"])
def test_a_vector_that_cannot_be_compared_is_a_503_that_names_the_extension(answer: list[float]) -> None:
    async def main() -> None:
        with temporary_store() as store:
            install(store, manifest("tagger", "text.embeddings"))
            (image,) = add_images(store, add_repository(store), ["a.jpg"])
            embedding = ImageEmbedding(name="shape", values=[1.0, 2.0, 3.0])
            store.write_now(lambda work: embeddings.replace(work, image, "tagger", [embedding]))
            async with connect_extension(store, lambda _: answer) as (source, _):
                with pytest.raises(FaultError, match="The extension tagger returned") as error:
                    await source.vector("tagger", "shape", "dusk")
                fault = error.value.fault
                assert (fault.kind, fault.rule, fault.pointer) == (FaultKind.UNAVAILABLE, "embedding.source", None)
                if len(answer) == 2:
                    assert await source.vector("tagger", "unused", "dusk") == answer

    asyncio.run(main())


async def never_answer() -> None:
    await asyncio.sleep(60)


@pytest.mark.parametrize(
    ("answer", "detail"),
    [
        ([], "not a vector"),
        (None, "not a vector"),
        (["1"], "not a vector"),
        ([True], "not a vector"),
        ([1e400], "is not valid. It is not JSON"),  # infinity
        ([0.5] * 4097, "not a vector"),
        ({"success": False, "error": "no model"}, "no model"),
        (never_answer, "did not answer"),
    ],
    ids=range(8),
)
def test_an_answer_that_is_not_a_vector_is_a_503_and_not_cached(
    answer: Any, detail: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(text_embeddings, "ANSWER_SECONDS", 0.3)

    async def main() -> None:
        with temporary_store() as store:
            install(store, manifest("tagger", "text.embeddings"))
            async with connect_extension(store, lambda _: answer() if callable(answer) else answer) as (source, texts):
                for _ in range(2):  # a failure is not cached
                    with pytest.raises(FaultError, match=detail) as error:
                        await source.vector("tagger", "shape", "dusk")
                    assert (error.value.fault.kind, error.value.fault.rule) == (
                        FaultKind.UNAVAILABLE,
                        "embedding.source",
                    )
                assert len(texts) == 2

    asyncio.run(main())


def test_a_paused_or_disconnected_extension_makes_no_vector(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readiness, "START_TIMEOUT_SECONDS", 0.2)

    async def main() -> None:
        with temporary_store() as store:
            async with connect_extension(store, lambda _: [1.0], is_connected=False) as (source, _):
                with pytest.raises(FaultError, match="No running extension"):
                    await source.vector("tagger", "shape", "dusk")
                install(store, manifest("tagger", "text.embeddings"), "paused")
                with pytest.raises(FaultError, match="No running extension"):
                    await source.vector("tagger", "shape", "dusk")
                store.write_now(lambda work: installed_extensions.change_state(work, "tagger", "enabled"))
                with pytest.raises(FaultError, match="not connected"):
                    await source.vector("tagger", "shape", "dusk")

    asyncio.run(main())


def test_a_new_installation_of_the_same_version_makes_its_own_vectors() -> None:
    async def main() -> None:
        with temporary_store() as store:
            install(store, manifest("tagger", "text.embeddings"))
            async with connect_extension(store, lambda _: [1.0]) as (source, texts):
                await source.vector("tagger", "shape", "dusk")
                store.write_now(
                    lambda work: installed_extensions.replace_version(
                        work, "tagger", manifest("tagger", "text.embeddings"), "another folder"
                    )
                )
                await source.vector("tagger", "shape", "dusk")
                assert texts == ["dusk", "dusk"]

    asyncio.run(main())


def test_the_cache_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(text_embeddings, "MAX_CACHED_VECTORS", 2)

    async def main() -> None:
        with temporary_store() as store:
            install(store, manifest("tagger", "text.embeddings"))
            async with connect_extension(store, lambda _: [1.0]) as (source, texts):
                for text in ("a", "b", "a", "c", "a", "b"):
                    await source.vector("tagger", "shape", text)
                assert texts == ["a", "b", "c", "b"]

    asyncio.run(main())
