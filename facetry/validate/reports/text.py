"""The report for people: each finding at `file:line:column`, with its remedy and a code frame, and a summary."""

from __future__ import annotations

from collections.abc import Iterator

from facetry.validate.located import LocatedFinding
from facetry.validate.reports.colours import paint
from facetry.validate.reports.escaping import unicode_name, visible
from facetry.validate.reports.frames import code_frame
from facetry.validate.reports.results import Results, Summary

_UTF16: tuple[bytes, ...] = (b"\xff\xfe", b"\xfe\xff")


def format_finding(located: LocatedFinding, text: bytes | None, *, is_coloured: bool = False) -> str:
    """A finding as lines, without a line end. With the text of its file it has a code frame."""
    lines = [_head(located, is_coloured=is_coloured)]
    if located.finding.remedy:
        lines.append(paint(f"    {visible(located.finding.remedy)}", "remedy", is_coloured=is_coloured))
    if located.range is not None and text and not text.startswith(_UTF16):
        lines += code_frame(text, located.range, located.finding.level, is_coloured=is_coloured)
    return "\n".join(lines)


def render(results: Results, summary: Summary, *, is_coloured: bool = False, is_quiet: bool = False) -> str:
    """The report. With `is_quiet` it has one line for each finding, and no summary."""
    return "".join(_lines(results, summary, is_coloured=is_coloured, is_quiet=is_quiet))


def _lines(results: Results, summary: Summary, *, is_coloured: bool, is_quiet: bool) -> Iterator[str]:
    shown = 0
    for file in results.files:
        for located in file.findings:
            shown += 1
            if is_quiet:
                yield _head(located, is_coloured=is_coloured) + "\n"
            else:
                yield format_finding(located, file.text, is_coloured=is_coloured) + "\n\n"
    if is_quiet:
        return
    hidden = summary.errors + summary.warnings - shown
    if hidden:
        yield f"{hidden} more finding{' is' if hidden == 1 else 's are'} not shown (--max-findings).\n"
    yield f"{summary}\n"


def _head(located: LocatedFinding, *, is_coloured: bool) -> str:
    finding = located.finding
    place = visible(unicode_name(located.file))
    if located.range is not None:
        place = f"{place}:{located.range.start.line}:{located.range.start.column}"
    level = paint(finding.level, finding.level, is_coloured=is_coloured)
    rule = paint(f"[{visible(finding.rule)}]", "identifier", is_coloured=is_coloured)
    return f"{paint(place, 'place', is_coloured=is_coloured)}: {level}: {visible(finding.detail)} {rule}"
