"""`facetry validate`: validates documents of extensions, offline."""

from __future__ import annotations

import argparse
import sys
from typing import Any


def add(commands: Any) -> None:
    """Declare the command."""
    parser: argparse.ArgumentParser = commands.add_parser("validate", help="validate documents of extensions")
    parser.add_argument("--as", dest="kind", metavar="KIND", help="the kind of documents")
    parser.add_argument(
        "--lines",
        action="store_true",
        required=True,
        help="answer one JSON request for each line of standard input, for other programs",
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Run the command."""
    from facetry.cli.opening import CommandError
    from facetry.validate.kinds import Kind
    from facetry.validate.line_service import serve

    if arguments.kind is not None and arguments.kind not in list(Kind):
        raise CommandError(f"there is no kind {arguments.kind}; the kinds are {', '.join(Kind)}", code=2)
    serve(sys.stdin.buffer, sys.stdout.buffer, Kind(arguments.kind) if arguments.kind else None)
    return 0
