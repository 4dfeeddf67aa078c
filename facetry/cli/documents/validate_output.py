"""The output of `facetry validate`: reports, differences, and fixed files."""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from pathlib import Path
from typing import TextIO

from facetry.cli.colours import is_coloured
from facetry.cli.opening import CommandError, for_log, is_github_workflow, print_message
from facetry.validate.reports import text
from facetry.validate.reports.escaping import unicode_name, visible
from facetry.validate.reports.results import Problem, Results, Summary, ValidatedFile

STDIN = STDOUT = "-"


def print_report(results: Results, arguments: argparse.Namespace) -> None:
    """Print the report in its format, and write it to `--output`. Raises `CommandError` when it cannot be written."""
    summary = results.summary
    shown = results if arguments.max_findings is None else results.limited(arguments.max_findings)
    body = _render(shown, summary, arguments)
    output = None if arguments.output == STDOUT else arguments.output
    if output is not None:
        try:
            Path(output).write_text(body, "utf-8")
        except OSError as error:
            raise CommandError(f"{output} cannot be written: {error.strerror or error}", code=2) from None
    stream = sys.stderr if _prints_fixed_text(arguments) else sys.stdout
    if arguments.format == "text" or output is not None:
        _print_text(shown, summary, arguments, stream)
    else:
        _write(stream, body)
    for problem in (*results.unreadable, *results.unrecognised):
        print_message(f"{visible(unicode_name(problem.name))}: {visible(problem.reason)}")


def apply_fixes(results: Results, arguments: argparse.Namespace) -> Results:
    """Print the fixes as differences, and write the fixed files. The fixed text of standard input is printed. The
    results say which files could not be written.
    """
    is_text = arguments.format == "text" and not _prints_fixed_text(arguments)
    stream = sys.stdout if is_text else sys.stderr
    files, problems = [], list(results.unreadable)
    for file in results.files:
        _print_difference(file, stream, arguments)
        reason = _write_file(file)
        if reason is not None:
            problems.append(Problem(file.name, f"it cannot be written: {reason}"))
        files.append(file if reason is None else replace(file, fixed=0))
        is_stdin = file.path is None and file.name == arguments.stdin_name
        if _prints_fixed_text(arguments) and is_stdin and file.text is not None:
            sys.stdout.buffer.write(file.text)
            sys.stdout.buffer.flush()
    return replace(results, files=tuple(files), unreadable=tuple(problems))


def _prints_fixed_text(arguments: argparse.Namespace) -> bool:
    """Whether standard output is the fixed text of standard input."""
    is_applied = arguments.fix and not (arguments.dry_run or arguments.diff)
    return bool(is_applied and STDIN in arguments.paths)


def _write_file(file: ValidatedFile) -> str | None:
    """Write a fixed file; return the reason if this fails."""
    if file.former is None or file.text is None or file.path is None or file.root is None:
        return None
    from facetry.validate.files.writing import WriteError, replace_text

    try:
        replace_text(file.path, file.former, file.text, file.root)
    except WriteError as error:
        return str(error)
    return None


def _print_difference(file: ValidatedFile, stream: TextIO, arguments: argparse.Namespace) -> None:
    before, after = (file.former, file.text) if file.former is not None else (file.text, file.proposed)
    if before is None or after is None or arguments.quiet:
        return
    from facetry.validate.files.differences import unified_diff
    from facetry.validate.reports.colours import paint_diff

    difference = unified_diff(file.name, before, after)
    _write(stream, paint_diff(for_log(difference), is_coloured=is_coloured(stream, arguments.color)))


def _render(results: Results, summary: Summary, arguments: argparse.Namespace) -> str:
    if arguments.format == "text":
        return text.render(results, summary, is_quiet=arguments.quiet)
    from facetry.validate.reports.repository_names import from_root

    named = from_root(results, arguments.stdin_name)
    match arguments.format:
        case "json":
            from facetry.validate.reports.json_reports import render_json

            return render_json(results, summary, named)
        case "ndjson":
            from facetry.validate.reports.json_reports import render_ndjson

            return render_ndjson(results, summary, named)
        case "sarif":
            from facetry.validate.reports import sarif

            return sarif.render(named, _version())
        case "junit":
            from facetry.validate.reports import junit

            return junit.render(named, summary, is_strict=arguments.strict)
        case "gitlab":
            from facetry.validate.reports import gitlab

            return gitlab.render(named)
        case _:
            from facetry.validate.reports import github

            return github.render(named)


def _print_text(results: Results, summary: Summary, arguments: argparse.Namespace, stream: TextIO) -> None:
    colours = is_coloured(stream, arguments.color)
    report = text.render(results, summary, is_coloured=colours, is_quiet=arguments.quiet)
    _write(stream, for_log(report))
    if is_github_workflow() and arguments.format != "github":
        from facetry.validate.reports import github
        from facetry.validate.reports.repository_names import from_root

        _write(stream, github.render(from_root(results, arguments.stdin_name)))


def _version() -> str | None:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("facetry")
    except PackageNotFoundError:
        return None


def _write(stream: TextIO, report: str) -> None:
    stream.write(report)
    stream.flush()
