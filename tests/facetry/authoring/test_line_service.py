"""Validation for other programs: one request and one answer a line."""

from __future__ import annotations

import base64
import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest

from facetry.authoring import line_service
from facetry.authoring.extension_check import check_folder
from facetry.authoring.line_service import MAX_LINE_BYTES, RequestError, answer, serve
from facetry.validate.kinds import Kind

ROOT: Final = Path(__file__).parents[3]
VIEW: Final = '{"schemaVersion": "1.0",\n "elements": [{"type": "string"}]}'


def answers_to(*lines: bytes, kind: Kind | None = None) -> list[Any]:
    answers = io.BytesIO()
    serve(io.BytesIO(b"\n".join(lines)), answers, kind)
    return [json.loads(line) for line in answers.getvalue().splitlines()]


def request(**members: Any) -> bytes:
    return json.dumps(members).encode()


def test_a_finding_has_its_rule_and_its_place() -> None:
    [told] = answers_to(request(kind="view-document", text=VIEW))
    assert told == {
        "findings": [
            {
                "rule": "schema.required",
                "level": "error",
                "pointer": "/elements/0",
                "line": 2,
                "column": 15,
                "detail": told["findings"][0]["detail"],
                "value": told["findings"][0]["value"],
                "remedy": "Add the property value.",
            }
        ]
    }
    assert told["findings"][0]["detail"].endswith(".")


def test_a_manifest_is_validated_with_its_files() -> None:
    manifest = (ROOT / "specs/examples/manifests/valid/least.json").read_text()
    for names, wanted in (
        (None, set()),
        ([], {"manifest.icon", "manifest.manual"}),
        (["MANUAL.md", "icon.png"], set()),
    ):
        [told] = answers_to(request(kind="manifest", text=manifest, fileNames=names))
        rules = {finding["rule"] for finding in told["findings"]}
        assert rules & {"manifest.icon", "manifest.manual"} == wanted


def test_the_files_of_a_folder_are_those_that_would_be_packed(tmp_path: Path) -> None:
    manifest = json.loads((ROOT / "specs/examples/manifests/valid/least.json").read_text())
    page = {"id": "window", "integration": {"anchor": "window"}}
    manifest["ui"] = {
        "elements": [{**page, "url": "ui/index.html"}, {**page, "id": "zip", "url": f"{manifest['id']}-1.0.0.zip"}]
    }
    text = json.dumps(manifest)
    (tmp_path / "ui").mkdir()
    for name, content in (
        ("manifest.json", text),
        ("MANUAL.md", ""),
        ("icon.svg", ""),
        ("sky-tagger", ""),
        ("ui/index.html", ""),
        (f"{manifest['id']}-1.0.0.zip", "an earlier archive"),
    ):
        (tmp_path / name).write_text(content)

    def missing() -> list[tuple[str, str]]:
        [answered] = answers_to(request(kind="manifest", text=text, folder=str(tmp_path)))
        return [(each["rule"], each["pointer"]) for each in answered["findings"]]

    def missing_in_the_package() -> list[tuple[str, str]]:
        return [(located.finding.rule, located.finding.pointer) for located in check_folder(tmp_path).findings]

    assert missing() == missing_in_the_package() == [("manifest.file", "/ui/elements/1/url")]
    (tmp_path / ".facetryignore").write_text("/ui\n")
    assert missing() == missing_in_the_package()
    assert [pointer for _, pointer in missing()] == ["/ui/elements/0/url", "/ui/elements/1/url"]
    (tmp_path / "link").symlink_to("icon.svg")  # no archive could hold it, so the files are not known
    assert missing() == []
    assert [rule for rule, _ in missing_in_the_package()] == ["folder.link"]


def test_bytes_that_are_no_text_are_sent_as_base64() -> None:
    encoded = base64.b64encode(b'{"schemaVersion": "\xff"}').decode()
    [told] = answers_to(request(kind="view-document", base64=encoded))
    assert [finding["rule"] for finding in told["findings"]] == ["json.encoding"]
    [told] = answers_to(request(kind="view-document", text='{"schemaVersion": "\ud800"}'))
    assert [finding["level"] for finding in told["findings"]] == ["error"]


