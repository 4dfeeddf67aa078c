"""The commands for authors: create, pack, install and develop an extension."""

import json
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import pytest

from facetry.authoring import kits
from facetry.authoring.starter import write_extension
from facetry.cli import main
from tests.support.imaging.pictures import write_pictures
from tests.support.services.servers import Server, running_server, server_environment

SDK: Final = Path(__file__).parents[4] / "sdk" / "python"
KEY: Final = "a-master-key-for-tests"
TIMEOUT_SECONDS: Final = 60.0


def run_facetry(
    *arguments: str, key: str = KEY, cwd: Path | None = None, **extra: str
) -> subprocess.CompletedProcess[str]:
    """Runs a `facetry` command."""
    done = subprocess.run(
        [sys.executable, "-m", "facetry", *arguments],
        cwd=cwd,
        env=command_environment(key, **extra),
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert "Traceback" not in done.stderr, done.stderr
    return done


def command_environment(key: str, **extra: str) -> dict[str, str]:
    return server_environment(key, {"PYTHONPATH": str(SDK.parents[1]), **extra})


def quick_extension(folder: Path, id: str = "quick", **changes: Any) -> Path:
    """A new extension that runs on the interpreter of the tests, without its own environment."""
    write_extension(folder, id, "python", kits.python_kit())
    manifest = json.loads((folder / "manifest.json").read_text())
    manifest["runtimes"] = []
    manifest["instructions"][0]["execution"]["executable"] = sys.executable
    (folder / "manifest.json").write_text(json.dumps(manifest | changes, indent=2))
    (folder / "requirements.txt").unlink()
    path = [str(SDK), *(each for each in sys.path if "site-packages" in each)]
    program = (
        (folder / "main.py")
        .read_text()
        .replace("\nfrom facetry_", f"\nimport sys\n\nsys.path[:0] = {path!r}\nfrom facetry_")
    )
    (folder / "main.py").write_text(program)
    return folder


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A service with six landscape pictures."""
    home = tmp_path_factory.mktemp("service")
    write_pictures(home / "pictures", 6)
    with running_server(home, [home / "pictures"], extra_environment={"PIP_NO_COMPILE": "1"}) as served:
        yield served


def count_tagged(server: Server, tag: str) -> int:
    with server.client() as client:
        answer = client.post("/image/search/ids", json={"filter": {"criteria": {"tags": {"values": [tag]}}}})
        return int(answer.json()["totalCount"])


def wait_until(condition: Callable[[], bool], describe: Callable[[], str], seconds: float = TIMEOUT_SECONDS) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, describe()
        time.sleep(0.1)


@pytest.mark.e2e
def test_from_nothing_to_tags(server: Server, tmp_path: Path) -> None:
    """With an environment created from requirements.txt, as for a real user."""
    made = run_facetry("extension", "init", "sky-tagger", "--python", cwd=tmp_path)
    assert made.returncode == 0, made.stderr
    assert run_facetry("extension", "init", "sky-tagger", "--python", cwd=tmp_path).returncode == 1
    packed = [
        run_facetry("extension", "package", "sky-tagger", "-o", name, cwd=tmp_path) for name in ("a.zip", "b.zip")
    ]
    assert (tmp_path / "a.zip").read_bytes() == (tmp_path / "b.zip").read_bytes()
    size, digest = re.fullmatch(r"a\.zip\t(\d+) bytes\tsha256 ([0-9a-f]{64})\n", packed[0].stdout).groups()  # type: ignore[union-attr]  # a missing match fails the test too
    assert int(size) == (tmp_path / "a.zip").stat().st_size
    assert digest in packed[1].stdout
    key = tmp_path / "key"
    key.write_text(server.key + "\n")
    arguments = ("extension", "install", "a.zip", "--url", server.url, "--key-file", str(key))
    installed = run_facetry(*arguments, cwd=tmp_path)
    assert installed.returncode == 0, installed.stderr
    assert "sky-tagger is preparing: requirements: " in installed.stderr
    assert installed.stderr.endswith("facetry: sky-tagger is running\n")
    wait_until(lambda: count_tagged(server, "landscape") == 6, server.output)
    again = run_facetry(*arguments, "--state", "paused", cwd=tmp_path)
    assert (again.returncode, again.stderr) == (0, "facetry: sky-tagger is updated from 1.0.0 and paused\n")


def test_a_failed_start_is_reported_with_the_end_of_the_log(server: Server, tmp_path: Path) -> None:
    folder = quick_extension(tmp_path / "frail", "frail")
    program = (folder / "main.py").read_text()
    (folder / "main.py").write_text(
        program.replace("\nimport sys\n", '\nimport sys\nprint("what a morning", flush=True)\n')
    )
    port = server.url.rpartition(":")[2]
    done = run_facetry("extension", "install", str(folder), key=server.key, FACETRY_PORT=port)
    assert done.returncode == 0, done.stderr
    manifest = json.loads((folder / "manifest.json").read_text())
    changes = {"version": "2.0.0", "runtimes": [{"environment": "node"}]}
    (folder / "manifest.json").write_text(json.dumps(manifest | changes))
    (folder / "package.json").write_text("no JSON at all")
    done = run_facetry("extension", "install", str(folder), key=server.key, FACETRY_PORT=port)
    with server.client() as client:
        assert client.delete("/extension/frail/uninstall").status_code == 204
    assert done.returncode == 1
    assert "frail is updated from 1.0.0 and enabled" in done.stderr
    assert "frail is not running: " in done.stderr
    assert "package.json of the extension cannot be read" in done.stderr
    assert "what a morning" in done.stdout


def test_names_with_spaces_and_an_output_that_is_a_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["extension", "init", "sky-tagger", "--python", "--directory", "my ext"]) == 0
    assert capsys.readouterr().err.endswith(": facetry extension dev 'my ext'\n")
    (tmp_path / "dist").mkdir()
    for output in (".", "dist"):
        assert main(["extension", "package", "my ext", "--output", output]) == 0
        assert capsys.readouterr().out.startswith(f"{Path(output) / 'sky-tagger-1.0.0.zip'}\t")
        assert (tmp_path / output / "sky-tagger-1.0.0.zip").is_file()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["dist", "my ext", "sky-tagger-1.0.0.zip"]


def test_findings_are_printed_with_file_line_and_column(tmp_path: Path) -> None:
    folder = quick_extension(tmp_path / "wrong", categories=["enrichmet"])
    for verb in (("package",), ("install", "--url", "http://127.0.0.1:9")):
        done = run_facetry("extension", verb[0], str(folder), *verb[1:])
        assert done.returncode == 1
        line = next(line for line in done.stdout.splitlines() if "error" in line)
        place = re.match(r"(.+/manifest\.json):(\d+):\d+: error: ", line)
        assert place is not None, done.stdout
        assert "enrichmet" in Path(place[1]).read_text().splitlines()[int(place[2]) - 1]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["init", "no spaces", "--python"], "an extension id"),
        (["init", "good"], "--python"),
        (["package", "nowhere"], "there is no folder nowhere"),
        (["install", "nowhere.zip"], "nowhere.zip cannot be read"),
        (["install", "nowhere.zip", "--key-file", "nokey"], "nokey cannot be read"),
        (["dev", "nowhere"], "there is no folder nowhere"),
    ],
)
def test_wrong_usage_is_exit_code_2(arguments: list[str], message: str, tmp_path: Path) -> None:
    done = run_facetry("extension", *arguments, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr
    assert not any(tmp_path.iterdir())


def test_without_a_key_nothing_is_sent(tmp_path: Path) -> None:
    (tmp_path / "some.zip").write_bytes(b"")
    done = run_facetry("extension", "install", "some.zip", key="", cwd=tmp_path, FACETRY_DATA_DIR=str(tmp_path))
    assert (done.returncode, "there is no key" in done.stderr) == (2, True)


def test_an_invalid_archive_and_an_unreachable_service_are_reported(tmp_path: Path) -> None:
    (tmp_path / "some.zip").write_bytes(b"PK")
    done = run_facetry("extension", "install", "some.zip", cwd=tmp_path)
    assert (done.returncode, "[archive.kind]" in done.stderr) == (1, True)
    folder = quick_extension(tmp_path / "quick")
    done = run_facetry("extension", "install", str(folder), "--url", "http://127.0.0.1:9")
    assert (done.returncode, "http://127.0.0.1:9 cannot be reached" in done.stderr) == (1, True)


@contextmanager
def running_dev(*arguments: str, folder: Path) -> Iterator[tuple[Callable[[], str], subprocess.Popen[bytes]]]:
    """Runs `facetry extension dev`; yields its output and its process; interrupts it at the end."""
    log = folder.parent / "dev.log"
    with log.open("wb") as sink:
        process = subprocess.Popen(
            [sys.executable, "-m", "facetry", "extension", "dev", str(folder), *arguments],
            env=command_environment(KEY, XDG_CACHE_HOME=str(folder.parent / "cache"), TMPDIR=str(folder.parent)),
            stdout=sink,
            stderr=subprocess.STDOUT,
        )
    try:
        yield lambda: log.read_text(errors="replace"), process
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGINT)
        process.wait(30)


def test_an_extension_is_loaded_again_when_it_is_saved(tmp_path: Path) -> None:
    folder = quick_extension(tmp_path / "quick")
    write_pictures(tmp_path / "pictures", 3, formats=("PNG",))
    main, manifest = (folder / "main.py").read_text(), (folder / "manifest.json").read_text()

    def count(words: str) -> int:
        return len(re.findall(words, output()))

    with running_dev("--pictures", str(tmp_path / "pictures"), "--replay", "all", folder=folder) as (output, process):
        wait_until(lambda: count("log info: .* is landscape") >= 3, output)
        wait_until(lambda: count(r"image.tags.updated \S+, \d+ ms after the request") >= 3, output)
        (folder / "manifest.json").write_text(manifest.replace("enrichment", "enrichmet"))
        wait_until(lambda: count(r"manifest\.json:\d+:\d+: error: ") == 1, output)
        (folder / "manifest.json").write_text(manifest)
        (folder / "main.py").write_text(main.replace('"landscape" if', '"lying" if'))
        wait_until(lambda: count("quick: the work for all images is requested again") >= 2, output)
        wait_until(lambda: count("log info: .* is lying") >= 3, output)
        wait_until(lambda: count("image.tags: 3 images done, 0 to do, 0 failed") >= 2, output)
    assert process.returncode == 0
    assert "Traceback" not in output()
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith("facetry-dev-")] == []


def test_a_bug_is_one_finding_in_the_author_s_folder(tmp_path: Path) -> None:
    """One attempt for each change, also of a crash at the start. A mended program works at once."""
    folder = quick_extension(tmp_path / "quick")
    main = (folder / "main.py").read_text()
    broken = main.replace("found = orientation(", "found = orientatoin(")
    line = next(number for number, text in enumerate(broken.splitlines(), start=1) if "orientatoin" in text)
    (folder / "main.py").write_text(broken)
    with running_dev(folder=folder) as (output, process):
        place = f"{folder}/main.py:{line}"
        wait_until(lambda: f"{place}: the same error, 12 times in all" in output(), output)
        assert f"{place}: error: NameError: name 'orientatoin' is not defined\n    found = orientatoin(" in output()
        assert output().count("NameError") == 1
        assert "/installed/" not in output()
        (folder / "main.py").write_text(main.replace("\nclass Quick", "\n1 / 0\n\n\nclass Quick"))
        wait_until(lambda: "quick is failed: " in output(), output)
        division = re.compile(r"main\.py:\d+: error: ZeroDivisionError: division by zero")
        wait_until(lambda: division.search(output()) is not None, output)  # the log comes on a stream of its own
        (folder / "main.py").write_text(main)
        wait_until(lambda: output().count("quick is running") == 2, output)
        assert len(division.findall(output())) == 1
        assert "Traceback" not in output()
    assert process.returncode == 0
    assert len([text for text in output().splitlines() if " image." not in text]) < 45, output()


def test_an_extension_stays_installed_on_a_given_service(server: Server, tmp_path: Path) -> None:
    folder = quick_extension(tmp_path / "stays", "stays")
    key = tmp_path / "key"
    key.write_text(server.key)
    with server.client() as client:
        image = client.post("/image/search/ids", json={}).json()["items"][0]
        options = ("--url", server.url, "--key-file", str(key), "--replay", image)
        with running_dev(*options, folder=folder) as (output, process):
            wait_until(lambda: f"stays: the work for {image} is requested again" in output(), output)
        assert process.returncode == 0, output()
        assert [each["manifest"]["id"] for each in client.get("/extension/list").json()].count("stays") == 1
        assert client.delete("/extension/stays/uninstall").status_code == 204
    assert not (tmp_path / "cache" / "facetry" / "environments").exists()
