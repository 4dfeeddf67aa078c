"""`facetry extension progress|failures|run-missing|retry|cancel|dead-letters|redrive`: the work of extensions."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

from facetry.cli.opening import print_message
from facetry.cli.service.operations import add_operation
from facetry.cli.service.verbs import add_verb

if TYPE_CHECKING:
    from facetry.authoring.service import ServiceClient

_CAPABILITIES = ("image.tags", "image.features", "image.embeddings")
_STATES = ("pending", "running", "done", "empty", "failed", "stale", "cancelled", "unasked")
_PAGE_SIZE = 1_000


def add(verbs: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the subcommands."""
    progress = add_verb(verbs, "progress", _progress, "show how many images extensions have processed")
    progress.add_argument("ids", metavar="ID", nargs="*", help="an extension (default: all installed ones)")
    progress.add_argument("--json", action="store_true", help="print the JSON of the service")

    for name, run, summary in (
        ("failures", _failures, "list the images that an extension could not process, with its error messages"),
        (
            "dead-letters",
            _dead_letters,
            "list the events that could not be delivered to an extension, with its error messages",
        ),
    ):
        listing = add_verb(verbs, name, run, summary)
        _add_id(listing)
        listing.add_argument("--json", action="store_true", help="print the JSON of the service, one line for each")

    missing = add_operation(
        verbs,
        "run-missing",
        "extensionSynchronize",
        "request all missing results of an extension",
        done="requesting missing results in the background. To follow: facetry extension progress {id}",
    )
    _add_id(missing)

    for name, summary, done in (
        ("retry", "request failed results of an extension again", "requested again"),
        ("cancel", "cancel requests that an extension has not started to process", "cancelled"),
    ):
        choosing = add_operation(
            verbs, name, f"extension{name.capitalize()}", summary, done=f"{{answer[count]}} {done}"
        )
        _add_id(choosing)
        choosing.add_argument(
            "--capability",
            dest="capabilityIds",
            action="append",
            choices=_CAPABILITIES,
            help="only this capability; may be repeated",
        )

    redrive = add_operation(
        verbs,
        "redrive",
        "extensionRedrive",
        "send dead letters to an extension again",
        done="{answer[count]} sent again",
    )
    _add_id(redrive)
    redrive.add_argument(
        "sequences", metavar="SEQUENCE", nargs="*", type=int, help="only these dead letters (default: all)"
    )


def _add_id(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id", metavar="ID", help="the installed extension")


def _progress(service: ServiceClient, arguments: argparse.Namespace) -> None:
    ids = arguments.ids or [capability["manifest"]["id"] for capability in service.get("/extension/list")]
    progress_by_id = {id: service.get(f"/extension/{id}/progress") for id in ids}
    if arguments.json:
        print(json.dumps(progress_by_id))
        return
    if not progress_by_id:
        print_message("no extension is installed")
        return
    rows = [
        (id, capability["id"], *(str(capability[state]) for state in _STATES))
        for id, progress in progress_by_id.items()
        for capability in progress["capabilities"]
    ]
    if rows:
        _print_table([("extension", "capability", *_STATES), *rows])
    for id, progress in progress_by_id.items():
        if not progress["capabilities"]:
            print_message(f"{id} has no capabilities for images")
        if progress["deadLetterCount"]:
            print_message(f"{id} has {progress['deadLetterCount']} dead letters: facetry extension dead-letters {id}")


def _failures(service: ServiceClient, arguments: argparse.Namespace) -> None:
    _print_items(service, arguments, "failures", lambda failure: (failure["imageId"], failure["capabilityId"]))


def _dead_letters(service: ServiceClient, arguments: argparse.Namespace) -> None:
    _print_items(
        service,
        arguments,
        "deadLetters",
        lambda letter: (str(letter["sequence"]), letter["topic"], letter.get("imageId", "-")),
    )


def _print_items(
    service: ServiceClient,
    arguments: argparse.Namespace,
    collection: str,
    columns: Callable[[Mapping[str, Any]], tuple[str, ...]],
) -> None:
    from facetry.validate.reports.escaping import visible

    skip = 0
    while True:
        page = service.get(f"/extension/{arguments.id}/{collection}", take=_PAGE_SIZE, skip=skip)
        for item in page["items"]:
            if arguments.json:
                print(json.dumps(item))
            else:
                time_text = f"{datetime.fromtimestamp(item['date'] / 1000):%Y-%m-%d %H:%M:%S}"
                error_text = visible(" ".join(item.get("error", "").split()))
                print("\t".join((time_text, *columns(item), f"{item['attempts']} attempts", error_text)))
        skip += _PAGE_SIZE
        if skip >= page["totalCount"]:
            break
    if not page["totalCount"] and not arguments.json:
        print_message("there are none")


def _print_table(rows: Sequence[tuple[str, ...]]) -> None:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        texts = (
            text.ljust(width) if index < 2 else text.rjust(width)
            for index, (text, width) in enumerate(zip(row, widths, strict=True))
        )
        print("  ".join(texts).rstrip())
