"""Shared by `facetry export` and `facetry import`."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager

from facetry.cli.opening import CommandError, add_data_dir


def add_common(parser: argparse.ArgumentParser) -> None:
    add_data_dir(parser)
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    parser.add_argument("--quiet", action="store_true", help="show no progress")


@contextmanager
def transfer_errors() -> Iterator[None]:
    """Turn errors of exports and imports into `CommandError`s."""
    from facetry.errors import FaultError
    from facetry.library.transfer.lines import TransferError

    try:
        yield
    except TransferError as error:
        raise CommandError(str(error)) from None
    except FaultError as error:
        raise CommandError(error.fault.detail) from None
    except OSError as error:
        if error.filename is None:
            raise
        raise CommandError(f"{error.filename} cannot be used: {error.strerror}") from None
