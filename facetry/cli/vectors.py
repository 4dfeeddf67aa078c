"""`facetry vectors`: the files that similarity searches look into, which are made of the library's rows."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from facetry.cli.opening import CommandError, add_data_dir, opening, say, settings_of

if TYPE_CHECKING:
    from facetry.settings import Settings


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare `check` and `rebuild`."""
    parser = commands.add_parser("vectors", help="check the files of vectors, or have them made anew")
    verbs = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)

    check = verbs.add_parser(
        "check",
        help="compare the files of vectors with the library",
        description="Compare every vector in the files, and the indexes over them, with the library's database. Exit "
        "code 1 when something differs; nothing is lost then, and `facetry vectors rebuild` makes the files anew. "
        "Not while a server runs on the library.",
    )
    add_data_dir(check)
    check.set_defaults(run=_check)

    rebuild = verbs.add_parser(
        "rebuild",
        help="remove the files of vectors, which the next start makes anew",
        description="Remove the files of vectors and the indexes. The next start of the server makes them anew from "
        "the library's database; searches are right all the while. Not while a server runs on the library.",
    )
    add_data_dir(rebuild)
    rebuild.set_defaults(run=_rebuild)


def _check(arguments: argparse.Namespace) -> int:
    settings = settings_of(arguments)
    from facetry.app import VECTORS, open_store
    from facetry.library.search.vectors.check import check

    with _alone(settings), opening(settings), _progress() as tell:
        store = open_store(settings)
        try:
            found = store.read_now(lambda connection: list(check(connection, settings.data_dir / VECTORS, tell)))
        finally:
            store.close()
    for finding in found:
        print(f"{settings.data_dir / VECTORS / str(finding.space)}: {finding.what}")
    if found:
        say("`facetry vectors rebuild` has them made anew; nothing is lost.")
        return 1
    say("The files of vectors are what the library says.")
    return 0


def _rebuild(arguments: argparse.Namespace) -> int:
    settings = settings_of(arguments)
    import shutil

    from facetry.app import VECTORS

    folder = settings.data_dir / VECTORS
    with _alone(settings), opening(settings):
        if not folder.is_dir():
            say("There are no files of vectors.")
            return 0
        shutil.rmtree(folder)
    say("The files of vectors are removed; the next start makes them anew.")
    return 0


@contextmanager
def _alone(settings: Settings) -> Iterator[None]:
    """While this lasts, no server serves the library. Raises `CommandError` when one does, or there is no library."""
    import fcntl
    import os

    from facetry.app import DATABASE, LOCK

    if not (settings.data_dir / DATABASE).exists():
        raise CommandError(f"there is no library in {settings.data_dir}")
    with opening(settings):
        lock = os.open(settings.data_dir / LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise CommandError(f"a server runs on the library in {settings.data_dir}; stop it first") from None
        yield
    finally:
        os.close(lock)


@contextmanager
def _progress() -> Iterator[Callable[[int, int], None]]:
    """A bar on a terminal, nothing in a log."""
    if not sys.stderr.isatty():
        yield lambda *_: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bars:
        task = bars.add_task("Comparing vectors", total=None)
        yield lambda done, whole: bars.update(task, completed=done, total=whole)
