"""`facetry extension progress|failures|run-missing|retry|cancel|dead-letters|redrive`: what extensions have to do."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

from facetry.cli.extension.connection import add_service, service_of
from facetry.cli.opening import CommandError, say

if TYPE_CHECKING:
    from facetry.authoring.service import Service

_CAPABILITIES = ("image.tags", "image.features", "image.embeddings")
_STATES = ("pending", "running", "done", "empty", "failed", "stale", "cancelled", "unasked")
_PAGE = 1_000
Verb = Callable[["Service", argparse.Namespace], None]


def add(verbs: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the verbs."""
    progress = _verb(verbs, "progress", _progress, "tell how far extensions are with the images")
    progress.add_argument("ids", metavar="ID", nargs="*", help="an extension (default: all that are installed)")
    progress.add_argument("--json", action="store_true", help="as the service answers")

    for name, run, summary in (
        ("failures", _failures, "list the images that an extension could not compute, and what it said"),
        ("dead-letters", _dead_letters, "list the events that an extension was sent in vain, and what it said"),
    ):
        listing = _verb(verbs, name, run, summary)
        _add_id(listing)
        listing.add_argument("--json", action="store_true", help="as the service answers, a line for each")

    missing = _verb(verbs, "run-missing", _run_missing, "ask an extension for what it has not computed yet")
    _add_id(missing)

    for name, run, summary in (
        ("retry", _retry, "ask an extension again for what failed"),
        ("cancel", _cancel, "take back what an extension was asked for and has not begun"),
    ):
        choosing = _verb(verbs, name, run, summary)
        _add_id(choosing)
        choosing.add_argument(
            "--capability", action="append", choices=_CAPABILITIES, help="nothing but that; may be repeated"
        )

    redrive = _verb(verbs, "redrive", _redrive, "send an extension its dead letters again")
    _add_id(redrive)
    redrive.add_argument("sequences", metavar="SEQUENCE", nargs="*", type=int, help="nothing but these (default: all)")


def _verb(
    verbs: argparse._SubParsersAction[argparse.ArgumentParser], name: str, run: Verb, summary: str
) -> argparse.ArgumentParser:
    parser = verbs.add_parser(name, help=summary, description=f"{summary[0].upper()}{summary[1:]}.")
    add_service(parser)

    def asked(arguments: argparse.Namespace) -> int:
        from facetry.authoring.service import ServiceError

        try:
            run(service_of(arguments), arguments)
        except ServiceError as error:
            raise CommandError(str(error)) from None
        return 0

    parser.set_defaults(run=asked)
    return parser


def _add_id(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id", metavar="ID", help="the installed extension")


def _progress(service: Service, arguments: argparse.Namespace) -> None:
    ids = arguments.ids or [each["manifest"]["id"] for each in service.get("/extension/list")]
    found = {id: service.get(f"/extension/{id}/progress") for id in ids}
    if arguments.json:
        print(json.dumps(found))
        return
    if not found:
        say("no extension is installed")
        return
    rows = [
        (id, each["id"], *(str(each[state]) for state in _STATES))
        for id, told in found.items()
        for each in told["capabilities"]
    ]
    if rows:
        _print_table([("extension", "capability", *_STATES), *rows])
    for id, told in found.items():
        if not told["capabilities"]:
            say(f"{id} computes nothing of images")
        if told["deadLetterCount"]:
            say(f"{id} has {told['deadLetterCount']} dead letters: facetry extension dead-letters {id}")


def _failures(service: Service, arguments: argparse.Namespace) -> None:
    _print_items(service, arguments, "failures", lambda each: (each["imageId"], each["capabilityId"]))


def _dead_letters(service: Service, arguments: argparse.Namespace) -> None:
    _print_items(
        service,
        arguments,
        "deadLetters",
        lambda each: (str(each["sequence"]), each["topic"], each.get("imageId", "-")),
    )


def _print_items(
    service: Service, arguments: argparse.Namespace, what: str, named: Callable[[Mapping[str, Any]], tuple[str, ...]]
) -> None:
    skip = 0
    while True:
        page = service.get(f"/extension/{arguments.id}/{what}", take=_PAGE, skip=skip)
        for each in page["items"]:
            if arguments.json:
                print(json.dumps(each))
            else:
                when = f"{datetime.fromtimestamp(each['date'] / 1000):%Y-%m-%d %H:%M:%S}"
                said = " ".join(each.get("error", "").split())
                print("\t".join((when, *named(each), f"{each['attempts']} attempts", said)))
        skip += _PAGE
        if skip >= page["totalCount"]:
            break
    if not page["totalCount"] and not arguments.json:
        say("there are none")


def _run_missing(service: Service, arguments: argparse.Namespace) -> None:
    service.put(f"/extension/{arguments.id}/synchronize")
    say(f"it is asked for in the background: facetry extension progress {arguments.id}")


def _retry(service: Service, arguments: argparse.Namespace) -> None:
    count = service.put(f"/extension/{arguments.id}/retry", capabilityIds=arguments.capability)["count"]
    say(f"{count} asked for again")


def _cancel(service: Service, arguments: argparse.Namespace) -> None:
    count = service.put(f"/extension/{arguments.id}/cancel", capabilityIds=arguments.capability)["count"]
    say(f"{count} taken back")


def _redrive(service: Service, arguments: argparse.Namespace) -> None:
    count = service.put(f"/extension/{arguments.id}/redrive", sequences=arguments.sequences or None)["count"]
    say(f"{count} sent again")


def _print_table(rows: Sequence[tuple[str, ...]]) -> None:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        texts = (
            each.ljust(width) if at < 2 else each.rjust(width)
            for at, (each, width) in enumerate(zip(row, widths, strict=True))
        )
        print("  ".join(texts).rstrip())
