"""`facetry view`: subcommands on view documents. `render` shows one as text."""

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

INVALID, UNREADABLE = 1, 3
MAX_BYTES: Final = 16 * 1024**2
MIN_WIDTH, MAX_WIDTH = 10, 1_000
_EPILOG: Final = """\
exit codes:
  0  the document was rendered
  1  the document is invalid; the findings are on standard error
  2  wrong usage
  3  the file cannot be read

examples:
  facetry view render card.json
  curl -s … | facetry view render - --width 60
"""


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the subcommands."""
    parser = commands.add_parser("view", help="show view documents in the terminal")
    verbs = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    render = verbs.add_parser(
        "render",
        help="show a view document in the terminal",
        description="Validate a view document and show it as text. Without a terminal, the output has no colours.",
        epilog=_EPILOG,
        formatter_class=HelpFormatter,
    )
    render.add_argument("file", metavar="FILE", help="the view document; - is standard input")
    render.add_argument(
        "--width", type=_width, metavar="COLUMNS", help="the width of the output (default: that of the terminal, or 80)"
    )
    render.add_argument(
        "--color",
        choices=("auto", "always", "never"),
        default="auto",
        help="when to use colours (default: auto, on a terminal without NO_COLOR)",
    )
    render.set_defaults(run=_run)


def _width(text: str) -> int:
    if not (text.isascii() and text.isdigit() and MIN_WIDTH <= int(text[:9]) <= MAX_WIDTH):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from {MIN_WIDTH} to {MAX_WIDTH}")
    return int(text)


def _run(arguments: argparse.Namespace) -> int:
    import shutil
    from datetime import UTC, datetime

    import orjson

    from facetry.validate.documents import findings
    from facetry.validate.kinds import Kind
    from facetry.validate.located import locate
    from facetry.views.layout import Options
    from facetry.views.rendering import render

    data = _read(arguments.file)
    name = "standard input" if arguments.file == "-" else arguments.file
    errors = [finding for finding in findings(data, Kind.VIEW_DOCUMENT) if finding.level == "error"]
    if errors:
        from facetry.validate.reports.text import format_finding

        colours = is_coloured(sys.stderr, arguments.color)
        shown = [format_finding(each, data, is_coloured=colours) for each in locate(name, data, errors)]
        print(for_log("\n\n".join(shown)), file=sys.stderr)
        return INVALID
    width = arguments.width or min(max(shutil.get_terminal_size().columns, MIN_WIDTH), MAX_WIDTH)
    is_colored = is_coloured(sys.stdout, arguments.color)
    lines = render(orjson.loads(data), Options(width=width, is_colored=is_colored, now=datetime.now(UTC)))
    _print(lines, is_colored=is_colored, is_forced=arguments.color == "always")
    return 0


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
