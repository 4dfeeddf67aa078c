"""`facetry extension uninstall` and `unregister`: remove extensions from a running service."""

from __future__ import annotations

import argparse

from facetry.cli.extension.connection import add_service_arguments, service_of
from facetry.cli.opening import CommandError, print_message


def add(verbs: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the two subcommands."""
    for verb, summary, description in (
        (
            "uninstall",
            "remove an installed extension",
            "Remove an installed extension from a running service, with all tags, features, embeddings and attachments "
            "that it wrote.",
        ),
        (
            "unregister",
            "remove a registered extension that has no program",
            "Remove the record and the keys of an extension that was registered by hand, or that was uninstalled with "
            "--keep-facets, from a running service, with all tags, features, embeddings and attachments that were "
            "written in its name. Afterwards the id is free.",
        ),
    ):
        parser = verbs.add_parser(verb, help=summary, description=description)
        parser.add_argument("id", metavar="ID", help="the extension")
        parser.add_argument(
            "--keep-facets",
            action="store_true",
            help="keep what was written; the id stays registered, without a program and without a key",
        )
        add_service_arguments(parser)
        parser.set_defaults(run=_run, verb=verb)


def _run(arguments: argparse.Namespace) -> int:
    from urllib.parse import quote

    from facetry.authoring.service import ServiceError

    id, verb = arguments.id, arguments.verb
    query = {"keepFacets": "true"} if arguments.keep_facets else {}
    try:
        service_of(arguments).delete(f"/extension/{quote(id, safe='')}/{verb}", **query)
    except ServiceError as error:
        raise CommandError(str(error)) from None
    rest = "; what was written in its name is kept" if arguments.keep_facets else ""
    print_message(f"{id} is {verb}ed{rest}")
    return 0
