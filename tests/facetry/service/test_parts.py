"""The processes of a service as sets of parts: none changes unnoticed."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from pydantic import SecretStr

from facetry.errors import CoordinatorNeededError
from facetry.library.library import ELSEWHERE, Library, here
from facetry.library.search.search import Search
from facetry.library.search.vectors.following import FollowingSpaces
from facetry.service import parts
from facetry.service.assembly import assemble
from facetry.service.elsewhere import FailedKeysElsewhere, RendererElsewhere, TextVectorsElsewhere
from facetry.service.opening import close_library, open_library
from facetry.service.parts import Parts
from facetry.service.shared_state import SharedState
from facetry.settings import Settings
from facetry.store.store import FollowingStore

PARTS_OF = {
    "SINGLE_SERVICE": "writer files folders vectors renditions index streams metrics extensions",
    "COORDINATOR": "writer files folders vectors renditions streams metrics extensions",
    "API_PROCESS": "index",
    "HOST": "writer cluster folders vectors renditions streams metrics",
    "SCAN_LEADER": "writer cluster files folders",
    "EXTENSION_LEADER": "writer cluster index extensions",
}


def test_each_process_has_its_parts() -> None:
    sets: dict[str, Parts] = {name: value for name, value in vars(parts).items() if isinstance(value, frozenset)}
    assert {name: set(value) for name, value in sets.items()} == {
        name: set(value.split()) for name, value in PARTS_OF.items()
    }


def test_a_cluster_and_a_coordinator_with_api_processes_lack_no_part() -> None:
    whole = parts.SINGLE_SERVICE
    assert whole == parts.COORDINATOR | parts.API_PROCESS
    hosts = parts.HOST | parts.API_PROCESS | parts.SCAN_LEADER | parts.EXTENSION_LEADER
    assert hosts == whole | {parts.Part.CLUSTER}


def test_an_api_process_follows_the_coordinator_and_lacks_the_rest(tmp_path: Path) -> None:
    settings, shared = Settings(data_dir=tmp_path, api_secret=SecretStr("k" * 40)), SharedState.create()

    async def use(library: Library, search: Search) -> None:
        service = assemble(settings, parts.API_PROCESS, library)
        assert service.sockets is None
        with pytest.raises(CoordinatorNeededError):
            service.metrics.extensions  # noqa: B018
        with pytest.raises(CoordinatorNeededError):
            await search.text_vectors.vector("tagger", "tags", "cat")
        await close_library(library)

    whole, _ = open_library(settings, parts.COORDINATOR, shared)
    library, new_key = open_library(settings, parts.API_PROCESS, shared)
    assert (new_key, library.lock_descriptor) == (None, None)
    assert isinstance(library.store, FollowingStore)
    assert isinstance(library.vectors, FollowingSpaces)
    for part in ("pool", "scans", "originals", "trash", "streams"):
        assert getattr(whole, part)
        with pytest.raises(CoordinatorNeededError):
            getattr(library, part)
    asyncio.run(use(library, library.search))
    asyncio.run(close_library(whole))


def test_what_stands_for_another_process_says_so() -> None:
    async def use() -> None:
        for answer in (
            FailedKeysElsewhere().record("::1", "key"),
            RendererElsewhere().render("/folder", "a.png"),
            TextVectorsElsewhere().vector("tagger", "tags", "cat"),
        ):
            with pytest.raises(CoordinatorNeededError):
                await answer

    asyncio.run(use())
    assert here("part") == "part"
    with pytest.raises(CoordinatorNeededError):
        here(ELSEWHERE)
