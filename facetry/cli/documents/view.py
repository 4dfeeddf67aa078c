"""`facetry view`: subcommands on view documents. `render` shows one as text, or several as a page."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from facetry.cli.colours import is_coloured
from facetry.cli.opening import CommandError, HelpFormatter, for_log

if TYPE_CHECKING:
    from rich.text import Text

INVALID, USAGE, UNREADABLE = 1, 2, 3
MAX_BYTES: Final = 16 * 1024**2
MIN_WIDTH, MAX_WIDTH = 10, 1_000
_EPILOG: Final = """\
exit codes:
  0  the documents were rendered
  1  a document is invalid; the findings are on standard error, and nothing is rendered
  2  wrong usage, or an output that exists already
  3  a file cannot be read, or the page cannot be written

examples:
  facetry view render card.json
  curl -s … | facetry view render - --width 60
  facetry view render --html --output cards.html *.json
  facetry view render --html --assets pictures card.json > card.html
"""


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the subcommands."""
    parser = commands.add_parser("view", help="show view documents, in the terminal or as a page")
    verbs = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    render = verbs.add_parser(
        "render",
        help="show view documents in the terminal, or as a page of HTML",
        description="Validate a view document and show it as text, or with --html several as an offline page.",
        epilog=_EPILOG,
        formatter_class=HelpFormatter,
    )
    render.add_argument(
        "paths", metavar="FILE", nargs="+", help="the view document, with --html one or more; - is standard input"
    )
    render.add_argument(
        "--width", type=_width, metavar="COLUMNS", help="the width of the text (default: that of the terminal, or 80)"
    )
    render.add_argument(
        "--color",
        choices=("auto", "always", "never"),
        default="auto",
        help="when to use colours (default: auto, on a terminal without NO_COLOR)",
    )
    render.add_argument("--html", action="store_true", help="write one page of HTML, which loads nothing")
    render.add_argument("--output", metavar="FILE", help="with --html: write the page to a file that does not exist")
    render.add_argument("--force", action="store_true", help="with --output: replace a file that exists")
    render.add_argument(
        "--assets", metavar="FOLDER", help="with --html: the folder of the assets that documents name by their paths"
    )
    render.set_defaults(run=_run)


def _width(text: str) -> int:
    if not (text.isascii() and text.isdigit() and MIN_WIDTH <= int(text[:9]) <= MAX_WIDTH):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from {MIN_WIDTH} to {MAX_WIDTH}")
    return int(text)


def _run(arguments: argparse.Namespace) -> int:
    _require_usage(arguments)
    texts = [_read(file) for file in arguments.paths]
    is_valid = [_is_valid(file, text, arguments) for file, text in zip(arguments.paths, texts, strict=True)]
    if not all(is_valid):
        return INVALID
    if arguments.html:
        from facetry.cli.documents.view_page import write_page

        write_page(arguments, [_name(file) for file in arguments.paths], texts)
    else:
        _print_text(arguments, texts[0])
    return 0


def _require_usage(arguments: argparse.Namespace) -> None:
    """Require that the options fit together. Raises `CommandError`."""
    if arguments.paths.count("-") > 1:
        raise CommandError("standard input can be read once", code=USAGE)
    for_pages = {"--output": arguments.output, "--force": arguments.force, "--assets": arguments.assets}
    unused = next((name for name, value in for_pages.items() if value), None)
    if unused is not None and not arguments.html:
        raise CommandError(f"{unused} needs --html", code=USAGE)
    if len(arguments.paths) > 1 and not arguments.html:
        raise CommandError("several documents need --html", code=USAGE)
    if arguments.html and arguments.width is not None:
        raise CommandError("--html takes no --width: a page has the width of its window", code=USAGE)
    if arguments.force and arguments.output is None:
        raise CommandError("--force needs --output", code=USAGE)


def _is_valid(file: str, text: bytes, arguments: argparse.Namespace) -> bool:
    """Whether a document has no errors. They are printed."""
    from facetry.validate.documents import findings
    from facetry.validate.kinds import Kind
    from facetry.validate.located import locate

    errors = [finding for finding in findings(text, Kind.VIEW_DOCUMENT) if finding.level == "error"]
    if errors:
        from facetry.validate.reports.text import format_finding

        colours = is_coloured(sys.stderr, arguments.color)
        shown = [format_finding(each, text, is_coloured=colours) for each in locate(_name(file), text, errors)]
        print(for_log("\n\n".join(shown)), file=sys.stderr)
    return not errors


def _name(file: str) -> str:
    return "standard input" if file == "-" else file


def _print_text(arguments: argparse.Namespace, text: bytes) -> None:
    import shutil
    from datetime import UTC, datetime

    import orjson

    from facetry.views.layout import Options
    from facetry.views.rendering import render

    width = arguments.width or min(max(shutil.get_terminal_size().columns, MIN_WIDTH), MAX_WIDTH)
    is_colored = is_coloured(sys.stdout, arguments.color)
    options = Options(width=width, is_colored=is_colored, now=datetime.now(UTC))
    _print(render(orjson.loads(text), options), is_colored=is_colored, is_forced=arguments.color == "always")


def _read(file: str) -> bytes:
    try:
        if file == "-":
            data = sys.stdin.buffer.read(MAX_BYTES + 1)
        else:
            with Path(file).open("rb") as opened:
                data = opened.read(MAX_BYTES + 1)
    except OSError as error:
        raise CommandError(f"{file} cannot be read: {error.strerror or error}", code=UNREADABLE) from None
    if len(data) > MAX_BYTES:
        raise CommandError(f"{file} is larger than {MAX_BYTES} bytes", code=UNREADABLE)
    return data


def _print(lines: Sequence[Text], *, is_colored: bool, is_forced: bool) -> None:
    if not is_colored:
        sys.stdout.write(for_log("".join(f"{line.plain.rstrip()}\n" for line in lines)))
        return
    from rich.console import Console

    console = Console(
        force_terminal=True, color_system="truecolor" if is_forced else "auto", no_color=False, legacy_windows=False
    )
    for line in lines:
        console.print(line, soft_wrap=True, markup=False, highlight=False, emoji=False)
