"""`facetry contract` against services that are absent, wrong, slow or rude: it ends, says why, and shows no key."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final
from xml.etree import ElementTree

import pytest

from facetry.cli import main
from facetry.contract import service
from tests.support.contract import unruly_services as unruly
from tests.support.contract.unruly_services import answering, unruly_service

KEY: Final = "a-key-that-nobody-may-see"
_DEEP: Final = b"[" * 100_000


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FACETRY_API_SECRET", KEY)
    monkeypatch.setattr(service, "FIRST_SECONDS", 1.0)


SERVICES: Final[tuple[tuple[str, Callable[..., None], str], ...]] = (
    ("another web site", answering(b"<!doctype html><p>Welcome", headers="Content-Type: text/html"), "is no JSON"),
    ("nothing there", answering(b"not found", status="404 Not Found"), "404 not found"),
    ("a wrong key", answering(b"{}", status="401 Unauthorized"), "401"),
    ("a redirection", answering(b"", status="301 Moved", headers="Location: https://x.example/"), "https://x.example/"),
    ("another description", answering(b'{"paths": {"/pets": {"get": {}}}}'), "none of the operations"),
    ("a list as description", answering(b"[]"), "without 'scopes'"),
    ("odd paths", answering(b'{"paths": {"/a": null, "/b": 7}}'), "none of the operations"),
    ("paths that are no object", answering(b'{"paths": 7, "scopes": 7}'), "scopes"),
    ("deep JSON", answering(_DEEP), "is no JSON"),
    ("half of a pair", answering(b'"\\ud800\x1b[31m"'), "is no JSON"),
    ("a wrong encoding", answering(b"[]", headers="Content-Encoding: gzip"), "does not answer"),
    ("silence", unruly.silent, "did not end within 1 s"),
    ("a closed connection", unruly.closing, "does not answer"),
    ("another protocol", unruly.babbling, "does not answer"),
    ("an endless body", unruly.endless, "does not answer"),
    ("a body that drips", unruly.dripping, "did not end within 1 s"),
    ("an echo of the key", answering(f"Authorization: Bearer {KEY}".encode(), status="500 No"), "500 Authorization"),
)


@pytest.mark.parametrize(("behave", "words"), [each[1:] for each in SERVICES], ids=[each[0] for each in SERVICES])
def test_a_service_that_cannot_be_tested(
    behave: Callable[..., None], words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    junit, report = tmp_path / "junit.xml", tmp_path / "report.json"
    with unruly_service(behave) as url:
        assert main(["contract", url, "--junit", str(junit), "--json", str(report)]) == 3
    shown = capsys.readouterr()
    assert words in shown.err
    assert "Traceback" not in shown.err
    assert "not finished: " in shown.out
    assert json.loads(report.read_text())["aborted"]
    suite = ElementTree.parse(junit).getroot()[0]  # noqa: S314  # our own file
    assert suite.attrib["errors"] == "1", "a run that was not finished is not green"
    everything = shown.out + shown.err + junit.read_text() + report.read_text()
    assert KEY not in everything
    assert "\x1b" not in everything


@pytest.mark.skipif(shutil.which("openssl") is None, reason="it makes a certificate with openssl")
def test_a_certificate_of_no_known_authority(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    context = unruly.self_signed(tmp_path)
    with unruly_service(answering(b"{}", status="401 Unauthorized"), context) as url:
        assert main(["contract", url]) == 3
        assert "SSL_CERT_FILE" in capsys.readouterr().err
        monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "cert.pem"))
        assert main(["contract", url]) == 3
        assert "401" in capsys.readouterr().err, "the service is reached"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["http://"], "host"),
        (["http://127.0.0.1:port"], "port"),
        (["http://127.0.0.1:99999"], "port"),
        (["http://[::1"], "host"),
        (["http://user:pass-word@127.0.0.1"], "--key-file"),
        (["user:pass-word@127.0.0.1"], "http://"),
        (["http://127.0.0.1/?a=b"], "query"),
        (["http://127.0.0.1/#a"], "fragment"),
        (["http://127.0.0.1", "--time", "nan"], "--time"),
        (["http://127.0.0.1", "--junit", "/no/such/folder/report.xml"], "cannot be written"),
        (["http://127.0.0.1", "--json", "/"], "cannot be written"),
        (["check", "traffic.har", "--base-path", "service.example"], "http://"),
    ],
)
def test_wrong_usage_is_found_before_the_run(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["contract", *arguments]) == 2
    shown = capsys.readouterr().err
    assert words in shown
    assert "pass-word" not in shown


@pytest.mark.parametrize("wrong", [b"two words-of-key\n", b"key\x00-with-nul", "schlüssel-mit-ü".encode(), b"\xff\xfe"])
def test_a_key_that_no_header_can_hold_is_not_shown(
    wrong: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "key").write_bytes(wrong)
    (tmp_path / "good").write_text(KEY)
    for options in (["--key-file", "key"], ["--key-file", "good", "--extension-key-file", "key"]):
        files = [part if part.startswith("--") else str(tmp_path / part) for part in options]
        assert main(["contract", "http://127.0.0.1:1", *files]) == 2
        shown = capsys.readouterr().err
        assert "key" in shown
        assert not any(part in shown for part in ("words", "with-nul", "schl"))


def test_a_report_that_cannot_be_written_in_the_end_loses_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    write = Path.write_text

    def full(self: Path, *arguments: Any, **options: Any) -> int:
        if self.name == "junit.xml":
            raise OSError(28, "No space left on device")
        return write(self, *arguments, **options)

    (tmp_path / "traffic.har").write_text('{"log": {"entries": []}}')
    monkeypatch.setattr(Path, "write_text", full)
    files = ["--junit", str(tmp_path / "junit.xml"), "--json", str(tmp_path / "report.json")]
    assert main(["contract", "check", str(tmp_path / "traffic.har"), *files]) == 2
    shown = capsys.readouterr()
    assert "No space left" in shown.err
    assert "0 deviations" in shown.out
    assert json.loads((tmp_path / "report.json").read_text())["deviations"] == []
