"""`facetry trash`: the deleted images of a running service."""

from __future__ import annotations

import argparse
from functools import partial
from typing import Any

from facetry.cli.opening import print_message
from facetry.cli.service.operations import add_operation
from facetry.cli.service.output import date_text, print_page
from facetry.cli.service.verbs import add_noun, add_page_arguments


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the subcommands."""
    verbs = add_noun(commands, "trash", "list deleted images, restore them, or remove them for good")
    verb = partial(add_operation, verbs)
    add_page_arguments(verb("list", "trashList", "list the images in the trash", show=_print_images))
    restore = verb(
        "restore",
        "trashRestore",
        "restore an image",
        "It gets its id, its facets and its file again.",
        show=lambda image: print_message(f"{image['name']} is restored"),
    )
    remove = verb(
        "remove",
        "trashDelete",
        "remove an image for good",
        question="Remove the image {id} and its file for good?",
        done="the image {id} is removed",
    )
    for parser in (restore, remove):
        parser.add_argument("id", metavar="ID", help="its id, as `facetry trash list` shows it")
    verb(
        "empty",
        "trashEmpty",
        "remove all images of the trash for good",
        question="Remove all images of the trash and their files for good?",
        done="the trash is empty",
    )


def _print_images(page: dict[str, Any]) -> None:
    print_page(
        page,
        "images",
        ("id", "path", "bytes", "deleted", "removed for good"),
        lambda each: (
            *(each["id"], each["path"], each["sizeInBytes"]),
            *(date_text(each["deletionDate"]), date_text(each["expiryDate"])),
        ),
        "the trash is empty",
    )
