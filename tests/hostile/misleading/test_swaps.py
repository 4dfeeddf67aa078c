"""Something leads a repository elsewhere and back, many thousand times a second, while the service works with it.

So each look at a path may find another place than the use after it. The control follows paths with a plain `open`, and
finds both places. `MISLEADING_SECONDS` is the time for each operation and level.
"""

from __future__ import annotations

import itertools
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import httpx
import pytest

from tests.hostile.misleading.operations import OPERATIONS
from tests.hostile.misleading.scenery import LEVELS, Place, leaks, served
from tests.hostile.misleading.swapping import swapping
from tests.hostile.misleading.witness import Witness
from tests.support.services.servers import Server

SECONDS: Final = float(os.environ.get("MISLEADING_SECONDS", "0.2"))
CONTROL_SECONDS: Final = 10.0
WAYS: Final = tuple(itertools.product(("file", "folder", "repository", "root"), OPERATIONS))
NAMES: Final = tuple(f"p{number}" for number in range(12))
DELETED: Final = tuple(f"p{number}" for number in range(12 + int(40 * SECONDS)))
"""Pictures that are deleted one after the other."""


@pytest.fixture(scope="module")
def places(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, str], Place]:
    folder = tmp_path_factory.mktemp("swaps")
    return {way: Place(folder / f"{number:02}", _names(way)) for number, way in enumerate(WAYS)}


def _names(way: tuple[str, str]) -> tuple[str, ...]:
    return DELETED if way[1] == "delete" and way[0] != "file" else NAMES


@pytest.fixture(scope="module")
def server(places: dict[tuple[str, str], Place]) -> Iterator[Server]:
    folder = next(iter(places.values())).folder.parent
    with served(folder, list(places.values()), {}, watch=False) as running:
        yield running


@pytest.fixture(scope="module")
def client(server: Server) -> Iterator[httpx.Client]:
    with server.client() as opened:
        yield opened


def reads_both(path: Path) -> bool:
    """Whether a plain `open` finds what is inside and what is outside."""
    found, deadline = set[bool](), time.monotonic() + CONTROL_SECONDS
    while len(found) < 2 and time.monotonic() < deadline:
        found.add(leaks(path.read_bytes()))
    return len(found) == 2


@pytest.mark.parametrize("way", WAYS, ids=": ".join)
def test_no_swap_fits_between_look_and_use(
    server: Server, client: httpx.Client, places: dict[tuple[str, str], Place], way: tuple[str, str]
) -> None:
    level, name = way
    place, operation = places[way], OPERATIONS[name]
    part = f"{LEVELS[level]}/{NAMES[0]}.png" if level == "file" else LEVELS[level]
    images = itertools.cycle(NAMES[:1] if level == "file" else place.names)
    with Witness(place.outside) as witness:
        with swapping(place.inside / part, place.outside / part):
            assert reads_both(place.path(NAMES[0]))
            assert witness.seen()
            deadline, codes = time.monotonic() + SECONDS, set[int]()
            for number in itertools.count(1):
                for answer in operation(client, place, next(images), number):
                    assert not leaks(answer.content), answer.url
                    codes.add(answer.status_code)
                if time.monotonic() >= deadline:
                    break
            assert 500 not in codes
        assert witness.seen() == []
    assert server.traceback() == ""
