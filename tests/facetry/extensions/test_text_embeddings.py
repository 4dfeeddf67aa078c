"""Extensions make vectors of texts; whatever goes wrong is a 503 that says what."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Mapping
from typing import Any

import orjson
import pytest

from facetry.errors import FaultError, Kind
from facetry.extensions import text_embeddings as texts
from facetry.extensions.socket import readiness
from facetry.extensions.text_embeddings import ExtensionTexts
from facetry.library import installed_extensions as installed
from facetry.store.store import Store
from tests.support.sockets import SDK, TAGGER, client, house, introduction, until
from tests.support.stores import add_extensions, temporary_store


def manifest(id: str, *capabilities: str) -> str:
    events = [{"text.embeddings": "text.computeEmbeddings", "image.tags": "image.computeTags"}[c] for c in capabilities]
    return orjson.dumps(
        {
            "id": id,
            "version": "1.0.0",
            "name": id,
            "description": "It.",
            "categories": ["enrichment"],
            "runtimes": [],
            "instructions": [
                {
                    "events": events,
                    "capabilities": [{"id": capability} for capability in capabilities],
                    "execution": {"executable": "./run", "arguments": []},
                }
            ],
            "settings": {"type": "object"},
        }
    ).decode()


@contextlib.asynccontextmanager
async def speaking(
    store: Store, answer: Callable[[str], Any], *, is_connected: bool = True
) -> AsyncIterator[tuple[ExtensionTexts, list[str]]]:
    """The extension "tagger", connected; what it was asked."""
    asked: list[str] = []

    async def hook(message: Mapping[str, Any]) -> Any:
        if message["channel"] != texts.TOPIC:
            return True
        asked.append(message["value"]["text"])
        made = answer(message["value"]["text"])
        return await made if asyncio.iscoroutine(made) else made

    async with house() as home, client(home, hook) as (peer, _):
        if is_connected:
            await peer.call("connection", introduction(TAGGER, "tagger", **SDK))
            await until(lambda: home.gateway.is_ready("tagger"))
        yield ExtensionTexts(store, home.gateway), asked


def install(store: Store, text: str, state: installed.State = "enabled") -> None:
    store.write_now(lambda work: installed.install(work, text, "folder", state))


def test_the_extension_itself_is_asked_and_its_answer_kept() -> None:
    async def main() -> None:
        with temporary_store() as store:
            install(store, manifest("tagger", "text.embeddings"))
            install(store, manifest("other", "text.embeddings"))
            async with speaking(store, lambda text: [len(text), 0.5]) as (source, asked):
                assert await source.vector("tagger", "shape", "dusk") == [4.0, 0.5]
                assert await source.vector("tagger", "shape", "dusk") == [4.0, 0.5]
                assert await source.vector("tagger", "shape", "dawn!") == [5.0, 0.5]
                assert asked == ["dusk", "dawn!"]

    asyncio.run(main())


def test_the_only_one_that_can_is_asked_for_others() -> None:
    async def main() -> None:
        with temporary_store() as store:
            add_extensions(store, "by-hand")
            install(store, manifest("plain", "image.tags"))
            install(store, manifest("tagger", "text.embeddings"))
            async with speaking(store, lambda _: [1.0]) as (source, _):
                assert await source.vector("plain", "shape", "dusk") == [1.0]
                assert await source.vector("by-hand", "shape", "dawn") == [1.0]
                install(store, manifest("second", "text.embeddings"))
                with pytest.raises(FaultError, match="No running extension"):
                    await source.vector("plain", "shape", "night")

    asyncio.run(main())


async def never() -> None:
    await asyncio.sleep(60)


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ([], "no vector"),
        (None, "no vector"),
        (["1"], "no vector"),
        ([True], "no vector"),
        ([1e400], "did not answer"),  # which is no JSON, and not heard
        ([0.5] * 4097, "no vector"),
        ({"success": False, "error": "no model"}, "no model"),
        (never, "did not answer"),
    ],
    ids=range(8),
)
def test_an_answer_that_is_no_vector(answer: Any, told: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(texts, "ANSWER_SECONDS", 0.3)

    async def main() -> None:
        with temporary_store() as store:
            install(store, manifest("tagger", "text.embeddings"))
            async with speaking(store, lambda _: answer() if callable(answer) else answer) as (source, asked):
                for _ in range(2):  # a failure is not kept
                    with pytest.raises(FaultError, match=told) as refused:
                        await source.vector("tagger", "shape", "dusk")
                    assert (refused.value.fault.kind, refused.value.fault.rule) == (
                        Kind.UNAVAILABLE,
                        "embedding.source",
                    )
                assert len(asked) == 2

    asyncio.run(main())


def test_one_that_is_paused_or_not_connected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readiness, "SECONDS", 0.2)

    async def main() -> None:
        with temporary_store() as store:
            async with speaking(store, lambda _: [1.0], is_connected=False) as (source, _):
                with pytest.raises(FaultError, match="No running extension"):
                    await source.vector("tagger", "shape", "dusk")
                install(store, manifest("tagger", "text.embeddings"), "paused")
                with pytest.raises(FaultError, match="No running extension"):
                    await source.vector("tagger", "shape", "dusk")
                store.write_now(lambda work: installed.change_state(work, "tagger", "enabled"))
                with pytest.raises(FaultError, match="not connected"):
                    await source.vector("tagger", "shape", "dusk")

    asyncio.run(main())


def test_few_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(texts, "MOST_KEPT", 2)

    async def main() -> None:
        with temporary_store() as store:
            install(store, manifest("tagger", "text.embeddings"))
            async with speaking(store, lambda _: [1.0]) as (source, asked):
                for text in ("a", "b", "a", "c", "a", "b"):
                    await source.vector("tagger", "shape", text)
                assert asked == ["a", "b", "c", "b"]

    asyncio.run(main())
