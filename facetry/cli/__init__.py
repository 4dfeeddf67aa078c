"""The command line. Each command is a module whose `add` declares its arguments and its function. Commands import what
they need when they run, and only the module of the command that runs is imported, so that commands start fast.
"""

from __future__ import annotations

import argparse
import logging
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from typing import Final

from facetry.cli import streams
from facetry.cli.opening import CommandError, print_message
from facetry.observability import SLOW_QUERIES

SUCCESS, FAILURE, USAGE = range(3)
COMMANDS: Final = {
    "serve": "serving.serve",
    "demo": "demo",
    "key": "service.key",
    "session": "library.session",
    "repository": "service.repository",
    "collection": "service.collection",
    "trash": "service.trash",
    "extension": "extension",
    "validate": "documents.validate",
    "explain": "documents.explain",
    "schema": "documents.schema",
    "view": "documents.view",
    "contract": "contract",
    "backup": "backup",
    "restore": "backup.restore",
    "export": "transfer.exporting",
    "import": "transfer.importing",
    "check": "library.check",
    "repair": "library.repair",
    "vectors": "library.vectors",
    "migrate": "transfer.migrating",
    "upgrade": "library.upgrade",
    "completion": "completion",
}
"""The commands, in the order of the help, and their modules."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code: 0 success, 1 failure, 2 wrong usage or output that cannot be written."""
    streams.prepare_streams()
    try:
        with _without_slow_queries():
            return _run(sys.argv[1:] if arguments is None else list(arguments))
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # the reader of the output has ended
        streams.discard_output()
        return FAILURE
    except OSError as error:
        if not streams.is_output_error(error):
            raise
        streams.discard_output()
        print_message(f"the output cannot be written: {error.strerror}")
        return USAGE


@contextmanager
def _without_slow_queries() -> Iterator[None]:
    """Log no slow statements within the context, unless a command sets up a log: only services have one."""
    log = logging.getLogger(SLOW_QUERIES)
    previous = log.level
    log.setLevel(logging.ERROR)
    try:
        yield
    finally:
        log.setLevel(previous)


def _run(given: list[str]) -> int:
    try:
        parsed = _parse(given)
        code: int = parsed.run(parsed)
    except CommandError as error:
        print_message(str(error))
        return error.code
    finally:
        sys.stdout.flush()  # here, where the errors of it have a message
    return code


def _parse(given: list[str]) -> argparse.Namespace:
    """The arguments. argparse takes the paths of a command up to the first flag only; later ones are added here."""
    parser = command_parser(given[0] if given else None)
    parsed, rest = parser.parse_known_args(given)
    flags = [argument for argument in rest if argument.startswith("-") and argument != "-"]
    if rest and (flags or not hasattr(parsed, "paths")):
        parser.error(f"unrecognized arguments: {' '.join(rest)}")
    if rest:
        parsed.paths += rest
    return parsed


def command_parser(named: str | None = None) -> argparse.ArgumentParser:
    """The parser with one command, or with all of them when `named` is none."""
    parser = argparse.ArgumentParser(
        prog="facetry", description="An image library whose tags, features and embeddings are written by extensions."
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="print the version and exit")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for name in (named,) if named in COMMANDS else COMMANDS:
        import_module(f"facetry.cli.{COMMANDS[name]}").add(commands)
    return parser


class _Version(argparse.Action):
    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from importlib.metadata import PackageNotFoundError, version

        try:
            print(f"facetry {version('facetry')}")
        except PackageNotFoundError:
            print("facetry (checkout, not installed)")
        parser.exit(SUCCESS)
