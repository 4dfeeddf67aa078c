"""`facetry trash`: the deleted images of a running service."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from facetry.cli.opening import print_message
from facetry.cli.service.verbs import add_noun, add_verb, confirm, path_of

if TYPE_CHECKING:
    from facetry.authoring.service import ServiceClient

_PAGE_SIZE = 1_000


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the subcommands."""
    verbs = add_noun(commands, "trash", "list deleted images, restore them, or remove them for good")
    listing = add_verb(verbs, "list", _list, "list the images in the trash", has_json=True)
    listing.add_argument(
        "--take", type=int, default=_PAGE_SIZE, metavar="COUNT", help=f"how many (default: {_PAGE_SIZE})"
    )
    listing.add_argument("--skip", type=int, default=0, metavar="COUNT", help="how many to leave out before the first")
    restore = add_verb(
        verbs, "restore", _restore, "restore an image", "It gets its id, its facets and its file again.", has_json=True
    )
    remove = add_verb(verbs, "remove", _remove, "remove an image for good", is_destructive=True)
    for parser in (restore, remove):
        parser.add_argument("id", metavar="ID", help="its id, as `facetry trash list` shows it")
    add_verb(verbs, "empty", _empty, "remove all images of the trash for good", is_destructive=True)


def _list(service: ServiceClient, arguments: argparse.Namespace) -> None:
    from facetry.cli.service.output import date_text, print_json, print_table

    page = service.get("/trash/list", take=arguments.take, skip=arguments.skip)
    if arguments.json:
        print_json(page)
        return
    rows = [
        (each["id"], each["path"], each["sizeInBytes"], date_text(each["deletionDate"]), date_text(each["expiryDate"]))
        for each in page["items"]
    ]
    print_table(("id", "path", "bytes", "deleted", "removed for good"), rows, "the trash is empty")
    if len(page["items"]) < page["totalCount"]:
        print_message(f"{len(page['items'])} of {page['totalCount']} images are shown; --skip shows others")


def _restore(service: ServiceClient, arguments: argparse.Namespace) -> None:
    from facetry.cli.service.output import print_json

    image = service.put(path_of("trash", arguments.id, "restore"))
    if arguments.json:
        print_json(image)
    else:
        print_message(f"{image['name']} is restored")


def _remove(service: ServiceClient, arguments: argparse.Namespace) -> None:
    confirm(arguments, f"Remove the image {arguments.id} and its file for good?")
    service.delete(path_of("trash", arguments.id, "delete"))
    print_message(f"the image {arguments.id} is removed")


def _empty(service: ServiceClient, arguments: argparse.Namespace) -> None:
    confirm(arguments, "Remove all images of the trash and their files for good?")
    service.delete("/trash/empty")
    print_message("the trash is empty")
