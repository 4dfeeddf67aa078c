"""A subcommand that calls operations of a running service: its flags, its errors and its questions."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from facetry.cli.opening import CommandError
from facetry.cli.service.connection import add_service_arguments, service_of

if TYPE_CHECKING:
    from facetry.authoring.service import ServiceClient

_PAGE_SIZE = 1_000
VerbFunction = Callable[["ServiceClient", argparse.Namespace], None]


def add_noun(
    commands: argparse._SubParsersAction[argparse.ArgumentParser], noun: str, summary: str
) -> argparse._SubParsersAction[argparse.ArgumentParser]:
    """Declare a command; the result takes its subcommands."""
    parser = commands.add_parser(noun, help=summary, description=f"{summary[0].upper()}{summary[1:]}.")
    return parser.add_subparsers(title="commands", metavar="COMMAND", required=True)


def add_verb(
    verbs: argparse._SubParsersAction[argparse.ArgumentParser],
    name: str,
    run: VerbFunction,
    summary: str,
    details: str = "",
    *,
    has_json: bool = False,
    is_destructive: bool = False,
) -> argparse.ArgumentParser:
    """Declare a subcommand. `run` gets the service; its `ServiceError`s end the command with a message.

    `has_json` adds `--json`, and `is_destructive` adds `--yes`, for `confirm`.
    """
    parser = verbs.add_parser(name, help=summary, description=f"{summary[0].upper()}{summary[1:]}. {details}".rstrip())
    add_service_arguments(parser)
    if has_json:
        parser.add_argument("--json", action="store_true", help="print the JSON of the service")
    if is_destructive:
        parser.add_argument("--yes", action="store_true", help="do not ask for confirmation")

    def run_verb(arguments: argparse.Namespace) -> int:
        from facetry.authoring.service import ServiceError

        service = service_of(arguments)
        try:
            run(service, arguments)
        except ServiceError as error:
            raise CommandError(str(error)) from None
        except UnicodeEncodeError:  # an argument with bytes that are no UTF-8
            raise CommandError("an argument is not UTF-8", code=2) from None
        return 0

    parser.set_defaults(run=run_verb)
    return parser


def add_page_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the flags for a part of a list."""
    parser.add_argument(
        "--take", type=int, default=_PAGE_SIZE, metavar="COUNT", help=f"how many (default: {_PAGE_SIZE})"
    )
    parser.add_argument("--skip", type=int, default=0, metavar="COUNT", help="how many to leave out before the first")


def confirm(arguments: argparse.Namespace, question: str) -> None:
    """Ask on a terminal, unless `--yes` is given. Raises `CommandError` when the answer is not yes.

    Without a terminal there is nobody to ask: a program that calls a command means it.
    """
    from facetry.validate.reports.escaping import visible

    if arguments.yes or not sys.stdin.isatty():
        return
    print(f"{visible(question)} [y/N] ", end="", file=sys.stderr, flush=True)
    if sys.stdin.readline().strip().casefold() not in ("y", "yes"):
        raise CommandError("nothing was changed")


def path_of(*parts: Any) -> str:
    """The path of an operation; characters of ids that a path cannot have are encoded."""
    return "".join(f"/{quote(str(part), safe='')}" for part in parts)


def read_body(file: str) -> bytes:
    """The JSON text of a file, or of standard input for `-`, unchanged. Raises `CommandError`."""
    from pathlib import Path

    try:
        return sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except OSError as error:
        raise CommandError(f"{file} cannot be read: {error.strerror or error}", code=2) from None
