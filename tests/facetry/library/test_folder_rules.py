"""Folders that may not be repositories: those of the system and of the library, and those that are not permitted."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from urllib.parse import quote

import httpx
import pytest

from facetry.errors import FaultError
from facetry.library.repositories import FolderRules, managed_folder, permitted_roots, resolve_folder
from facetry.system.files.chosen_folders import ChosenFolder
from facetry.system.system_folders import system_folder_of
from tests.support.services.servers import IS_CLUSTER, running_server, server_environment

SYSTEM = "repository.system-folder"
DATA = "repository.data-folder"
ROOTS = "repository.roots"


def refusal(path: str | Path, rules: FolderRules) -> str | None:
    """The rule that the folder breaks; None when it is accepted."""
    try:
        resolve_folder(f"file://{quote(str(path))}", rules)
    except FaultError as error:
        return error.fault.rule
    return None


@pytest.fixture
def rules(tmp_path: Path) -> FolderRules:
    for name in ("home/data/repositories/managed", "home/data/vectors", "home/pictures/deep", "elsewhere", "permitted"):
        (tmp_path / name).mkdir(parents=True)
    return FolderRules(tmp_path / "home/data", ChosenFolder(str(tmp_path / "home/data/repositories")))


@pytest.mark.parametrize(
    "path",
    ["/", "//", "/etc/..", "/proc", "/proc/self/root", "/proc/1", "/sys", "/sys/kernel", "/dev", "/run", "/etc"],
)
def test_system_folders_are_refused_however_they_are_written(path: str, rules: FolderRules, tmp_path: Path) -> None:
    if not Path(path).is_dir():
        pytest.skip("this machine has no such folder")
    assert refusal(path, rules) == SYSTEM
    link = tmp_path / "link"
    link.symlink_to(path)
    assert refusal(link, rules) == SYSTEM
    assert refusal(tmp_path / "elsewhere" / ".." / "link", rules) == SYSTEM
    (tmp_path / "second").symlink_to(link)
    assert refusal(f"{tmp_path}/second/.", rules) == SYSTEM


def test_folders_below_the_root_and_disks_of_desktops_are_no_system_folders(tmp_path: Path) -> None:
    assert system_folder_of(tmp_path) is None
    assert system_folder_of(Path("/usr")) is None
    if Path("/run").is_dir():
        assert system_folder_of(Path("/run/not-there/disk")) == Path("/run")
    if Path("/run/user").is_dir():
        assert system_folder_of(Path("/run/user/1000/gvfs")) is None


def test_the_data_folder_its_parents_and_its_content_are_refused(rules: FolderRules, tmp_path: Path) -> None:
    home = tmp_path / "home"
    (tmp_path / "link").symlink_to(home / "data")
    refused = (tmp_path, home, home / "data", home / "data/vectors", home / "data/repositories", tmp_path / "link")
    assert {refusal(path, rules) for path in refused} == {DATA}
    assert refusal(tmp_path / "link" / "vectors", rules) == DATA
    accepted = (home / "pictures", home / "pictures/deep", tmp_path / "elsewhere", home / "data/repositories/managed")
    assert [refusal(path, rules) for path in accepted] == [None] * 4


def test_a_data_folder_behind_a_link_is_found(rules: FolderRules, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "home/data")
    behind = FolderRules(tmp_path / "link", managed_folder(None, tmp_path / "link/repositories"))
    refused = (tmp_path / "home", tmp_path / "home/data", tmp_path / "home/data/vectors", tmp_path / "link")
    assert {refusal(path, behind) for path in refused} == {DATA}
    assert refusal(tmp_path / "home/data/repositories/managed", behind) is None


def test_only_what_lies_in_a_root_is_accepted_when_there_are_any(
    rules: FolderRules, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "root").symlink_to(tmp_path / "permitted")
    (tmp_path / "permitted/below").mkdir()
    (tmp_path / "permitted/escape").symlink_to(tmp_path / "elsewhere")
    (tmp_path / "permitted-too").mkdir()
    some = FolderRules(
        rules.data_dir,
        rules.managed,
        permitted_roots(((tmp_path / "root").resolve(), tmp_path / "home/pictures", Path("/no/such")), warns=True),
    )
    accepted = ("permitted", "permitted/below", "root/below", "home/pictures/deep", "elsewhere/../permitted")
    assert [refusal(tmp_path / name, some) for name in accepted] == [None] * len(accepted)
    refused = ("elsewhere", "permitted/escape", "permitted/../elsewhere", "permitted-too")
    assert [refusal(f"{tmp_path}/{name}", some) for name in refused] == [ROOTS] * len(refused)
    assert refusal("/etc", FolderRules(rules.data_dir, rules.managed, permitted_roots((Path("/"),)))) == SYSTEM
    assert "the folder /no/such of the setting roots cannot be reached: No such file or directory" in caplog.messages


@pytest.mark.skipif(os.geteuid() != 0, reason="mounting needs root")
def test_another_mount_of_a_system_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "proc").mkdir()
    (tmp_path / "etc").mkdir()
    script = (
        "import sys; from pathlib import Path; from facetry.system.system_folders import system_folder_of as of; "
        "print(*[of(Path(each)) for each in sys.argv[1:]])"
    )
    command = f"""
        set -e
        mount --bind /proc {tmp_path}/proc && mount --bind /etc {tmp_path}/etc
        {sys.executable} -c '{script}' {tmp_path}/proc {tmp_path}/proc/self {tmp_path}/etc {tmp_path}
    """
    done = subprocess.run(
        ["unshare", "--mount", "bash", "-c", command],
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(__file__).parents[3],
    )
    if "unshare" in done.stderr or "mount:" in done.stderr:
        pytest.skip(done.stderr)
    assert done.stdout.split() == ["/proc", "/proc", "/etc", "None"], done.stderr


@pytest.mark.skipif(IS_CLUSTER, reason="the host that leads refuses its own folders")
def test_a_server_refuses_them_from_clients_and_on_its_command_line(tmp_path: Path) -> None:
    for name in ("permitted/a", "permitted/b", "elsewhere"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "permitted/escape").symlink_to(tmp_path / "elsewhere")
    roots = {"FACETRY_ROOTS": f"{tmp_path}/permitted:/no/such"}
    with running_server(tmp_path, [tmp_path / "permitted/a"], extra_environment=roots) as server:

        def create(client: httpx.Client, path: str) -> tuple[int, str | None]:
            query = {"type": "file", "name": path[-20:].strip("/ ") or "root", "url": f"file://{path}"}
            answer = client.post("/repository/create", params=query)
            return answer.status_code, answer.json().get("rule")

        with server.client() as client:
            assert create(client, "/proc") == (400, SYSTEM)
            assert create(client, f"{tmp_path}/data") == (400, DATA)
            assert create(client, f"{tmp_path}/elsewhere") == (400, ROOTS)
            assert create(client, f"{tmp_path}/permitted/escape") == (400, ROOTS)
            escape = client.post(
                "/repository/create",
                params={"type": "file", "name": "x", "url": f"file://{tmp_path}/permitted/escape"},
            ).json()
            assert escape["value"].endswith("/escape") or escape["value"].endswith("…")
            assert "elsewhere" not in str(escape)  # where a link leads is not shown
            assert create(client, f"{tmp_path}/permitted/b") == (201, None)
            first = next(each for each in client.get("/repository/list").json() if each["url"].endswith("/a"))
            moved = client.put(f"/repository/{first['id']}/update", params={"url": f"file://{tmp_path}/elsewhere"})
            assert (moved.status_code, moved.json()["rule"]) == (400, ROOTS)
            managed = client.put("/repository/ensure", params={"technicalId": "program", "name": "program"})
            assert managed.is_success, managed.text
    for path, part in (("/proc", "operating system"), (f"{tmp_path}/data", "data folder"), ("/elsewhere", "permits")):
        folder = path if not path.startswith("/e") else f"{tmp_path}{path}"
        done = subprocess.run(
            [sys.executable, "-m", "facetry", "serve", folder, "--port", "0", "--data-dir", str(tmp_path / "data")],
            env=server_environment("key", roots),
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )
        assert (done.returncode, "Traceback" in done.stderr) == (2, False), done.stderr
        assert part in done.stderr
