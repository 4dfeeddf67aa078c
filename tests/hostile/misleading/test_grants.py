"""Programs lead their granted folders elsewhere, and have the service start them again in the middle of it.

One program may write to a folder, the other to one deeper in it: the place of the latter's folder is in the hands of
the former. `MISLEADING_SECONDS` is the time for the swaps.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import httpx
import pytest

from facetry.system import landlock
from tests.hostile.misleading.witness import Witness
from tests.support.engines.databases import only_sqlite
from tests.support.extensions.puppets import PATIENT, SWAPS, Puppet
from tests.support.services.mounts import bound, private_mounts
from tests.support.services.servers import Server, running_server

pytestmark = [pytest.mark.skipif(not landlock.version(), reason="the kernel has no Landlock"), only_sqlite]

SECONDS: Final = float(os.environ.get("MISLEADING_SECONDS", "2"))
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
        places, deadline, starts, refusals = set[int](), time.monotonic() + SECONDS, 0, 0
        while time.monotonic() < deadline:
            places |= {granted.stat().st_ino for _ in range(100)}
            writer.restart()
            while (state := writer.status()["state"]) != "failed" and not (writer.home / "running").exists():
                places.add(granted.stat().st_ino)
            if state == "failed":
                refusals += 1
            else:
                starts += 1
                assert written(writer, target / "new", private / "new") == []
        assert target.stat().st_ino in places  # the control: a plain use of the path is led there
        assert witness.seen() == []
        assert swapper.result() == "ok"
    assert refusals + starts >= 2
    assert (client.get("/readyz").status_code, server.traceback()) == (200, "")


@dataclass(frozen=True, slots=True)
class Scene:
    """A program whose folder is in another one that it may write to, and what is outside."""

    puppet: Puppet
    out: Path
    private: Path

    @property
    def grants(self) -> list[str]:
        """What the program is granted."""
        return [f"write:{self.out}", f"write:{self.out}/deep"]

    @contextmanager
    def misled(self, kind: str) -> Iterator[Witness]:
        """Lead the deep folder outside. Yields a witness of what is there."""
        place, target = self.out / "deep", self.private / "deep"
        with ExitStack() as stack:
            if kind == "mount":
                stack.enter_context(bound(target, place))
            else:
                place.rename(self.out / "before")
                if kind == "link":
                    place.symlink_to(target)
                else:
                    target.rename(place)
                    target.symlink_to(place)  # so that both paths lead to it
            assert place.samefile(target)  # the control
            yield stack.enter_context(Witness(self.private, changes_only=True))


def scene(server: Server, client: httpx.Client, folder: Path, id: str) -> Scene:
    out, private = folder / id / "out", folder / id / "private"
    for each in (out / "deep", private / "deep"):
        each.mkdir(parents=True)
    made = Scene(Puppet(server, client, id), out, private)
    made.puppet.install(made.grants)
    return made


@pytest.mark.parametrize("kind", ["link", "folder", "mount"])
@pytest.mark.parametrize("step", ["restart", "update", "pause"])
def test_no_start_uses_what_took_the_place(
    server: Server, client: httpx.Client, tmp_path: Path, can_mount: bool, kind: str, step: str
) -> None:
    if kind == "mount" and not can_mount:
        pytest.skip("this process may not make namespaces")
    made = scene(server, client, tmp_path, f"{kind}-{step}")
    with made.misled(kind) as witness:
        if step == "update":
            assert made.puppet.update(made.grants).status_code == 200
        elif step == "pause":
            made.puppet.pause()
            made.puppet.resume()
        else:
            made.puppet.restart()
        assert "is not used" in made.puppet.failure()
        assert witness.seen() == []


def test_no_start_of_the_service_uses_what_took_the_place(tmp_path: Path, can_mount: bool) -> None:
    kinds = ["link", "folder", *(["mount"] if can_mount else [])]
    with running_server(tmp_path, [], extra_environment=PATIENT) as server, server.client() as client:
        scenes = {kind: scene(server, client, tmp_path, kind) for kind in kinds}
    with ExitStack() as stack:
        witnesses = [stack.enter_context(made.misled(kind)) for kind, made in scenes.items()]
        for made in scenes.values():
            (made.puppet.home / "running").unlink()
        server = stack.enter_context(running_server(tmp_path, [], extra_environment=PATIENT))
        client = stack.enter_context(server.client())
        for kind, made in scenes.items():
            assert "is not used" in replace(made.puppet, server=server, client=client).failure(), kind
        assert [witness.seen() for witness in witnesses] == [[]] * len(kinds)


CONFINED = """
import ctypes, os, sys
sys.path.insert(0, sys.argv[1])
from facetry.extensions.process import process_tree
from facetry.system import mount_namespace
from facetry.system.files.folder_identity import identity_of_open
granted, target, layers, is_checked, seconds = *sys.argv[2:5], sys.argv[5] == "checked", float(sys.argv[6])
folder = os.open(granted, os.O_RDONLY)
identity = identity_of_open(folder)
identities = {granted: (identity.inode, identity.file_system)} if is_checked else {}
exec(sys.argv[7])
threading.Thread(target=exchange_for, args=(*sys.argv[8:10], seconds), daemon=True).start()
if layers == "alone":
    mount_namespace.is_available = lambda **_: False
counts = {"started": 0, "refused": 0, "outside": 0}
end = time.monotonic() + seconds
while time.monotonic() < end:
    pid = os.fork()
    if pid == 0:
        try:
            LIBC.prctl(38, 1, 0, 0, 0)
            process_tree._confine({"hidden": [], "readable": [], "writable": [granted], "identities": identities})
        except OSError:
            os._exit(1)
        try:
            os.close(os.open(target + "/new", os.O_CREAT | os.O_WRONLY))
            os._exit(2)
        except OSError:
            os._exit(0)
    counts[("started", "refused", "outside")[os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])]] += 1
print(json.dumps(counts))
"""


@pytest.mark.parametrize("layers", ["both", "alone"])
@pytest.mark.parametrize("level", ["parent", "itself"])
def test_no_swap_fits_into_the_confinement_itself(tmp_path: Path, layers: str, level: str) -> None:
    """The check of the service is left out, and the program confined as fast as it goes."""
    granted, target = tmp_path / "mid" / "pictures", tmp_path / "private" / "pictures"
    for folder in (granted, target):
        folder.mkdir(parents=True)
    swapped, linked = (granted.parent, target.parent) if level == "parent" else (granted, target)
    link = tmp_path / "link"
    link.symlink_to(linked)
    home, swaps = Path(__file__).parents[3], f"import json\n{SWAPS}"
    outcomes: dict[str, dict[str, int]] = {}
    for check in ("checked", "unchecked"):
        arguments = [granted, target, layers, check, SECONDS, swaps, swapped, link]
        command = [sys.executable, "-c", CONFINED, str(home), *map(str, arguments)]
        result = subprocess.run(command, capture_output=True, text=True, check=False, timeout=SECONDS + 60)
        assert result.returncode == 0, result.stderr
        outcomes[check] = json.loads(result.stdout)
        if check == "checked":
            assert not (target / "new").exists()
            assert outcomes[check]["outside"] == 0
            assert min(outcomes[check]["started"], outcomes[check]["refused"]) > 0, outcomes
    assert outcomes["unchecked"]["outside"] > 0, outcomes  # the control: the path alone leads outside
