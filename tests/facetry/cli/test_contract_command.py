"""`facetry contract`: its usage, its exit codes, its reports, and recorded traffic."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final
from xml.etree import ElementTree

import pytest

from facetry.cli import contract, main
from tests.support.contract import broken_services as broken
from tests.support.services.servers import Server, free_port, running_server

DOCS: Final = Path(__file__).parents[3] / "docs" / "contract-tests.md"
IMAGE: Final = "7f1c9a52-3d8e-4b60-9c41-0a5be2d4f613"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running_server(tmp_path_factory.mktemp("contract-command"), []) as running:
        yield running


def entry(
    status: int, answer: Any, *, method: str = "GET", path: str = f"/image/{IMAGE}/getAllTags", **more: Any
) -> dict[str, Any]:
    """An entry of an HTTP archive."""
    headers = [{"name": "Content-Type", "value": "application/json"}]
    return {
        "request": {"method": method, "url": f"http://service.example:3001{path}", "headers": headers, **more},
        "response": {"status": status, "headers": headers, "content": {"text": json.dumps(answer)}},
    }


def archive(folder: Path, *entries: Mapping[str, Any]) -> str:
    file = folder / "traffic.har"
    file.write_text(json.dumps({"log": {"version": "1.2", "entries": list(entries)}}))
    return str(file)


def test_without_the_extra_it_names_the_installation(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(contract, "_NEEDED", {"schemathesis": "schemathesis", "the-package": "the_package_is_not_here"})
    assert main(["contract", "http://127.0.0.1:1"]) == 2
    message = capsys.readouterr().err
    assert message == f"facetry contract: the-package must be installed. To install the extra: {contract.INSTALL}\n"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["ftp://127.0.0.1"], "http://"),
        (["http://127.0.0.1:1", "more"], "too many"),
        (["check"], "file"),
        (["http://127.0.0.1:1", "--operation", "imageSetTag"], "imageSetTags"),
        (["http://127.0.0.1:1", "--cases", "-1"], "--cases"),
        (["http://127.0.0.1:1", "--pictures", "/no/such/folder"], "folder"),
        (["http://127.0.0.1:1"], "--key-file"),
    ],
)
def test_wrong_usage(
    arguments: list[str], words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("FACETRY_API_SECRET", raising=False)
    assert main(["contract", *arguments]) == 2
    assert words in capsys.readouterr().err


def test_a_service_that_does_not_answer(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("FACETRY_API_SECRET", "a-key")
    assert main(["contract", f"http://127.0.0.1:{free_port()}"]) == 3
    assert "does not answer" in capsys.readouterr().err


def test_a_run_that_finds_something(
    server: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("FACETRY_API_SECRET", raising=False)
    (tmp_path / "key").write_text(f"{server.key}\n")
    options = ["--key-file", str(tmp_path / "key"), "--cases", "0", "--operation", "repositoryTags"]
    files = {name: tmp_path / f"report.{name}" for name in ("junit", "json")}
    outputs = [part for name, file in files.items() for part in (f"--{name}", str(file))]
    with broken.broken_service(server.port, broken.repeated_pairs) as url:
        assert main(["contract", url, *options, *outputs]) == 1
    text = capsys.readouterr().out
    assert "repositoryTags: tag.distinct" in text
    assert 'curl -X GET -H "Authorization: Bearer $FACETRY_API_SECRET"' in text
    found = json.loads(files["json"].read_text())["deviations"]
    assert ("tag.distinct", "repositoryTags") in {(each["check"], each["operation"]) for each in found}
    suite = ElementTree.parse(files["junit"]).getroot()[0]  # noqa: S314  # our own file
    assert int(suite.attrib["failures"]) == len(suite.findall("testcase/failure")) > 0
    assert not any(server.key in shown for shown in (text, *(file.read_text() for file in files.values())))


def test_a_clean_run(server: Server, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("FACETRY_API_SECRET", server.key)
    assert main(["contract", server.url, "--cases", "0", "--operation", "repositoryTags"]) == 0
    assert "0 deviations" in capsys.readouterr().out


@pytest.mark.parametrize("interrupt", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_ends_the_run_and_removes_what_was_created(server: Server, interrupt: signal.Signals) -> None:
    command = [sys.executable, "-m", "facetry", "contract", server.url, "--cases", "0"]
    environment = {**os.environ, "FACETRY_API_SECRET": server.key}
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as run:
        with server.client() as client:
            while not client.get("/repository/list").json():
                assert run.poll() is None
                time.sleep(0.05)
        run.send_signal(interrupt)
        output, _ = run.communicate(timeout=120)
    assert run.returncode == 130, output
    assert "ended early: interrupted" in output
    with server.client() as client:
        assert client.get("/repository/list").json() == []
        assert client.get("/apiSecret/list").json() == []


def test_the_time_ends_a_run(
    server: Server, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FACETRY_API_SECRET", server.key)
    assert main(["contract", server.url, "--time", "0.2"]) in {0, contract.UNJUDGED}  # as far as the machine came
    assert "ended early: the time" in capsys.readouterr().out
    with server.client() as client:
        assert client.get("/repository/list").json() == []
        assert client.get("/extension/list").json() == []


def test_what_is_created_while_the_time_ends_is_removed(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FACETRY_API_SECRET", server.key)
    created: list[str] = []

    def late(request: broken.Request, forward: Callable[[broken.Request], broken.Answer]) -> broken.Answer:
        answer = forward(request)
        if request.ends("/repository/ensure"):
            created.append(answer.parsed()["id"])
            time.sleep(seconds)  # until the time of the run is over
        return answer

    seconds = 1.0
    with broken.broken_service(server.port, late) as url:
        while not created:
            assert main(["contract", url, "--time", str(seconds)]) in {0, contract.UNJUDGED}
            seconds *= 2  # a slow machine did not come as far as the repository
    with server.client() as client:
        assert client.get("/repository/list").json() == []
        assert client.get("/extension/list").json() == []


def test_recorded_traffic_without_a_fault(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = archive(tmp_path, entry(200, [{"id": "tagger", "value": "cat"}]), entry(200, {}, path="/page.html"))
    assert main(["contract", "check", file]) == 0
    text = capsys.readouterr().out
    assert "1 exchanges judged" in text
    assert "skipped: entry 1, GET /page.html" in text


@pytest.mark.parametrize(
    ("bad", "check", "pointer"),
    [
        (entry(200, [{"id": "tagger", "value": "cat"}, {"id": "tagger"}]), "body.schema", "/1"),
        (entry(200, [{"id": "tagger", "value": "__empty__"}]), "tag.sentinel", ""),
        (entry(418, {}), "status.undocumented", ""),
        (entry(500, {}), "status.server-error", ""),
        (entry(400, {"error": 1}), "problem.document", ""),
        (
            entry(
                204,
                None,
                method="PUT",
                path=f"/image/{IMAGE}/setTags?extensionId=tagger",
                postData={"mimeType": "application/json", "text": '["cat", "a b"]'},
            ),
            "request.accepted",
            "/1",
        ),
    ],
)
def test_recorded_traffic_with_a_fault(tmp_path: Path, bad: dict[str, Any], check: str, pointer: str) -> None:
    good = entry(200, [])
    report = tmp_path / "report.json"
    assert main(["contract", "check", archive(tmp_path, good, bad), "--json", str(report)]) == 1
    found = json.loads(report.read_text())["deviations"]
    assert {each["entry"] for each in found} == {1}
    assert (check, pointer) in {(each["check"], each["pointer"]) for each in found}, found


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"log": {}}', b'{"log": {"entries": [7]}}', b"[" * 100_000])
def test_a_file_that_is_no_archive(tmp_path: Path, content: bytes, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "traffic.har").write_bytes(content)
    assert main(["contract", "check", str(tmp_path / "traffic.har")]) == 3
    assert "Traceback" not in capsys.readouterr().err


def test_traffic_of_which_nothing_was_judged_has_an_exit_code(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    outputs = ["--json", str(tmp_path / "report.json"), "--junit", str(tmp_path / "report.xml")]
    for entries, words in (([], "no entries"), ([entry(200, [])], "--base-path http://service.example:3001 fits")):
        file = archive(tmp_path, *entries)
        assert main(["contract", "check", file, "--base-path", "http://127.0.0.1:3001", *outputs]) == 5
        printed = capsys.readouterr()
        assert words in printed.err
        assert words in printed.out
        assert words in json.loads((tmp_path / "report.json").read_text())["nothingJudged"]
        suite = ElementTree.parse(tmp_path / "report.xml").getroot()[0]  # noqa: S314  # our own file
        (error,) = suite.findall("testcase/error")
        assert words in error.attrib["message"]
        assert suite.attrib["errors"] == "1"


def test_operations_of_which_none_was_asked_have_an_exit_code(
    server: Server, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def without_tags(request: broken.Request, forward: broken.Forward) -> broken.Answer:
        answer = forward(request)
        if request.path != "/openapi.json":
            return answer
        described = answer.parsed()
        del described["paths"]["/repository/tags"]
        return answer.with_json(described)

    monkeypatch.setenv("FACETRY_API_SECRET", server.key)
    options = ["--cases", "0", "--operation", "repositoryTags"]
    with broken.broken_service(server.port, without_tags) as url:
        assert main(["contract", url, *options]) == 5
    assert "(repositoryTags) was answered: the service does not offer it" in capsys.readouterr().err
    assert main(["contract", server.url, *options, "--time", "0.000001"]) == 5
    assert "give it more --time" in capsys.readouterr().err


def test_the_page_names_every_option(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["contract", "--help"])
    offered = set(re.findall(r"(--[a-z][a-z-]+)", capsys.readouterr().out)) - {"--help"}
    assert offered == set(re.findall(r"(--[a-z][a-z-]+)", DOCS.read_text()))
