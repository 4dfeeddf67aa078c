"""Tables and JSON as they are printed."""

import json

import pytest

from facetry.cli.service.output import date_text, print_json, print_record, print_table


def test_columns_are_aligned_and_numbers_stand_to_the_right(capsys: pytest.CaptureFixture[str]) -> None:
    print_table(("id", "name", "watched"), [(7, "天空", True), (12, "a\x1b[31m", False), (100, None, True)], "none")
    assert capsys.readouterr().out.splitlines() == [
        " id  name       watched",
        "  7  天空       yes",
        " 12  a\\x1b[31m  no",
        "100  -          yes",
    ]


def test_an_empty_table_is_a_message(capsys: pytest.CaptureFixture[str]) -> None:
    print_table(("id",), [], "there are none")
    assert capsys.readouterr() == ("", "facetry: there are none\n")


def test_a_record_leaves_out_what_is_absent(capsys: pytest.CaptureFixture[str]) -> None:
    print_record([("id", 3), ("comment", None), ("watched", False)])
    assert capsys.readouterr().out == "id       3\nwatched  no\n"


def test_json_is_one_document_and_no_command_of_a_workflow(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answer = {"text": "##[error] ü \u202e", "numbers": [1, 0.5, 9007199254740991], "none": None}
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    print_json(answer)
    printed = capsys.readouterr().out
    assert json.loads(printed) == answer
    assert "##[" not in printed
    assert printed.count("\n") == 1


def test_only_a_terminal_gets_colours(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("facetry.cli.service.output.is_coloured", lambda _: True)
    print_table(("id",), [(7,)], "none")
    assert capsys.readouterr().out == "\x1b[1mid\x1b[0m\n 7\n"


def test_dates_are_utc() -> None:
    assert date_text(253402300799999) == "9999-12-31T23:59:59Z"
    assert date_text(None) is None
