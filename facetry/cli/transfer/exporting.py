"""`facetry export`: facets, collections and identities of images as JSON Lines."""

from __future__ import annotations

import argparse
import os
import secrets
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from facetry.cli.opening import CommandError, HelpFormatter, data_folder_errors, served, settings_of
from facetry.cli.progress_bar import progress_bar
from facetry.cli.service.output import print_json, print_record
from facetry.cli.transfer.shared import add_common, transfer_errors

_DESCRIPTION = """\
Export tags, features, embeddings, attachments, collections, and the ids, paths and hashes of images, as JSON Lines.
The server may run meanwhile: the export is the state of one moment. Keys, settings, programs of extensions and pictures
are not in it; `facetry backup` has these. `facetry schema show library-export-1` prints the schema of a line.
"""


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the command."""
    parser = commands.add_parser(
        "export", help="export facets and collections", description=_DESCRIPTION, formatter_class=HelpFormatter
    )
    parser.add_argument("file", metavar="FILE", help="the new file")
    add_common(parser)
    parser.set_defaults(run=_export)


def _export(arguments: argparse.Namespace) -> int:
    settings = settings_of(arguments)
    from facetry.library.transfer.exporting import exported, image_count
    from facetry.service.library_database import intact_library
    from facetry.store import migrations
    from facetry.store.engine import engine_of

    target = Path(arguments.file).expanduser()
    if os.path.lexists(target):
        raise CommandError(f"{target} exists already. Choose another name; exports are not overwritten.")
    images = lines = 0
    with transfer_errors(), data_folder_errors(settings), ExitStack() as opened:
        with served(settings) as is_served:
            connection = opened.enter_context(intact_library(settings, is_served=is_served))
        engine_of(connection).begin_read(connection)
        if migrations.current(connection) != migrations.HEAD:
            raise CommandError("the library is of another version; start the server of this version once")
        images = image_count(connection)
        with (
            progress_bar("images", images, is_quiet=arguments.quiet) as report,
            _new_file(target) as descriptor,
            os.fdopen(descriptor, "wb", closefd=False) as file,
        ):
            for line in exported(connection, report):
                file.write(line)
                lines += 1
    result = {"images": images, "lines": lines, "size": target.stat().st_size}
    if arguments.json:
        print_json({"file": str(target), **result})
    else:
        print_record([("file", target), ("images", images), ("lines", lines), ("bytes", result["size"])])
    return 0


@contextmanager
def _new_file(target: Path) -> Iterator[int]:
    """A file with mode 0600 that gets its name when it is whole."""
    temporary = target.with_name(f".{target.name}-{secrets.token_hex(8)}")
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    try:
        yield descriptor
        os.fsync(descriptor)
        temporary.rename(target)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(target)) from error
    finally:
        os.close(descriptor)
        with suppress(FileNotFoundError):
            temporary.unlink()