def test_the_kind_may_be_named_once_for_all_requests() -> None:
    told = answers_to(request(text=VIEW), request(kind="manifest", text="{}"), kind=Kind.VIEW_DOCUMENT)
    assert [each["findings"][0]["pointer"] for each in told] == ["/elements/0", ""]


@pytest.mark.parametrize(
    ("refused", "sentence"),
    [
        (b"", "The line is not JSON"),
        (b"{", "The line is not JSON"),
        (b"\xff", "The line is not JSON"),
        (b"[" * 100_000, "The line is not JSON"),
        (b"[]", "A request is a JSON object"),
        (request(kind="view-document"), "either text or base64"),
        (request(kind="view-document", text="", base64=""), "either text or base64"),
        (request(kind="view-document", text=3), "either text or base64"),
        (request(kind="view-document", base64="#"), "The member base64 is not Base64."),
        (request(text="{}"), "The kind is None; it must be one of manifest, view-document"),
        (request(kind="card", text="{}"), "The kind is 'card'; it must be one of"),
        (request(kind=["card"], text="{}"), "it must be one of"),
        (request(kind="extension-folder", text="{}"), "it must be one of"),
        (request(kind="view-document", text="{}", fileNames=[]), "Only a manifest has fileNames."),
        (request(kind="manifest", text="{}", fileNames=[3]), "an array of strings"),
        (request(kind="view-document", text="{}", folder="/"), "Only a manifest has folder."),
        (request(kind="manifest", text="{}", folder="ui"), "the absolute path of a folder"),
        (request(kind="manifest", text="{}", folder=3), "the absolute path of a folder"),
        (request(kind="manifest", text="{}", folder="/", fileNames=[]), "either fileNames or folder"),
        (request(kind="manifest", text="{}", files=[]), "A request has no member 'files'"),
    ],
)
def test_a_refused_request_ends_nothing(refused: bytes, sentence: str) -> None:
    told, after = answers_to(refused, request(kind="view-document", text=VIEW))
    assert sentence in told["error"]
    assert len(after["findings"]) == 1


def test_a_line_that_is_too_long_is_refused_and_skipped() -> None:
    told, after = answers_to(b" " * (2 * MAX_LINE_BYTES + 10), request(kind="view-document", text=VIEW))
    assert told == {"error": f"A request may have at most {MAX_LINE_BYTES} bytes."}
    assert len(after["findings"]) == 1
    assert answers_to(b"x" * (MAX_LINE_BYTES + 1)) == [told]


def test_a_fault_of_the_engine_ends_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fails(*_: object) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as patched:
        patched.setattr(line_service, "locate", fails)
        assert answers_to(request(kind="view-document", text="{}"))[0]["error"].startswith("Internal error: Zero")
    assert "ZeroDivisionError" in capsys.readouterr().err


def test_requests_of_the_same_process_are_answered_by_a_function() -> None:
    assert answer({"kind": "view-document", "text": VIEW})["findings"][0]["line"] == 2
    with pytest.raises(RequestError):
        answer({})


def test_the_command_answers_each_line_at_once() -> None:
    """Each answer is read before the next request is written, from the command as another program runs it."""
    with subprocess.Popen(
        [sys.executable, "-m", "facetry", "validate", "--lines"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for text, count in ((VIEW, 1), ('{"schemaVersion": "1.0", "elements": []}', 0), (VIEW, 1)):
            process.stdin.write(request(kind="view-document", text=text) + b"\n")
            process.stdin.flush()
            errors = [f for f in json.loads(process.stdout.readline())["findings"] if f["level"] == "error"]
            assert len(errors) == count
        process.stdin.close()
        assert process.stdout.read() == b""
        assert process.wait(30) == 0
