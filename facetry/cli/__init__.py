"""The command line. Each command is a module with `add` (its arguments) and `run`; it imports what it needs when it
runs, so that `facetry --help` answers at once.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from facetry.cli import demo, extension, serve, vectors
from facetry.cli.opening import CommandError, say

SUCCESS, FAILURE, USAGE = 0, 1, 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code: 0 success, 1 failure, 2 wrong usage."""
    parsed = _parser().parse_args(arguments)
    try:
        code: int = parsed.run(parsed)
    except CommandError as error:
        say(str(error))
        return error.code
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        sys.stderr.close()  # whoever read the output has gone; nothing is left to be told
        return FAILURE
    return code


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="facetry", description="An image library whose tags, features and embeddings are written by extensions."
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="print the version and exit")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for module in (serve, demo, extension, vectors):
        module.add(commands)
    return parser


class _Version(argparse.Action):
    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from importlib.metadata import PackageNotFoundError, version

        try:
            print(f"facetry {version('facetry')}")
        except PackageNotFoundError:
            print("facetry, from a checkout that is not installed")
        parser.exit(SUCCESS)
