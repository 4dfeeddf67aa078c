"""`facetry vectors`: checks or removes the files of similarity searches, which can be rebuilt from the database."""

from __future__ import annotations

import argparse

from facetry.cli.opening import add_data_dir, data_folder_errors, library_lock, opened_store, print_message, settings_of
from facetry.cli.progress_bar import progress_bar


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare `check` and `rebuild`."""
    parser = commands.add_parser("vectors", help="check the vector files, or have them rebuilt")
    verbs = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)

    check = verbs.add_parser(
        "check",
        help="compare the vector files with the library",
        description="Compare every vector in the vector files, and the indexes over them, with the library's database. "
        "The exit code is 1 when something differs. No data is lost then: `facetry vectors rebuild` has the files "
        "rebuilt. The server of the library must be stopped.",
    )
    add_data_dir(check)
    check.set_defaults(run=_check)

    rebuild = verbs.add_parser(
        "rebuild",
        help="remove the vector files, so that the next start rebuilds them",
        description="Remove the vector files and their indexes. The next start of the server rebuilds them from the "
        "library's database; searches give correct results meanwhile. The server of the library must be stopped.",
    )
    add_data_dir(rebuild)
    rebuild.set_defaults(run=_rebuild)


def _check(arguments: argparse.Namespace) -> int:
    settings = settings_of(arguments)
    from facetry.library.search.vectors.check import check
    from facetry.service.data_folder import VECTORS

    with library_lock(settings), opened_store(settings) as store, progress_bar("Comparing vectors") as report:
        findings = store.read_now(lambda connection: list(check(connection, settings.data_dir / VECTORS, report)))
    for finding in findings:
        print(f"{settings.data_dir / VECTORS / str(finding.space)}: {finding.description}")
    if findings:
        print_message("No data is lost. To have the files rebuilt: facetry vectors rebuild")
        return 1
    print_message("The vector files match the library.")
    return 0


def _rebuild(arguments: argparse.Namespace) -> int:
    settings = settings_of(arguments)
    import shutil

    from facetry.service.data_folder import VECTORS

    folder = settings.data_dir / VECTORS
    with library_lock(settings), data_folder_errors(settings):
        if not folder.is_dir():
            print_message("There are no vector files.")
            return 0
        shutil.rmtree(folder)
    print_message("The vector files are removed. The next start of the server rebuilds them.")
    return 0
