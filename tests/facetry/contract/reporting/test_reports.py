"""The report in its three forms: what a deviation says, how its request is repeated, and what is not shown."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from facetry.contract.judgement.deviation import Deviation
from facetry.contract.reporting import rendering
from facetry.contract.reporting.junit import as_junit
from facetry.contract.reporting.report import Report
from facetry.contract.reporting.reproduction import curl
from tests.support.contract.exchanges import IMAGE, exchange, refused, written

URL = "http://service.example"
KEY = "the-key-of-the-run"


def report(*deviations: Deviation) -> Report:
    made = Report(url=URL, key=KEY, secrets={"another-secret"})
    for each in deviations:
        made.add(each)
    return made


def test_a_deviation_names_operation_rule_place_request_and_answer() -> None:
    given = exchange(answer=["a b"], headers=(("etag", "x"),))
    lines = list(rendering.as_text(report(Deviation("body.schema", "imageGetTags", "a wrong tag", given, "/0"))))
    assert lines == [
        "imageGetTags: body.schema",
        "    a wrong tag at /0",
        f"    request: curl -X GET -H \"Authorization: Bearer $KEY\" '{URL}/image/{IMAGE}/getTags?extensionId=tagger'",
        '    answer: 200 ["a b"]',
        "",
        "1 deviation · 0 exchanges judged by two validators, 0 checks",
    ]


def test_equal_deviations_are_reported_once_with_their_number() -> None:
    made = report(
        Deviation("a.b", "one", "3 images are lost, 'x'"),
        Deviation("a.b", "one", '17 images are lost, "y"'),
        Deviation("a.b", "two", "3 images are lost"),
        Deviation("a.c", "one", "3 images are lost, 'x'"),
        Deviation("a.b", "one", f"3 images of {IMAGE} are lost"),
        Deviation("a.b", "one", "3 images of 0a1b2c3d-0000-4000-8000-000000000000 are lost"),
        Deviation("a.b", "", "x" * 300 + "1", entry=4),
        Deviation("a.b", "", "x" * 300 + "z"),
    )
    text = [line for line in rendering.as_text(made) if line and not line.startswith(" ")]
    assert text == [
        "one: a.b  (2 times)",
        "two: a.b",
        "one: a.c",
        "one: a.b  (2 times)",
        "entry 4: service: a.b  (2 times)",
        "5 deviations · 0 exchanges judged by two validators, 0 checks",
    ]
    assert made.is_clean is False
    assert Report().is_clean


def test_skips_and_ends_are_listed() -> None:
    made = Report(ended_early="interrupted", aborted="it is gone", cases=7, seed=0, requests=3)
    made.parts["a.b"] += 2
    for number in range(6):
        made.skip(f"part {number}", "no room")
        made.skip(f"part {number}", "no room")
    made.skip("part 0", "no time")
    assert len(made.skips) == 7
    assert list(rendering.as_text(made)) == [
        "skipped: part 0, part 1, part 2, part 3 and 2 more: no room",
        "skipped: part 0: no time",
        "not finished: it is gone",
        "ended early: interrupted",
        "0 deviations · 3 exchanges judged by two validators, 2 checks, 7 generated cases, seed 0",
    ]


def test_json_has_all_of_it() -> None:
    made = report(Deviation("a.b", "one", "wrong", refused(), "/x", 9), Deviation("a.c", "", "worse"))
    made.skip("part", "no room")
    document = json.loads(rendering.as_json(made))
    first, second = document["deviations"]
    assert (first["check"], first["operation"], first["detail"], first["pointer"]) == ("a.b", "one", "wrong", "/x")
    assert (first["count"], first["entry"], first["status"]) == (1, 9, 400)
    assert first["request"].startswith("curl -X GET")
    assert json.loads(first["answer"])["status"] == 400
    assert second == {"check": "a.c", "operation": None, "detail": "worse", "pointer": "", "count": 1}
    assert document["skipped"] == [{"part": "part", "reason": "no room"}]
    assert (document["aborted"], document["endedEarly"], document["url"]) == (None, None, URL)


def test_junit_has_a_test_case_for_each_deviation_and_each_check_without_one() -> None:
    made = report(
        Deviation("a.b", "one", "wrong \x1b[31m", refused()),
        Deviation("a.b", "one", "other"),
        Deviation("a.c", "", "worse"),
    )
    made.parts.update({"a.b": 4, "a.d": 2})
    made.skip("part", "no room")
    suite = ElementTree.fromstring(as_junit(made))[0]  # noqa: S314  # our own text
    cases = [(case.attrib["name"], [each.tag for each in case]) for case in suite]
    assert cases == [
        ("a.d", []),
        ("a.b one", ["failure"]),
        ("a.b one (2)", ["failure"]),
        ("a.c service", ["failure"]),
        ("part", ["skipped"]),
    ]
    counts = {name: suite.attrib[name] for name in ("tests", "failures", "errors", "skipped")}
    assert counts == {"tests": "5", "failures": "3", "errors": "0", "skipped": "1"}
    failure = suite[1][0]
    assert failure.attrib["message"] == "wrong �[31m"
    assert "curl -X GET" in (failure.text or "")
    made.aborted = made.ended_early = "gone"
    suite = ElementTree.fromstring(as_junit(made))[0]  # noqa: S314  # our own text
    assert [(each.attrib["name"], each[0].tag) for each in suite[-2:]] == [
        ("the whole run", "error"),
        ("the whole run", "skipped"),
    ]
    assert (suite.attrib["errors"], suite.attrib["skipped"]) == ("1", "2")


def test_no_form_shows_a_key_or_what_a_terminal_obeys() -> None:
    leaked = exchange(answer=f"{KEY} another-secret \x1b[2J".encode() + b" " * 390 + KEY.encode())
    made = report(Deviation("a.b", "one", f"it says {KEY} \x1b[2J", leaked, f"/{KEY}"))
    made.skip(f"part {KEY}", "another-secret \x1b[2J")
    made.aborted = KEY
    for text in ("\n".join(rendering.as_text(made)), rendering.as_json(made), as_junit(made)):
        assert not any(part in text for part in (KEY, "another-secret", "\x1b"))
        assert "$FACETRY_API_SECRET" in text
        assert "$KEY" in text
    assert Report(key="abc").shown("abcabc abcd") == "abcabc abcd", "a short key would stand in any text"
    assert Report(key="abcd").shown("a\tb\nabcd") == "a\tb\n$FACETRY_API_SECRET"
    assert Report(key="long-key", secrets={"long"}).shown("long-key long") == "$FACETRY_API_SECRET $KEY"


def test_long_and_binary_answers_are_short() -> None:
    def answer(data: bytes) -> str:
        return str(
            json.loads(rendering.as_json(report(Deviation("a", "b", "c", exchange(answer=data)))))["deviations"][0][
                "answer"
            ]
        )

    assert answer(b"") == "without a body"
    assert answer(b"\x89PNG\0" * 10) == "50 bytes"
    assert answer(b"x" * 400) == "x" * 400
    assert answer(b"x" * 401) == "x" * 400 + "…"
    missing = exchange(status=0, answer=b"", failure="it was closed")
    assert "    answer: none; it was closed" in list(rendering.as_text(report(Deviation("a", "b", "c", missing))))


@pytest.mark.parametrize(
    ("credential", "shown"),
    [
        (("authorization", f"Bearer {KEY}"), '-H "Authorization: Bearer $FACETRY_API_SECRET"'),
        (("authorization", "Bearer another"), '-H "Authorization: Bearer $KEY"'),
        (("authorization", "Bearer not-a-key"), '-H "Authorization: Bearer not-a-key"'),
        (("authorization", "Basic dXNlcg=="), '-H "Authorization: Basic $KEY"'),
        (("authorization", "Digest a b"), '-H "Authorization: $KEY"'),
        (("x-api-key", KEY), '-H "X-API-KEY: $FACETRY_API_SECRET"'),
        (("x-api-key", "not-a-key"), '-H "X-API-KEY: not-a-key"'),
        (("cookie", "a=b"), ""),
        (("host", "service.example"), ""),
        (("accept-language", "de'"), """-H 'accept-language: de'"'"''"""),
    ],
)
def test_keys_are_variables_in_the_command(credential: tuple[str, str], shown: str) -> None:
    given = exchange(query="")
    object.__setattr__(given, "headers", (credential,))
    parts = ["curl -X GET", *([shown] if shown else []), f"{URL}{given.path}"]
    assert curl(given, URL, KEY) == " ".join(parts)


def test_without_a_key_of_the_run_every_key_is_its_variable() -> None:
    assert '"Authorization: Bearer $FACETRY_API_SECRET"' in curl(exchange(), URL)


@pytest.mark.parametrize(
    "body",
    [b'["cat"]', b"@file", b"a'b\"c $HOME `id`\n\tsecond line", "灯台".encode(), b"x" * 2_500],
)
def test_the_command_sends_the_same_body(body: bytes, tmp_path: Path) -> None:
    """A shell runs the command with a stand-in for curl, which prints its arguments."""
    program = tmp_path / "curl"
    program.write_text(f"#!{sys.executable}\nimport json, sys\nprint(json.dumps(sys.argv[1:]))\n")
    program.chmod(0o755)
    command = curl(written(body), URL, "")
    environment = {"PATH": f"{tmp_path}:/bin:/usr/bin", "FACETRY_API_SECRET": "k"}
    done = subprocess.run(["sh", "-c", command], env=environment, capture_output=True, text=True, check=True)
    arguments = json.loads(done.stdout)
    assert arguments[arguments.index("--data-raw") + 1].encode() == body
    assert "Authorization: Bearer k" in arguments
    assert arguments[-1] == f"{URL}/image/{IMAGE}/setTags?extensionId=tagger"


@pytest.mark.parametrize(
    ("body", "comment"),
    [
        (b"\x89PNG\r\n", "# body: 6 bytes"),
        (b"a\0b", "# body: 3 bytes"),
        (b"x" * 2_501, f"# body: 2501 bytes, from {'x' * 40} on"),
    ],
)
def test_a_body_that_a_shell_cannot_hold_is_a_file(body: bytes, comment: str) -> None:
    command = curl(written(body), URL)
    assert "--data-binary @body" in command
    assert command.endswith(comment)


def test_head_and_odd_methods() -> None:
    assert curl(exchange("HEAD"), URL).startswith("curl --head -H")
    assert curl(exchange("A B"), URL).startswith("curl -X 'A B'")
