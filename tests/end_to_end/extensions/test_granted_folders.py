"""Granted folders stay those that the operator granted, whatever a program puts in their place."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from facetry.system import landlock
from tests.support.extensions.puppets import PATIENT, Puppet
from tests.support.services.servers import Server, running_server, server_environment

pytestmark = pytest.mark.skipif(not landlock.version(), reason="the kernel has no Landlock")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running_server(tmp_path_factory.mktemp("granted"), [], extra_environment=PATIENT) as served:
        yield served


@pytest.fixture(scope="module")
def client(server: Server) -> Iterator[httpx.Client]:
    with server.client() as opened:
        yield opened


@pytest.fixture
def puppet(server: Server, client: httpx.Client, request: pytest.FixtureRequest) -> Iterator[Puppet]:
    puppet = Puppet(server, client, request.node.name.replace("_", "-").replace("[", "-").strip("]")[-32:].strip("-"))
    yield puppet
    client.delete(f"/extension/{puppet.id}/uninstall")


def writes(puppet: Puppet, file: Path) -> bool:
    """Whether the program can write a file, which is new."""
    result = puppet.run(f"open({str(file)!r}, 'x').close()")
    assert result == "ok" or result.startswith(("PermissionError", "OSError", "FileNotFoundError")), result
    assert file.exists() == (result == "ok")
    return result == "ok"


def facetry(server: Server, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "facetry", "extension", *arguments, "--url", server.url]
    return subprocess.run(
        command, env=server_environment(server.key), capture_output=True, text=True, check=False, timeout=60
    )


def test_a_program_cannot_lead_a_granted_folder_elsewhere(puppet: Puppet, tmp_path: Path) -> None:
    """Its folder lies in another one that it may write to. The program puts a link to the pictures in its place."""
    out, library = tmp_path / "out", tmp_path / "library"
    (out / "mid" / "pictures").mkdir(parents=True)
    (library / "pictures").mkdir(parents=True)
    puppet.install([f"write:{out}", f"write:{out}/mid/pictures"])
    assert writes(puppet, out / "mid" / "pictures" / "one")
    assert not writes(puppet, library / "pictures" / "one")
    assert puppet.run(f"os.rename('{out}/mid', '{out}/old'); os.symlink('{library}', '{out}/mid')") == "ok"
    assert not writes(puppet, library / "pictures" / "two")  # the rules of the kernel know files, not paths
    puppet.restart()
    reason = puppet.failure()
    place = out / "mid" / "pictures"
    assert f"The granted folder {place} is not used: a link is on its way now." in reason
    assert f"facetry extension grant {puppet.id} write:{place}" in reason
    assert list((library / "pictures").iterdir()) == []
    (out / "mid").unlink()
    (out / "old").rename(out / "mid")
    puppet.restart()
    puppet.wait()
    assert writes(puppet, place / "two")


@pytest.mark.parametrize("level", ["itself", "parent", "grandparent"])
@pytest.mark.parametrize("kind", ["link", "relative", "folder"])
def test_what_takes_the_place_of_a_folder_is_refused(puppet: Puppet, tmp_path: Path, level: str, kind: str) -> None:
    granted, other = tmp_path / "a" / "b" / "c", tmp_path / "other"
    granted.mkdir(parents=True)
    (other / "b" / "c").mkdir(parents=True)
    (other / "c").mkdir()
    puppet.install([f"write:{granted}"])
    place, target = {
        "itself": (granted, other),
        "parent": (granted.parent, other),
        "grandparent": (granted.parent.parent, other),
    }[level]
    place.rename(tmp_path / "moved")
    if kind == "folder":
        other.rename(place)
    else:
        place.symlink_to(target if kind == "link" else os.path.relpath(target, place.parent))
    puppet.restart()
    assert f"The granted folder {granted} is not used" in puppet.failure()


def test_the_operator_says_that_he_has_moved_a_folder(server: Server, puppet: Puppet, tmp_path: Path) -> None:
    out, disk = tmp_path / "out", tmp_path / "disk"
    out.mkdir()
    grant = f"write:{out}"
    puppet.install([grant])
    out.rename(disk)
    out.symlink_to(disk)
    puppet.restart()
    assert "a link is on its way" in puppet.failure()
    assert puppet.set_grants([grant, "image:delete"]).status_code == 200  # another grant does not confirm the link
    assert "a link is on its way" in puppet.failure()
    assert puppet.update().status_code == 200
    assert "a link is on its way" in puppet.failure()
    done = facetry(server, "grant", puppet.id, grant)
    assert done.returncode == 0, done.stderr
    puppet.wait()
    assert writes(puppet, disk / "new")
    granted = puppet.client.get(f"/extension/{puppet.id}/get").json()["permissions"]["granted"]
    assert granted == ["image:delete", grant]


def test_a_folder_that_is_missing_is_left_out_until_it_is_there(puppet: Puppet, tmp_path: Path) -> None:
    disk, elsewhere = tmp_path / "disk", tmp_path / "elsewhere"
    elsewhere.mkdir()
    puppet.install([f"write:{disk}"])
    disk.mkdir()
    assert not writes(puppet, disk / "new")
    puppet.restart()
    puppet.wait()
    assert writes(puppet, disk / "new")
    disk.rename(tmp_path / "unplugged")
    puppet.restart()
    puppet.wait()
    assert puppet.status()["state"] == "starting"
    (tmp_path / "unplugged").rename(disk)
    puppet.restart()
    puppet.wait()
    assert writes(puppet, disk / "again")


def test_a_link_that_an_extension_made_does_not_decide_what_is_granted(puppet: Puppet, tmp_path: Path) -> None:
    out, private = tmp_path / "out", tmp_path / "private"
    for folder in (out, private):
        folder.mkdir()
    puppet.install([f"write:{out}"])
    assert puppet.run(f"os.symlink('{private}', '{out}/models')") == "ok"
    grants = [f"write:{out}", f"write:{out}/models"]
    for named_again in ([], grants[1:]):
        answer = puppet.set_grants(grants, named_again)
        assert (answer.status_code, answer.json()["rule"]) == (400, "permission.folder"), answer.text
        assert f"{out}/models, which an extension may change" in answer.json()["detail"]
    assert puppet.client.delete(f"/extension/{puppet.id}/uninstall").status_code == 204
    again = Puppet(puppet.server, puppet.client, puppet.id)
    with pytest.raises(AssertionError, match=r"permission\.folder"):
        again.install(grants)
    (out / "models").unlink()
    (out / "models").mkdir()
    again.install(grants)


def test_a_folder_with_the_link_to_the_data_folder_is_not_granted(tmp_path: Path) -> None:
    """Its writer would decide where the service finds its data at the next start."""
    links = tmp_path / "links"
    links.mkdir()
    with running_server(tmp_path, [], extra_environment=PATIENT) as made:
        pass
    (links / "library").symlink_to(made.data_dir.parent)
    with running_server(links / "library", [], extra_environment=PATIENT) as server, server.client() as client:
        puppet = Puppet(server, client, "p")
        with pytest.raises(AssertionError, match=r"permission\.folder"):
            puppet.install([f"write:{links}"])


def test_a_second_mount_of_the_data_folder_is_not_granted(tmp_path: Path) -> None:
    if subprocess.run(["unshare", "-m", "true"], capture_output=True).returncode:
        pytest.skip("this process may not make namespaces")
    (tmp_path / "out" / "alias").mkdir(parents=True)
    with running_server(tmp_path, [], extra_environment=PATIENT) as server, server.client() as client:
        alias = tmp_path / "out" / "alias"
        with bound(server.data_dir, alias):
            puppet = Puppet(server, client, "p")
            with pytest.raises(AssertionError, match=r"permission\.folder"):
                puppet.install([f"write:{tmp_path}/out"])
        puppet.install([f"write:{tmp_path}/out"])


@contextmanager
def bound(source: Path, place: Path) -> Iterator[None]:
    """A second mount of a folder."""
    if subprocess.run(["mount", "--bind", source, place], capture_output=True).returncode:
        pytest.skip("this process may not mount")
    try:
        yield
    finally:
        subprocess.run(["umount", place], check=True)


def test_another_mount_in_the_place_of_a_folder_is_refused(puppet: Puppet, tmp_path: Path) -> None:
    out, private = tmp_path / "out", tmp_path / "private"
    for folder in (out, private):
        folder.mkdir()
    puppet.install([f"write:{out}"])
    with bound(private, out):
        puppet.restart()
        assert "another folder is in its place now" in puppet.failure()
    puppet.restart()
    puppet.wait()


def test_a_host_without_identities_follows_no_link_either(tmp_path: Path) -> None:
    """As after a restored backup, which has places and no identities. A library of an earlier version has neither."""
    out, other = tmp_path / "out", tmp_path / "other"
    for folder in (out, other):
        folder.mkdir()
    with running_server(tmp_path, [], extra_environment=PATIENT) as server, server.client() as client:
        puppet = Puppet(server, client, "p").install([f"write:{out}"])
    identities = server.extensions_dir / "granted-folders.json"
    recorded = json.loads(identities.read_text())
    assert list(recorded["p"]) == [f"write:{out}"]
    assert identities.stat().st_mode & 0o777 == 0o600
    identities.unlink()
    out.rename(tmp_path / "moved")
    out.symlink_to(other)
    with running_server(tmp_path, [], extra_environment=PATIENT) as server, server.client() as client:
        puppet = Puppet(server, client, "p")
        puppet.home.joinpath("running").unlink(missing_ok=True)
        puppet.restart()
        assert "a link is on its way" in puppet.failure()
        out.unlink()
        out.mkdir()  # the folder of this host
        puppet.restart()
        puppet.wait()
        assert writes(puppet, out / "new")
        assert json.loads(identities.read_text()) != recorded
        identities.write_text("damaged")
        puppet.restart()
        reason = puppet.failure()
        assert f"The file {identities}, which identifies granted folders, cannot be read" in reason
