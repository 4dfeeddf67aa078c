"""The command line. Each command is a module whose `add` declares its arguments and its function. Commands import what
they need when they run, so that `facetry --help` is fast.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from facetry.cli import demo, explain, extension, schema, serve, validate, vectors, view
from facetry.cli.opening import CommandError, print_message

SUCCESS, FAILURE = 0, 1


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code: 0 success, 1 failure, 2 wrong usage."""
    parsed = _parser().parse_args(arguments)
    try:
        code: int = parsed.run(parsed)
        sys.stdout.flush()  # here, where a reader that has ended is no error
    except CommandError as error:
        print_message(str(error))
        return error.code
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        sys.stderr.close()  # the reader of the output has ended; prevents an error message at exit
        return FAILURE
    return code


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="facetry", description="An image library whose tags, features and embeddings are written by extensions."
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="print the version and exit")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for module in (serve, demo, extension, validate, explain, schema, view, vectors):
        module.add(commands)
    return parser


class _Version(argparse.Action):
    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from importlib.metadata import PackageNotFoundError, version

        try:
            print(f"facetry {version('facetry')}")
        except PackageNotFoundError:
            print("facetry (checkout, not installed)")
        parser.exit(SUCCESS)
