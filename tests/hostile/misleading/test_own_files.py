"""Programs lead their own files and folders elsewhere: state, logs, parameters, and what is counted or saved of them.

`MISLEADING_SECONDS` is the time for each swap.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

import httpx
import pytest

from facetry.backup.data_folder import DataFolder, extension_files
from facetry.extensions.packages.environment import remove_tree
from facetry.extensions.process import usage
from facetry.system import landlock
from tests.hostile.misleading.swapping import swapping
from tests.hostile.misleading.witness import Witness
from tests.support.engines.databases import only_sqlite
from tests.support.extensions.puppets import PATIENT, Puppet
from tests.support.services.servers import Server, running_server

pytestmark = [pytest.mark.skipif(not landlock.version(), reason="the kernel has no Landlock"), only_sqlite]

SECONDS: Final = float(os.environ.get("MISLEADING_SECONDS", "1"))
FREE: Final = "free"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    environment = {**PATIENT, "FACETRY_EXTENSIONS__UNCONFINED": FREE}
    with running_server(tmp_path_factory.mktemp("own"), [], extra_environment=environment) as running:
        yield running


@pytest.fixture(scope="module")
def client(server: Server) -> Iterator[httpx.Client]:
    with server.client() as opened:
        yield opened


@pytest.fixture
def private(tmp_path: Path) -> Path:
    folder = tmp_path / "private"
    (folder / "deep").mkdir(parents=True)
    for path in (folder / "file", folder / "deep" / "file"):
        path.write_text("private")
    return folder


@pytest.mark.parametrize("name", ["home", "cache", "tmp"])
@pytest.mark.parametrize("step", ["restart", "update", "uninstall"])
def test_links_in_the_state_lead_the_service_nowhere(
    server: Server, client: httpx.Client, private: Path, name: str, step: str
) -> None:
    puppet = Puppet(server, client, f"{name}-{step}").install()
    state = puppet.home.parent
    puppet.start(f"os.rename('../{name}', '../{name}-before'); os.symlink({str(private)!r}, '../{name}')")
    deadline = time.monotonic() + 10
    while not (state / name).is_symlink():
        assert time.monotonic() < deadline
        time.sleep(0.01)
    assert (state / name / "file").read_text() == "private"  # the control
    with Witness(private, changes_only=True) as witness:
        if step == "uninstall":
            assert client.delete(f"/extension/{puppet.id}/uninstall").status_code == 204
            assert not state.exists()
        elif step == "update":
            assert puppet.update().status_code == 200
        else:
            puppet.restart()
        deadline = time.monotonic() + 10
        while step != "uninstall" and puppet.status()["starts"] < 2 and time.monotonic() < deadline:
            time.sleep(0.05)
        assert witness.seen() == []
    assert server.traceback() == ""


ATTEMPTS: Final = {
    "parameters": "{version}/parameters.json",
    "code": "{version}/run",
    "manual": "{version}/MANUAL.md",
    "log": "{logs}/output.log",
    "socket log": "{logs}/said.log",
}


@pytest.mark.parametrize("name", ATTEMPTS)
def test_files_of_the_service_are_not_replaced_by_links(
    server: Server, client: httpx.Client, private: Path, name: str
) -> None:
    """A confined program cannot. One that the operator exempts can, and the service does not follow the link."""
    confined = Puppet(server, client, f"confined-{name.replace(' ', '-')}").install()
    free = Puppet(server, client, FREE).install()
    try:
        for puppet in (confined, free):
            (version,) = (server.extensions_dir / "installed" / puppet.id).iterdir()
            logs = server.extensions_dir / "logs" / puppet.id
            place = ATTEMPTS[name].format(version=version, logs=logs)
            link = f"os.symlink({str(private / 'file')!r}, {place + '.x'!r}); os.replace({place + '.x'!r}, {place!r})"
            result = puppet.run(link)
            assert (result == "ok") == (puppet is free), result
        assert Path(place).read_text() == "private"  # the control
        with Witness(private) as witness:
            if name != "code":
                free.restart()
                free.wait()
            for page in ("logs", "get"):
                answer = client.get(f"/extension/{FREE}/{page}")
                assert answer.status_code == 200, answer.text
                assert "private" not in answer.text
            assert witness.seen() == []
    finally:
        for puppet in (confined, free):
            assert client.delete(f"/extension/{puppet.id}/uninstall").status_code == 204
    assert (private / "file").read_text() == "private"


def counted_by_paths(tree: Path) -> None:
    """How a naive service looks at what is in a folder."""
    for folder in list(tree.iterdir()):
        if folder.is_dir() and not folder.is_symlink():
            list(folder.iterdir())


def counted(tree: Path) -> None:
    usage.disk_bytes([str(tree)])


def saved(tree: Path) -> None:
    skipped: list[str] = []
    list(extension_files(DataFolder(tree.parent, "library.db", (), tree.name), [], skipped))


@pytest.mark.parametrize(
    ("act", "naive"),
    [(counted, counted_by_paths), (saved, counted_by_paths)],
    ids=["counted", "saved"],
)
def test_no_swap_fits_into_a_walk(
    tmp_path: Path, private: Path, act: Callable[[Path], None], naive: Callable[[Path], None]
) -> None:
    """A folder in the walk is exchanged with a link all the time."""
    tree = tmp_path / "tree"
    deep = tree / "outer" / "deep"

    def make() -> None:
        deep.mkdir(parents=True, exist_ok=True)
        (deep / "file").touch()

    make()
    for is_naive in (True, False):
        with Witness(private, changes_only=False) as witness:
            seen: list[str] = []
            deadline = time.monotonic() + (20 if is_naive else SECONDS)
            while time.monotonic() < deadline and not (is_naive and seen):
                make()
                with swapping(deep, private / "deep"):
                    for _ in range(50):
                        try:
                            naive(deep.parent) if is_naive else act(tree)
                        except OSError:
                            continue
                seen = witness.seen()
                deep.with_name("deep-link").unlink(missing_ok=True)
                (private / "deep" / "file").write_text("private")
                witness.begin()
                if not is_naive:
                    assert seen == []
            assert bool(seen) == is_naive  # the control goes outside


def removed_by_paths(folder: Path) -> None:
    """How a naive service removes a folder."""
    for child in list(folder.iterdir()):
        if child.is_dir() and not child.is_symlink():
            child.chmod(0o700)
            for file in list(child.iterdir()):
                file.unlink(missing_ok=True)
            child.rmdir()
    folder.rmdir()


def remove_swapped(private: Path, outer: Path, remove: Callable[[Path], None], seconds: float) -> list[str]:
    """Remove a folder again and again, while what is in it is exchanged with a link. What a witness outside has seen,
    at the first time.
    """
    deep, link, deadline = outer / "deep", outer.with_name("link"), time.monotonic() + seconds
    with Witness(private) as witness:
        while time.monotonic() < deadline:
            new = outer.with_name("new")
            new.mkdir(parents=True)
            (new / "file").touch()
            outer.mkdir()
            new.rename(deep)
            with swapping(deep, private / "deep", link=link):
                for _ in range(10):
                    with suppress(OSError):  # the entry is another one by now
                        remove(outer)
                        break
            if seen := witness.seen():
                return seen
            for rest in (outer, link):
                remove_tree(rest)
    return []


def test_no_swap_fits_into_a_removal(tmp_path: Path, private: Path) -> None:
    outer = tmp_path / "tree" / "outer"
    assert remove_swapped(private, outer, remove_tree, SECONDS) == []
    assert (private / "deep" / "file").read_text() == "private"
    assert remove_swapped(private, outer, removed_by_paths, 30)  # the control goes outside
