"""Whatever leads a repository elsewhere: nothing outside is opened, changed, listed or answered.

Each way is tried with all operations, at first as the service finds it, and again after a scan. The control of a way
reads what is outside with a plain `open`, as a service that follows paths would.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import httpx
import pytest

from tests.hostile.misleading.operations import OPERATIONS
from tests.hostile.misleading.scenery import (
    LEVELS,
    LINKS,
    REPOSITORY_LEVELS,
    Place,
    leaks,
    misled,
    served,
    wait_for_state,
)
from tests.hostile.misleading.witness import Witness
from tests.support.services.mounts import private_mounts
from tests.support.services.servers import Server

WAYS: Final = (
    *((level, kind) for level in LEVELS for kind in LINKS),
    *((level, kind) for level in REPOSITORY_LEVELS for kind in ("another folder", "a mount")),
)
WATCHED: Final = {way: number % 2 == 0 for number, way in enumerate(WAYS)}


@pytest.fixture(scope="module")
def places(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, str], Place]:
    folder = tmp_path_factory.mktemp("misleading")
    names = (*OPERATIONS, "again")
    return {way: Place(folder / f"{number:02}", names) for number, way in enumerate(WAYS)}


@pytest.fixture(scope="module")
def can_mount() -> Iterator[bool]:
    with private_mounts() as is_possible:
        yield is_possible


@pytest.fixture(scope="module")
def server(can_mount: bool, places: dict[tuple[str, str], Place]) -> Iterator[Server]:  # before it starts
    folder = next(iter(places.values())).folder.parent
    with served(folder, list(places.values()), {}) as running:
        yield running


@pytest.fixture(scope="module")
def client(server: Server) -> Iterator[httpx.Client]:
    with server.client() as opened:
        yield opened


def test_the_operations_do_what_they_say_where_nothing_leads_elsewhere(
    client: httpx.Client, places: dict[tuple[str, str], Place]
) -> None:
    """Without this, nothing in the other tests would show anything."""
    place = Place(next(iter(places.values())).root / "healthy", (*OPERATIONS, "again"))
    place.make()
    place.enter(client, watch=False)
    wait_for_state(place, client, "READY")
    place.find(client)
    with Witness(place.inside) as witness:
        for number, (name, operation) in enumerate(OPERATIONS.items()):
            answers = operation(client, place, name, number)
            assert all(answer.is_success for answer in answers), (name, [answer.text for answer in answers])
            assert witness.seen() or name == "metadata", name


@pytest.mark.parametrize("way", WAYS, ids=": ".join)
def test_a_way_leads_nowhere(
    server: Server,
    client: httpx.Client,
    places: dict[tuple[str, str], Place],
    can_mount: bool,
    way: tuple[str, str],
) -> None:
    level, kind = way
    place = places[way]
    if kind == "a mount" and not can_mount:
        pytest.skip("this process may not make namespaces")
    with misled(place, level, kind) as outside:
        assert leaks(place.path("again").read_bytes())  # the control: the way leads outside
        permitted = set[str]()
        if kind not in LINKS:
            # a folder is opened to know it, once its path has no link; it is not listed then, and nothing in it opened
            gen = place.gen.resolve() if kind == "another folder" else place.outside / LEVELS["repository"]
            permitted = {f"opened: {gen}"}
        with Witness(outside) as witness:
            for number, (name, operation) in enumerate(OPERATIONS.items()):
                for answer in operation(client, place, name, number):
                    assert not leaks(answer.content), (name, answer.url)
                assert set(witness.seen()) <= permitted, name
            for number, operation in enumerate(OPERATIONS.values()):  # the scan has seen what is there now
                for answer in operation(client, place, "again", 100 + number):
                    assert not leaks(answer.content), (operation.__name__, answer.url)
                assert set(witness.seen()) <= permitted, operation.__name__
            if level in REPOSITORY_LEVELS:
                assert wait_for_state(place, client, "UNAVAILABLE") == "UNAVAILABLE"
            assert server.traceback() == ""
            assert set(witness.seen()) <= permitted
