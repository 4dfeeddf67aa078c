"""`facetry extension uninstall` and `unregister`: remove extensions from a running service."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from facetry.cli.opening import print_message
from facetry.cli.service.verbs import VerbFunction, add_verb, confirm, path_of

if TYPE_CHECKING:
    from facetry.authoring.service import ServiceClient


def add(verbs: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the two subcommands."""
    for verb, summary, details in (
        (
            "uninstall",
            "remove an installed extension",
            "All tags, features, embeddings and attachments that it wrote are deleted.",
        ),
        (
            "unregister",
            "remove a registered extension that has no program",
            "Its record and its keys go, with all tags, features, embeddings and attachments that were written in its "
            "name. It was registered by hand, or uninstalled with --keep-facets. Afterwards the id is free.",
        ),
    ):
        parser = add_verb(verbs, verb, _removal(verb), summary, details, is_destructive=True)
        parser.add_argument("id", metavar="ID", help="the extension")
        parser.add_argument(
            "--keep-facets",
            action="store_true",
            help="keep what was written; the id stays registered, without a program and without a key",
        )


def _removal(verb: str) -> VerbFunction:
    def remove(service: ServiceClient, arguments: argparse.Namespace) -> None:
        id, keeps_facets = arguments.id, arguments.keep_facets
        loss = "" if keeps_facets else ", and everything that was written in its name"
        confirm(arguments, f"{verb.capitalize()} {id}{loss}?")
        service.delete(path_of("extension", id, verb), **({"keepFacets": "true"} if keeps_facets else {}))
        print_message(f"{id} is {verb}ed{'; what was written in its name is kept' if keeps_facets else ''}")

    return remove
