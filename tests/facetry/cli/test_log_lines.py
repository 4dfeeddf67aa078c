"""Lines of logs as commands print them: extensions cannot control the terminal with them."""

import pytest

from facetry.cli import main
from facetry.cli.extension.progress import format_log_line

HOSTILE = "\x1b]0;title\x07 done\tand \u202egnorw"


def test_a_log_line_has_escapes_for_control_characters_but_tabs() -> None:
    assert format_log_line({"text": HOSTILE}) == "         \\x1b]0;title\\x07 done\tand \\u202egnorw"


def test_messages_of_failures_have_escapes_too(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    failure = {"date": 0, "imageId": "x", "capabilityId": "image.tags", "attempts": 1, "error": HOSTILE}
    page = {"items": [failure], "totalCount": 1}
    monkeypatch.setattr("facetry.authoring.service.ServiceClient.get", lambda *_, **__: page)
    monkeypatch.setenv("FACETRY_API_SECRET", "a-master-key-for-tests")
    assert main(["extension", "failures", "tagger"]) == 0
    assert capsys.readouterr().out.endswith("\t1 attempts\t\\x1b]0;title\\x07 done and \\u202egnorw\n")
