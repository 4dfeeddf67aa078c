"""Programs lead their granted folders elsewhere, and have the service start them again in the middle of it.

One program may write to a folder, the other to one deeper in it: the place of the latter's folder is in the hands of
the former. `MISLEADING_SECONDS` is the time for the swaps.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import httpx
import pytest

from facetry.system import landlock
from tests.hostile.misleading.witness import Witness
from tests.support.engines.databases import only_sqlite
from tests.support.extensions.puppets import PATIENT, Puppet
from tests.support.services.mounts import bound, private_mounts
from tests.support.services.servers import Server, running_server

pytestmark = [pytest.mark.skipif(not landlock.version(), reason="the kernel has no Landlock"), only_sqlite]

SECONDS: Final = float(os.environ.get("MISLEADING_SECONDS", "3"))
WRITING: Final = """
import errno
outcomes = []
for path in {paths}:
    try:
        open(path, "x").close()
        outcomes.append("ok " + path)
    except OSError as error:
        outcomes.append("no " + path)
    try:
        os.chmod(os.path.dirname(path), 0o777)
        outcomes.append("ok mode of " + path)
    except OSError as error:
        pass
open("outcomes", "w").write("\\n".join(outcomes))
"""


@pytest.fixture(scope="module")
def can_mount() -> Iterator[bool]:
    with private_mounts() as is_possible:
        yield is_possible


@pytest.fixture(scope="module")
def server(can_mount: bool, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    assert can_mount in (True, False)  # before the server starts
    with running_server(tmp_path_factory.mktemp("grants"), [], extra_environment=PATIENT) as running:
        yield running


@pytest.fixture(scope="module")
def client(server: Server) -> Iterator[httpx.Client]:
    with server.client() as opened:
        yield opened


def written(puppet: Puppet, *paths: Path) -> list[str]:
    """What a program could write of these paths, with modes that it could change."""
    assert puppet.run(WRITING.format(paths=[str(path) for path in paths])) == "ok"
    return [line for line in (puppet.home / "outcomes").read_text().splitlines() if line.startswith("ok")]


@pytest.mark.parametrize("level", ["parent", "itself"])
def test_no_swap_fits_between_the_check_and_the_start(
    server: Server, client: httpx.Client, tmp_path: Path, level: str
) -> None:
    out, private = tmp_path / "out", tmp_path / "private"
    granted, target = out / "mid" / "pictures", private / "pictures"
    for folder in (granted, target):
        folder.mkdir(parents=True)
    swapped, linked = (out / "mid", private) if level == "parent" else (granted, target)
    swapper = Puppet(server, client, f"swapper-{level}").install([f"write:{out}"])
    writer = Puppet(server, client, f"writer-{level}").install([f"write:{granted}"])
    assert written(writer, granted / "new") == [f"ok {granted}/new", f"ok mode of {granted}/new"]
    assert written(writer, target / "new", private / "new") == []
    link = out / "link"
    assert swapper.run(f"os.symlink({str(linked)!r}, {str(link)!r})") == "ok"
    with Witness(private, changes_only=True) as witness:
        swapper.start(f"exchange_for({str(swapped)!r}, {str(link)!r}, {SECONDS + 1})")
        places, deadline, starts, refusals = set[str](), time.monotonic() + SECONDS, 0, 0
        while time.monotonic() < deadline or not starts:
            places |= {os.path.realpath(granted) for _ in range(100)}
            writer.restart()
            while (state := writer.status()["state"]) != "failed" and not (writer.home / "running").exists():
                places.add(os.path.realpath(granted))
            if state == "failed":
                refusals += 1
            else:
                starts += 1
                assert written(writer, target / "new", private / "new") == []
        assert str(target) in places  # the control: a service that asks for the path would have been led there
        assert witness.seen() == []
        assert swapper.result() == "ok"
    assert refusals + starts >= 2
    assert (client.get("/readyz").status_code, server.traceback()) == (200, "")


@pytest.mark.parametrize("kind", ["link", "folder", "mount"])
@pytest.mark.parametrize("step", ["restart", "service", "update", "paused"])
def test_no_start_of_any_kind_uses_what_took_the_place(
    tmp_path: Path, can_mount: bool, kind: str, step: str
) -> None:
    if kind == "mount" and not can_mount:
        pytest.skip("this process may not make namespaces")
    out, private = tmp_path / "out", tmp_path / "private"
    for folder in (out / "deep", private / "deep"):
        folder.mkdir(parents=True)
    grants = [f"write:{out}", f"write:{out}/deep"]
    with running_server(tmp_path, [], extra_environment=PATIENT) as server, server.client() as client:
        puppet = Puppet(server, client, "p").install(grants)
        place = tmp_path / "out" if kind == "mount" else out / "deep"
        target = private if kind == "mount" else private / "deep"
        with bound(target, place) if kind == "mount" else _swapped(place, target, kind):
            assert os.path.samestat((out / "deep").stat(), (private / "deep").stat())  # the control
            with Witness(private, changes_only=True) as witness:
                if step == "service":
                    (puppet.home / "running").unlink()
                    server.process.terminate()
                    server.process.wait(20)
                    with running_server(tmp_path, [], extra_environment=PATIENT) as again, again.client() as caller:
                        assert "is not used" in Puppet(again, caller, "p").failure()
                elif step == "update":
                    assert puppet.update(grants).status_code == 200
                    assert "is not used" in puppet.failure()
                else:
                    if step == "paused":
                        assert client.put("/extension/p/changeState?state=paused").status_code == 204
                        (puppet.home / "running").unlink(missing_ok=True)
                        assert client.put("/extension/p/changeState?state=enabled").status_code == 204
                    else:
                        puppet.restart()
                    assert "is not used" in puppet.failure()
                assert witness.seen() == []


class _swapped:  # noqa: N801  # reads as a function
    """Another thing in the place of a folder."""

    def __init__(self, place: Path, target: Path, kind: str) -> None:
        self._place, self._target, self._kind = place, target, kind

    def __enter__(self) -> None:
        self._place.rename(self._place.with_name("before"))
        if self._kind == "link":
            self._place.symlink_to(self._target)
        else:
            self._target.rename(self._place)
            self._target.symlink_to(self._place)  # so that both paths lead to it

    def __exit__(self, *_: object) -> None:
        pass
