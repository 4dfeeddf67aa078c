"""`facetry collection`: the collections of a running service, which are search filters with names."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING, Any

from facetry.cli.opening import CommandError, print_message
from facetry.cli.service.verbs import add_noun, add_verb, confirm, path_of, read_body

if TYPE_CHECKING:
    from facetry.authoring.service import ServiceClient

_FILTER_HELP = "a file with the search filter as JSON; - is standard input"


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the subcommands."""
    verbs = add_noun(commands, "collection", "create, list, change and delete collections")
    add_verb(verbs, "list", _list, "list the collections", has_json=True)
    show = add_verb(verbs, "show", _show, "show a collection and its filter", has_json=True)
    create = add_verb(verbs, "create", _create, "create a collection", has_json=True)
    create.add_argument("name", metavar="NAME", help="its name, which no other collection has")
    create.add_argument("--filter", metavar="FILE", required=True, help=_FILTER_HELP)
    create.add_argument("--comment", metavar="TEXT", help="a remark")
    update = add_verb(
        verbs, "update", _update, "change the name, the comment or the filter of a collection", has_json=True
    )
    update.add_argument("--name", metavar="TEXT", help="the new name")
    update.add_argument("--comment", metavar="TEXT", help="the new remark; empty for none")
    update.add_argument("--filter", metavar="FILE", help=_FILTER_HELP)
    preview = add_verb(verbs, "preview", _preview, "count the images that a filter matches", has_json=True)
    preview.add_argument("--filter", metavar="FILE", required=True, help=_FILTER_HELP)
    delete = add_verb(
        verbs, "delete", _delete, "delete a collection", "Its images are not touched.", is_destructive=True
    )
    for parser in (show, update, delete):
        parser.add_argument("id", metavar="ID", help="its number, as `facetry collection list` shows it")


def _list(service: ServiceClient, arguments: argparse.Namespace) -> None:
    from facetry.cli.service.output import date_text, print_json, print_table

    collections = service.get("/collection/list")
    if arguments.json:
        print_json(collections)
        return
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


def _show(service: ServiceClient, arguments: argparse.Namespace) -> None:
    _print_collection(arguments, service.get(path_of("collection", arguments.id, "get")))


def _print_collection(arguments: argparse.Namespace, collection: dict[str, Any]) -> None:
    from facetry.cli.service.output import date_text, print_json, print_record

    if arguments.json:
        print_json(collection)
        return
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


def _create(service: ServiceClient, arguments: argparse.Namespace) -> None:
    made = service.send_json(
        "POST", "/collection/create", read_body(arguments.filter), name=arguments.name, comment=arguments.comment
    )
    _print_collection(arguments, made)


def _update(service: ServiceClient, arguments: argparse.Namespace) -> None:
    if arguments.name is None and arguments.comment is None and arguments.filter is None:
        raise CommandError("nothing is to be changed: give --name, --comment or --filter", code=2)
    path, texts = path_of("collection", arguments.id, "update"), {"name": arguments.name, "comment": arguments.comment}
    if arguments.filter is None:
        changed = service.put(path, **texts)
    else:
        changed = service.send_json("PUT", path, read_body(arguments.filter), **texts)
    _print_collection(arguments, changed)


def _preview(service: ServiceClient, arguments: argparse.Namespace) -> None:
    from facetry.cli.service.output import print_json

    preview = service.send_json("POST", "/collection/preview", read_body(arguments.filter))
    if arguments.json:
        print_json(preview)
    else:
        print(preview["totalCount"])


def _delete(service: ServiceClient, arguments: argparse.Namespace) -> None:
    confirm(arguments, f"Delete collection {arguments.id}?")
    service.delete(path_of("collection", arguments.id, "delete"))
    print_message(f"collection {arguments.id} is deleted")
