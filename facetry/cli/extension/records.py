"""`facetry extension register` and `list`: the records of extensions, and their keys."""

from __future__ import annotations

import argparse
from datetime import UTC, datetime

from facetry.cli.opening import CommandError, add_data_dir, opening, say, settings_of


def add(verbs: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the two."""
    register = verbs.add_parser(
        "register",
        help="create the record of an extension and its key",
        description="Create the record of an extension, and print its key, which is shown this once. The key writes "
        "facets of this extension only. Works while a server runs on the same library, and while none does.",
    )
    register.add_argument("id", metavar="ID", help="the extension's id, as in its manifest")
    add_data_dir(register)
    register.set_defaults(run=_register)

    listing = verbs.add_parser("list", help="print the ids of the registered extensions")
    add_data_dir(listing)
    listing.set_defaults(run=_list)


def _register(arguments: argparse.Namespace) -> int:
    settings = settings_of(arguments)
    from facetry.app import open_store
    from facetry.cli.contract import allows
    from facetry.errors import FaultError
    from facetry.library import api_keys as secrets
    from facetry.library import extensions
    from facetry.store.work import Work

    id: str = arguments.id
    if not allows("ExtensionId", id):
        raise CommandError("an extension id has 1 to 32 of the characters a-z A-Z 0-9 - _ .", code=2)

    def unit(work: Work) -> str:
        extensions.register(work, id)
        _, secret = secrets.create(
            work, name=f"extension {id}", type="key", scopes=secrets.EXTENSION_SCOPES, extension=id
        )
        return secret

    with opening(settings):
        store = open_store(settings)
    try:
        secret = store.write_now(unit)
    except FaultError as error:
        raise CommandError(error.fault.detail) from None
    finally:
        store.close()
    say(f"{id} is registered. This is its key, shown this once:")
    print(secret)
    return 0


def _list(arguments: argparse.Namespace) -> int:
    settings = settings_of(arguments)
    from facetry.app import open_store
    from facetry.library import extensions

    with opening(settings):
        store = open_store(settings)
    try:
        known = store.read_now(extensions.every)
    finally:
        store.close()
    for id, created in known:
        print(f"{id}\t{datetime.fromtimestamp(created / 1000, UTC):%Y-%m-%dT%H:%M:%SZ}")
    return 0
