"""Commands in a subprocess: messages, exit codes, keys that are shown once, and a fast start."""

import os
import resource
import signal
import socket
import subprocess
import sys
import time
import uuid
from contextlib import closing
from pathlib import Path

import httpx
import pytest

from facetry.cli import main
from facetry.cli.addresses import is_loopback
from facetry.cli.names import matches_schema, repository_name
from facetry.service.data_folder import INCOMING
from facetry.service.library_database import open_store
from facetry.settings import Settings
from facetry.store import slow_queries
from facetry.store.engines.sqlite import timed_connections
from tests.support.engines.databases import only_sqlite
from tests.support.imaging import pictures
from tests.support.processor_speed import slowness
from tests.support.services.servers import (
    IS_CLUSTER,
    child_pids,
    free_port,
    running_server,
    server_environment,
    stop_process,
)
from tests.support.services.service_processes import library_process

KEY = "a-master-key-for-tests"


def run_facetry(*arguments: str, key: str = KEY, **extra: str) -> subprocess.CompletedProcess[str]:
    """The end of a command in a process that imports all it needs, unlike the one of `service_commands`."""
    done = subprocess.run(
        [sys.executable, "-m", "facetry", *arguments],
        env=server_environment(key, extra),
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert "Traceback" not in done.stderr
    return done


@pytest.mark.parametrize("arguments", [["--help"], ["serve", "--help"], ["extension", "register", "--help"]])
def test_help_is_cheap(arguments: list[str]) -> None:
    def seconds() -> float:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        assert run_facetry(*arguments).returncode == 0
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    assert min(seconds() for _ in range(3)) < 0.15 * slowness()


def test_version() -> None:
    assert run_facetry("--version").stdout.startswith("facetry")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "COMMAND"),
        (["paint"], "invalid choice"),
        (["serve", "--port", "x"], "--port"),
        (["serve", "--port", "65536"], "65535"),
        (["serve", "--role", "leader"], "invalid choice"),
        (["serve", "--role", "scan"], "Set FACETRY_CLUSTER__ADDRESS too"),
        (["serve", "/no/such/folder"], "there is no folder /no/such/folder"),
        (["serve", "/dev/null"], "/dev/null is not a folder"),
        (["extension", "register", "no spaces"], "extension id"),
        (["extension", "register", ".."], "extension id"),
        (["extension", "register", "x" * 33], "extension id"),
    ],
)
def test_wrong_usage_is_exit_code_2(arguments: list[str], message: str, tmp_path: Path) -> None:
    done = run_facetry(*arguments, FACETRY_DATA_DIR=str(tmp_path / "data"))
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr


@pytest.mark.parametrize(
    ("text", "message"),
    [("port = 'x'", "port"), ("colour = 1", "colour"), ("port = ", "settings"), ("data_dir = '/x'", "data_dir")],
)
def test_an_invalid_settings_file_is_reported(text: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "facetry.toml").write_text(text)
    done = run_facetry("serve", "--data-dir", str(tmp_path))
    assert done.returncode == 2
    assert message in done.stderr


