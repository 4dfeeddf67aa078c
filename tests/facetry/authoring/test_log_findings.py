"""One bug in an author's program is one finding, whatever the number of images that it fails on."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from facetry.authoring.log_findings import LogFindings

COPY = "/home/ada/tmp/facetry-dev-1/library/extensions/installed/quick/0123456789abcdef0123456789abcdef"
IMAGES = [f"7f1c9a52-3d8e-4b60-9c41-0a5be2d4f6{number:02}" for number in range(40)]
PYTHON = f"""\
ERROR facetry_extension.runtime: the hook of image.computeTags failed
Traceback (most recent call last):
  File "/opt/kit/facetry_extension/runtime.py", line 147, in _hooked
    return await hook(self._extension)
           ^^^^^^^^^^^^^^^^^^^^^^^^^^^
  File "{COPY}/main.py", line 17, in on_compute_image_tags
    found = look(image_id)
            ^^^^^^^^^^^^^^
  File "{COPY}/more/looks.py", line 3, in look
    raise KeyError(image_id)
KeyError: '{{image}}'"""
NODE = f"""\
ERROR facetry-extension: the hook of image.computeTags failed
TypeError: Cannot read properties of undefined (reading 'width')
    at look (file://{COPY}/looks.js:3:14)
    at Quick.onComputeImageTags (file://{COPY}/main.js:17:5)
    at async Runtime.hooked (file://{COPY}/node_modules/facetry-extension/dist/runtime.js:40:9)"""


@pytest.fixture
def findings() -> LogFindings:
    found = LogFindings(Path("quick"))
    found.begin("quick")
    return found


def lines(text: str, stream: str = "err") -> list[dict[str, Any]]:
    return [{"date": 1, "stream": stream, "text": line} for line in text.splitlines()]


def reported(findings: LogFindings, new_lines: Sequence[dict[str, Any]]) -> list[str]:
    return [text for _, text in findings.lines(new_lines)] + [text for _, text in findings.lines([])]


@pytest.mark.parametrize(
    ("trace", "expected"),
    [
        (
            PYTHON,
            f"quick/more/looks.py:3: error: KeyError: '{IMAGES[0]}'\n    raise KeyError(image_id)\n"
            "    called from quick/main.py:17: found = look(image_id)",
        ),
        (
            NODE,
            "quick/looks.js:3: error: TypeError: Cannot read properties of undefined (reading 'width')\n"
            "    called from quick/main.js:17: ",
        ),
    ],
    ids=["python", "node"],
)
def test_a_bug_is_one_finding_and_its_repeats_are_counted(findings: LogFindings, trace: str, expected: str) -> None:
    output: list[str] = []
    for image in IMAGES:
        text = trace.replace("{image}", image)
        error = text.splitlines()[-1] if "KeyError" in trace else text.splitlines()[1]
        output += reported(findings, lines(text))
        output += reported(findings, lines(f"error: {error} [image {image}]", "log"))
        output += findings.repeats()
    assert [line.rstrip() for line in output] == [expected.rstrip()]
    place = expected.partition(": error")[0]
    assert list(findings.repeats()) == [f"{place}: the same error, 40 times in all"]
    assert list(findings.repeats()) == []
    findings.begin("quick")  # the author saved a change, which did not mend it
    assert len(reported(findings, lines(trace))) == 1


def test_different_bugs_are_different_findings(findings: LogFindings) -> None:
    other_line = PYTHON.replace("line 3", "line 5")
    other_kind = PYTHON.replace("KeyError", "ValueError")
    texts = reported(findings, lines("\n".join([PYTHON, other_line, PYTHON, other_kind, other_line])))
    assert [text.partition("\n")[0] for text in texts] == [
        "quick/more/looks.py:3: error: KeyError: '{image}'",
        "quick/more/looks.py:5: error: KeyError: '{image}'",
        "quick/more/looks.py:3: error: ValueError: '{image}'",
    ]


@pytest.mark.parametrize("trace", [PYTHON, NODE], ids=["python", "node"])
def test_a_trace_may_arrive_in_parts(findings: LogFindings, trace: str) -> None:
    for end in range(1, len(lines(trace))):
        findings.begin("quick")
        texts = [text for _, text in findings.lines(lines(trace)[:end])]
        texts += [text for _, text in findings.lines([*lines(trace)[end:], *lines("listening", "out")])]
        assert len([text for text in texts if ": error: " in text]) == 1, (end, texts)
        assert len(texts) <= (2 if trace is PYTHON else 3), texts
        assert texts[-1] == "out listening"


def test_a_trace_whose_end_comes_late_is_one_finding(findings: LogFindings) -> None:
    trace = lines(PYTHON.format(image=IMAGES[0]))
    for end in range(2, len(trace)):
        findings.begin("quick")
        assert reported(findings, trace[:end]) == []
        (finding,) = reported(findings, trace[end:])
        assert finding.startswith("quick/more/looks.py:3: error: KeyError")


def test_a_trace_without_an_end_is_reported_in_the_end(findings: LogFindings) -> None:
    assert reported(findings, lines(PYTHON)[:-1]) == []
    assert any(reported(findings, []) for _ in range(20))


def test_other_lines_are_reported_as_they_are_with_the_author_s_paths(findings: LogFindings) -> None:
    text = f"warning: {COPY}/model is old\n{COPY} is the folder\n  indented\nERROR facetry_extension.runtime: alone"
    assert reported(findings, lines(text)) == [
        "err warning: quick/model is old",
        "err quick is the folder",
        "err   indented",
        "err ERROR facetry_extension.runtime: alone",
    ]
    assert reported(findings, lines("error: no such model [image x]", "log")) == ["log error: no such model [image x]"]
    elsewhere = COPY.replace("quick/", "other/")
    assert findings.map_paths(f"{elsewhere}/main.py") == f"{elsewhere}/main.py"


def test_an_error_outside_of_the_author_s_folder_is_one_finding_too(findings: LogFindings) -> None:
    trace = 'Traceback (most recent call last):\n  File "/opt/python/runpy.py", line 5\nModuleNotFoundError: No module'
    assert reported(findings, lines(f"{trace}\n{trace}")) == ["error: ModuleNotFoundError: No module"]
    assert [*findings.repeats(), *findings.repeats()] == [
        "ModuleNotFoundError: No module: the same error, 2 times in all"
    ]
