"""What an extension asks for, and what the operator grants: at the installation, and by `facetry extension grant`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from facetry.cli.opening import CommandError, for_log, print_message
from facetry.cli.service.output import print_json, print_record
from facetry.cli.service.verbs import add_verb, path_of

if TYPE_CHECKING:
    from facetry.authoring.service import ServiceClient

NOT_ENFORCED = "not enforced"


def add(verbs: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare `grant` and `withdraw`."""
    details = "A permission is the name of a scope, or read:FOLDER or write:FOLDER. A running program is started anew."
    again = "A folder that is granted already is looked up again: grant it when you have moved it."
    grant = add_verb(
        verbs, "grant", _grant, "let an extension do more than the default", f"{details} {again}", has_json=True
    )
    withdraw = add_verb(verbs, "withdraw", _withdraw, "take back what was granted to an extension", details)
    withdraw.add_argument("--json", action="store_true", help="print the JSON of the service")
    for parser in (grant, withdraw):
        parser.add_argument("id", metavar="ID", help="the installed extension")
        parser.add_argument("permissions", metavar="PERMISSION", nargs="+", help="a permission")


def add_grant_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the flags of `install`."""
    parser.add_argument(
        "--grant",
        metavar="PERMISSION",
        action="append",
        default=[],
        help="grant this to the extension: the name of a scope, or read:FOLDER or write:FOLDER; may be repeated",
    )
    parser.add_argument("--yes", action="store_true", help="grant all that the extension asks for, without a question")


def decide(
    service: ServiceClient, id: str, declared: Mapping[str, Any] | None, arguments: argparse.Namespace
) -> tuple[str, ...]:
    """The permissions to send with an archive: those of `--grant`, and those that the operator grants now.

    `declared` is the member `permissions` of the manifest. Prints what it asks for. Raises `CommandError` when nobody
    grants it.
    """
    from facetry.validate.manifest.permissions import beyond_default

    given: list[str] = arguments.grant
    requested = beyond_default(declared)
    if not requested:
        return tuple(given)
    present = {extension["manifest"]["id"]: extension for extension in service.get("/extension/list")}
    granted = present.get(id, {}).get("permissions", {}).get("granted", ())
    missing = [permission for permission in requested if permission not in (*granted, *given)]
    if not missing:
        return tuple(given)
    print_message(f"{id} asks for more than the default:")
    for permission in missing:
        print(for_log(f"  {described(permission)}"), file=sys.stderr)
    for host in (declared or {}).get("hosts") or ():
        print(for_log(f"  talk to {host} ({NOT_ENFORCED})"), file=sys.stderr)
    if not arguments.yes:
        _ask(id, missing)
    return (*given, *missing)


def described(permission: str) -> str:
    """A permission in words."""
    access, _, path = permission.partition(":")
    if "/" not in path:
        return f"use the scope {permission}"
    note = f" ({NOT_ENFORCED})" if access == "read" else ""
    return f"{access} the folder {path}{note}"


def _ask(id: str, missing: Sequence[str]) -> None:
    if not sys.stdin.isatty():
        flags = " ".join(f"--grant {permission}" for permission in missing)
        raise CommandError(f"nothing was installed. To grant it: {flags}, or --yes for all of it")
    print(f"Grant this to {for_log(id)}? [y/N] ", end="", file=sys.stderr, flush=True)
    if sys.stdin.readline().strip().casefold() not in ("y", "yes"):
        raise CommandError("nothing was installed")


def rows(permissions: Mapping[str, Any] | None) -> list[tuple[str, Any]]:
    """The rows of `show`; none for a service of an earlier version."""
    if permissions is None:
        return []
    free = permissions["notEnforced"]
    granted = [f"{each} ({NOT_ENFORCED})" if each in free else each for each in permissions["granted"]]
    missing = [permission for permission in permissions["requested"] if permission not in permissions["granted"]]
    hosts = f"{', '.join(permissions['hosts'])} ({NOT_ENFORCED})" if permissions["hosts"] else None
    return [
        ("scopes", ", ".join(permissions["scopes"]) or "none"),
        ("granted", ", ".join(granted) or "nothing beyond the default"),
        ("not granted", ", ".join(missing) or None),
        ("hosts", hosts),
    ]


def _grant(service: ServiceClient, arguments: argparse.Namespace) -> None:
    again = {permission for permission in arguments.permissions if "/" in permission}
    _change(service, arguments, set(_granted(service, arguments.id)) | set(arguments.permissions) - again, again)


def _withdraw(service: ServiceClient, arguments: argparse.Namespace) -> None:
    granted = set(_granted(service, arguments.id))
    if unknown := sorted(set(arguments.permissions) - granted):
        raise CommandError(f"{unknown[0]} is not granted to {arguments.id}", code=2)
    _change(service, arguments, granted - set(arguments.permissions))


def _granted(service: ServiceClient, id: str) -> list[str]:
    granted: list[str] = service.get(path_of("extension", id, "get"))["permissions"]["granted"]
    return granted


def _change(
    service: ServiceClient, arguments: argparse.Namespace, grants: set[str], again: Collection[str] = ()
) -> None:
    answer = service.put(
        path_of("extension", arguments.id, "setGrants"), grant=sorted(grants), grantAgain=sorted(again)
    )
    if arguments.json:
        print_json(answer)
    else:
        print_record(rows(answer))