def test_a_port_in_use_is_reported(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        done = run_facetry("serve", "--port", port, "--data-dir", str(tmp_path / "data"))
    assert done.returncode == 1
    assert f"port {port}" in done.stderr
    assert not (tmp_path / "data").exists()


def test_an_unusable_data_folder_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    done = run_facetry("serve", "--port", "0", "--data-dir", str(tmp_path / "file" / "data"))
    assert done.returncode == 1
    assert "data folder" in done.stderr
    (tmp_path / "library.db").write_bytes(b"not a database at all" * 100)
    done = run_facetry("extension", "list", "--data-dir", str(tmp_path))
    assert done.returncode == 1
    assert "is damaged and cannot be opened" in done.stderr
    assert "facetry repair" in done.stderr


def test_folders_one_inside_the_other_are_refused(tmp_path: Path) -> None:
    (tmp_path / "a" / "b").mkdir(parents=True)
    data = str(tmp_path / "data")
    done = run_facetry("serve", str(tmp_path / "a"), str(tmp_path / "a" / "b"), "--port", "0", "--data-dir", data)
    assert done.returncode == 2
    assert str(tmp_path / "a" / "b") in done.stderr


def test_the_file_of_the_master_key_is_named_at_the_first_start_only(tmp_path: Path) -> None:
    outputs = []
    for _ in range(2):
        port = free_port()
        log = tmp_path / "log"
        with log.open("wb") as sink:
            environ = {name: value for name, value in server_environment("").items() if name != "FACETRY_API_SECRET"}
            command = [sys.executable, "-m", "facetry", "serve", "--port", str(port), "--data-dir", str(tmp_path / "d")]
            process = subprocess.Popen(command, env=environ, stdout=sink, stderr=subprocess.STDOUT)
        try:
            deadline = time.monotonic() + 30
            while "/docs/" not in log.read_text():
                assert time.monotonic() < deadline, log.read_text()
                assert process.poll() is None, log.read_text()
                time.sleep(0.05)
            text = log.read_text()
            outputs.append(text)
            lines = [line.strip() for line in outputs[0].splitlines()]
            file = Path(lines[lines.index("Master key, in a file that only you may read:") + 2])
            key = file.read_text().strip()
            answer = httpx.get(
                f"http://127.0.0.1:{port}/repository/list",
                headers={"Authorization": f"Bearer {key}"},
                trust_env=False,
                timeout=30,
            )
            assert (answer.status_code, answer.json()) == (200, [])
        finally:
            stop_process(process)
        assert process.returncode == 0
        assert key not in log.read_text()
    assert "Master key" not in outputs[1]
    assert f"-d '{{}}' http://127.0.0.1:{port}/image/search/summaries" in outputs[1]
    assert "To add one: facetry serve FOLDER" in outputs[1]


@pytest.mark.skipif(IS_CLUSTER, reason="the host that leads decodes most pictures")
@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_ends_the_server_and_its_workers_in_good_order(end: signal.Signals, tmp_path: Path) -> None:
    pictures.write_pictures(tmp_path / "p", 200, formats=("JPEG",), size=(600, 400))
    with running_server(tmp_path, [tmp_path / "p"], wait_for_scans=False) as server:
        decoding = library_process(server.process.pid, server.data_dir)
        workers = child_pids(decoding)
        deadline = time.monotonic() + 10
        while not workers and time.monotonic() < deadline:
            workers = child_pids(decoding)
        assert workers
        server.process.send_signal(end)
        assert server.process.wait(15) == 0
        assert not [pid for pid in workers if Path(f"/proc/{pid}").exists()]
        assert not server.traceback(), server.traceback()
        assert server.key not in server.output()
    with running_server(tmp_path, []) as server:  # the library is served, and the interrupted scan continues
        with server.client() as client:
            (repository,) = client.get("/repository/list").json()
            assert repository["state"] == "READY"
            found = client.post("/image/search/ids", json={"range": {"take": 1, "skip": 0}}).json()
        assert found["totalCount"] == 200


def test_folders_of_the_same_name_and_of_odd_names_become_repositories_once(tmp_path: Path) -> None:
    folders = [tmp_path / "a" / "Été 2024", tmp_path / "b" / "Été 2024", tmp_path / "写真"]
    for folder in folders:
        folder.mkdir(parents=True)
    for _ in range(2):
        with running_server(tmp_path, [*folders, folders[0]]) as server, server.client() as client:
            assert sorted(each["name"] for each in client.get("/repository/list").json()) == sorted(
                ["Été 2024", "Été 2024 2", "写真"]
            )


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_second_server_on_the_same_library_is_refused(tmp_path: Path, workers: str) -> None:
    with running_server(tmp_path, []) as server:
        upload = server.data_dir / INCOMING / f"{uuid.uuid4().hex}.upload"
        upload.parent.mkdir(exist_ok=True)
        upload.write_bytes(b"a body that the first server receives")
        done = run_facetry("serve", "--port", "0", "--data-dir", str(server.data_dir), FACETRY_WORKERS=workers)
        assert done.returncode == 1
        assert "Another process serves" in done.stderr
        assert upload.exists()
    with running_server(tmp_path, [], extra_environment={"FACETRY_WORKERS": workers}):
        assert not upload.exists(), "the server that has the library removes what others have left"


@only_sqlite
def test_extensions_are_registered_with_and_without_a_server(tmp_path: Path) -> None:
    with running_server(tmp_path, []) as server:
        key = server.run_command("extension", "register", "sky-tagger").strip()
        with server.client(key) as client:
            assert client.get("/apiSecret/self").status_code == 200
        again = run_facetry("extension", "register", "Sky-Tagger", "--data-dir", str(server.data_dir))
        assert again.returncode == 1
        assert "sky-tagger" in again.stderr
        assert again.stdout == ""
    data = str(tmp_path / "data")
    other = run_facetry("extension", "register", "other", "--data-dir", data)
    assert other.returncode == 0
    assert len(other.stdout.strip()) >= 32
    listed = run_facetry("extension", "list", "--data-dir", data).stdout.splitlines()
    assert [line.split("\t")[0] for line in listed] == ["other", "sky-tagger"]


@pytest.mark.parametrize(("address", "loopback"), [("127.0.0.1", True), ("::1", True), ("0.0.0.0", False)])  # noqa: S104
def test_loopback_addresses_are_recognised(address: str, loopback: bool) -> None:
    assert is_loopback(address) is loopback


def test_names_of_repositories_keep_to_the_contract() -> None:
    for folder in (
        "",
        "a/b",
        "x" * 300,
        "x" * 127 + " y",
        "\n",
        "a\u202eb",
        "Été",
        "E\u0301te\u0301",
        "..",
        " a ",
        "写真",
    ):
        name = repository_name(folder, {repository_name(folder, set())})
        assert matches_schema("RepositoryName", name), name
        assert name.endswith(" 2")


@pytest.mark.parametrize(
    "folder", ["Österreich & Ünï (2024)", "写真", "Mum's [best] 👩\u200d👧 #1!", "a|b", "-drafts-", "E\u0301te\u0301"]
)
def test_names_of_folders_are_names_of_repositories_unchanged(folder: str) -> None:
    assert repository_name(folder, set()) == folder


def test_main_returns_the_exit_code(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", os.fspath(tmp_path / "gone")]) == 2
    assert "there is no folder" in capsys.readouterr().err


def test_a_command_without_a_log_says_nothing_of_slow_statements(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(timed_connections, "SLOW_SECONDS", -1.0)
    before = slow_queries.reported_count()
    assert main(["extension", "register", "tagger", "--data-dir", str(tmp_path / "data")]) == 0
    assert slow_queries.reported_count() > before
    assert [record.message for record in caplog.records] == []
    with closing(open_store(Settings(data_dir=tmp_path / "data"))) as store:
        store.read_now(lambda connection: connection.exec_driver_sql("SELECT 1").fetchall())
    assert caplog.records != []
