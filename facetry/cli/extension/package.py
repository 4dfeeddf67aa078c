"""`facetry extension package`: makes the archive of an extension."""

from __future__ import annotations

import argparse

from facetry.cli.extension.folders import add_folder_argument
from facetry.cli.opening import CommandError


def add(verbs: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the subcommand."""
    parser = verbs.add_parser(
        "package",
        help="make the archive of an extension",
        description="Check an extension as an installation would, print all findings, and make its archive. The same "
        "files always give the same bytes.",
    )
    add_folder_argument(parser)
    parser.add_argument(
        "-o",
        "--output",
        metavar="FILE|FOLDER",
        help="the archive, or its folder (default: ID-VERSION.zip in the current folder)",
    )
    parser.set_defaults(run=_run)


def _run(arguments: argparse.Namespace) -> int:
    from pathlib import Path

    from facetry.authoring.package import digest
    from facetry.cli.extension.folders import pack_folder

    result = pack_folder(Path(arguments.folder))
    if result.data is None:
        return 1
    output = Path(arguments.output or result.file_name)
    if output.is_dir():
        output = output / result.file_name
    try:
        temporary_file = output.with_name(f".{output.name}.new")
        temporary_file.write_bytes(result.data)
        temporary_file.replace(output)
    except OSError as error:
        raise CommandError(f"{output} cannot be written: {error.strerror or error}") from None
    print(f"{output}\t{len(result.data)} bytes\tsha256 {digest(result.data)}")
    return 0
