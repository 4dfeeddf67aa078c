"""`facetry collection`: the collections of a running service, which are search filters with names."""

from __future__ import annotations

import argparse
import json
from functools import partial
from typing import Any

from facetry.cli.opening import CommandError
from facetry.cli.service.operations import add_operation
from facetry.cli.service.output import date_text, print_record, print_table
from facetry.cli.service.verbs import add_noun

_FILTER_HELP = "a file with the search filter as JSON; - is standard input"


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the subcommands."""
    verbs = add_noun(commands, "collection", "create, list, change and delete collections")
    verb = partial(add_operation, verbs)
    verb("list", "collectionList", "list the collections", show=_print_collections)
    show = verb("show", "collectionGet", "show a collection and its filter", show=_print_collection)
    create = verb("create", "collectionCreate", "create a collection", show=_print_collection)
    create.add_argument("name", metavar="NAME", help="its name, which no other collection has")
    create.add_argument("--filter", dest="body", metavar="FILE", required=True, help=_FILTER_HELP)
    create.add_argument("--comment", metavar="TEXT", help="a remark")
    update = verb(
        "update",
        "collectionUpdate",
        "change the name, the comment or the filter of a collection",
        identify=_changed,
        show=_print_collection,
    )
    update.add_argument("--name", metavar="TEXT", help="the new name")
    update.add_argument("--comment", metavar="TEXT", help="the new remark; empty for none")
    update.add_argument("--filter", dest="body", metavar="FILE", help=_FILTER_HELP)
    preview = verb(
        "preview",
        "collectionPreview",
        "count the images that a filter matches",
        show=lambda preview: print(preview["totalCount"]),
    )
    preview.add_argument("--filter", dest="body", metavar="FILE", required=True, help=_FILTER_HELP)
    delete = verb(
        "delete",
        "collectionDelete",
        "delete a collection",
        "Its images are not touched.",
        question="Delete collection {id}?",
        done="collection {id} is deleted",
    )
    for parser in (show, update, delete):
        parser.add_argument("id", metavar="ID", help="its number, as `facetry collection list` shows it")


def _print_collections(collections: list[dict[str, Any]]) -> None:
    print_table(
        ("id", "name", "changed", "comment", "fault"),
        [
            (
                each["id"],
                each["name"],
                date_text(each["modificationDate"]),
                each.get("comment"),
                each.get("filterFault"),
            )
            for each in collections
        ],
        "there are no collections",
    )


def _print_collection(collection: dict[str, Any]) -> None:
    print_record(
        [
            ("id", collection["id"]),
            ("name", collection["name"]),
            ("comment", collection.get("comment")),
            ("created", date_text(collection["creationDate"])),
            ("changed", date_text(collection["modificationDate"])),
            ("filter", json.dumps(collection["filter"], ensure_ascii=False)),
            ("fault", collection.get("filterFault")),
        ]
    )


def _changed(_: object, arguments: argparse.Namespace) -> object:
    """The id of the collection. Raises `CommandError` when nothing is to be changed."""
    if arguments.name is None and arguments.comment is None and arguments.body is None:
        raise CommandError("nothing is to be changed: give --name, --comment or --filter", code=2)
    return arguments.id
