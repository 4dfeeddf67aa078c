"""`facetry validate`: validates manifests, view documents and other documents of extensions."""

from __future__ import annotations

import argparse
import gc
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from facetry.cli.opening import CommandError, HelpFormatter, print_message
from facetry.cli.streams import is_output_error

if TYPE_CHECKING:
    from facetry.authoring.validation import Options
    from facetry.validate.reports.results import Results

CLEAN, FINDINGS, USAGE, UNREADABLE, INTERNAL = range(5)
FORMATS: Final = ("text", "json", "ndjson", "sarif", "junit", "github", "gitlab")
KINDS: Final = (
    *("manifest", "view-document", "event", "settings-schema", "recipe"),
    *("extension-folder", "extension-archive"),
)
_UNUSED_BY_LINES: Final = {
    f"--{name.replace('_', '-')}": name
    for name in ("fix", "dry_run", "diff", "strict", "base", "format", "output", "quiet", "max_findings", "jobs")
}
_EXAMPLES: Final = """\
examples:
  facetry validate                              everything in the current folder
  facetry validate my-extension                 an extension, as it would be packed
  facetry validate my-extension-1.0.0.zip       an archive, as it would be installed
  facetry validate 'cards/**/*.json' --strict   files of a pattern; warnings count
  facetry validate my-extension --fix           mend what can be mended safely
  facetry validate - --as view-document         a document from standard input
  facetry validate --format sarif --output facetry.sarif
  facetry validate --base origin/main           versions have to be raised

exit codes: 0 no errors, 1 findings, 2 wrong usage, 3 an input cannot be read, 4 an internal error
"""


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the command."""
    parser = commands.add_parser(
        "validate",
        help="validate manifests, view documents and extensions",
        description="Validate documents of extensions, and report every error at its line and column. Nothing is sent "
        "anywhere. The kind of a document is found out from $schema, its name or its content.",
        epilog=_EXAMPLES,
        formatter_class=HelpFormatter,
    )
    parser.add_argument(
        "paths",
        metavar="PATH",
        nargs="*",
        help="files, folders, patterns, archives, or - for standard input (default: the current folder)",
    )
    parser.add_argument("--as", dest="kind", choices=KINDS, metavar="KIND", help=f"the kind: {', '.join(KINDS)}")
    parser.add_argument("--strict", action="store_true", help="warnings count as errors")
    _add_fix_arguments(parser)
    parser.add_argument("--base", metavar="REF", help="a git ref: extensions that changed since need a higher version")
    _add_report_arguments(parser)
    parser.add_argument(
        "--ignore-unknown", action="store_true", help="skip named files of no known kind, instead of exit code 2"
    )
    parser.add_argument("--stdin-name", metavar="NAME", default="<stdin>", help="the file name of standard input")
    parser.add_argument(
        "--lines", action="store_true", help="answer a JSON request for each line of standard input, for other programs"
    )
    parser.add_argument("--jobs", metavar="N", type=_positive, help="processes (default: cores, for many files)")
    parser.set_defaults(run=run)


def _add_fix_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--fix", action="store_true", help="print and write safe fixes; of stdin, print the fixed text")
    parser.add_argument("--dry-run", action="store_true", help="with --fix: print the fixes, and write nothing")
    parser.add_argument("--diff", action="store_true", help="the same as --fix --dry-run")


def _add_report_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--format", choices=FORMATS, default="text", help="the form of the report (default: text)")
    parser.add_argument("--output", metavar="FILE", help="write the report to a file, and the text to the terminal")
    parser.add_argument("--quiet", action="store_true", help="one line for each finding, and no summary")
    parser.add_argument("--max-findings", metavar="N", type=_positive, help="show at most N findings")
    parser.add_argument(
        "--color", choices=("auto", "always", "never"), default="auto", help="colours (default: auto; see NO_COLOR)"
    )


def _positive(text: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text[:9]) > 0):
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number above 0")
    return int(text[:9])


def run(arguments: argparse.Namespace) -> int:
    """Run the command. The exit code is that of the worst that happened."""
    try:
        return _run(arguments)
    except (CommandError, BrokenPipeError):
        raise
    except Exception as error:
        if is_output_error(error):
            raise
        import traceback

        traceback.print_exc()
        print_message("an internal error: please report it with the lines above")
        return INTERNAL


def _serve_lines(arguments: argparse.Namespace) -> int:
    from facetry.authoring.line_service import serve
    from facetry.validate.documents import VALIDATORS
    from facetry.validate.kinds import Kind

    if arguments.paths:
        raise CommandError("--lines reads standard input, and takes no PATH", code=USAGE)
    unused = [flag for flag, name in _UNUSED_BY_LINES.items() if getattr(arguments, name) not in (False, None, "text")]
    if unused:
        raise CommandError(f"--lines takes no {unused[0]}: each answer has all findings, as JSON", code=USAGE)
    if arguments.kind is not None and arguments.kind not in VALIDATORS:
        raise CommandError(f"--lines validates texts, and {arguments.kind} is none", code=USAGE)
    serve(sys.stdin.buffer, sys.stdout.buffer, Kind(arguments.kind) if arguments.kind else None)
    return CLEAN


def _run(arguments: argparse.Namespace) -> int:
    # The values of documents have no cycles. Searching them among millions of values would take half of the time.
    gc.set_threshold(10_000, 100, 1_000)
    if arguments.lines:
        return _serve_lines(arguments)
    from facetry.authoring.validation import Fixing, Options, validate
    from facetry.cli.documents.validate_output import apply_fixes, print_report
    from facetry.validate.kinds import Kind
    from facetry.validate.reports.escaping import visible

    if arguments.dry_run and not arguments.fix:
        raise CommandError("--dry-run needs --fix", code=USAGE)
    paths = arguments.paths or ["."]
    if paths.count("-") > 1:
        raise CommandError("standard input can be read once", code=USAGE)
    fixing = Fixing.SHOW if arguments.diff or arguments.dry_run else Fixing.APPLY if arguments.fix else Fixing.NONE
    options = Options(
        kind=Kind(arguments.kind) if arguments.kind else None,
        fixing=fixing,
        ignores_unknown=arguments.ignore_unknown,
        base=arguments.base,
        stdin_name=arguments.stdin_name,
        jobs=arguments.jobs,
    )
    results = validate(paths, options) if options.base is None else _validate_against_base(paths, options)
    results = _with_what_is_missing(results, paths, arguments)
    if fixing is not Fixing.NONE:
        results = apply_fixes(results, arguments)
    print_report(results, arguments)
    if options.base is not None and not arguments.quiet:
        print_message(f"compared with {visible(options.base)}: {_compared(results)}")
    return _exit_code(results, arguments)


def _validate_against_base(paths: Sequence[str], options: Options) -> Results:
    from facetry.authoring.git_base import BaseError
    from facetry.authoring.validation import validate

    try:
        return validate(paths, options)
    except BaseError as error:
        raise CommandError(str(error), code=USAGE) from None


def _with_what_is_missing(results: Results, paths: Sequence[str], arguments: argparse.Namespace) -> Results:
    """The results; those without any document have a problem for each path, so that no report is that of a clean run.
    Named files that may be of any kind are none.
    """
    from facetry.validate.reports.results import Problem

    if results.files or results.unreadable or results.unrecognised:
        return results
    if arguments.ignore_unknown and any(path == "-" or Path(path).is_file() for path in paths):
        return results
    reason = "no document was recognised; name a file and its kind with --as"
    return replace(results, unrecognised=tuple(Problem(path, reason) for path in dict.fromkeys(paths)))


def _compared(results: Results) -> str:
    """How many manifests were compared with the git ref, and what they are."""
    states = Counter(file.base_state for file in results.files if file.base_state)
    if not states:
        return "no manifest is there to compare"
    count = states.total()
    parts = [f"{count} manifest{'' if count == 1 else 's'}"]
    parts += [f"{states[state]} {state}" for state in ("unchanged", "changed", "new") if states[state]]
    moved = sum(file.is_moved for file in results.files)
    return ", ".join([*parts, *([f"{moved} moved"] if moved else [])])


def _exit_code(results: Results, arguments: argparse.Namespace) -> int:
    summary = results.summary
    if results.unreadable:
        return UNREADABLE
    if results.unrecognised:
        return USAGE
    return FINDINGS if summary.errors or (arguments.strict and summary.warnings) else CLEAN
