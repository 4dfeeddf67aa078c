"""`facetry key`: the API keys of a running service."""

from __future__ import annotations

import argparse
from functools import partial
from typing import TYPE_CHECKING, Any

from facetry.cli.library.master_key import add_rotate
from facetry.cli.opening import print_message
from facetry.cli.service.operations import add_operation
from facetry.cli.service.output import date_text, print_json, print_record, print_table
from facetry.cli.service.verbs import add_noun, add_verb

if TYPE_CHECKING:
    from facetry.authoring.service import ServiceClient

_TYPES = ("key", "token")


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the subcommands."""
    verbs = add_noun(commands, "key", "create, list and revoke API keys, and replace the master key")
    verb = partial(add_operation, verbs)
    create = add_verb(
        verbs,
        "create",
        _create,
        "create an API key",
        "The key is printed to standard output, and shown only this once. It expires with the key that creates it.",
        has_json=True,
    )
    create.add_argument("name", metavar="NAME", help="what the key is for; it need not be unique")
    create.add_argument(
        "--scope",
        action="append",
        metavar="SCOPE",
        help="a scope, or several with commas; may be repeated (default: all)",
    )
    create.add_argument(
        "--expires",
        type=_milliseconds,
        metavar="DATE",
        help="a date or a time, such as 2027-12-31; UTC without an offset",
    )
    create.add_argument("--comment", metavar="TEXT", help="a remark")
    create.add_argument("--ends-with-creator", action="store_true", help="revoke it with the key that creates it")
    create.add_argument("--type", choices=_TYPES, default=_TYPES[0], help="what to call it; both work alike")
    verb("list", "apiSecretList", "list the API keys", show=_print_keys)
    show = verb(
        "show",
        "apiSecretGet",
        "show an API key and its scopes",
        "The key itself is not kept, only its hash.",
        show=lambda key: _print_key(key, key["scope"]),
    )
    verb(
        "self",
        "apiSecretSelf",
        "show which key this command presents, and its scopes",
        show=lambda key: _print_key(key, ",".join(key["scopes"])),
    )
    revoke = verb(
        "revoke",
        "apiSecretDelete",
        "revoke an API key",
        "Requests with it are refused from then on.",
        question="Revoke key {id}? Programs that use it are refused from then on.",
        done="key {id} is revoked",
    )
    for parser in (show, revoke):
        parser.add_argument("id", metavar="ID", help="its number, as `facetry key list` shows it")
    add_rotate(verbs)


def _milliseconds(text: str) -> int:
    from datetime import UTC, datetime

    try:
        date = datetime.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a date such as 2027-12-31 or 2027-12-31T18:00+01:00"
        ) from None
    return int((date if date.tzinfo else date.replace(tzinfo=UTC)).timestamp() * 1000)


def _create(service: ServiceClient, arguments: argparse.Namespace) -> None:
    made = service.post(
        "/apiSecret/create",
        None,
        type=arguments.type,
        name=arguments.name,
        scope=",".join(arguments.scope) if arguments.scope else None,
        expirationDate=arguments.expires,
        comment=arguments.comment,
        endsWithCreator="true" if arguments.ends_with_creator else None,
    )
    if arguments.json:
        print_json(made)
        return
    print_message(f"key {made['id']} is created, with the scopes {made['scope']}. It is shown this once:")
    print(made["value"])


def _print_keys(keys: list[dict[str, Any]]) -> None:
    print_table(
        ("id", "name", "type", "created", "extension", "comment"),
        [
            (
                *(key["id"], key["name"], key["type"], date_text(key["creationDate"])),
                *(key.get("extensionId"), key.get("comment")),
            )
            for key in keys
        ],
        "there are no keys beside the master key",
    )


def _print_key(key: dict[str, Any], scopes: str) -> None:
    print_record(
        [
            ("id", key.get("id")),
            ("name", key["name"]),
            ("type", key.get("type")),
            ("key", key.get("value")),
            ("comment", key.get("comment")),
            ("created", date_text(key.get("creationDate"))),
            ("expires", date_text(key.get("expirationDate"))),
            ("extension", key.get("extensionId")),
            ("ends with key", key.get("creatorId")),
            ("scopes", scopes),
        ]
    )
