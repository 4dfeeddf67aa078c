"""`facetry extension package`: the archive of an extension."""

from __future__ import annotations

import argparse

from facetry.cli.extension.folders import add_folder
from facetry.cli.opening import CommandError


def add(verbs: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the verb."""
    parser = verbs.add_parser(
        "package",
        help="make the archive of an extension",
        description="Judge an extension as an installation would, tell everything that is wrong with it, and make its "
        "archive, which has the same bytes whenever the files are the same.",
    )
    add_folder(parser)
    parser.add_argument("-o", "--output", metavar="FILE", help="the archive (default: ID-VERSION.zip in this folder)")
    parser.set_defaults(run=_run)


def _run(arguments: argparse.Namespace) -> int:
    from pathlib import Path

    from facetry.authoring.package import digest
    from facetry.cli.extension.folders import packed

    made = packed(Path(arguments.folder))
    if made.data is None:
        return 1
    output = Path(arguments.output or made.name)
    try:
        beside = output.with_name(f".{output.name}.new")
        beside.write_bytes(made.data)
        beside.replace(output)
    except OSError as error:
        raise CommandError(f"{output} cannot be written: {error.strerror or error}") from None
    print(f"{output}\t{len(made.data)} bytes\tsha256 {digest(made.data)}")
    return 0
