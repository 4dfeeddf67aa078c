"""`facetry extension list|show|pause|resume|restart|logs`: the installed extensions of a running service."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from facetry.cli.extension import permissions, records
from facetry.cli.opening import CommandError, add_data_dir, print_message
from facetry.cli.service.operations import add_operation
from facetry.cli.service.output import date_text, print_json, print_record, print_table
from facetry.cli.service.verbs import add_verb, path_of

if TYPE_CHECKING:
    from facetry.authoring.service import ServiceClient


def add(verbs: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the subcommands."""
    listing = add_verb(
        verbs,
        "list",
        _list,
        "list the installed extensions, with their versions and states",
        "With --data-dir, list the records of a library instead: also those without a program, and while no server "
        "runs.",
        has_json=True,
    )
    add_data_dir(listing)
    ask_service = listing.get_default("run")
    listing.set_defaults(
        run=lambda arguments: _list_records(arguments) if arguments.data_dir is not None else ask_service(arguments)
    )

    verb = partial(add_operation, verbs)
    show = verb("show", "extensionGet", "show an extension, and why it does not run", show=_print_extension)
    pause = verb(
        "pause",
        "extensionChangeState",
        "pause an extension",
        "Events wait for it until it is resumed.",
        given={"state": "paused"},
        done="{id} is paused",
    )
    resume = verb(
        "resume",
        "extensionChangeState",
        "let a paused extension run again",
        given={"state": "enabled"},
        done="{id} is enabled",
    )
    restart = verb(
        "restart",
        "extensionRestart",
        "start an extension anew, also one that was given up",
        done="{id} is being started. To follow: facetry extension show {id}",
    )
    logs = add_verb(verbs, "logs", _logs, "print the last lines of the log of an extension", has_json=True)
    logs.add_argument("--count", type=int, metavar="COUNT", help="how many lines at most (default: 200)")
    for parser in (show, pause, resume, restart, logs):
        parser.add_argument("id", metavar="ID", help="the installed extension")


def _list_records(arguments: argparse.Namespace) -> int:
    if arguments.url is not None or arguments.json:
        raise CommandError("--data-dir reads a library, and --url and --json are for a running service", code=2)
    return records.print_records(arguments)


def _list(service: ServiceClient, arguments: argparse.Namespace) -> None:
    extensions = service.get("/extension/list")
    if arguments.json:
        print_json(extensions)
        return
    rows = []
    for each in extensions:
        manifest, status = each["manifest"], each["status"]
        granted = ", ".join(each.get("permissions", {}).get("granted", ())) or None
        described = (status["state"], date_text(status["since"]), status["crashes"], granted, status.get("reason"))
        rows.append((manifest["id"], manifest["version"], each["state"], *described))
    columns = ("id", "version", "state", "program", "since", "crashes", "granted", "reason")
    print_table(columns, rows, "no extension is installed")


def _print_extension(extension: Mapping[str, Any]) -> None:
    manifest, status = extension["manifest"], extension["status"]
    print_record(
        [
            ("id", manifest["id"]),
            ("name", manifest.get("name")),
            ("version", manifest["version"]),
            ("state", extension["state"]),
            ("program", status["state"]),
            ("reason", status.get("reason")),
            ("since", date_text(status["since"])),
            ("next start", date_text(status.get("nextStartDate"))),
            ("starts", status["starts"]),
            ("crashes", status["crashes"]),
            *permissions.rows(extension.get("permissions")),
            *_limit_rows(extension.get("limits"), extension.get("usage")),
        ]
    )


def _limit_rows(limits: Mapping[str, int] | None, usage: Mapping[str, int] | None) -> list[tuple[str, str]]:
    """What the extension uses, and what it may use; none for a service of an earlier version."""
    if limits is None:
        return []

    def text(amount: int | None, *, in_bytes: bool) -> str | None:
        return None if amount is None else f"{amount / 1024**2:,.0f} MiB" if in_bytes else f"{amount:,}"

    def row(member: str, *, in_bytes: bool = False) -> str:
        used = text((usage or {}).get(member), in_bytes=in_bytes)
        limit = text(limits.get(member), in_bytes=in_bytes)
        return f"{used or '-'} of {limit or 'unlimited'}"

    return [
        ("memory", row("memoryBytes", in_bytes=True)),
        ("processes", row("processes")),
        ("open files", row("openFiles")),
        ("disk", row("diskBytes", in_bytes=True)),
        ("niceness", str(limits["niceness"])),
    ]


def _logs(service: ServiceClient, arguments: argparse.Namespace) -> None:
    from facetry.cli.extension.progress import printable_line
    from facetry.cli.opening import for_log

    log = service.get(path_of("extension", arguments.id, "logs"), count=arguments.count)
    if arguments.json:
        print_json(log)
        return
    for line in log["lines"]:
        text = printable_line(line["text"])
        print(for_log(f"{date_text(line.get('date')) or '':20}  {line['stream']:4}  {text}".rstrip()))
    if not log["lines"]:
        print_message(f"the log of {arguments.id} is empty")
