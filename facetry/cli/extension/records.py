"""The records of a library: `facetry extension register` creates one with its key, `list --data-dir` lists them."""

from __future__ import annotations

import argparse
from datetime import UTC, datetime

from facetry.cli.opening import CommandError, add_data_dir, opened_store, print_message, settings_of


def add(verbs: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare `register`."""
    register = verbs.add_parser(
        "register",
        help="create the record of an extension and its key",
        description="Create the record of an extension, and print its key, which is shown only this once. The key may "
        "write facets of this extension only. A record without a program and without a key gets a new key, and keeps "
        "its facets. The server of the library may be running or stopped.",
    )
    register.add_argument("id", metavar="ID", help="the extension's id, as in its manifest")
    register.add_argument(
        "--grant",
        metavar="SCOPE",
        action="append",
        default=[],
        help="let the key have this scope besides the default ones; may be repeated",
    )
    add_data_dir(register)
    register.set_defaults(run=_register)


def _register(arguments: argparse.Namespace) -> int:
    settings = settings_of(arguments)
    from facetry.cli.names import matches_schema
    from facetry.errors import FaultError
    from facetry.library import api_keys

    id: str = arguments.id
    if not matches_schema("ExtensionId", id):
        raise CommandError("an extension id has 1 to 32 of the characters a-z A-Z 0-9 - _ .", code=2)
    for scope in arguments.grant:
        if not matches_schema("ManifestScope", scope):
            raise CommandError(f"{scope} is no scope that an extension can have", code=2)

    with opened_store(settings) as store:
        try:
            secret = store.write_now(lambda work: api_keys.register_extension(work, id, arguments.grant))
        except FaultError as error:
            raise CommandError(f"{error.fault.detail} {error.fault.remedy or ''}".rstrip()) from None
    print_message(f"{id} is registered. This is its key, shown this once:")
    print(secret)
    return 0


def print_records(arguments: argparse.Namespace) -> int:
    """Print the records of the library in the data folder. Raises `CommandError` when it cannot be opened."""
    settings = settings_of(arguments)
    from facetry.library import extensions

    with opened_store(settings) as store:
        records = store.read_now(extensions.list_all)
    for id, created, is_installed in records:
        kind = "installed" if is_installed else "registered"
        print(f"{id}\t{datetime.fromtimestamp(created / 1000, UTC):%Y-%m-%dT%H:%M:%SZ}\t{kind}")
    return 0
